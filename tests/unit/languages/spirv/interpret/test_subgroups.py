"""What an operation of a subgroup gives, whichever invocations form one."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from helpers.fragments import fragment
from helpers.grouped import grouped, known, known_words, proof_of
from helpers.interpret import shader

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.tiles import Tile
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused

ALL: Final = 0xFFFFFFFF
UNKNOWN: Final = [None] * 4
ALIKE: Final = (7, 7, 7, 7)
APART: Final = (7, 7, 7, 9)


def _reduced(name: str, operation: str = "Reduce") -> str:
    kind, value = ("int", "%xi") if name.startswith("S") else ("uint", "%x")
    return f"%r = OpGroupNonUniform{name} %{kind} %u3 {operation} {value}\nWRITE 0 %r {kind}"


def _written(body: str) -> str:
    return body.replace("WRITE 0 %r uint", "WRITE 0 %r")


@pytest.mark.parametrize("operation", ["Reduce", "InclusiveScan"])
@pytest.mark.parametrize("name", ["SMin", "UMin", "SMax", "UMax", "BitwiseAnd", "BitwiseOr"])
def test_what_is_the_same_in_all_is_kept_by_an_extremum(name: str, operation: str) -> None:
    body = _written(_reduced(name, operation))
    assert known_words(body, ALIKE) == [7] * 4
    assert known_words(body, APART) == UNKNOWN


@pytest.mark.parametrize(
    ("name", "kept"),
    [("IAdd", (0,)), ("IMul", (0, 1)), ("BitwiseXor", (0,))],
)
def test_a_sum_keeps_what_adds_nothing(name: str, kept: tuple[int, ...]) -> None:
    body = _written(_reduced(name))
    for word in (0, 1, 7):
        expected = [word] * 4 if word in kept else UNKNOWN
        assert known_words(body, [word] * 4) == expected, word


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("IAdd", 0),
        ("IMul", 1),
        ("SMin", 0x7FFFFFFF),
        ("UMin", ALL),
        ("SMax", 0x80000000),
        ("UMax", 0),
        ("BitwiseAnd", ALL),
        ("BitwiseOr", 0),
        ("BitwiseXor", 0),
    ],
)
def test_an_exclusive_scan_gives_identities_of_identities(name: str, identity: int) -> None:
    body = _written(_reduced(name, "ExclusiveScan"))
    assert known_words(body, [identity] * 4) == [identity] * 4
    assert known_words(body, ALIKE) == UNKNOWN
    assert known_words(body, [7]) == [identity]


@pytest.mark.parametrize(
    ("name", "kept"),
    [("All", (0, 1)), ("Any", (0, 1)), ("LogicalAnd", (0, 1)), ("LogicalOr", (0, 1)),
     ("LogicalXor", (0,)), ("BroadcastFirst", (0, 1))],
)  # fmt: skip
def test_votes(name: str, kept: tuple[int, ...]) -> None:
    operation = "Reduce " if name.startswith("Logical") else ""
    body = f"""
        %b = OpINotEqual %bool %x %u0
        %r = OpGroupNonUniform{name} %bool %u3 {operation}%b
        WRITE 0 %r bool
    """
    for word in (0, 1):
        assert known_words(body, [word] * 4) == ([word] * 4 if word in kept else UNKNOWN)
    assert known_words(body, (0, 1, 1, 1)) == UNKNOWN


@pytest.mark.parametrize(
    ("words", "expected"), [(ALIKE, [1] * 4), (APART, UNKNOWN), ((1, 2, 3, 4), UNKNOWN)]
)
def test_all_equal(words: tuple[int, ...], expected: list[int | None]) -> None:
    body = """
        %pair = OpCompositeConstruct %v2uint %x %u1
        %r = OpGroupNonUniformAllEqual %bool %u3 %pair
        WRITE 0 %r bool
    """
    assert known_words(body.replace("%pair", "%two"), words) == expected


def test_floats_that_rounding_leaves_open_may_differ() -> None:
    body = """
        %f = OpConvertUToF %float %x
        %s = OpExtInst %float %glsl {} %f
        %r = OpGroupNonUniformAllEqual %bool %u3 %s
        WRITE 0 %r bool
    """
    assert known_words(body.format("Floor"), ALIKE) == [1] * 4
    assert known_words(body.format("Sin"), ALIKE) == UNKNOWN


@pytest.mark.parametrize("name", ["FMin", "FMax"])
def test_extrema_of_floats(name: str) -> None:
    body = f"""
        %f = OpConvertUToF %float %x
        %m = OpGroupNonUniform{name} %float %u3 Reduce %f
        %r = OpConvertFToU %uint %m
        WRITE 0 %r
    """
    assert known_words(body, ALIKE) == [7] * 4
    assert known_words(body, APART) == UNKNOWN


@pytest.mark.parametrize("name", ["FAdd", "FMul"])
def test_sums_of_floats_are_open(name: str) -> None:
    body = f"%f = OpConvertUToF %float %x\n%r = OpGroupNonUniform{name} %float %u3 Reduce %f"
    assert known_words(f"{body}\nWRITE 0 %r float", [0] * 4) == UNKNOWN


@pytest.mark.parametrize(
    "line",
    [
        "ShuffleXor %uint %u3 %x %u0",
        "ShuffleUp %uint %u3 %x %u0",
        "ShuffleDown %uint %u3 %x %u0",
        "IAdd %uint %u3 ClusteredReduce %x %u1",
        "IMul %uint %u3 ClusteredReduce %x %u1",
        "BitwiseXor %uint %u3 ClusteredReduce %x %u1",
        "UMax %uint %u3 ClusteredReduce %x %u1",
    ],
)
def test_the_own_value_is_known_whatever_others_give(line: str) -> None:
    body = f"%r = OpGroupNonUniform{line}\nWRITE 0 %r"
    assert known_words(body, (1, 5, 3, 9)) == [1, 5, 3, 9]


@pytest.mark.parametrize(
    "line",
    [
        "ShuffleXor %uint %u3 %x %u1",
        "ShuffleUp %uint %u3 %x %u1",
        "ShuffleDown %uint %u3 %x %u1",
        "Shuffle %uint %u3 %x %local",
        "Broadcast %uint %u3 %x %u0",
        "QuadBroadcast %uint %u3 %x %u0",
        "QuadSwap %uint %u3 %x %u0",
    ],
)
def test_the_value_of_one_that_need_not_be_active_is_open(line: str) -> None:
    assert known_words(f"%r = OpGroupNonUniform{line}\nWRITE 0 %r", ALIKE) == UNKNOWN


def _with_number(body: str, built_in: str = "SubgroupLocalInvocationId", more: str = "") -> bytes:
    return grouped(
        body,
        globals_=f"%number = OpVariable %uint_input Input\n{more}",
        annotations=f"OpDecorate %number BuiltIn {built_in}",
        interface="%number",
    )


def test_a_shuffle_from_oneself() -> None:
    body = "%n = OpLoad %uint %number\n%r = OpGroupNonUniformShuffle %uint %u3 %x %n\nWRITE 0 %r"
    assert known(proof_of(_with_number(body), (1, 5, 3, 9))) == [1, 5, 3, 9]


def test_a_ballot_is_known_of_what_is_false_and_of_oneself() -> None:
    body = """
        %b = OpINotEqual %bool %x %u0
        %v = OpGroupNonUniformBallot %v4uint %u3 %b
        %back = OpGroupNonUniformInverseBallot %bool %u3 %v
        %count = OpGroupNonUniformBallotBitCount %uint %u3 Reduce %v
        %word = OpCompositeExtract %uint %v 0
        WRITE 0 %back bool
        WRITE 1 %count
        WRITE 2 %word
    """
    mixed = proof_of(grouped(body), (0, 1, 0, 1))
    assert known(mixed) == [0, 1, 0, 1]
    assert known(mixed, 1) == known(mixed, 2) == UNKNOWN
    nobody = proof_of(grouped(body), (0, 0, 0, 0))
    assert known(nobody, 1) == known(nobody, 2) == [0] * 4


@pytest.mark.parametrize(("limit", "expected"), [("u129", [1] * 4), ("u128", UNKNOWN)])
def test_a_count_of_bits_has_bounds(limit: str, expected: list[int | None]) -> None:
    body = f"""
        %v = OpGroupNonUniformBallot %v4uint %u3 %true
        %count = OpGroupNonUniformBallotBitCount %uint %u3 Reduce %v
        %r = OpULessThan %bool %count %{limit}
        WRITE 0 %r bool
    """
    numbers = "%u129 = OpConstant %uint 129\n%u128 = OpConstant %uint 128"
    assert known_words(body, ALIKE, globals_=numbers) == expected


@pytest.mark.parametrize(
    ("built_in", "least", "past"),
    [
        ("SubgroupSize", 1, 129),
        ("NumSubgroups", 1, 5),
        ("SubgroupId", 0, 4),
        ("SubgroupLocalInvocationId", 0, 128),
    ],
)
def test_built_ins_have_bounds(built_in: str, least: int, past: int) -> None:
    body = """
        %n = OpLoad %uint %number
        %below = OpULessThan %bool %n %past
        %above = OpUGreaterThanEqual %bool %n %least
        %r = OpLogicalAnd %bool %below %above
        WRITE 0 %r bool
        WRITE 1 %n
    """
    ends = f"%past = OpConstant %uint {past}\n%least = OpConstant %uint {least}"
    data = _with_number(body, built_in, ends)
    proof = proof_of(data, ALIKE)
    assert known(proof) == [1] * 4
    assert known(proof, 1) == UNKNOWN


def test_who_is_chosen_is_known_of_a_lone_invocation() -> None:
    body = "%r = OpGroupNonUniformElect %bool %u3\nWRITE 0 %r bool"
    assert known_words(body, (5,)) == [1]
    assert known_words(body, ALIKE) == UNKNOWN


# ---- pixels


HEAD: Final = """
       OpCapability GroupNonUniform
       OpCapability GroupNonUniformVote
