"""What C compilers agree about becomes what the program must print."""

import msgspec
import pytest

from aberration.campaign.claims import with_majority_claim
from aberration.campaign.observe import Observation
from aberration.core.oracle import NO_MAJORITY, Agree, Expected, Observations, judge
from aberration.core.outcome import Crash, Outcome, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.c_levels import voters_of

ONE, TWO, THREE = Text(b"1"), Text(b"2"), Text(b"3")
CASE = TestCase(
    Recipe("agree", 1, {}), {"program": Program("c", "program", b"int main() {}")}, Agree()
)


def compiler(family: str, level: str = "", *groups: str, available: bool = True) -> Target:
    worker = WorkerSpec("c", (("level", level),) if level else ())
    name = f"{family}:{level}" if level else family
    return Target(
        name, "executes", ("c",), (Stage(family, worker),), groups, family, available=available
    )


GCC0, GCC2, CLANG2, TCC = (
    compiler("gcc", "-O0"),
    compiler("gcc", "-O2"),
    compiler("clang", "-O2"),
    compiler("tcc"),
)


def after(
    outcomes: dict[Target, Outcome], *others: Target, told: Outcome = ONE
) -> tuple[TestCase, Observation, list[str]]:
    """Return the claim, the verdicts and who was asked, after compilers gave this; others give
    what is told.
    """
    seen: Observations = {target.id: {"program": outcome} for target, outcome in outcomes.items()}
    voters = voters_of(outcomes)
    asked: list[str] = []

    def ask(target: Target) -> Outcome:
        asked.append(target.id)
        return told

    targets = list(outcomes)
    given = Observation(seen, judge(CASE.oracle, seen, voters), {}, voters=voters)
    return *with_majority_claim(CASE, targets, given, lambda: [*targets, *others], ask), asked


def test_what_most_families_print_is_the_claim() -> None:
    case, seen, asked = after({GCC0: ONE, GCC2: TWO, CLANG2: ONE})
    assert case.oracle == Expected(ONE)
    assert {name: verdict.kind for name, verdict in seen.verdicts.items()} == {
        "gcc:-O0": "pass",
        "gcc:-O2": "wrong",
        "clang:-O2": "pass",
    }
    assert asked == []


def test_a_compiler_that_dies_is_judged_by_what_the_others_print() -> None:
    crash = Crash("signal", "SIGSEGV", stage="compile")
    case, seen, _ = after({GCC0: ONE, CLANG2: crash, TCC: ONE})
    assert isinstance(case.oracle, Expected)
    assert seen.verdicts["clang:-O2"].kind == "crash"


def test_in_a_tie_a_family_that_was_not_asked_decides() -> None:
    case, seen, asked = after({GCC0: ONE, CLANG2: TWO}, TCC)
    assert asked == ["tcc"]
    assert case.oracle == Expected(ONE)
    assert (seen.verdicts["gcc:-O0"].kind, seen.verdicts["clang:-O2"].kind) == ("pass", "wrong")
    assert "tcc" not in seen.verdicts, "who was only asked for its word is not judged"


@pytest.mark.parametrize("told", [THREE, Crash("signal", "SIGSEGV")])
def test_where_nobody_decides_nobody_is_blamed(told: Outcome) -> None:
    case, seen, _ = after({GCC0: ONE, CLANG2: TWO}, TCC, told=told)
    assert case.oracle == Agree()
    assert {verdict.signature for verdict in seen.verdicts.values()} == {NO_MAJORITY}


def test_only_other_families_that_are_here_and_sound_are_asked_at_their_lowest_level() -> None:
    others = (compiler("pcc", "-O2"), compiler("gcc", "-O1"), compiler("mutant", "", "mutants"))
    *_, asked = after({GCC0: ONE, CLANG2: TWO}, compiler("zig", available=False), *others)
    assert asked == ["pcc:-O0"]


def test_shaders_are_left_as_they_are() -> None:
    program = msgspec.structs.replace(CASE.programs["program"], language="glsl")
    case = msgspec.structs.replace(CASE, programs={"program": program})
    seen = Observation({"a": {"program": ONE}}, {})
    assert with_majority_claim(case, [], seen, list, lambda _: ONE) == (case, seen)
