"""The checks of C, over compilers that are made up; tests/drivers/test_c_judging.py has real
ones.
"""

import pytest
from helpers.patchwork import HARMLESS, NEVER, PatchMethod, patched
from helpers.questions import question

from aberration.campaign.triage import c_checks
from aberration.campaign.triage.c_checks import (
    NO_REFERENCE,
    NO_SANITIZER,
    SLOW,
    is_c_claim,
)
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.question import HERE, KnownTargets
from aberration.core.check import Check, failed_check, not_run, passed_check
from aberration.core.oracle import Agree, Verdict
from aberration.core.outcome import Text
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.c import providers
from aberration.targets.c_levels import level_of, newest

CASE = patched(NEVER, HARMLESS)
WRONG = Verdict("wrong", "wrong text", "2 of 7 differ")
CRASH = Verdict("crash", "compile: no boom", "crash (no boom) in compile")
TIMEOUT = Verdict("timeout", "timeout run")
PASS = Verdict("pass")


def gcc(level: str = "-O2", runner: str = "c", family: str = "gcc", *groups: str) -> Target:
    worker = WorkerSpec(runner, (("path", "gcc"), ("level", level), ("include", "")))
    return Target(f"gcc-7:{level}", "executes", ("c",), (Stage("gcc-7", worker),), groups, family)


class World:
    """What compilers say by id (`pass` unless told), `checking ID` in checking mode; `asked` in
    order.
    """

    def __init__(self, known: KnownTargets = HERE, **verdicts: Verdict) -> None:
        self.known = known
        self.verdicts = {
            key.replace("__", " ").replace("_", "-"): verdict for key, verdict in verdicts.items()
        }
        self.asked: list[str] = []
        self.limits: list[str] = []

    def ask(self, case: TestCase, target: Target) -> Verdict:
        checking = b"abort" in case.programs["variant"].source
        name = target.id if target.id.startswith("gcc-7") else f"{target.family}{level_of(target)}"
        self.asked.append(f"checking {name}" if checking else name)
        self.limits.append(target.stages[0].worker.option("run_limit"))
        return self.verdicts.get(self.asked[-1], PASS)

    def says(self, key: str, verdict: Verdict) -> "World":
        self.verdicts[key] = verdict
        return self

    def explains(self, verdict: Verdict = WRONG, target: Target | None = None) -> str:
        asked = question(
            CASE, target or gcc(), verdict, self.ask, method=PatchMethod(), known=self.known
        )
        return explanation(asked)


