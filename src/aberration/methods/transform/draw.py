"""What a pass draws from: the module's indexes, a random stream, and find-or-create helpers.

Sites are drawn from the indexes one at a time and never listed. Whatever a pass needs to exist
(types, constants) is made by supporting transformations of its own, which are logged here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantNull,
    OpConstantTrue,
    OpLoopMerge,
    OpPhi,
    OpSelectionMerge,
    OpTypeBool,
    OpTypeFloat,
    OpTypeFunction,
    OpTypeInt,
    OpTypePointer,
    OpTypeVector,
    OpVariable,
)
from aberration.methods.transform.analysis.composites import find_struct, member_types
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_boolean import AddConstantBoolean
from aberration.methods.transform.transformations.add_constant_composite import AddConstantComposite
from aberration.methods.transform.transformations.add_constant_null import AddConstantNull
from aberration.methods.transform.transformations.add_constant_scalar import AddConstantScalar
from aberration.methods.transform.transformations.add_type_boolean import AddTypeBoolean
from aberration.methods.transform.transformations.add_type_float import AddTypeFloat
from aberration.methods.transform.transformations.add_type_function import AddTypeFunction
from aberration.methods.transform.transformations.add_type_int import AddTypeInt
from aberration.methods.transform.transformations.add_type_pointer import AddTypePointer
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct
from aberration.methods.transform.transformations.add_type_vector import AddTypeVector

TRIES: Final = 6
"""How often a helper draws again before it gives up."""
MERGES: Final = (OpLoopMerge, OpSelectionMerge)
Declaration = (
    AddTypeBoolean
    | AddTypeInt
    | AddTypeFloat
    | AddTypeVector
    | AddTypePointer
    | AddTypeFunction
    | AddTypeStruct
    | AddConstantBoolean
    | AddConstantScalar
    | AddConstantComposite
    | AddConstantNull
)


class Draw:
    """One run's module, random stream, donors and log of applied transformations."""

    __slots__ = ("_next_id", "_prepared", "donors", "log", "module", "rng")

    def __init__(self, module: Module, rng: Rng, donors: Sequence[Donor] = ()) -> None:
        self.module: Module = module
        self.rng: Rng = rng
        self.donors: tuple[Donor, ...] = tuple(donors)
        self.log: list[Transformation] = []
        self._next_id: int = module.bound
        self._prepared: tuple[Transformation, Callable[[Module], bool]] | None = None

    # ---- applying

    def begin(self) -> None:
        """Begin an attempt: ids that a rejected one took are given out again."""
        self._next_id = self.module.bound
        self._prepared = None

    def prepare(self, transformation: Transformation, apply: Callable[[Module], bool]) -> None:
        """Let `apply` apply this very transformation, if it comes next: it has the costly half
        of the work done.
        """
        self._prepared = (transformation, apply)

    def apply(self, transformation: Transformation) -> bool:
        """Apply and log a transformation, if its precondition holds; say whether it did."""
        prepared = self._prepared
        if prepared is None or prepared[0] is not transformation:
            if not transformation.apply_if_applicable(self.module):
                return False
        elif not prepared[1](self.module):
            return False
        self.log.append(transformation)
        return True

    def fresh(self) -> int:
        """Return an id that neither the module nor this attempt uses."""
        new_id = self._next_id
        if new_id < self.module.bound:
            new_id = self.module.bound
        self._next_id = new_id + 1
        return new_id

    def fresh_range(self, count: int) -> int:
        """Return the first of `count` fresh ids in a row."""
        first = self.fresh()
        self._next_id = first + count
        return first

    # ---- sites

    def block(self) -> Block | None:
        """Return any block of the module."""
        blocks = self.module.blocks
        return blocks[self.rng.below(len(blocks))] if blocks else None

    def dead_block(self) -> Block | None:
        """Return any dead block; None if none was found."""
        for _ in range(TRIES):
            block = self.block()
            if block is not None and block.dead:
                return block
        return None

    def instruction(self, opcodes: Sequence[int]) -> Instruction | None:
        """Return any instruction of the opcodes, uniformly. Give them in a fixed order."""
        if len(opcodes) == 1:
            known = self.module.by_opcode(opcodes[0])
            return known[self.rng.below(len(known))] if known else None
        lists = self.module.by_opcodes(opcodes)
        total = sum(map(len, lists))
        if not total:
            return None
        k = self.rng.below(total)
        for known in lists:
            if k < len(known):
                return known[k]
            k -= len(known)
        return None

    def any_instruction(self) -> Instruction | None:
        """Return any instruction of any block, terminators included; half the time one with a
        result.
        """
        rng, module = self.rng, self.module
        if rng.bits() & 1:
            for _ in range(TRIES):
                found = module.definition(rng.below(module.bound))
                if found is not None and found.block is not None and found is not found.block.label:
                    return found
        block = self.block()
        return block.instructions[rng.below(len(block.instructions))] if block else None

    def insertion_point(self) -> Instruction | None:
        """Return an instruction of a reachable block before which an ordinary one may be
        inserted.
        """
        for _ in range(TRIES):
            anchor = self.any_instruction()
            if anchor is None:
                return None
            if anchor.op in (OpPhi, OpVariable):
                continue
            block = anchor.block
            if block is None or not self.module.reachable(block):
                continue
            position = self.module.position(anchor)
            if position and block.instructions[position - 1].op in MERGES:
                return block.instructions[position - 1]
            return anchor
        return None

    def available_id(self, type_id: int, before: Instruction) -> int:
        """Return a value of the type that is available before an instruction; 0 if none was
        found.
        """
        values = self.module.values_of_type(type_id)
        if not values:
            return 0
        below, module = self.rng.below, self.module
        for _ in range(TRIES):
            value = values[below(len(values))]
            if available_before(module, value, before):
                return value
        return 0

    def value_before(self, before: Instruction) -> int:
        """Return any typed value that is available before an instruction; 0 if none was found.

        Half of them are near: drawn from the instruction's own block.
        """
        rng, module = self.rng, self.module
        block = before.block
        if block is not None and rng.bits() & 1:
            position = module.position(before)
            near = block.instructions[rng.below(position)] if position else None
            if near is not None and near.type_id:
                return near.result_id
        for _ in range(TRIES):
            value = rng.below(module.bound)
            found = module.definition(value)
            if found is not None and found.type_id and available_before(module, value, before):
                return value
        return 0

    def phi_ids(self, source: Block, target: Block) -> tuple[int, ...] | None:
        """Return ids for the OpPhis of `target` if a never-taken edge to it is added; None if a
        type has no zero.

        They are irrelevant zeros; an edge that exists needs none.
        """
        if target in self.module.successors(source):
            return ()
        zeros = [self.zero_constant(phi.type_id, irrelevant=True) for phi in phis(target)]
        return tuple(zeros) if all(zeros) else None

    # ---- types, found or made

    def _declare(self, declaration: Declaration) -> int:
        return declaration.fresh if self.apply(declaration) else 0

    def bool_type(self) -> int:
        """Return the boolean type."""
        found = self.module.find(OpTypeBool, 0)
        return found or self._declare(AddTypeBoolean(self.fresh()))

    def int_type(self, width: int = 32, signed: bool = True) -> int:
        """Return an integer type; 0 if the module has no capability for its width."""
        found = self.module.find(OpTypeInt, 0, width, int(signed))
        return found or self._declare(AddTypeInt(self.fresh(), width, signed))

    def float_type(self, width: int = 32) -> int:
        """Return a floating-point type; 0 if the module has no capability for its width."""
        found = self.module.find(OpTypeFloat, 0, width)
        return found or self._declare(AddTypeFloat(self.fresh(), width))

    def vector_type(self, component_type: int, count: int) -> int:
        """Return a vector type."""
        found = self.module.find(OpTypeVector, 0, component_type, count)
        return found or self._declare(AddTypeVector(self.fresh(), component_type, count))

    def pointer_type(self, storage_class: int, base_type: int) -> int:
        """Return a pointer type."""
        found = self.module.find(OpTypePointer, 0, storage_class, base_type)
        return found or self._declare(AddTypePointer(self.fresh(), storage_class, base_type))

    def local_pointer_type(self, base_type: int) -> int:
        """Return the type of a pointer to a local variable."""
        return self.pointer_type(StorageClass.FUNCTION, base_type)

    def function_type(self, return_type: int, parameter_types: Sequence[int] = ()) -> int:
        """Return a function type."""
        found = self.module.find(OpTypeFunction, 0, return_type, *parameter_types)
        return found or self._declare(
            AddTypeFunction(self.fresh(), return_type, tuple(parameter_types))
        )

    def struct_type(self, members: Sequence[int]) -> int:
        """Return an undecorated structure type; 0 if one of the types cannot be a member."""
        found = find_struct(self.module, members)
        return found or self._declare(AddTypeStruct(self.fresh(), tuple(members)))

    # ---- constants, found or made

    def bool_constant(self, value: bool, irrelevant: bool = False) -> int:
        """Return a boolean constant of this value and relevance."""
        bool_type = self.bool_type()
        found = find_constant(
            self.module, irrelevant, OpConstantTrue if value else OpConstantFalse, bool_type
        )
        return found or self._declare(AddConstantBoolean(self.fresh(), value, irrelevant))

    def scalar_constant(self, type_id: int, words: Sequence[int], irrelevant: bool = False) -> int:
        """Return an integer or float constant, given the words of its value."""
        found = find_constant(self.module, irrelevant, OpConstant, type_id, *words)
        return found or self._declare(
            AddConstantScalar(self.fresh(), type_id, tuple(words), irrelevant)
        )

    def int_constant(self, type_id: int, value: int, irrelevant: bool = False) -> int:
        """Return a constant of an integer type; the value is taken modulo its width and
        extended to its words.
        """
        scalar = self.module.definition(type_id)
        if scalar is None or scalar.op != OpTypeInt:
            return 0
        width, signed = scalar.ops
        value &= (1 << width) - 1
        if signed and width < 32 and value >> (width - 1):
            value |= 0xFFFFFFFF ^ ((1 << width) - 1)
        words = [value & 0xFFFFFFFF] if width <= 32 else [value & 0xFFFFFFFF, value >> 32]
        return self.scalar_constant(type_id, words, irrelevant)

    def composite_constant(
        self, type_id: int, constituents: Sequence[int], irrelevant: bool = False
    ) -> int:
        """Return a composite constant of these constituents."""
        found = find_constant(self.module, irrelevant, OpConstantComposite, type_id, *constituents)
        return found or self._declare(
            AddConstantComposite(self.fresh(), type_id, tuple(constituents), irrelevant)
        )

    def zero_constant(self, type_id: int, irrelevant: bool = False) -> int:
        """Return the zero of a type, composites made of zeros; 0 if the type can have none."""
        definition = self.module.definition(type_id)
        if definition is None:
            return 0
        if definition.op == OpTypeBool:
            return self.bool_constant(False, irrelevant)
        if definition.op in (OpTypeInt, OpTypeFloat):
            return self.scalar_constant(type_id, [0] * ((definition.ops[0] + 31) // 32), irrelevant)
        zeros: dict[int, int] = {}
        members = member_types(self.module, type_id)
        for member in members:
            zeros[member] = zeros.get(member) or self.zero_constant(member)
            if not zeros[member]:
                return 0
        if members:
            return self.composite_constant(
                type_id, [zeros[member] for member in members], irrelevant
            )
        return 0

    def null_constant(self, type_id: int) -> int:
        """Return the null of a type; 0 if the type can have none."""
        found = find_constant(self.module, False, OpConstantNull, type_id)
        return found or self._declare(AddConstantNull(self.fresh(), type_id))
