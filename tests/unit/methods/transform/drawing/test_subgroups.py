from __future__ import annotations

from collections import Counter

from helpers.subgroup_modules import with_subgroups
from helpers.transform import ident, module_of

from aberration.core.rng import Rng
from aberration.methods.transform.analysis.subgroup_identities import (
    OWN,
    SHARED,
    is_the_same_in_all,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.subgroups import synonym_of_a_subgroup
from aberration.methods.transform.transformations.add_shared_subgroup_synonym import (
    AddSharedSubgroupSynonym,
)
from aberration.methods.transform.transformations.add_subgroup_synonym import AddSubgroupSynonym
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)

BODY = "%sum = OpIAdd %int %i %int_5\n%more = OpIAdd %uint %shared %u"


def test_values_are_asked_for_and_used_at_once() -> None:
    kinds: Counter[type] = Counter()
    for seed in range(60):
        module = with_subgroups(BODY)
        step = synonym_of_a_subgroup(Draw(module, Rng.of(seed)), OWN, AddSubgroupSynonym)
        kinds[type(step)] += 1
        assert step is not None
        assert step.is_applicable(module)
    assert set(kinds) == {AddSubgroupSynonym, ReplaceIdWithSynonym}


def test_only_what_is_wanted_is_asked_for() -> None:
    shared = {ident(name) for name in ("%shared", "%shared_test", "%int_5", "%uint_3", "%true")}
    found = set()
    for seed in range(60):
        module = with_subgroups(BODY)
        step = synonym_of_a_subgroup(
            Draw(module, Rng.of(seed)), SHARED, AddSharedSubgroupSynonym, is_the_same_in_all
        )
        if isinstance(step, AddSharedSubgroupSynonym):
            found.add(step.source)
            assert is_the_same_in_all(module, step.source)
    assert found & shared


def test_a_module_without_subgroups_gets_none() -> None:
    draw = Draw(module_of("%sum = OpIAdd %int %i %int_5"), Rng.of(1))
    assert synonym_of_a_subgroup(draw, OWN, AddSubgroupSynonym) is None