@pytest.fixture(autouse=True)
def sanitizers(monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    checks = [
        passed_check("gcc-12 address,undefined"),
        not_run("clang-16 memory", "its sanitizers are not installed"),
    ]

    def check(program: Program, name: str, deadline: float, expected: Text) -> list[Check]:
        assert (program, expected) == (CASE.programs["variant"], Text(b"sum 45\n", 3))
        return checks

    monkeypatch.setattr(c_checks, "check_c", check)
    return checks


def test_nothing_explains_what_everybody_else_does_right() -> None:
    world = World()
    assert world.explains() == ""
    assert world.asked == [
        "gcc-7:-O0",
        "clang-O0",
        "checking gcc-7:-O0",
        "checking gcc-O0",
        "checking clang-O0",
    ]
    assert set(world.limits) == {"20.0"}


def test_a_slow_machine_explains_a_timeout() -> None:
    assert World().explains(TIMEOUT) == SLOW
    assert World().says("gcc-7:-O2", TIMEOUT).explains(TIMEOUT) == ""


@pytest.mark.parametrize("target", [gcc(), gcc("-O0")])
def test_a_result_that_the_other_family_does_not_confirm(target: Target) -> None:
    told = World().says("clang-O0", WRONG).explains(target=target)
    assert "does not give the known result either: wrong: 2 of 7 differ" in told


def test_a_compiler_that_is_wrong_at_all_levels_must_be_alone_with_it() -> None:
    world = World().says("gcc-7:-O0", WRONG).says("checking gcc-7:-O0", WRONG)
    assert world.explains() == ""
    assert world.asked[:3] == ["gcc-7:-O0", "clang-O0", "clang-O2"]
    assert "does not give" in world.says("clang-O2", WRONG).explains()


def test_undefined_behaviour(sanitizers: list[Check]) -> None:
    sanitizers.append(failed_check("clang-16 memory", "x.c:3:1: runtime error: no"))
    told = World().explains()
    assert (
        told
        == "undefined behaviour in the variant, says clang-16 memory: x.c:3:1: runtime error: no"
    )


def test_a_program_that_no_sanitizer_saw_blames_nobody(sanitizers: list[Check]) -> None:
    del sanitizers[0]
    assert World().explains() == f"{NO_SANITIZER}: its sanitizers are not installed"


@pytest.mark.parametrize("where", ["gcc-7:-O0", "gcc-O0", "clang-O0"])
def test_a_path_that_must_not_run_is_a_defect_of_ours(where: str) -> None:
    told = (
        World()
        .says(f"checking {where}", Verdict("crash", "run: SIGABRT", "crash (SIGABRT) in run"))
        .explains()
    )
    assert told.startswith("a defect of ours: in checking mode")
    assert told.endswith("crash: crash (SIGABRT) in run")


def test_checking_mode_counts_for_a_compiler_without_levels() -> None:
    tcc = newest(providers(), "tcc")
    assert tcc is not None
    abort = Verdict("crash", "run: SIGABRT")
    assert "checking mode tcc" in World().says("checking tcc", abort).explains(target=tcc)
    world = World()
    assert world.explains(target=tcc) == ""
    assert world.asked == [
        *("gcc-O0", "gcc-O2", "clang-O0", "clang-O2"),
        *("checking tcc", "checking gcc-O0", "checking clang-O0"),
    ]


@pytest.mark.parametrize("target", [gcc("-O2", "c", "gcc", "mutants"), gcc("", "command", "mine")])
def test_what_always_optimises_is_not_asked_to_check_itself(target: Target) -> None:
    world = World()
    assert world.explains(target=target) == ""
    assert not any("gcc-7" in name for name in world.asked)


def test_a_compiler_that_dies_is_at_fault_if_another_takes_the_program() -> None:
    world = World().says("clang-O0", WRONG)
    assert world.explains(CRASH) == ""
    assert world.asked == ["clang-O0"]
    told = (
        World()
        .says("clang-O0", Verdict("rejected", "error: no", "rejected in compile: no"))
        .explains(CRASH)
    )
    assert told.startswith("a defect of ours: clang-")
    assert told.endswith("refuses the program: rejected in compile: no")


def test_a_program_that_dies_goes_through_all_checks() -> None:
    world = World()
    assert world.explains(Verdict("crash", "run: SIGSEGV")) == ""
    assert "checking clang-O0" in world.asked


def test_a_refusal_blames_nobody() -> None:
    assert (
        World()
        .explains(Verdict("rejected", "error: no", "rejected: no"))
        .startswith("a defect of ours, or C")
    )


def test_one_family_alone_proves_nothing() -> None:
    alone = KnownTargets(compilers=lambda: [gcc()])
    assert World(alone).explains() == NO_REFERENCE
    assert World(alone).explains(CRASH) == NO_REFERENCE


def test_tcc_is_the_reference_where_nobody_else_is() -> None:
    alone = KnownTargets(compilers=lambda: [one for one in providers() if one.family == "tcc"])
    assert World(alone).explains() == ""
    assert "does not give" in World(alone).says("tcc", WRONG).explains()


def test_the_checks_are_for_c_with_a_known_result() -> None:
    assert is_c_claim(CASE)
    assert not is_c_claim(TestCase(CASE.recipe, CASE.programs, Agree("variant")))
