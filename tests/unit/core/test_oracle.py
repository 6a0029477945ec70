"""Verdicts of each oracle."""

import struct

import pytest

from aberration.core.comparison import Tolerance
from aberration.core.limits import Limits
from aberration.core.oracle import Agree, Expected, Oracle, Relation, Same, Verdict, judge, roles_of
from aberration.core.outcome import (
    Compiled,
    Crash,
    Image,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Timeout,
)
from aberration.core.program import Program

RED, NEAR, BLUE = (
    Image(1, 1, "rgba8", bytes(channels)) for channels in ([9, 0, 0, 9], [8, 0, 0, 9], [0, 0, 9, 9])
)
PROGRAM = Program("c", "program", b"")


def same(reference: Outcome, variant: Outcome) -> Verdict:
    return judge(Same(), {"t": {"reference": reference, "variant": variant}})["t"]


def agree(**outcomes: Outcome) -> dict[str, Verdict]:
    return judge(Agree(), {target: {"program": outcome} for target, outcome in outcomes.items()})


def kinds(verdicts: dict[str, Verdict]) -> dict[str, str]:
    return {target: verdict.kind for target, verdict in verdicts.items()}


@pytest.mark.parametrize(
    ("variant", "kind", "signature"),
    [
        (RED, "pass", ""),
        (NEAR, "pass", ""),
        (BLUE, "wrong", "wrong image"),
        (Crash("signal", signal="SIGSEGV"), "crash", "SIGSEGV"),
        (Timeout(3.0, "lavapipe"), "timeout", "timeout lavapipe"),
        (Invalid("line 3: bad id 17", PROGRAM), "invalid", "line #: bad id #"),
        (Rejected("no: %12"), "rejected", "no: %"),
    ],
)
def test_same_judges_the_variant_by_the_reference(
    variant: Outcome, kind: str, signature: str
) -> None:
    verdict = same(RED, variant)
    assert (verdict.kind, verdict.signature) == (kind, signature)
    assert verdict.is_finding == (kind != "pass")


def test_both_figures_are_in_the_verdict() -> None:
    difference = same(RED, NEAR).difference
    assert difference is not None
    assert (difference.differing, difference.beyond) == (1, 0)


@pytest.mark.parametrize(
    "broken", [Crash("signal"), Timeout(1.0), Rejected("no"), Invalid("bad", PROGRAM)]
)
def test_same_says_nothing_when_the_reference_does_not_run(broken: Outcome) -> None:
    assert same(broken, BLUE).kind == "none"
    assert same(broken, broken).kind == "none"


def test_what_the_runner_itself_refuses_is_no_verdict_on_the_compiler() -> None:
    assert same(RED, Rejected("too much shared memory", unasked=True)).kind == "none"
    verdicts = agree(a=Text(b"1"), b=Text(b"1"), c=Rejected("no such input", unasked=True))
    assert kinds(verdicts) == {"a": "pass", "b": "pass", "c": "none"}


DOCUMENTED = Rejected("This subgroup operation is only supported in Vulkan semantics.")


@pytest.mark.parametrize(
    "oracle",
    [Same(), Expected(RED, "variant", limits=Limits((), (), ())), Expected(RED, "variant")],
)
def test_a_refusal_for_a_documented_limit_is_no_verdict_where_a_variant_is_judged(
    oracle: Oracle,
) -> None:
    """Transform laid a block out as no GLSL can say it, or the seed asked its subgroup."""
    is_plain = oracle == Expected(RED, "variant")
    found = judge(oracle, {"t": {"reference": RED, "variant": DOCUMENTED}})["t"]
    assert found.kind == ("rejected" if is_plain else "none")
    assert is_plain or "spirv-cross-subgroup" in found.detail


def test_what_only_compiles_passes() -> None:
    assert same(Compiled(), Compiled("registers: 3")).kind == "pass"


def test_agree_blames_the_minority() -> None:
    verdicts = agree(a=Text(b"1"), b=Text(b"1"), c=Text(b"2"))
    assert kinds(verdicts) == {"a": "pass", "b": "pass", "c": "wrong"}
    assert "majority (a, b)" in verdicts["c"].detail


def test_agree_names_nobody_in_a_tie() -> None:
    verdicts = agree(a=Text(b"1"), b=Text(b"2"))
    assert {verdict.signature for verdict in verdicts.values()} == {"no majority"}


