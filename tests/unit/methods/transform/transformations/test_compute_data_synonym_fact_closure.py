from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.composites import composites
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.compute_data_synonym_fact_closure import (
    ComputeDataSynonymFactClosure,
)

BODY = """
    %v2_again = OpCompositeConstruct %v2int %i %j
    %w2_again = OpCompositeConstruct %v2float %f %float_1
    %w2_third = OpCompositeConstruct %v2float %f %float_1
    %pair_again = OpCompositeConstruct %pair %j %w2
    %column = OpCompositeConstruct %mat %w2 %w2
"""
Equal = tuple[str, tuple[int, ...], str, tuple[int, ...]]


def knowing(equal: Sequence[Equal]) -> Module:
    module = composites(BODY)
    for a, path, b, other in equal:
        assert module.facts.add_part_synonym(ident(a), path, ident(b), other)
    return module


def both(a: str, b: str, *more: tuple[int, ...]) -> list[Equal]:
    """Two composites share the parts at these paths."""
    return [(a, path, b, path) for path in more]


CLOSURE = ComputeDataSynonymFactClosure(100)


def test_composites_with_equal_parts_are_equal() -> None:
    module = expect(knowing(both("%v2", "%v2_again", (0,), (1,))), CLOSURE)
    assert module.facts.synonymous(ident("%v2"), ident("%v2_again"))
    refuse(module, CLOSURE, "nothing new")


def test_parts_that_are_composites_become_equal() -> None:
    equal: list[Equal] = [("%p", (1, k), "%w2_again", (k,)) for k in range(2)]
    module = expect(knowing(equal), CLOSURE)
    assert module.facts.parts_synonymous(ident("%p"), (1,), ident("%w2_again"))
    assert not module.facts.synonymous(ident("%p"), ident("%w2_again"))


def test_wholes_follow_from_parts_that_follow() -> None:
    equal = [*both("%p", "%pair_again", (0,), (1, 0), (1, 1))]
    module = expect(knowing(equal), CLOSURE)
    assert module.facts.parts_synonymous(ident("%p"), (1,), ident("%pair_again"), (1,))
    expect(module, CLOSURE)
    assert module.facts.synonymous(ident("%p"), ident("%pair_again"))


@pytest.mark.parametrize(
    ("reason", "equal"),
    [
        ("one part is unknown", both("%v2", "%v2_again", (1,))),
        ("three components are no two", both("%w3", "%w2", (0,), (1,))),
        ("a vector of floats is none of ints", both("%w2", "%v2", (0,), (1,))),
    ],
)
def test_others_are_not_made_equal(reason: str, equal: Sequence[Equal]) -> None:
    module = expect(knowing(equal), CLOSURE)
    assert not module.facts.synonymous(ident(equal[0][0]), ident(equal[0][2])), reason


def test_what_is_gone_is_not_looked_at() -> None:
    module = composites(BODY)
    for path in ((0,), (1,)):
        module.facts.add_part_synonym(ident("%v2"), path, 9999, path)
        module.facts.add_part_synonym(8888, path, 9999, path)
    expect(module, CLOSURE)
    assert not module.facts.synonymous(ident("%v2"), 9999)
    assert not module.facts.synonymous(8888, 9999)


def test_looks_at_no_more_pairs_than_asked_for() -> None:
    equal = [*both("%v2", "%v2_again", (0,), (1,)), *both("%w2_again", "%w2_third", (0,), (1,))]
    facts = expect(knowing(equal), ComputeDataSynonymFactClosure(1)).facts
    assert facts.synonymous(ident("%v2"), ident("%v2_again"))
    assert not facts.synonymous(ident("%w2_again"), ident("%w2_third"))


def test_refuses() -> None:
    refuse(composites(BODY), CLOSURE, "nothing is known")
    refuse(
        knowing(both("%v2", "%v2_again", (0,), (1,))),
        ComputeDataSynonymFactClosure(0),
        "no pair to look at",
    )
    refuse(
        knowing(both("%v2", "%v2_again", (0,), (1,))),
        ComputeDataSynonymFactClosure(-1),
        "fewer than none",
    )


test_sound = soundness(ComputeDataSynonymFactClosure)