"""
VOTE: Final = """
       %inside = OpULessThan %bool %x %{bound}
       %vote = OpGroupNonUniformAll %bool %u3 %inside
       %shown = OpSelect %float %vote %f1 %f0
       %four = OpCompositeConstruct %v4float %shown %shown %shown %shown
       OpStore %colour %four
       OpReturn
"""


@pytest.mark.parametrize(
    ("bound", "size", "tiles", "compared"),
    [
        ("u65535", (8, 8), (), 64),
        ("u65535", (7, 8), (), 0),
        ("u65535", (8, 8), (Tile(2, 2, 4, 4),), 16),
        ("u65535", (8, 8), (Tile(1, 2, 4, 4),), 0),
        ("u4", (8, 8), (), 0),
    ],
)
def test_all_pixels_of_whole_quads_vote(
    bound: str, size: tuple[int, int], tiles: tuple[Tile, ...], compared: int
) -> None:
    data = fragment(VOTE.format(bound=bound), extensions=HEAD)
    inputs = Inputs(width=size[0], height=size[1], tiles=tiles)
    limits = prove(Program("spirv", "fragment", data, inputs)).limits
    assert limits is not None
    low, high = (np.frombuffer(part[0], "<f4").reshape(-1, 4) for part in (limits.low, limits.high))
    assert int((low == high).all(axis=1).sum()) == compared


def test_a_quad_of_pixels_is_not_executed_alone() -> None:
    body = """
        %swapped = OpGroupNonUniformQuadSwap %float %u3 %xf %u0
        %four = OpCompositeConstruct %v4float %swapped %f0 %f0 %f0
        OpStore %colour %four
        OpReturn
    """
    head = f"{HEAD}\nOpCapability GroupNonUniformQuad"
    data = fragment(body, extensions=head)
    with pytest.raises(Refused, match="quad of pixels"):
        Interpreter(data, Inputs(width=8, height=8))
    assert prove(Program("spirv", "fragment", data, Inputs(width=8, height=8))).compared == 0


# ---- what is refused


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x %u4", "a cluster of more"),
        ("%f = OpConvertUToF %float %x\n%r = OpGroupNonUniformFAdd %float %u3 ExclusiveScan %f",
         "an exclusive scan of floats"),
        ("%v = OpCompositeConstruct %v4uint %x %x %x %x\n"
         "%r = OpGroupNonUniformInverseBallot %bool %u3 %v", "does not follow its ballot"),
        ("OpControlBarrier %u3 %u3 %u0", "a barrier of subgroups"),
    ],
)  # fmt: skip
def test_refusals(body: str, reason: str) -> None:
    proof = prove(Program("spirv", "compute", grouped(body), Inputs()))
    assert proof.answer == "refused"
    assert reason in proof.reason


def test_derivatives_beside_subgroups_are_refused() -> None:
    body = f"%slope = OpDPdx %float %xf\n{VOTE.format(bound='u4')}"
    proof = prove(Program("spirv", "fragment", fragment(body, extensions=HEAD), Inputs()))
    assert "derivatives beside operations of subgroups" in proof.reason


def test_a_broadcast_of_any_invocation_is_refused() -> None:
    data = shader(
        "%r = OpGroupNonUniformBroadcast %uint %u3 %x %y",
        capabilities="OpCapability GroupNonUniformBallot",
        version=(1, 5),
    )
    proof = prove(Program("spirv", "compute", data, Inputs()))
    assert "an invocation of a subgroup that no constant says" in proof.reason