def by_family(votes: dict[str, tuple[str, int]], **outcomes: Outcome) -> dict[str, Verdict]:
    return judge(
        Agree(), {target: {"program": outcome} for target, outcome in outcomes.items()}, votes
    )


GCC = {"gcc0": ("gcc", 0), "gcc1": ("gcc", 1), "gcc2": ("gcc", 2)}


def test_a_family_has_one_vote_however_many_levels_it_has() -> None:
    verdicts = by_family(
        {**GCC, "clang0": ("clang", 0), "tcc": ("tcc", 0)},
        gcc0=Text(b"1"), gcc1=Text(b"1"), gcc2=Text(b"1"), clang0=Text(b"2"), tcc=Text(b"2"),
    )  # fmt: skip
    assert {target for target, verdict in verdicts.items() if verdict.kind == "wrong"} == {
        "gcc0",
        "gcc1",
        "gcc2",
    }
    assert "majority (clang0, tcc)" in verdicts["gcc1"].detail


def test_the_lowest_level_speaks_for_its_family() -> None:
    verdicts = by_family(
        {**GCC, "clang0": ("clang", 0)},
        gcc2=Text(b"2"),
        gcc1=Text(b"2"),
        gcc0=Text(b"1"),
        clang0=Text(b"1"),
    )
    assert kinds(verdicts) == {"gcc2": "wrong", "gcc1": "wrong", "gcc0": "pass", "clang0": "pass"}


def test_a_family_alone_is_judged_by_its_lowest_level() -> None:
    assert kinds(by_family(GCC, gcc0=Text(b"1"), gcc1=Text(b"2"), gcc2=Text(b"2"))) == {
        "gcc0": "pass",
        "gcc1": "wrong",
        "gcc2": "wrong",
    }


def test_agree_judges_crashes_beside_those_that_ran() -> None:
    assert kinds(agree(a=Text(b"1"), b=Text(b"1"), c=Crash("signal"))) == {
        "a": "pass",
        "b": "pass",
        "c": "crash",
    }


def test_agree_says_nothing_when_nobody_ran_or_one_alone() -> None:
    assert kinds(agree(a=Timeout(1.0), b=Timeout(1.0))) == {"a": "none", "b": "none"}
    assert kinds(agree(a=Text(b"1"))) == {"a": "none"}


def test_expected_finds_one_target_alone_wrong() -> None:
    oracle = Expected(Text(b"7"))
    verdicts = judge(oracle, {"good": {"program": Text(b"7")}, "bad": {"program": Text(b"8")}})
    assert kinds(verdicts) == {"good": "pass", "bad": "wrong"}


def test_a_relation_without_a_judge_gives_no_verdict() -> None:
    oracle = Relation("mix", "fused", ("one", "two"))
    assert judge(oracle, {"t": {"fused": RED, "one": RED, "two": RED}})["t"].kind == "none"


@pytest.mark.parametrize(
    ("oracle", "roles"),
    [
        (Same(), ("reference", "variant")),
        (Agree(), ("program",)),
        (Expected(Text(b"")), ("program",)),
        (Relation("mix", "fused", ("one", "two")), ("fused", "one", "two")),
    ],
)
def test_roles_to_run(oracle: Oracle, roles: tuple[str, ...]) -> None:
    assert roles_of(oracle) == roles


def test_limits_take_the_place_of_the_tolerance() -> None:
    exact = struct.pack("<4f", 0.0, 1.0, 0.0, 1.0)
    limits = Limits((b"\x80",), (exact,), (exact,))
    oracle = Expected(
        Image(1, 1, "rgba8", bytes((0, 255, 0, 255))), "program", Tolerance(step=9), limits=limits
    )
    assert judged(oracle, bytes((0, 255, 0, 255))).kind == "pass"
    wrong = judged(oracle, bytes((0, 254, 0, 255)))
    assert (wrong.kind, wrong.signature) == ("wrong", "wrong image")
    assert wrong.detail == "1 of 1 lie outside of what is legal"


def judged(oracle: Expected, pixel: bytes) -> Verdict:
    return judge(oracle, {"t": {"program": Image(1, 1, "rgba8", pixel)}})["t"]
