"""From a violation to a finding, or to what explains it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import wordplay

from aberration.campaign import frames
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import FLAKY_REFERENCE, TOO_BUSY, Confirmer, bug_seen
from aberration.campaign.observe import Observation
from aberration.core.errors import Starved
from aberration.core.finding import Finding
from aberration.core.oracle import Observations, judge
from aberration.core.outcome import Crash, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step
from aberration.core.signature import NATIVE_STACK
from aberration.core.target import Target
from aberration.reduce.looks import ENOUGH, MOST_LOOKS, looks_needed
from aberration.targets.pool import RunResult, TargetPool

TARGET = wordplay.target("bad", bugs="twist round")
ALPHA = wordplay.program("alpha").source
ADD_TWIST: tuple[Step, ...] = ({"type": "Add", "word": "twist"},)


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    with TargetPool() as opened:
        yield opened


def confirmed(
    pool: TargetPool,
    text: str,
    *words: str,
    known: bool = False,
    target: Target = TARGET,
    thorough: bool = False,
) -> list[Finding]:
    """Return what becomes of the violation that was seen for these words."""
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    case = (
        wordplay.WordMethod()
        .replay(Recipe("wordplay", 1, {"seed": wordplay.program(text)}, steps))
        .case
    )
    outcomes: Observations = {"bad": {"reference": Text(text.encode()), "variant": Text(b"wrong")}}
    seen = Observation(outcomes, judge(case.oracle, outcomes))
    skipped = (
        frozenset({bug_seen("bad", seen.verdicts["bad"])})
        if known
        else frozenset[tuple[str, str, str]]()
    )
    confirmer = Confirmer(
        pool, FuzzConfiguration(confirmations=2), wordplay.WordMethod(), thorough=thorough
    )
    return [found.finding for found in confirmer.findings(7, case, [target], seen, skipped)]


def test_a_bug_is_seen_again(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "alpha", "twist")
    assert (found.id, found.state, found.reliability, found.observed) == (
        "000007-bad",
        "new",
        "reliable",
        2,
    )


def test_what_is_not_seen_again_needs_history(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "alpha", "w1")
    assert (found.reliability, found.observed, found.state) == ("needs-history", 0, "waiting")


def test_who_is_thorough_looks_often_before_that_is_said(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "alpha", "w1", thorough=True)
    assert (found.state, found.observed, found.tries) == ("set-aside", 0, MOST_LOOKS)
    assert (
        found.reason
        == f"seen once, and in none of {MOST_LOOKS} runs in fresh processes: it needs history"
    )


@pytest.mark.usefixtures("without_sandbox")
def test_what_shows_now_and_then_waits_for_who_is_thorough(
    pool: TargetPool, tmp_path: Path
) -> None:
    moody = wordplay.target("bad", bugs="moody", moods=str(tmp_path / "moods"))
    (found,) = confirmed(pool, "alpha", "moody", target=moody)
    assert (found.state, found.tries, found.looks) == ("waiting", 2, 1)
    (found,) = confirmed(pool, "alpha", "moody", target=moody, thorough=True)
    assert (found.state, found.reliability, found.observed) == ("new", "flaky", ENOUGH)
    assert found.looks == looks_needed(found.observed, found.tries) > 10


def test_what_rounding_explains_is_set_aside(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "alpha", "round")
    assert found.state == "set-aside"
    assert "float freedom" in found.reason


def test_an_unsteady_reference_proves_nothing(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "random", "twist")
    assert (found.state, found.reason) == ("set-aside", FLAKY_REFERENCE)


class BusyPool(TargetPool):
    """A pool on a machine that has no time for new workers."""

    def run_fresh(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        """Refuse."""
        raise Starved(f"{program.name} got no time on {target.id} in {deadline}")


def test_what_the_machine_had_no_time_to_see_again_waits_for_a_later_call() -> None:
    with BusyPool() as pool:
        (found,) = confirmed(pool, "alpha", "twist")
    assert (found.state, found.observed) == ("waiting", 0)
    assert found.reason.startswith(TOO_BUSY)


def test_a_bug_that_is_known_is_not_confirmed_again(pool: TargetPool) -> None:
    assert confirmed(pool, "alpha", "twist", known=True) == []


def test_figures_that_are_others_each_time_are_left_out(pool: TargetPool) -> None:
    (found,) = confirmed(pool, "alpha", "twist")
    assert found.verdict.difference is None
    assert found.verdict.detail == "wrong, and wrong in another way each time"


class DyingPool(TargetPool):
    """Programs die in it; where it is traced the stack is told."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[str] = []

    def run(self, target: Target, program: Program, deadline: float = 5.0) -> RunResult:
        return RunResult(Text(program.source), 0.0, 0.0)

    def run_fresh(self, target: Target, program: Program, deadline: float = 5.0) -> RunResult:
        if program.source != ALPHA:
            self.looks.append("fresh")
            return RunResult(Crash("signal", "SIGSEGV"), 0.0, 0.0)
        return RunResult(Text(program.source), 0.0, 0.0)

    def run_traced(self, target: Target, program: Program, deadline: float = 5.0) -> RunResult:
        self.looks.append("traced")
        log = '{"signal": "SIGSEGV", "frames": ["fold", "simplify"]}'
        died = Crash("signal", "SIGSEGV", log=f"{NATIVE_STACK}{log}\n")
        return RunResult(died, 0.0, 0.0)


def confirmed_death(monkeypatch: pytest.MonkeyPatch, unsupported: str) -> tuple[Finding, list[str]]:
    """Return the finding of a death, and how it was looked at."""
    monkeypatch.setattr(frames, "reason_unsupported", lambda: unsupported)
    words = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, ADD_TWIST)
    case = wordplay.WordMethod().replay(words).case
    outcomes: Observations = {
        "bad": {"reference": Text(ALPHA), "variant": Crash("signal", "SIGSEGV")}
    }
    seen = Observation(outcomes, judge(case.oracle, outcomes))
    dying = DyingPool()
    with dying:
        confirmer = Confirmer(dying, FuzzConfiguration(confirmations=3), wordplay.WordMethod())
        (found,) = confirmer.findings(7, case, [TARGET], seen)
        return found.finding, dying.looks


def test_a_death_whose_stack_was_told_was_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, looks = confirmed_death(monkeypatch, "no tracing here")
    told, looks_with_stack = confirmed_death(monkeypatch, "")
    assert (plain.observed, plain.tries, plain.state) == (3, 3, "new")
    assert (told.observed, told.tries, told.state) == (3, 3, "new")
    assert "fold" in told.verdict.signature
    assert looks_with_stack == ["traced", *looks[1:]]
