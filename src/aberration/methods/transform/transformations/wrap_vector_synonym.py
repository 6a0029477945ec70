"""Compute a number again as a component of vectors (catalogue: WrapVectorSynonym)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpIAdd, OpIMul, OpISub, OpTypeVector
from aberration.methods.transform.analysis.parts import can_be_made, is_usable, record_equal_parts
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.transformation import Transformation

OPERATIONS: Final = (OpIAdd, OpIMul, OpISub)
"""Not of floats: a compiler may contract a product and a sum of scalars, and not those of
vectors.
"""


class WrapVectorSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `result` is that of an addition, subtraction or multiplication of integers, and
    can be a synonym; two vectors of one length, of integers of that width, are available before it,
    and their components at `position` equal its operands; the module has the type of vectors of
    this length of the result's type, and may compute with the numbers.
    Effect: inserts the same operation on the vectors before it.
    Facts: the component of the new vector at `position` equals the result.
    """

    result: int
    left: int
    right: int
    position: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        wrapped = module.definition(self.result)
        if (
            wrapped is None
            or not can_be_wrapped(module, wrapped)
            or not module.is_fresh(self.fresh)
        ):
            return False
        type_id = self._vector_type(module, wrapped)
        if not type_id or not 0 <= self.position < types.component_count(module, type_id):
            return False
        if not is_usable(module, self.left, wrapped) or not is_usable(module, self.right, wrapped):
            return False
        equal, path = module.facts.parts_synonymous, (self.position,)
        return equal(self.left, path, wrapped.ops[0]) and equal(self.right, path, wrapped.ops[1])

    def apply(self, module: Module) -> None:
        wrapped = must_exist(module.definition(self.result))
        type_id = self._vector_type(module, wrapped)
        module.insert_before(
            wrapped, Instruction(wrapped.op, type_id, self.fresh, [self.left, self.right])
        )
        record_equal_parts(module, self.result, (), self.fresh, (self.position,))

    def _vector_type(self, module: Module, wrapped: Instruction) -> int:
        """Return the type of the operation on the vectors; 0 if they do not fit, or the module
        has it not.
        """
        count = types.component_count(module, module.type_of(self.left))
        type_id = module.find(OpTypeVector, 0, wrapped.type_id, count)
        given = (module.type_of(self.left), module.type_of(self.right))
        return (
            type_id
            if type_id and all(types.equal_up_to_sign(module, each, type_id) for each in given)
            else 0
        )


def can_be_wrapped(module: Module, found: Instruction) -> bool:
    """Say whether an instruction computes a number that a component of vectors may be computed
    for.
    """
    if found.op not in OPERATIONS or found.block is None or not types.is_int(module, found.type_id):
        return False
    return can_be_made(module, found.type_id) and can_be_synonym(module, found)
