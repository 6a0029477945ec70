"""Compute a value anew by an identity of exact arithmetic."""

from __future__ import annotations

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpIAdd
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.computing import compute
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh


class AddArithmeticSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `identity` names an identity of the table (`identity_table.py`) about the
    instruction `source`, or about any value of its type: 32-bit integers, booleans, comparisons,
    and floats where only their bits move. Constants on its left side are those that `k` gives. The
    source, and all operands that are used, can be synonyms (relevant, defined, undecorated). The
    source is available at `before`, which is in a live block and takes an insertion. Types and
    constants of the other side exist; there is a fresh id for each of its instructions.
    Effect: inserts the other side.
    Facts: its result is a synonym of the source.
    """

    source: int
    identity: str
    k: int
    fresh_ids: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, *self.fresh_ids):
            return False
        anchor = insertion_at(module, self.before, OpIAdd)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        if not available_before(module, self.source, anchor):
            return False
        return bool(compute(module, self.source, self.identity, self.k, self.fresh_ids))

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        made = compute(module, self.source, self.identity, self.k, self.fresh_ids)
        module.insert_before(anchor, *made)
        module.facts.add_synonym(self.source, made[-1].result_id)
