"""Storage images of a module, as storage buffers: both interpreters know these.

A texel is an element of a runtime array at the place of its image, row after row and layer after
layer. A read is a load of one element, a write a store, and a texel pointer an access chain to it.
Coordinates outside of the image, for which nothing is promised (SPIR-V, OpImageRead, OpImageWrite),
give the largest index, which lies outside of the array.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.storage_images import WORD, StorageImage
from aberration.languages.spirv import declared_images, opcodes
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration, ImageOperands, StorageClass
from aberration.languages.spirv.image_reads import image_mask
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string
from aberration.languages.spirv.preamble import decorate
from aberration.languages.spirv.storage_images import (
    DeclaredStorage,
    given_image,
    is_stored,
    storage_refusal,
    storage_type,
)
from aberration.languages.spirv.types import component_count, component_type, pointee, width

from .image_order import order_as_buffers
from .probes import Probe
from .undefined import Refused, refuse

ACCESSES: Final = (
    opcodes.OpImageRead,
    opcodes.OpImageWrite,
    opcodes.OpImageTexelPointer,
    opcodes.OpImageQuerySize,
    opcodes.OpImageFetch,
)
"""What is done with storage images and texel buffers, and with others."""
PLAIN: Final = (opcodes.OpImageRead, opcodes.OpImageWrite)
WRITES: Final = (opcodes.OpImageWrite, opcodes.OpImageTexelPointer)
_PASS_ON: Final = (opcodes.OpLoad, opcodes.OpCopyObject, opcodes.OpImage)
_EXTENDS: Final = ImageOperands.SIGN_EXTEND | ImageOperands.ZERO_EXTEND
_WORD_BITS: Final = 32
_CHANNELS: Final = 4
_OUTSIDE: Final = (1 << _WORD_BITS) - 1
_ONE: Final = 0x3F800000
"""1.0, as bits."""


def is_storage_image(module: Module, variable: Instruction) -> bool:
    """Say whether a variable is a storage image, of whatever format."""
    return is_stored(_types(module), pointee(module, variable.type_id))


def declared_storage(module: Module) -> dict[int, DeclaredStorage]:
    """Return the storage images of a module by their variables; raise `Refused` for kinds that are
    not known.
    """
    types = _types(module)
    found = {}
    for variable in module.globals:
        if variable.op != opcodes.OpVariable:
            continue
        type_id = pointee(module, variable.type_id)
        if not is_stored(types, type_id):
            continue
        kind = storage_type(types, type_id)
        if kind is None:
            raise refuse("a storage image of this kind", variable)
        name = _name(module, variable.result_id)
        place = _place(module, variable.result_id)
        found[variable.result_id] = DeclaredStorage(name, place, kind)
    return found


def make_images_buffers(
    module: Module, inputs: Inputs, probes: Sequence[Probe] = ()
) -> Sequence[Probe]:
    """Change a module so that storage buffers stand for its storage images, and return the probes
    at their places in it; raise `Refused` for images that are not known or not given.
    """
    _refuse_blocks(module, inputs)
    images = declared_storage(module)
    if not images:
        return probes
    anchors = [_anchor(module, probe) for probe in probes]
    types = _types(module)
    sites = [
        found
        for op in ACCESSES
        for found in module.by_opcode(op)
        if op != opcodes.OpImageFetch or is_stored(types, module.type_of(found.ops[0]))
    ]
    roots = {found: _root(module, found) for found in sites}
    known = [(found, root) for found, root in roots.items() if root in images]
    written = {root for found, root in known if found.op in WRITES}
    plain = {root for found, root in known if found.op in PLAIN}
    order_as_buffers(module, written, plain)
    stand_ins: dict[int, _StandIn] = {}
    first: dict[Instruction, Instruction] = {}
    for found, root in known:
        if root not in stand_ins:
            reason = storage_refusal(images[root], inputs)
            if reason:
                raise refuse(reason)
            stand_ins[root] = _StandIn(module, root, given_image(images[root], inputs))
        first[found] = stand_ins[root].stand_for(found)
    return [
        msgspec.structs.replace(probe, at=module.position(first.get(anchor, anchor)))
        for probe, anchor in zip(probes, anchors, strict=True)
    ]


def _anchor(module: Module, probe: Probe) -> Instruction:
    block = module.block(probe.block)
    if block is None:
        raise Refused(f"a probe in block %{probe.block}, which is not there")
    return block.instructions[probe.at]


def _refuse_blocks(module: Module, inputs: Inputs) -> None:
    """Refuse a block where the inputs give an image: what it holds is nobody's promise."""
    blocks = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)
    for found in module.globals:
        is_block = found.op == opcodes.OpVariable and found.ops[0] in blocks
        if is_block and _place(module, found.result_id) in inputs.storage_images:
            raise refuse("a block where the inputs give a storage image", found)


