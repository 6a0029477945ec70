"""What a SPIR-V module declares to be supplied: its blocks, by their decorations and debug
names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.attributes import Attribute as VertexAttribute
from aberration.core.errors import BadInput
from aberration.core.setters import CODES
from aberration.core.sizes import size_fault
from aberration.core.texture_arrays import element_name
from aberration.languages.shading.resources import Declared, Kind, Piece, ResourceBlock
from aberration.languages.shading.types import (
    INT,
    SCALARS,
    UINT,
    Matrix,
    Scalar,
    Type,
    matrices,
    size_of,
    vector,
)
from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.enums import Decoration, ExecutionMode, StorageClass
from aberration.languages.spirv.layout import mark, member_marks
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.private_interface import stage_variables

_KINDS: Final[dict[int, Kind]] = {
    StorageClass.UNIFORM: "uniform",
    StorageClass.STORAGE_BUFFER: "buffer",
    StorageClass.PUSH_CONSTANT: "push_constant",
}
NAMELESS: Final = "member "
"""What a member without a name is called, in front of its number."""
_WORD: Final = 4
_MOST_ELEMENTS: Final = 1024
"""An array of structures with more elements is not taken apart: no file of inputs names them
all.
"""
_DEBUG: Final = (opcodes.OpName, opcodes.OpDecorate, opcodes.OpEntryPoint)
_ARRAYS: Final = (opcodes.OpTypeArray, opcodes.OpTypeRuntimeArray)


def declared_by(module: Module) -> Declared:
    """Return the blocks of a valid module, images, inputs that a vertex shader would write, the
    size of its colour.
    """
    blocks: list[ResourceBlock] = []
    opaque, inputs, colour = [], [], 0
    named: set[str] = set()
    passed = {one.result_id for one in stage_variables(module, StorageClass.INPUT)}
    for variable in module.globals:
        if variable.op != opcodes.OpVariable:
            continue
        storage, type_id = variable.ops[0], types.pointee(module, variable.type_id)
        name = _name(module, variable.result_id)
        if storage in _KINDS:
            found = _blocks(module, variable.result_id, type_id, _KINDS[storage])
            blocks += found
            if any(user.op not in _DEBUG for user in module.users(variable.result_id)):
                named.update(block.name for block in found)
        elif storage == StorageClass.UNIFORM_CONSTANT:
            opaque.append(name or f"binding {mark(module, variable.result_id, Decoration.BINDING)}")
        elif variable.result_id in passed:
            location = mark(module, variable.result_id, Decoration.LOCATION)
            inputs.append(name or _name(module, type_id) or f"location {location}")
        elif (
            storage == StorageClass.OUTPUT
            and mark(module, variable.result_id, Decoration.LOCATION) == 0
        ):
            colour = types.component_count(module, type_id) or 1
    return Declared(
        loose=(),
        blocks=tuple(blocks),
        opaque=tuple(opaque),
        outputs=(),
        inputs=tuple(inputs),
        named=frozenset(named),
        local_size=_local_size(module),
        colour=colour,
    )


def attributes_of_module(module: Module) -> tuple[VertexAttribute, ...]:
    """Return the attributes of a valid module for the vertex stage, by location, numbered from 1;
    raise `BadInput` for one of a type of which none is made.
    """
    found: list[VertexAttribute] = []
    for variable in module.globals:
        if variable.op != opcodes.OpVariable or variable.ops[0] != StorageClass.INPUT:
            continue
        location = mark(module, variable.result_id, Decoration.LOCATION)
        if location >= 0:
            name = _name(module, variable.result_id) or f"location {location}"
            type = _type(module, types.pointee(module, variable.type_id))
            found.append(_attribute(name, type, location))
    ordered = sorted(found, key=lambda one: one.location)
    return tuple(replace(one, number=k + 1) for k, one in enumerate(ordered))


def _attribute(name: str, type: Type | None, location: int) -> VertexAttribute:
    column = type.column if isinstance(type, Matrix) else type
    scalar = None if column is None else column.scalar
    columns = type.columns if isinstance(type, Matrix) else 1
    for numbers in CODES:
        if column is not None and scalar is not None and scalar.kind == numbers:
            return VertexAttribute(name, location, numbers, size_of(column), columns)
    raise BadInput(f"the attribute {name} is of a type that no attribute is made of")


def _blocks(module: Module, variable_id: int, type_id: int, kind: Kind) -> list[ResourceBlock]:
    """Return the block of a variable, or the elements of an array of blocks, whose bindings follow
    each other in inputs.
    """
    if kind == "push_constant" or types.op_of(module, type_id) not in _ARRAYS:
        return [_block(module, variable_id, type_id, kind)]
    whole = _block(module, variable_id, types.component_type(module, type_id), kind)
    count = types.component_count(module, type_id) if types.is_array(module, type_id) else 0
    if not 0 < count <= _MOST_ELEMENTS or not types.is_struct(
        module, types.component_type(module, type_id)
    ):
        raise BadInput(f"expected one size of the array of blocks {whole.name}")
    first = whole.binding or 0
    return [
        replace(whole, name=element_name(whole.name, number), binding=first + number)
        for number in range(count)
    ]


def _block(module: Module, variable_id: int, type_id: int, kind: Kind) -> ResourceBlock:
    if kind == "uniform" and has_decoration(module, type_id, Decoration.BUFFER_BLOCK):
        kind = "buffer"
    group = max(mark(module, variable_id, Decoration.DESCRIPTOR_SET), 0)
    binding = max(mark(module, variable_id, Decoration.BINDING), 0)
    found = tuple(_members(module, type_id, "", 0))
    size = _end(module, type_id)
    for piece in found:
        last = max(piece.words(max(piece.count, 1) - 1))
        size = max(size, piece.offset + last + piece.component.bits // 8)
    name = _name(module, type_id) or _name(module, variable_id) or f"%{variable_id}"
    fault = size_fault(size // _WORD)
    if fault:
        raise BadInput(f"the block {name}: {fault}")
    place = None if kind == "push_constant" else binding
    return ResourceBlock(
        name, kind, group, place, found, size, instance=True, tail=_tail(module, type_id)
    )


def _end(module: Module, type_id: int) -> int:
    """Return where the last scalar or vector of a type ends, in bytes, be it of a type that no
    input names. Matrices are not looked at.
    """
    if types.is_struct(module, type_id):
        ends = [0]
        for k, part in enumerate(types.part_types(module, type_id)):
            offset = member_marks(module, type_id, k).get(Decoration.OFFSET, 0)
            ends.append(offset + _end(module, part))
        return max(ends)
    if types.is_array(module, type_id):
        stride = max(mark(module, type_id, Decoration.ARRAY_STRIDE), 0)
        before = stride * (types.component_count(module, type_id) - 1)
        return before + _end(module, types.component_type(module, type_id))
    if types.is_vector(module, type_id):
        scalar = types.component_type(module, type_id)
        return types.component_count(module, type_id) * _end(module, scalar)
    return types.width(module, type_id) // 8


def _tail(module: Module, struct_id: int) -> tuple[int, int]:
    """Return where an array without a length begins, and the distance of its elements; zeros
    where there is none.
    """
    parts = types.part_types(module, struct_id)
    if not parts or types.op_of(module, parts[-1]) != opcodes.OpTypeRuntimeArray:
        return 0, 0
    offset = member_marks(module, struct_id, len(parts) - 1).get(Decoration.OFFSET, 0)
    return offset, max(mark(module, parts[-1], Decoration.ARRAY_STRIDE), 0)


def _members(module: Module, struct_id: int, prefix: str, at: int) -> Iterator[Piece]:
    for k, type_id in enumerate(types.part_types(module, struct_id)):
        marks = member_marks(module, struct_id, k)
        name = _member_name(module, struct_id, k) or f"{NAMELESS}{k}"
        yield from _pieces(
            module, type_id, prefix + name, at + marks.get(Decoration.OFFSET, 0), marks
        )


def _pieces(
    module: Module, type_id: int, name: str, at: int, marks: dict[int, int]
) -> Iterator[Piece]:
    line, row_major = marks.get(Decoration.MATRIX_STRIDE, 16), Decoration.ROW_MAJOR in marks
    if types.is_struct(module, type_id):
        yield from _members(module, type_id, f"{name}.", at)
        return
    if types.op_of(module, type_id) not in _ARRAYS:
        type = _type(module, type_id)
        if type is not None:
            yield Piece(name, type, 0, at, 0, line, row_major)
        return
    element = types.component_type(module, type_id)
    stride, count = (
        max(mark(module, type_id, Decoration.ARRAY_STRIDE), 0),
        types.component_count(module, type_id),
    )
    inner = _type(module, element)
    if inner is not None:
        yield Piece(name, inner, count, at, stride, line, row_major)
        return
    for k in range(min(count, _MOST_ELEMENTS) if types.is_array(module, type_id) else 1):
        yield from _pieces(module, element, f"{name}[{k}]", at + k * stride, marks)


def _type(module: Module, type_id: int) -> Type | None:
    """Return a scalar, vector or matrix; None for what has parts of other types, or lies in no
    buffer.
    """
    if types.is_matrix(module, type_id):
        column = types.component_type(module, type_id)
        scalar = _scalar(module, types.component_type(module, column))
        shape = types.component_count(module, type_id), types.component_count(module, column)
        return next(
            (
                one
                for one in matrices()
                if one.component is scalar and (one.columns, one.rows) == shape
            ),
            None,
        )
    if types.is_vector(module, type_id):
        component = _scalar(module, types.component_type(module, type_id))
        return (
            None if component is None else vector(component, types.component_count(module, type_id))
        )
    return _scalar(module, type_id)


def _scalar(module: Module, type_id: int) -> Scalar | None:
    bits = types.width(module, type_id)
    if types.is_float(module, type_id):
        return next((one for one in SCALARS if one.is_float and one.bits == bits), None)
    if not types.is_int(module, type_id) or bits != UINT.bits:
        return None
    return INT if types.is_signed(module, type_id) else UINT


def _name(module: Module, named_id: int) -> str:
    for user in module.users(named_id):
        if user.op == opcodes.OpName and user.ops[0] == named_id:
            return _text(user.ops[1:])
    return ""


def _member_name(module: Module, struct_id: int, member: int) -> str:
    for user in module.users(struct_id):
        if user.op == opcodes.OpMemberName and user.ops[0] == struct_id and user.ops[1] == member:
            return _text(user.ops[2:])
    return ""


def _text(words: list[int]) -> str:
    return (
        b"".join(word.to_bytes(4, "little") for word in words)
        .partition(b"\0")[0]
        .decode("utf-8", "replace")
    )


def _local_size(module: Module) -> tuple[int, int, int]:
    for mode in module.preamble:
        if mode.op == opcodes.OpExecutionMode and mode.ops[1] == ExecutionMode.LOCAL_SIZE:
            return mode.ops[2], mode.ops[3], mode.ops[4]
    return 1, 1, 1
