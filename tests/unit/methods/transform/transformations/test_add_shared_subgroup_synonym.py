from __future__ import annotations

import pytest
from helpers.subgroup_modules import with_subgroups
from helpers.transform import at, expect, ident, refuse, soundness
from msgspec.structs import replace

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GroupOperation
from aberration.methods.transform.analysis.subgroup_identities import NOTHING, SHARED
from aberration.methods.transform.transformations.add_shared_subgroup_synonym import (
    AddSharedSubgroupSynonym,
)

BODY = "%sum = OpIAdd %int %i %int_5"


def step(op: int, operation: int = NOTHING, source: str = "%shared") -> AddSharedSubgroupSynonym:
    """Return the step of an identity."""
    (number,) = [
        place for place, each in enumerate(SHARED) if (each.op, each.operation) == (op, operation)
    ]
    return AddSharedSubgroupSynonym(ident(source), number, 900, at("%sum"))


REDUCE = GroupOperation.REDUCE
SCAN = GroupOperation.INCLUSIVE_SCAN


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (step(o.OpGroupNonUniformBroadcastFirst), "BroadcastFirst %uint %uint_3 %shared"),
        (step(o.OpGroupNonUniformAll, source="%shared_test"), "All %bool %uint_3 %shared_test"),
        (step(o.OpGroupNonUniformAny, source="%true"), "Any %bool %uint_3 %true"),
        (step(o.OpGroupNonUniformUMax, REDUCE), "UMax %uint %uint_3 Reduce %shared"),
        (step(o.OpGroupNonUniformSMin, SCAN, "%int_5"),
         "SMin %int %uint_3 InclusiveScan %int_5"),
        (step(o.OpGroupNonUniformLogicalOr, REDUCE, "%shared_test"),
         "LogicalOr %bool %uint_3 Reduce %shared_test"),
    ],
)  # fmt: skip
def test_what_all_know_comes_back(made: AddSharedSubgroupSynonym, line: str) -> None:
    module = expect(
        with_subgroups(BODY),
        made,
        f"%900 = OpGroupNonUniform{line}\n%sum = OpIAdd %int %i %int_5",
    )
    assert module.facts.synonymous(made.source, 900)


FIRST = step(o.OpGroupNonUniformBroadcastFirst)


@pytest.mark.parametrize(
    ("reason", "made"),
    [
        ("a value of the invocation's own", replace(FIRST, source=ident("%u"))),
        ("a float need not be rounded alike", replace(FIRST, source=ident("%rounded"))),
        ("a vote on a number", replace(step(o.OpGroupNonUniformAll), source=ident("%shared"))),
        ("the id is taken", replace(FIRST, fresh=ident("%i"))),
        ("there is no such identity", replace(FIRST, identity=len(SHARED))),
        ("there is no such place", replace(FIRST, before=at("%nowhere"))),
    ],
)
def test_refuses(reason: str, made: AddSharedSubgroupSynonym) -> None:
    refuse(with_subgroups(BODY), made, reason)


def test_no_more_is_needed_than_the_seed_declares() -> None:
    refuse(with_subgroups(BODY, without="GroupNonUniformBallot"), FIRST, "it is not declared")


def test_sums_are_no_identities() -> None:
    sums = (o.OpGroupNonUniformIAdd, o.OpGroupNonUniformIMul, o.OpGroupNonUniformBitwiseXor)
    assert not {each.op for each in SHARED}.intersection(sums)


test_sound = soundness(AddSharedSubgroupSynonym)