def _types(module: Module) -> dict[int, tuple[int, tuple[int, ...]]]:
    return {
        found.result_id: (found.op, tuple(found.ops))
        for found in module.globals
        if found.op in declared_images.DECLARATIONS
    }


def _name(module: Module, value_id: int) -> str:
    names = (
        decode_string(found.ops[1:])
        for found in module.by_opcode(opcodes.OpName)
        if found.ops[0] == value_id
    )
    return next(names, "")


def _place(module: Module, value_id: int) -> tuple[int, int]:
    group, binding = (
        max(0, mark(module, value_id, kind))
        for kind in (Decoration.DESCRIPTOR_SET, Decoration.BINDING)
    )
    return group, binding


# ---- which image it is


def _root(module: Module, found: Instruction) -> int:
    """Return the variable of an access; 0 for one that no call reaches."""
    roots = {*_roots(module, found.ops[0])}
    if len(roots) > 1:
        raise refuse("a storage image that is not the same in all calls", found)
    return roots.pop() if roots else 0


def _roots(module: Module, value_id: int) -> Iterator[int]:
    found = module.definition(value_id)
    if found is None:
        return
    if found.op == opcodes.OpVariable:
        yield value_id
    elif found.op in _PASS_ON:
        yield from _roots(module, found.ops[0])
    elif found.op == opcodes.OpFunctionParameter:
        for argument in _arguments(module, value_id):
            yield from _roots(module, argument)
    else:
        raise refuse("a storage image that another instruction than a load gives", found)


def _arguments(module: Module, parameter_id: int) -> Iterator[int]:
    """Give what calls give for a parameter."""
    places = {
        function.id: at
        for function in module.functions
        for at, one in enumerate(function.parameters, 1)
        if one.result_id == parameter_id
    }
    for call in module.by_opcode(opcodes.OpFunctionCall):
        if call.ops[0] in places:
            yield call.ops[places[call.ops[0]]]


# ---- the buffer


class _StandIn:
    """A buffer that stands for an image."""

    def __init__(self, module: Module, variable_id: int, image: StorageImage) -> None:
        self._module: Final = module
        self._image: Final = image
        self._bool: Final = declare(module, opcodes.OpTypeBool)
        self._uint: Final = declare(module, opcodes.OpTypeInt, 0, _WORD_BITS, 0)
        self._scalar: Final = self._declare_scalar()
        self._texel: Final = (
            declare(module, opcodes.OpTypeVector, 0, self._scalar, image.channels)
            if image.channels > 1
            else self._scalar
        )
        self._pointer: Final = self._declare_pointer(self._texel)
        self._variable: Final = self._declare_block(variable_id)

    def _declare_scalar(self) -> int:
        kind = self._image.scalar
        if kind == "float":
            return declare(self._module, opcodes.OpTypeFloat, 0, _WORD_BITS)
        return declare(self._module, opcodes.OpTypeInt, 0, _WORD_BITS, int(kind == "int"))

    def _declare_pointer(self, type_id: int) -> int:
        return declare(self._module, opcodes.OpTypePointer, 0, StorageClass.STORAGE_BUFFER, type_id)

    def _declare_block(self, variable_id: int) -> int:
        module = self._module
        array, block, variable = (module.fresh_id() for _ in range(3))
        module.append_global(Instruction(opcodes.OpTypeRuntimeArray, 0, array, [self._texel]))
        module.append_global(Instruction(opcodes.OpTypeStruct, 0, block, [array]))
        pointer = self._declare_pointer(block)
        storage = [StorageClass.STORAGE_BUFFER]
        module.append_global(Instruction(opcodes.OpVariable, pointer, variable, storage))
        decorate(module, array, Decoration.ARRAY_STRIDE, WORD * self._image.channels)
        decorate(module, block, Decoration.BLOCK)
        module.add_decoration(
            Instruction(opcodes.OpMemberDecorate, 0, 0, [block, 0, Decoration.OFFSET, 0])
        )
        group, binding = _place(module, variable_id)
        decorate(module, variable, Decoration.DESCRIPTOR_SET, group)
        decorate(module, variable, Decoration.BINDING, binding)
        return variable

    def stand_for(self, found: Instruction) -> Instruction:
        """Put accesses of the buffer in the place of one of the image; return the first."""
        if found.op != opcodes.OpImageQuerySize and image_mask(found) & ~_EXTENDS:
            raise refuse(f"the image operands {image_mask(found):#x}", found)
        made = {
            opcodes.OpImageRead: self._read,
            opcodes.OpImageFetch: self._read,
            opcodes.OpImageWrite: self._write,
            opcodes.OpImageTexelPointer: self._point,
            opcodes.OpImageQuerySize: self._size,
        }[found.op](found)
        self._module.replace(found, *made)
        return made[0]

    def _read(self, found: Instruction) -> list[Instruction]:
        module = self._module
        if component_count(module, found.type_id) != _CHANNELS:
            raise refuse("a read of an image that gives no vector of four", found)
        made, pointer = self._access(found.ops[1], found)
        if self._image.channels == _CHANNELS:
            return [
                *made,
                Instruction(opcodes.OpLoad, found.type_id, found.result_id, [pointer]),
            ]
        first = module.fresh_id()
        zero, one = self._constant(0), self._constant(1)
        whole = [first, zero, zero, one]
        return [
            *made,
            Instruction(opcodes.OpLoad, self._scalar, first, [pointer]),
            Instruction(opcodes.OpCompositeConstruct, found.type_id, found.result_id, whole),
        ]

    def _write(self, found: Instruction) -> list[Instruction]:
        module = self._module
        made, pointer = self._access(found.ops[1], found)
        value, type_id = found.ops[2], module.type_of(found.ops[2])
        if type_id != self._texel:
            if component_count(module, type_id) < 2 or self._image.channels > 1:
                raise refuse(f"a write of fewer numbers than {self._image.format} has", found)
            value = module.fresh_id()
            made.append(
                Instruction(opcodes.OpCompositeExtract, self._scalar, value, [found.ops[2], 0])
            )
        return [*made, Instruction(opcodes.OpStore, 0, 0, [pointer, value])]

    def _point(self, found: Instruction) -> list[Instruction]:
        made, _ = self._access(found.ops[1], found, found.result_id)
        return made

    def _size(self, found: Instruction) -> list[Instruction]:
        scalar = component_type(self._module, found.type_id) or found.type_id
        sides = [
            declare(self._module, opcodes.OpConstant, scalar, side) for side in self._image.sides
        ]
        if (component_count(self._module, found.type_id) or 1) != len(sides):
            raise refuse("the size of an image in another number of components", found)
        op = opcodes.OpCompositeConstruct if len(sides) > 1 else opcodes.OpCopyObject
        return [Instruction(op, found.type_id, found.result_id, sides)]

    def _constant(self, value: int) -> int:
        bits = _ONE if value and self._image.scalar == "float" else value
        return declare(self._module, opcodes.OpConstant, self._scalar, bits)

    def _access(
        self, place_id: int, found: Instruction, result_id: int = 0
    ) -> tuple[list[Instruction], int]:
        """Return what computes a pointer to a texel, and the pointer."""
        made, index = _Index(self._module, self._image, self._bool, self._uint).of(place_id, found)
        pointer = result_id or self._module.fresh_id()
        zero = declare(self._module, opcodes.OpConstant, self._uint, 0)
        chain = [self._variable, zero, index]
        made.append(Instruction(opcodes.OpAccessChain, self._pointer, pointer, chain))
        return made, pointer


