"""Compute a value anew in a way that changes nothing (catalogue: AddSynonym)."""

from __future__ import annotations

from typing import Final, Literal

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitwiseOr,
    OpBitwiseXor,
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantTrue,
    OpCopyObject,
    OpIAdd,
    OpIMul,
    OpISub,
    OpLogicalAnd,
    OpLogicalOr,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

Kind = Literal[
    "copy", "add_zero", "sub_zero", "mul_one", "or_zero", "xor_zero", "and_true", "or_false"
]
OF_INTEGERS: Final[dict[Kind, tuple[int, int]]] = {
    "add_zero": (OpIAdd, 0),
    "sub_zero": (OpISub, 0),
    "mul_one": (OpIMul, 1),
    "or_zero": (OpBitwiseOr, 0),
    "xor_zero": (OpBitwiseXor, 0),
}
OF_BOOLEANS: Final[dict[Kind, tuple[int, int]]] = {
    "and_true": (OpLogicalAnd, 1),
    "or_false": (OpLogicalOr, 0),
}
OPERATIONS: Final = OF_INTEGERS | OF_BOOLEANS
"""Opcode and neutral operand. Floats are only copied: -0 + 0 is another number, and denormals
may be flushed.
"""


class AddSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `source` can be a synonym (relevant, defined, undecorated, plain data or a
    pointer) and is available at `before`, which is in a live block and takes an insertion; its type
    suits the kind; the neutral constant of its type exists.
    Effect: inserts the computation.
    Facts: the result is a synonym of the source. Behind the copy of a pointer, memory is as
    irrelevant as before.
    """

    source: int
    kind: Kind
    fresh: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        source = module.definition(self.source)
        if source is None or not can_be_synonym(module, source) or not module.is_fresh(self.fresh):
            return False
        if self.kind != "copy" and not neutral_constant(module, self.kind, source.type_id):
            return False
        anchor = insertion_at(module, self.before, OpIAdd)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return available_before(module, self.source, anchor)

    def apply(self, module: Module) -> None:
        type_id = module.type_of(self.source)
        if self.kind == "copy":
            made = Instruction(OpCopyObject, type_id, self.fresh, [self.source])
        else:
            neutral = neutral_constant(module, self.kind, type_id)
            made = Instruction(
                OPERATIONS[self.kind][0], type_id, self.fresh, [self.source, neutral]
            )
        module.insert_before(self.before.get(module), made)
        if module.facts.is_pointee_irrelevant(self.source):
            module.facts.add_pointee_irrelevant(self.fresh)
        module.facts.add_synonym(self.source, self.fresh)


def neutral_constant(module: Module, kind: Kind, type_id: int) -> int:
    """Return the constant of exactly this type that the kind takes; 0 if there is none or the
    type is wrong.
    """
    scalar = types.component_type(module, type_id) if types.is_vector(module, type_id) else type_id
    value = OPERATIONS[kind][1]
    if kind in OF_BOOLEANS and types.is_bool(module, scalar):
        found = find_constant(module, False, OpConstantTrue if value else OpConstantFalse, scalar)
    elif kind in OF_INTEGERS and types.is_int(module, scalar):
        words = [value, 0] if types.width(module, scalar) > 32 else [value]
        found = find_constant(module, False, OpConstant, scalar, *words)
    else:
        return 0
    if scalar == type_id or not found:
        return found
    return find_constant(
        module,
        False,
        OpConstantComposite,
        type_id,
        *[found] * types.component_count(module, type_id),
    )
