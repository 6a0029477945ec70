"""What follows the tests: reduction that never drifts, what is set aside, and which findings
are looked at first.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.records import finding as toy_finding
from helpers.word_compiler import words_of

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.finding_reducer import NOT_AGAIN
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.pipeline import bugs_of, rank_findings, reduce_findings
from aberration.core.errors import Starved
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.outcome import Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.targets.pool import RunResult, TargetPool

pytestmark = pytest.mark.usefixtures("plugin")

WRONG = Verdict("wrong", "wrong text", "1 of 6 differ")
CRASH = Verdict("crash", "no boom", "crash (no boom)")


def finding(
    words: Sequence[str],
    verdict: Verdict = WRONG,
    text: str = "alpha",
    identifier: str = "000000-bad",
) -> Finding:
    """Return a finding of the target `bad` with one step for each word."""
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program(text)}, steps)
    case = wordplay.WordMethod().replay(recipe).case
    return Finding(identifier, 0, "bad", "words 1.0", verdict, case, "reliable", 3, 3)


def aftermath(
    tmp_path: Path, *findings: Finding, bugs: str = "twist boom round", deadline: float = 10.0
) -> tuple[list[Finding], Store]:
    """Store the findings, reduce them, and return what became of them."""
    store = Store.in_folder(tmp_path / "campaign")
    (tmp_path / "campaign").mkdir()
    configuration = FuzzConfiguration(
        methods=("wordplay",), targets=("bad",), tests=1, confirmations=1, deadline=deadline
    )
    store.create(Header(configuration, "digest"))
    found = tuple(
        FoundRecord(one, {"reference": Text(b"old"), "variant": Text(b"old")}) for one in findings
    )
    store.record(RunRecord(0, "wordplay", 1, 1.0, 1.0, (), found), 1.0)
    target = wordplay.target("bad", bugs=bugs, moods=str(tmp_path / "moods"))
    reduce_findings(store, {"bad": target}, method_named)
    return store.findings(), store


def words(given: Finding) -> list[str]:
    assert given.reduced is not None
    return words_of(given.reduced.programs["variant"])


def test_a_finding_becomes_small_with_new_evidence(tmp_path: Path) -> None:
    (done,), store = aftermath(tmp_path, finding(["w1", "w2", "twist", "w3", "w4"]))
    assert (done.state, words(done)) == ("reduced", ["twist"])
    assert done.neighbour is not None
    assert words_of(done.neighbour.programs["variant"]) == []
    assert store.evidence(done.id) == {"reference": Text(b"alpha"), "variant": Text(b"alpha!")}
    store.close()


@pytest.mark.slow
def test_a_reduction_does_not_end_at_what_rounding_explains(tmp_path: Path) -> None:
    (done,), store = aftermath(tmp_path, finding(["round", "twist", "w1"]))
    assert words(done) == ["twist"]
    store.close()


@pytest.mark.slow
def test_what_takes_long_is_not_taken_for_what_never_ends(tmp_path: Path) -> None:
    given = finding(["lag", "stall"], Verdict("timeout", "timeout"))
    (done,), store = aftermath(tmp_path, given, bugs="lag stall", deadline=0.8)
    assert (done.verdict.kind, words(done)) == ("timeout", ["stall"])
    store.close()


def test_a_hang_that_shows_at_once_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient: list[float] = []
    fresh = TargetPool.run_fresh

    def counted(pool: TargetPool, target: Target, program: Program, deadline: float) -> RunResult:
        patient.append(deadline)
        return fresh(pool, target, program, deadline)

    monkeypatch.setattr(TargetPool, "run_fresh", counted)
    given = finding(["w1", "w2", "stall", "w3"], Verdict("timeout", "timeout"))
    (done,), store = aftermath(tmp_path, given, bugs="stall", deadline=0.4)
    assert words(done) == ["stall"]
    assert len(patient) < done.reduction_tries
    store.close()


def hanging(identifier: str) -> Finding:
    """Return a hang as an executor leaves it: seen once, in a warm worker."""
    given = finding(["w1", "stall", "w2"], Verdict("timeout", "timeout"), identifier=identifier)
    return msgspec.structs.replace(given, state="waiting", reliability="once", observed=0, tries=0)


def test_a_hang_that_waits_is_confirmed_and_reduced(tmp_path: Path) -> None:
    (done,), store = aftermath(tmp_path, hanging("000000-bad"), bugs="stall", deadline=0.3)
    assert (done.state, words(done), done.observed, done.tries) == ("reduced", ["stall"], 1, 1)
    store.close()


def test_a_slow_program_that_waits_is_no_hang(tmp_path: Path) -> None:
    (done,), store = aftermath(tmp_path, hanging("000000-bad"), bugs="lag", deadline=0.5)
    assert (done.state, done.reason) == ("set-aside", NOT_AGAIN)
    store.close()


def test_a_machine_too_busy_to_reduce_leaves_a_finding_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Starved("no time")

    monkeypatch.setattr("aberration.campaign.finding_reducer.observe_fresh", refuse)
    (left,), store = aftermath(tmp_path, finding(["twist"]))
    assert (left.state, left.reduced) == ("new", None)
    store.close()


def test_a_slip_to_another_bug_is_a_finding_of_its_own(tmp_path: Path) -> None:
    found, store = aftermath(tmp_path, finding(["twist", "boom"], CRASH))
    first, slip = sorted(found, key=lambda one: one.id)
    assert words(first) == ["boom"]
    assert (slip.id, slip.verdict.kind, slip.state) == ("000000-bad-slip-1", "wrong", "reduced")
    assert words(slip) == ["twist"]
    assert {bug.kind for bug in bugs_of(store, {"bad": wordplay.target("bad")}, method_named)} == {
        "crash",
        "wrong",
    }
    store.close()


def test_a_finding_without_a_steady_reference_is_set_aside(tmp_path: Path) -> None:
    (done,), store = aftermath(tmp_path, finding(["twist"], text="random"))
    assert done.state == "set-aside"
    assert "the reference itself is not the same each time" in done.reason
    store.close()


@pytest.mark.slow
def test_what_no_fresh_process_showed_is_set_aside(tmp_path: Path) -> None:
    once = msgspec.structs.replace(
        finding(["w1"]), state="waiting", reliability="needs-history", observed=0
    )
    (done,), store = aftermath(tmp_path, once)
    assert (done.state, done.reduced) == ("set-aside", None)
    assert "needs history" in done.reason
    store.close()


@pytest.mark.usefixtures("without_sandbox")
def test_what_shows_in_one_look_of_four_is_reduced(tmp_path: Path) -> None:
    waits = msgspec.structs.replace(
        finding(["w1", "w2", "moody", "w3"]), state="waiting", reliability="flaky", observed=1
    )
    (done,), store = aftermath(tmp_path, waits, bugs="moody")
    assert (done.state, done.reliability, words(done)) == ("reduced", "flaky", ["moody"])
    assert done.looks > 10
    assert done.culprit is None
    store.close()


def test_one_finding_of_each_bug_comes_first_and_none_is_left_out() -> None:
    crashes = [toy_finding(number, kind="crash") for number in range(5)]
    wrong = [toy_finding(number, "gcc") for number in range(10, 13)]
    slow = msgspec.structs.replace(
        toy_finding(3, "clang"), verdict=Verdict("timeout", "timeout run")
    )
    aside = msgspec.structs.replace(toy_finding(20, "gcc"), state="set-aside")
    order = rank_findings([slow, *crashes, *wrong, aside], {})
    assert [(rank, one.id) for rank, one in order[:3]] == [
        (0, crashes[0].id),
        (0, wrong[0].id),
        (0, slow.id),
    ]
    assert [rank for rank, _ in order] == sorted(rank for rank, _ in order)
    assert {one.id for _, one in order} == {one.id for one in (slow, *crashes, *wrong)}


def test_a_bug_that_was_reduced_before_has_no_first() -> None:
    reduced = msgspec.structs.replace(toy_finding(1, kind="crash"), state="reduced")
    again, other = toy_finding(2, kind="crash"), toy_finding(3)
    assert [(rank, one.id) for rank, one in rank_findings([reduced, again, other], {})] == [
        (0, other.id),
        (1, again.id),
    ]
