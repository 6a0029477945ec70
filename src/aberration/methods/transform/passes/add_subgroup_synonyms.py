"""Propose to ask a subgroup for the invocation's own value."""

from __future__ import annotations

from aberration.methods.transform.analysis.subgroup_identities import OWN
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.subgroups import synonym_of_a_subgroup
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_subgroup_synonym import AddSubgroupSynonym


@fuzzer_pass(chance=(0.2, 0.6), followed_by=("apply_id_synonyms",))
def add_subgroup_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any value at any insertion point, by any identity that suits it."""
    return synonym_of_a_subgroup(draw, OWN, AddSubgroupSynonym)