class _Index:
    """Writes the index of a texel: (z * height + y) * width + x, or the largest one."""

    def __init__(self, module: Module, image: StorageImage, bool_id: int, uint_id: int) -> None:
        self._module: Final = module
        self._image: Final = image
        self._bool: Final = bool_id
        self._uint: Final = uint_id
        self._made: Final[list[Instruction]] = []

    def of(self, place_id: int, found: Instruction) -> tuple[list[Instruction], int]:
        """Return the instructions, and the id of the index."""
        axes = self._axes(place_id, found)
        sides = [self._number(side) for side in self._image.sides]
        inside = [
            self._add(opcodes.OpULessThan, self._bool, axis, side)
            for axis, side in zip(axes, sides, strict=True)
        ]
        every, index = inside[0], axes[-1]
        for one in inside[1:]:
            every = self._add(opcodes.OpLogicalAnd, self._bool, every, one)
        for axis, side in zip(reversed(axes[:-1]), reversed(sides[:-1]), strict=True):
            rows = self._add(opcodes.OpIMul, self._uint, index, side)
            index = self._add(opcodes.OpIAdd, self._uint, rows, axis)
        outside = self._number(_OUTSIDE)
        return self._made, self._add(opcodes.OpSelect, self._uint, every, index, outside)

    def _axes(self, place_id: int, found: Instruction) -> list[int]:
        """Return the coordinates as unsigned numbers; negative ones are large then."""
        module = self._module
        type_id = module.type_of(place_id)
        count = component_count(module, type_id) or 1
        scalar = component_type(module, type_id) or type_id
        wanted = len(self._image.sides)
        if count < wanted or width(module, scalar) != _WORD_BITS:
            raise refuse("coordinates of an image that are no vector of 32-bit numbers", found)
        parts = (
            [self._add(opcodes.OpCompositeExtract, scalar, place_id, at) for at in range(wanted)]
            if scalar != type_id
            else [place_id]
        )
        if scalar == self._uint:
            return parts
        return [self._add(opcodes.OpBitcast, self._uint, part) for part in parts]

    def _number(self, value: int) -> int:
        return declare(self._module, opcodes.OpConstant, self._uint, value)

    def _add(self, op: int, type_id: int, *ops: int) -> int:
        made = Instruction(op, type_id, self._module.fresh_id(), [*ops])
        self._made.append(made)
        return made.result_id
