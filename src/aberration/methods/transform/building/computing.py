"""Instructions that compute a value of the module once more, by an identity."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.glsl_functions import glsl_number
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpCompositeConstruct,
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantTrue,
    OpCopyObject,
    OpSelect,
    OpTypeBool,
    OpTypeInt,
    OpTypeVector,
)
from aberration.languages.spirv.types import scalar_of
from aberration.methods.transform.analysis.constants import constant_words, find_constant
from aberration.methods.transform.analysis.opcode_sets import COMPARISONS
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.identities import (
    BOOLEANS,
    BY_NAME,
    CONDITION,
    CONSTANTS,
    FIELDS,
    LOGICAL,
    OTHER,
    PAIR_BY_NAME,
    Identity,
    Step,
    constant_value,
)

WIDTH: Final = 32
LARGEST: Final = 0xFFFFFFFF


class IdentityTypes(msgspec.Struct, frozen=True):
    """The types that an identity deals with: of its variables, of booleans and of integers, of one
    length each.

    0 for one that is not declared.
    """

    main: int
    boolean: int
    integer: int


def compute(
    module: Module, source: int, name: str, k: int, fresh_ids: tuple[int, ...]
) -> list[Instruction]:
    """Return instructions the last of which gives `source` again; none if the identity does not
    suit it, an operand must not be used again, or a type or constant is missing.
    """
    identity, definition = BY_NAME.get(name), module.definition(source)
    if (
        identity is None
        or definition is None
        or not 0 <= k <= LARGEST
        or len(fresh_ids) != len(identity.steps)
    ):
        return []
    values = variables_of(module, identity, definition, k)
    if not values:
        return []
    imported = definition.ops[0] if identity.extended else 0
    return Computation(
        module, shape_of(module, identity, definition), values, k, imported
    ).instructions_of(identity, fresh_ids)


def compute_with(
    module: Module, source: int, other: int, name: str, k: int, fresh_ids: tuple[int, ...]
) -> list[Instruction]:
    """Return instructions the last of which gives `source` again, whatever the integer `other` is;
    see `compute`.

    For a vector, the first one makes a vector of `other`.
    """
    identity, definition = PAIR_BY_NAME.get(name), module.definition(source)
    if identity is None or definition is None or not 0 <= k <= LARGEST:
        return []
    if not is_in_scope(module, identity.scope, definition.type_id) or not may_be_other(
        module, other
    ):
        return []
    count = length_of(module, definition.type_id)
    shape = shape_with(module, definition.type_id, module.type_of(other))
    if len(fresh_ids) != len(identity.steps) + (count > 0) or not shape.integer:
        return []
    if identity.scope == "int" and shape.integer != shape.main:
        return []
    if not can_be_operand(module, source):
        return []
    values = {"x": source, OTHER: fresh_ids[0] if count else other}
    computation = Computation(module, shape, values, k, 0)
    made = computation.instructions_of(identity, fresh_ids[1:] if count else fresh_ids)
    if not count or not made:
        return made
    return [Instruction(OpCompositeConstruct, shape.integer, fresh_ids[0], [other] * count), *made]


def may_be_other(module: Module, value: int) -> bool:
    """Say whether a value is a single integer of 32 bits that is defined and may be used again."""
    type_id = module.type_of(value)
    if not types.is_int(module, type_id) or types.width(module, type_id) != WIDTH:
        return False
    return can_be_operand(module, value) and not may_depend_on_undefined(module, value)


def may_be_operand_of_phi(module: Module, value: int) -> bool:
    """Say whether a value is plain data that can be a synonym."""
    return types.can_create_constant(module, module.type_of(value)) and can_be_operand(
        module, value
    )


def length_of(module: Module, type_id: int) -> int:
    """Return the number of components of a vector type, 0 for others."""
    return types.component_count(module, type_id) if types.is_vector(module, type_id) else 0


def shape_with(module: Module, main: int, integer: int) -> IdentityTypes:
    """Return the types around a source of the type `main`, the integers being those of another
    one.
    """
    count = length_of(module, main)
    boolean = module.find(OpTypeBool, 0)
    return IdentityTypes(main, of_length(module, boolean, count), of_length(module, integer, count))


def shape_of(module: Module, identity: Identity, source: Instruction) -> IdentityTypes:
    """Return the types around a source."""
    main = module.type_of(source.ops[0]) if identity.op in COMPARISONS else source.type_id
    count = length_of(module, main)
    if types.is_float(module, scalar_of(module, main)):
        integer = module.find(OpTypeInt, 0, WIDTH, 1) or module.find(OpTypeInt, 0, WIDTH, 0)
        integer = of_length(module, integer, count)
    else:
        integer = main
    return IdentityTypes(main, of_length(module, module.find(OpTypeBool, 0), count), integer)


def of_length(module: Module, scalar: int, count: int) -> int:
    """Return a type of so many of these, 0 meaning a scalar; 0 if it is not declared."""
    return module.find(OpTypeVector, 0, scalar, count) if count and scalar else scalar


def variables_of(module: Module, identity: Identity, source: Instruction, k: int) -> dict[str, int]:
    """Return the ids of an identity's variables in `source`; none if it is another instruction, or
    of other types, or its constants are others.
    """
    if not can_be_operand(module, source.result_id):
        return {}
    if not identity.op:
        return (
            {"x": source.result_id} if is_in_scope(module, identity.scope, source.type_id) else {}
        )
    if not is_about(module, identity, source):
        return {}
    operands = source.ops[2:] if identity.extended else source.ops
    shape = shape_of(module, identity, source)
    if len(operands) != len(identity.arguments) or not is_in_scope(
        module, identity.scope, shape.main
    ):
        return {}
    found: dict[str, int] = {}
    for argument, operand in zip(identity.arguments, operands, strict=True):
        if argument in CONSTANTS:
            if not _is_constant(module, operand, constant_value(argument, k, WIDTH)):
                return {}
            continue
        type_id = shape.boolean if argument == CONDITION else shape.main
        if not can_be_operand(module, operand) or module.type_of(operand) != type_id:
            return {}
        found[argument] = operand
    return found


def is_about(module: Module, identity: Identity, source: Instruction) -> bool:
    """Say whether an instruction is of the kind that an identity is about."""
    if source.op != identity.op:
        return False
    return not identity.extended or glsl_number(module, source) == identity.extended


def is_in_scope(module: Module, scope: str, type_id: int) -> bool:
    """Say whether values of a type are numbers of 32 bits, booleans, or vectors, that a scope
    covers.
    """
    scalar = scalar_of(module, type_id)
    if types.is_bool(module, scalar):
        return scope in ("bool", "any")
    if types.width(module, scalar) != WIDTH:
        return False
    if types.is_float(module, scalar):
        return scope in ("float", "any")
    if not types.is_int(module, scalar):
        return False
    return scope in ("int", "any") or (scope == "uint" and not types.is_signed(module, scalar))


def _is_constant(module: Module, value_id: int, value: int) -> bool:
    """Say whether a value is known to be this number, or a vector of it."""
    if module.facts.is_irrelevant(module, value_id):
        return False
    words = constant_words(module, value_id)
    return bool(words) and all(word == value for word in words)


def constant_type(step: Step, position: int, shape: IdentityTypes, name: str) -> int:
    """Return the type that a constant has as an operand of a step; -1 for the scalar of the
    integers.
    """
    if name in BOOLEANS:
        return shape.boolean
    return -1 if step.op in FIELDS and position >= len(step.operands) - 2 else shape.integer


class Computation:
    """What it takes to write the steps of an identity down."""

    def __init__(
        self, module: Module, shape: IdentityTypes, values: dict[str, int], k: int, imported: int
    ) -> None:
        self.module = module
        self.shape = shape
        self.values = values
        self.k = k
        self.imported = imported
        self.lines: list[Instruction] = []

    def instructions_of(self, identity: Identity, fresh_ids: tuple[int, ...]) -> list[Instruction]:
        """Return the instructions; none if a type or constant is missing."""
        for step, fresh in zip(identity.steps, fresh_ids, strict=True):
            operands = [self._operand(step, position) for position in range(len(step.operands))]
            type_id = self._type(step, operands)
            if not type_id or not all(operands):
                return []
            prefix = [self.imported, step.extended] if step.extended else []
            self.lines.append(Instruction(step.op, type_id, fresh, [*prefix, *operands]))
        return self.lines

    def _operand(self, step: Step, position: int) -> int:
        operand = step.operands[position]
        if isinstance(operand, int):
            return self.lines[operand].result_id
        if operand in self.values:
            return self.values[operand]
        type_id = constant_type(step, position, self.shape, operand)
        if type_id < 0:
            type_id = scalar_of(self.module, self.shape.integer)
        return _constant(self.module, type_id, operand, self.k)

    def _type(self, step: Step, operands: list[int]) -> int:
        shape = self.shape
        if step.op in COMPARISONS or step.op in LOGICAL:
            return shape.boolean
        if step.op == OpSelect:
            return self._type_of(operands[1])
        if step.op == OpCopyObject:
            return self._type_of(operands[0])
        if step.op == OpBitcast and self._type_of(operands[0]) == shape.integer:
            return shape.main
        return shape.integer

    def _type_of(self, value: int) -> int:
        for line in self.lines:
            if line.result_id == value:
                return line.type_id
        return self.shape.integer if value == self.values.get(OTHER) else self.module.type_of(value)


def _constant(module: Module, type_id: int, name: str, k: int) -> int:
    scalar = scalar_of(module, type_id)
    if name in BOOLEANS:
        found = find_constant(
            module, False, OpConstantTrue if BOOLEANS[name] else OpConstantFalse, scalar
        )
    else:
        found = find_constant(module, False, OpConstant, scalar, constant_value(name, k, WIDTH))
    if scalar == type_id or not found:
        return found
    return find_constant(
        module,
        False,
        OpConstantComposite,
        type_id,
        *[found] * types.component_count(module, type_id),
    )
