"""Where the leaves of a block lie in bytes: offsets, strides and majorness of its decorations."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import msgspec

from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.layout import mark, matrix_places, member_marks

from .leaves import Cell, Leaf, Leaves
from .undefined import refuse

# The least that Vulkan guarantees (maxUniformBufferRange, maxPushConstantsSize): our runner binds
# as much everywhere, so that an access beyond the inputs reads zeros on each device.
_UNIFORM_BYTES = 16384
_STORAGE_BYTES = 65536
_PUSH_BYTES = 128

Slot = tuple[int, Leaf]
"""A byte offset with the scalar that lies there."""


class BlockLayout(msgspec.Struct, frozen=True):
    """The leaves of a block; `tail` are those of one element of a runtime array at its end,
    `stride` apart.
    """

    fixed: tuple[Slot, ...]
    tail: tuple[Slot, ...] = ()
    stride: int = 0

    def slots(self, size: int) -> list[Slot]:
        """Return all leaves of a block of `size` bytes; a leaf that does not fit ends it."""
        found = list(self.fixed)
        if self.stride:
            start = min(slot[0] for slot in self.tail)
            # A runtime array has as many whole elements as fit (SPIR-V, OpArrayLength).
            for element in range(max(0, size - start) // self.stride):
                found.extend((offset + element * self.stride, leaf) for offset, leaf in self.tail)
        for position, (offset, leaf) in enumerate(found):
            if offset + leaf.width // 8 > size:
                return found[:position]
        return found


def layout_of(leaves: Leaves, type_id: int) -> BlockLayout:
    """Return the layout of a block; the type is a struct."""
    fixed: list[Slot] = []
    tail: list[Slot] = []
    stride = 0
    found = leaves.type(type_id)
    if found.op != opcodes.OpTypeStruct:
        raise refuse("a block that is no struct", found)
    for member, part in enumerate(found.ops):
        marks = member_marks(leaves.module, type_id, member)
        definition = leaves.type(part)
        offset = marks.get(Decoration.OFFSET, 0)
        if definition.op == opcodes.OpTypeRuntimeArray:
            stride = _mark(leaves, part, Decoration.ARRAY_STRIDE)
            _place(leaves, definition.ops[0], offset, marks, tail)
        else:
            _place(leaves, part, offset, marks, fixed)
    return BlockLayout(tuple(fixed), tuple(tail), stride)


def _place(
    leaves: Leaves, type_id: int, start: int, marks: dict[int, int], out: list[Slot]
) -> None:
    found = leaves.type(type_id)
    op = found.op
    if op == opcodes.OpTypeStruct:
        for member, part in enumerate(found.ops):
            inner = member_marks(leaves.module, type_id, member)
            _place(leaves, part, start + inner.get(Decoration.OFFSET, 0), inner, out)
    elif op == opcodes.OpTypeArray:
        stride = _mark(leaves, type_id, Decoration.ARRAY_STRIDE)
        for index in range(leaves.length(type_id)):
            _place(leaves, found.ops[0], start + index * stride, marks, out)
    elif op == opcodes.OpTypeMatrix:
        leaf = leaves.of(type_id)[0]
        # Matrix strides and majorness are decorations of the member that holds the matrix, also
        # through arrays: so `marks` goes down with it.
        stride, rows = marks.get(Decoration.MATRIX_STRIDE, 16), leaves.length(found.ops[0])
        places = matrix_places(found.ops[1], rows, stride, leaf.width // 8, marks)
        out.extend((start + place, leaf) for place in places)
    elif op == opcodes.OpTypeVector:
        leaf = leaves.of(type_id)[0]
        out.extend((start + k * (leaf.width // 8), leaf) for k in range(found.ops[1]))
    else:
        leaf = leaves.of(type_id)[0]
        # Booleans have no size in memory (SPIR-V, OpTypeBool).
        if leaf.kind == "bool":
            raise refuse("booleans in a block", found)
        out.append((start, leaf))


def _mark(leaves: Leaves, target_id: int, decoration: int) -> int:
    """Return the number of a decoration of an id, 0 without it."""
    return max(0, mark(leaves.module, target_id, decoration))


def place_of(leaves: Leaves, variable_id: int) -> tuple[int, int]:
    """Return (set, binding) of a variable."""
    return _mark(leaves, variable_id, Decoration.DESCRIPTOR_SET), _mark(
        leaves, variable_id, Decoration.BINDING
    )


# ---- bytes


def block_bytes(inputs: Inputs, place: tuple[int, int], storage: bool) -> bytes:
    """Return what lies at a binding before the run, as our Vulkan runner fills it: zero where
    inputs say nothing.
    """
    for buffer in inputs.buffers:
        if (buffer.descriptor_set, buffer.binding) == place:
            return _pad(buffer.data, storage)
    block = bytearray()
    for uniform in inputs.uniforms:
        if not uniform.push_constant and uniform.place == place:
            block.extend(bytes(max(uniform.offset + len(uniform.data) - len(block), 0)))
            block[uniform.offset : uniform.offset + len(uniform.data)] = uniform.data
    return _pad(bytes(block), storage)


def _pad(data: bytes, storage: bool) -> bytes:
    if not storage:
        return data.ljust(_UNIFORM_BYTES, b"\0")
    # A storage buffer keeps its own length, which the shader may ask for; whole words, as Vulkan
    # fills and copies buffers in these.
    return data.ljust((len(data) + 3) & ~3 if data else _STORAGE_BYTES, b"\0")


def push_bytes(inputs: Inputs) -> bytes:
    """Return the push constants before the run."""
    return inputs.push_constants().ljust(_PUSH_BYTES, b"\0")


_CODES = {("int", 8): "B", ("int", 16): "H", ("int", 32): "I", ("int", 64): "Q"} | {
    ("float", 16): "e",
    ("float", 32): "f",
    ("float", 64): "d",
}


def cells_of_bytes(slots: Sequence[Slot], data: bytes) -> list[Cell]:
    """Read the leaves."""
    return [
        struct.unpack_from(f"<{_CODES[leaf.kind, leaf.width]}", data, offset)[0]
        for offset, leaf in slots
    ]


def write_cells(slots: Sequence[Slot], cells: Sequence[Cell], data: bytearray) -> None:
    """Write the leaves back; what was never written keeps its bytes."""
    for (offset, leaf), cell in zip(slots, cells, strict=False):
        if cell is not None:
            struct.pack_into(f"<{_CODES[leaf.kind, leaf.width]}", data, offset, cell)
