"""What a vertex shader sees of its vertex, and what it says of the point that is drawn for it.

Vertex `row * width + column` has the pixel of this row and column, and its point has to lie in the
middle of it and to be one pixel large (`aberration.core.attributes`): any other point is drawn
over other pixels, or over none, and the program is no test.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attributes import Attribute, attribute_at, attribute_value
from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee

from .leaves import Cell, Leaves
from .undefined import OFF_ITS_PIXEL, Refused, Undefined, refuse

VERTEX_BUILT_INS: Final = (BuiltIn.VERTEX_INDEX, BuiltIn.INSTANCE_INDEX)
_POINT: Final = (BuiltIn.POSITION, BuiltIn.POINT_SIZE)
_PLANES: Final = (BuiltIn.CLIP_DISTANCE, BuiltIn.CULL_DISTANCE)
POINT_SIZE: Final = 1.0
"""The only size of a point that is one pixel on every device."""
_CHAINS: Final = (o.OpAccessChain, o.OpInBoundsAccessChain)
_MIDDLE: Final = Attribute("", 0, "float", 2, place=True)
_COMPONENTS: Final[Mapping[int, int]] = MappingProxyType(
    {BuiltIn.POSITION: 4, BuiltIn.POINT_SIZE: 1}
)


# ---- attributes


class AttributePart(msgspec.Struct, frozen=True):
    """One scalar of an attribute."""

    attribute: Attribute
    column: int
    component: int

    def value(self, inputs: Inputs, x: int, y: int) -> Cell:
        """Return what the vertex of a pixel has here."""
        size = inputs.width, inputs.height
        vertex = y * inputs.width + x
        return attribute_value(self.attribute, vertex, size, self.column, self.component)


def attribute_parts(
    leaves: Leaves, found: Instruction, type_id: int, location: int, inputs: Inputs
) -> list[AttributePart]:
    """Return what fills the leaves of an input variable from its location on; raise `Refused`
    where the inputs have no such attribute.
    """
    parts = []
    for number, kind in enumerate(_columns(leaves, found, type_id), location):
        attribute = attribute_at(inputs.attributes, number)
        if attribute is None:
            raise refuse(f"location {number}, where the inputs have no attribute", found)
        scalar = leaves.of(kind)[0]
        numbers = "int" if scalar.signed else "uint"
        if (scalar.kind, scalar.width) == ("float", 32):
            numbers = "float"
        elif (scalar.kind, scalar.width) != ("int", 32):
            raise refuse("an attribute that is no number of 32 bits", found)
        count = leaves.count(kind)
        if attribute.numbers != numbers or attribute.components < count:
            given = f"{attribute.components} of {attribute.numbers}"
            raise refuse(f"{count} of {numbers} at location {number} that has {given}", found)
        column = number - attribute.location
        parts += [AttributePart(attribute, column, component) for component in range(count)]
    return parts


def _columns(leaves: Leaves, found: Instruction, type_id: int) -> list[int]:
    """Return the types of scalars and vectors that lie in locations of their own (Vulkan 1.3,
    15.1.5 "Location and Component Assignment").
    """
    definition = leaves.type(type_id)
    if definition.op == o.OpTypeMatrix:
        return [definition.ops[0]] * definition.ops[1]
    if definition.op == o.OpTypeArray:
        return _columns(leaves, found, definition.ops[0]) * leaves.length(type_id)
    if definition.op in (o.OpTypeStruct, o.OpTypeRuntimeArray):
        raise refuse("an attribute that is a structure", found)
    return [type_id]


def vertex_built_in(built_in: int, inputs: Inputs, x: int, y: int) -> tuple[Cell, ...]:
    """Return what the vertex of a pixel sees in a built-in."""
    return (y * inputs.width + x if built_in == BuiltIn.VERTEX_INDEX else 0,)


# ---- the point


class PointPart(msgspec.Struct, frozen=True):
    """Where a built-in of the point lies: leaves from `offset` on of an output variable.
    `member` is that of a block, or -1.
    """

    variable: int
    built_in: int
    offset: int
    member: int = -1

    @property
    def count(self) -> int:
        """Return its number of leaves."""
        return _COMPONENTS[self.built_in]


def point_parts(
    module: Module, leaves: Leaves, variables: Collection[int]
) -> tuple[PointPart, ...]:
    """Return position and size of the point, which are among some variables; raise `Refused` where
    the module does not have both, or cuts points off.
    """
    parts: dict[int, PointPart] = {}
    for found in module.globals:
        if found.op != o.OpVariable or found.ops[0] != StorageClass.OUTPUT:
            continue
        if found.result_id not in variables:
            continue
        type_id = pointee(module, found.type_id)
        for member, built_in in built_ins_of(module, found.result_id, type_id).items():
            if built_in in _PLANES:
                _need_unwritten(module, leaves, found, member)
                continue
            if built_in not in _POINT or built_in in parts:
                raise refuse(f"built-in {built_in} of a vertex shader", found)
            offset = leaves.part(type_id, member)[0] if member >= 0 else 0
            parts[built_in] = PointPart(found.result_id, built_in, offset, member)
    for built_in, name in ((BuiltIn.POSITION, "position"), (BuiltIn.POINT_SIZE, "point size")):
        if built_in not in parts:
            raise Refused(f"a vertex shader without a {name}")
    return tuple(parts[built_in] for built_in in _POINT)


def built_ins_of(module: Module, variable: int, type_id: int) -> dict[int, int]:
    """Return the built-in that a variable is, as that of member -1, or those of its block's
    members; nothing of any other variable.
    """
    found = {}
    for mark in module.by_opcode(o.OpDecorate):
        if mark.ops[:2] == [variable, Decoration.BUILT_IN]:
            found[-1] = mark.ops[2]
    for mark in module.by_opcode(o.OpMemberDecorate):
        if mark.ops[0] == type_id and mark.ops[2] == Decoration.BUILT_IN:
            found[mark.ops[1]] = mark.ops[3]
    return found


def _need_unwritten(module: Module, leaves: Leaves, found: Instruction, member: int) -> None:
    """Refuse a module in which anything may write to clip or cull distances."""
    if len(found.ops) > 1:
        raise refuse("clip or cull distances with a value from the start", found)
    part = PointPart(found.result_id, BuiltIn.CLIP_DISTANCE, 0, member)
    if any(True for _ in writes_of(module, leaves, part)):
        raise refuse("clip or cull distances that may be written", found)


def expected_point(built_in: int, inputs: Inputs, x: int, y: int) -> tuple[float, ...]:
    """Return what a built-in of the point of a pixel has to be at the end."""
    if built_in == BuiltIn.POINT_SIZE:
        return (POINT_SIZE,)
    size, vertex = (inputs.width, inputs.height), y * inputs.width + x
    middle = [attribute_value(_MIDDLE, vertex, size, 0, component) for component in (0, 1)]
    return (*middle, 0.0, 1.0)


def check_point(part: PointPart, values: tuple[Cell, ...], expected: tuple[float, ...]) -> None:
    """Raise `Undefined` unless the leaves of a built-in are what they have to be."""
    for cell, wanted in zip(values[: part.count], expected, strict=True):
        if cell is None:
            raise Undefined("uninitialised", "a value is used that was never written")
        if cell != wanted:
            raise Undefined("position", OFF_ITS_PIXEL)


# ---- whatever way an invocation takes


def is_steady(module: Module, leaves: Leaves, entry_id: int, parts: tuple[PointPart, ...]) -> bool:
    """Say whether the point is the same whichever way an invocation takes: each part of it is
    stored once, of nothing but inputs and constants, before any branch or in the block that all
    ways end in.
    """
    function = module.function(entry_id)
    if function is None:
        return False
    ends = [block for block in function.blocks if not module.successors(block)]
    steady = {function.blocks[0].id} | ({ends[0].id} if len(ends) == 1 else set())
    for part in parts:
        writes = list(writes_of(module, leaves, part))
        if len(writes) != 1 or not _covers(module, writes[0], part):
            return False
        block = writes[0].block
        if block is None or block.id not in steady or not _is_plain(module, writes[0].ops[1]):
            return False
    return True


def writes_of(module: Module, leaves: Leaves, part: PointPart) -> Iterator[Instruction]:
    """Yield what may write to a part of the point, or do with a pointer to it what is not known."""
    waiting = [(part.variable, part.member)]
    while waiting:
        pointer_id, member = waiting.pop()
        for user in module.users(pointer_id):
            if user.block is None or user.op == o.OpLoad:
                continue
            if _is_same_place(user):
                waiting.append((user.result_id, member))
            elif user.op not in _CHAINS:
                yield user
            elif member < 0 or leaves.constant(user.ops[1])[0] == member:
                waiting.append((user.result_id, -1))


def _is_same_place(found: Instruction) -> bool:
    """Say whether an instruction gives the pointer that it takes."""
    return found.op == o.OpCopyObject or (found.op in _CHAINS and len(found.ops) == 1)


def _covers(module: Module, write: Instruction, part: PointPart) -> bool:
    """Say whether an instruction is a store to all of a part of the point."""
    found = module.definition(write.ops[0]) if write.op == o.OpStore else None
    steps = int(part.member >= 0)
    while found is not None and found.op != o.OpVariable:
        if not _is_same_place(found):
            steps -= len(found.ops) - 1 if found.op in _CHAINS else 2
        found = module.definition(found.ops[0]) if steps >= 0 else None
    return found is not None and steps == 0


def _is_plain(module: Module, value_id: int) -> bool:
    """Say whether a value is made of inputs and constants alone, by no arithmetic."""
    found = module.definition(value_id)
    if found is None or found.op == o.OpUndef:
        return False
    if found.block is None:
        return found.op != o.OpFunctionParameter
    if found.op == o.OpLoad:
        return _is_in_input(module, found.ops[0])
    if found.op == o.OpCompositeExtract:
        return _is_plain(module, found.ops[0])
    parts = {o.OpCompositeConstruct: len(found.ops), o.OpVectorShuffle: 2}.get(found.op, 0)
    return bool(parts) and all(_is_plain(module, each) for each in found.ops[:parts])


def _is_in_input(module: Module, pointer_id: int) -> bool:
    """Say whether a pointer leads to a place in an input that constants name."""
    found = module.definition(pointer_id)
    if found is None:
        return False
    if found.op in _CHAINS:
        indices = map(module.definition, found.ops[1:])
        named = all(each is not None and each.block is None for each in indices)
        return named and _is_in_input(module, found.ops[0])
    return found.op == o.OpVariable and found.ops[0] == StorageClass.INPUT
