"""Compute a value anew from itself and another one that cancels out."""

from __future__ import annotations

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpIAdd
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.computing import compute_with
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh


class AddDivergentSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `identity` names one of the identities of pairs (`identity_table.py`) that
    suits the type of `source`. `other` is any single integer of 32 bits, surely defined, of the
    type of the source's components where the source consists of integers. Both can be synonyms
    (relevant, defined, undecorated) and are available at `before`, which is in a live block and
    takes an insertion. Types and constants of the other side exist; there is a fresh id for each of
    its instructions, and before them one for the vector of `other` if the source is a vector.
    Effect: inserts the other side, in which values may differ between invocations.
    Facts: its result is a synonym of the source.
    """

    source: int
    other: int
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
        if not available_before(module, self.source, anchor) or not available_before(
            module, self.other, anchor
        ):
            return False
        return bool(self._instructions(module))

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        made = self._instructions(module)
        module.insert_before(anchor, *made)
        module.facts.add_synonym(self.source, made[-1].result_id)

    def _instructions(self, module: Module) -> list[Instruction]:
        return compute_with(module, self.source, self.other, self.identity, self.k, self.fresh_ids)
