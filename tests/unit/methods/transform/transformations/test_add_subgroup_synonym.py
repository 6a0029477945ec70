from __future__ import annotations

import pytest
from helpers.subgroup_modules import with_subgroups
from helpers.transform import at, expect, ident, refuse, soundness
from msgspec.structs import replace

from aberration.languages.spirv import opcodes as o
from aberration.methods.transform.analysis.subgroup_identities import OWN
from aberration.methods.transform.transformations.add_subgroup_synonym import AddSubgroupSynonym

BODY = "%sum = OpIAdd %int %i %int_5"


def step(op: int, source: str = "%i") -> AddSubgroupSynonym:
    """Return the step of the identity of an opcode."""
    (number,) = [at_ for at_, each in enumerate(OWN) if each.op == op]
    return AddSubgroupSynonym(ident(source), number, 900, at("%sum"))


@pytest.mark.parametrize(
    ("op", "source", "line"),
    [
        (o.OpGroupNonUniformShuffleXor, "%i", "ShuffleXor %int %uint_3 %i %uint_0"),
        (o.OpGroupNonUniformShuffleUp, "%pair", "ShuffleUp %v2int %uint_3 %pair %uint_0"),
        (o.OpGroupNonUniformShuffleDown, "%condition",
         "ShuffleDown %bool %uint_3 %condition %uint_0"),
        (o.OpGroupNonUniformIAdd, "%pair", "IAdd %v2int %uint_3 ClusteredReduce %pair %uint_1"),
        (o.OpGroupNonUniformUMin, "%u", "UMin %uint %uint_3 ClusteredReduce %u %uint_1"),
        (o.OpGroupNonUniformLogicalXor, "%conditions",
         "LogicalXor %v2bool %uint_3 ClusteredReduce %conditions %uint_1"),
    ],
)  # fmt: skip
def test_the_own_value_comes_back(op: int, source: str, line: str) -> None:
    module = expect(
        with_subgroups(BODY),
        step(op, source),
        f"%900 = OpGroupNonUniform{line}\n%sum = OpIAdd %int %i %int_5",
    )
    assert module.facts.synonymous(ident(source), 900)


XOR = step(o.OpGroupNonUniformShuffleXor)
SUM = step(o.OpGroupNonUniformIAdd)


@pytest.mark.parametrize(
    ("reason", "made"),
    [
        ("a float", replace(XOR, source=ident("%f"))),
        ("a sum of booleans", replace(SUM, source=ident("%condition"))),
        ("a minimum without a sign", replace(step(o.OpGroupNonUniformUMin), source=ident("%i"))),
        ("the id is taken", replace(XOR, fresh=ident("%i"))),
        ("there is no such identity", replace(XOR, identity=len(OWN))),
        ("there is none before the first", replace(XOR, identity=-1)),
        ("there is no such place", replace(XOR, before=at("%nowhere"))),
        ("not available there", replace(XOR, source=ident("%sum"))),
    ],
)
def test_refuses(reason: str, made: AddSubgroupSynonym) -> None:
    refuse(with_subgroups(BODY), made, reason)


def test_no_identity_is_one_of_floats() -> None:
    """What is subnormal may be flushed in an operation, and a minimum of NaN is open."""
    for number in range(len(OWN)):
        made = AddSubgroupSynonym(ident("%f"), number, 900, XOR.before)
        refuse(with_subgroups(BODY), made, "a float")


@pytest.mark.parametrize(
    ("capability", "made"),
    [
        ("GroupNonUniformShuffle", XOR),
        ("GroupNonUniformShuffleRelative", step(o.OpGroupNonUniformShuffleUp)),
        ("GroupNonUniformClustered", SUM),
        ("GroupNonUniformArithmetic", SUM),
    ],
)
def test_no_more_is_needed_than_the_seed_declares(
    capability: str, made: AddSubgroupSynonym
) -> None:
    refuse(with_subgroups(BODY, without=capability), made, "it is not declared")


def test_nobody_derives_what_a_helper_may_not_get() -> None:
    refuse(with_subgroups(f"%slope = OpDPdx %float %f\n{BODY}"), XOR, "derivatives are taken")


test_sound = soundness(AddSubgroupSynonym)
