"""Compute whether any or all components are true one by one (catalogue: ExpandVectorReduction)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAll,
    OpAny,
    OpCompositeExtract,
    OpLogicalAnd,
    OpLogicalOr,
    OpUndef,
)
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.transformation import Transformation, all_fresh

CHAINED_BY: Final = {OpAny: OpLogicalOr, OpAll: OpLogicalAnd}


class ExpandVectorReduction(Transformation, frozen=True, gc=False):
    """Precondition: `result` is that of an OpAny or OpAll in a block, its vector of n components is
    not OpUndef; there are 2n - 1 fresh ids.
    Effect: inserts before it an OpCompositeExtract for each component, and a chain of OpLogicalOr
    (OpLogicalAnd) of all of them.
    Facts: the end of the chain is a synonym of the result, if that can be one and the vector is
    relevant.
    """

    result: int
    fresh: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        count = reduced_components(module, module.definition(self.result))
        return count > 0 and len(self.fresh) == 2 * count - 1 and all_fresh(module, *self.fresh)

    def apply(self, module: Module) -> None:
        reduction = must_exist(module.definition(self.result))
        type_id, vector = reduction.type_id, reduction.ops[0]
        count = (len(self.fresh) + 1) // 2
        parts, chain = self.fresh[:count], self.fresh[count:]
        for k, part in enumerate(parts):
            module.insert_before(
                reduction, Instruction(OpCompositeExtract, type_id, part, [vector, k])
            )
        last = parts[0]
        for part, link in zip(parts[1:], chain, strict=True):
            module.insert_before(
                reduction, Instruction(CHAINED_BY[reduction.op], type_id, link, [last, part])
            )
            last = link
        if can_be_synonym(module, reduction) and not module.facts.is_irrelevant(module, vector):
            module.facts.add_synonym(self.result, last)


def reduced_components(module: Module, found: Instruction | None) -> int:
    """Return the number of components of the vector that an OpAny or OpAll reduces; 0 if it is
    none to expand.
    """
    if found is None or found.block is None or found.op not in CHAINED_BY:
        return 0
    vector = module.definition(found.ops[0])
    if vector is None or vector.op == OpUndef:
        return 0
    return types.component_count(module, vector.type_id)
