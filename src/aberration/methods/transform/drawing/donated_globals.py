"""Find or make, in a recipient, the types, constants and global variables of a donor."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct

UNKNOWN_LENGTH: Final = 5
"""An array of unknown length becomes one of this length."""


class Globals:
    """A map from the ids of a donor's globals to ids of the recipient; 0 where there is no
    counterpart.
    """

    def __init__(self, draw: Draw, donor: Module) -> None:
        self.draw = draw
        self.donor = donor
        self.known: dict[int, int] = {}

    def type(self, old: int) -> int:
        """Return the counterpart of a type; one that contains itself has none."""
        found = self.known.get(old)
        if found is None:
            definition = self.donor.definition(old)
            self.known[old] = 0
            found = self.known[old] = 0 if definition is None else self._type(definition)
        return found

    def id(self, old: int) -> int:
        """Return the counterpart of a type, constant, variable or import."""
        definition = self.donor.definition(old)
        if definition is None or definition.block is not None:
            return 0
        if not definition.type_id and definition.op != o.OpExtInstImport:
            return self.type(old)
        found = self.known.get(old)
        if found is None:
            found = self._value(definition)
            self.known[old] = found
        return found

    # ---- types

    def _type(self, old: Instruction) -> int:
        draw, ops = self.draw, old.ops
        if old.op == o.OpTypeVoid:
            return draw.module.find(o.OpTypeVoid, 0)
        if old.op == o.OpTypeBool:
            return draw.bool_type()
        if old.op == o.OpTypeInt:
            return draw.int_type(ops[0], ops[1] == 1)
        if old.op == o.OpTypeFloat and len(ops) == 1:
            return draw.float_type(ops[0])
        if old.op == o.OpTypePointer:
            return self._pointer(old)
        parts = self._parts(old)
        if not parts or 0 in parts:
            return 0
        if old.op == o.OpTypeVector:
            return draw.vector_type(parts[0], ops[1])
        if old.op == o.OpTypeFunction:
            return draw.function_type(parts[0], parts[1:])
        return self._aggregate(old, parts)

    def _parts(self, old: Instruction) -> list[int]:
        if old.op in (o.OpTypeVector, o.OpTypeMatrix, o.OpTypeArray, o.OpTypeRuntimeArray):
            return [self.type(old.ops[0])]
        if old.op in (o.OpTypeStruct, o.OpTypeFunction):
            return [self.type(part) for part in old.ops]
        return []

    def _pointer(self, old: Instruction) -> int:
        """All memory that outlives a function is private in the recipient."""
        base = self.type(old.ops[1])
        if not base or not can_be_member(self.draw.module, base):
            return 0
        is_local = old.ops[0] == StorageClass.FUNCTION
        return self.draw.pointer_type(
            StorageClass.FUNCTION if is_local else StorageClass.PRIVATE, base
        )

    def _aggregate(self, old: Instruction, parts: list[int]) -> int:
        draw = self.draw
        if old.op == o.OpTypeMatrix:
            known = draw.module.find(o.OpTypeMatrix, 0, parts[0], old.ops[1])
            return known or self._declare(AddTypeMatrix(draw.fresh(), parts[0], old.ops[1]))
        if old.op == o.OpTypeStruct:
            known = draw.module.find(o.OpTypeStruct, 0, *parts)
            return self._plain(known) or self._declare(AddTypeStruct(draw.fresh(), tuple(parts)))
        length = self.donor.definition(old.ops[1]) if old.op == o.OpTypeArray else None
        if old.op == o.OpTypeArray and (
            length is None or length.op not in (o.OpConstant, o.OpSpecConstant)
        ):
            return 0
        size = draw.int_constant(
            draw.int_type(32, False), UNKNOWN_LENGTH if length is None else length.ops[0]
        )
        known = draw.module.find(o.OpTypeArray, 0, parts[0], size)
        return self._plain(known) or self._declare(AddTypeArray(draw.fresh(), parts[0], size))

    def _plain(self, known: int) -> int:
        """Return the type if nothing decorates it: interface blocks and strides are not for us."""
        return known if known and not self.draw.module.is_decorated(known) else 0

    def _declare(
        self, transformation: AddTypeMatrix | AddTypeStruct | AddTypeArray | AddGlobalVariable
    ) -> int:
        return transformation.fresh if self.draw.apply(transformation) else 0

    # ---- values

    def _value(self, old: Instruction) -> int:
        draw = self.draw
        if old.op == o.OpExtInstImport:
            known = draw.module.by_opcode(o.OpExtInstImport)
            return next((each.result_id for each in known if each.ops == old.ops), 0)
        if old.op == o.OpVariable:
            return self._variable(old)
        type_id = self.type(old.type_id)
        if not type_id:
            return 0
        if old.op in (
            o.OpConstantTrue,
            o.OpSpecConstantTrue,
            o.OpConstantFalse,
            o.OpSpecConstantFalse,
        ):
            return draw.bool_constant(old.op in (o.OpConstantTrue, o.OpSpecConstantTrue))
        if old.op in (o.OpConstant, o.OpSpecConstant):
            return draw.scalar_constant(type_id, old.ops)
        if old.op in (o.OpConstantComposite, o.OpSpecConstantComposite):
            parts = [self.id(part) for part in old.ops]
            return 0 if 0 in parts else draw.composite_constant(type_id, parts)
        return draw.null_constant(type_id) if can_be_member(draw.module, type_id) else 0

    def _variable(self, old: Instruction) -> int:
        """Every global variable becomes a private one of no consequence, initialised."""
        pointer = self.type(old.type_id)
        if not pointer:
            return 0
        given = self.id(old.ops[1]) if len(old.ops) > 1 else 0
        initializer = given or self.draw.null_constant(pointee(self.draw.module, pointer))
        return self._declare(AddGlobalVariable(self.draw.fresh(), pointer, initializer))
