"""What is said of a bug after its case was run on all versions again."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign.triage.question import KnownTargets
from aberration.campaign.verification import (
    NOT_RUN,
    REFUSED,
    RIGHT,
    Subject,
    Verification,
    Verifier,
    VersionResult,
    subject_of,
    word_of,
)
from aberration.core.finding import Finding
from aberration.core.oracle import Agree, Verdict
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

WRONG = Verdict("wrong", "wrong text")
CRASH = Verdict("crash", "fold: Assertion `no boom' failed.")


def case_of(*words: str) -> TestCase:
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
    return wordplay.WordMethod().replay(recipe).case


def verified(
    case: TestCase,
    targets: Sequence[Target],
    on: str,
    wanted: Verdict | None = WRONG,
    looks: int = 1,
    *,
    whole_family: bool = False,
) -> Verification:
    known = KnownTargets(every=lambda: targets, members=lambda _: ())
    target = next(one for one in targets if one.id == on)
    with TargetPool() as pool:
        verifier = Verifier(pool, 1.0, known)
        return verifier.verify(Subject("b", case, target, wanted, looks), whole_family=whole_family)


def words(found: Verification) -> list[str]:
    return [f"{row.version}: {row.word}" for row in found.rows]


def test_closed_only_where_an_older_version_still_fails_in_this_run() -> None:
    line = wordplay.versions("3.0", "1.0", "2.0=twist")
    found = verified(case_of("twist"), line, "words@2.0")
    assert words(found) == ["1.0: right", "2.0: wrong", "3.0: right"]
    assert (found.state, found.fixed_in) == ("closed", "3.0")
    assert (found.first_bad, found.last_good) == ("2.0", "1.0")


def test_without_the_old_version_it_passes_and_is_not_closed() -> None:
    line = wordplay.versions("1.0", "3.0")
    found = verified(case_of("twist"), line, "words@3.0")
    assert (found.state, found.fixed_in, found.first_bad) == ("passes", "", "")


def test_what_the_newest_shows_is_open_however_many_are_right() -> None:
    line = wordplay.versions("1.0=twist", "2.0", "3.0=twist", "4.0=twist")
    found = verified(case_of("twist"), line, "words@1.0")
    assert (found.state, found.first_bad, found.last_good) == ("open", "3.0", "2.0")


def test_another_violation_of_the_newest_is_no_fix() -> None:
    line = wordplay.versions("1.0=twist", "2.0=boom")
    found = verified(case_of("twist", "boom"), line, "words@1.0")
    assert words(found) == ["1.0: wrong", "2.0: crash"]
    assert found.state == "other"


def test_a_bug_of_one_target_is_no_bug_of_another_signature_on_it() -> None:
    line = wordplay.versions("1.0=boom")
    other = verified(case_of("boom"), line, "words@1.0", Verdict("crash", "elsewhere"))
    assert (other.state, other.rows[0].word) == ("other", "crash")


def test_another_version_stands_in_for_a_target_that_is_gone() -> None:
    line = wordplay.versions("1.0", "2.0=boom")
    known = KnownTargets(every=lambda: line, members=lambda _: ())
    with TargetPool() as pool:
        elsewhere = Verdict("crash", "as the version says it that is gone")
        subject = Subject("b", case_of("boom"), line[1], elsewhere, seen_on="words@3.0")
        found = Verifier(pool, 1.0, known).verify(subject)
    assert (words(found), found.state) == (["1.0: right", "2.0: crash"], "open")


@pytest.mark.usefixtures("without_sandbox")
def test_a_flaky_bug_is_looked_for_as_often_as_it_needs(tmp_path: Path) -> None:
    moody = wordplay.target("moody@1.0", family="m", bugs="moody", moods=str(tmp_path / "moods"))
    mended = wordplay.target("moody@2.0", family="m", version="2.0")
    once = verified(case_of("moody"), [moody, mended], moody.id)
    often = verified(case_of("moody"), [moody, mended], moody.id, looks=8)
    assert (once.state, often.state) == ("passes", "closed")
    assert [row.looks for row in often.rows] == [3, 8]


def test_the_rest_of_the_family_stands_beside_and_decides_nothing() -> None:
    line = wordplay.versions("1.0", "2.0")
    leveled = wordplay.target("words-O2", family="words", bugs="twist")
    spec = leveled.stages[0].worker
    worker = msgspec.structs.replace(spec, options=(*spec.options, ("level", "-O2")))
    stage = msgspec.structs.replace(leveled.stages[0], worker=worker)
    leveled = msgspec.structs.replace(leveled, stages=(stage,))
    stranger = wordplay.target("stranger", bugs="twist")
    all_of_them = [*line, leveled, stranger]
    found = verified(case_of("twist"), all_of_them, "words@2.0", whole_family=True)
    assert [row.target for row in found.others] == ["words-O2"]
    assert (found.others[0].word, found.state) == ("wrong", "passes")


def test_a_case_that_compares_targets_gets_others_to_compare_with() -> None:
    case = msgspec.structs.replace(case_of("twist"), oracle=Agree("variant"))
    beside = [wordplay.target("a"), wordplay.target("b")]
    line = wordplay.versions("1.0=twist", "2.0")
    found = verified(case, [*line, *beside], "words@1.0")
    assert (words(found), found.state) == (["1.0: wrong", "2.0: right"], "closed")


def test_what_cannot_be_run_says_nothing() -> None:
    line = wordplay.versions("1.0=twist", "2.0")
    gone = [msgspec.structs.replace(line[0], available=False), line[1]]
    found = verified(case_of("twist"), gone, "words@1.0")
    assert (words(found), found.state) == (["2.0: right"], "passes")


@pytest.mark.parametrize(
    ("newest", "state"), [(REFUSED, "unknown"), (NOT_RUN, "unknown"), (RIGHT, "closed")]
)
def test_only_a_right_result_closes(newest: str, state: str) -> None:
    rows = (VersionResult("a", "1", "wrong", shows=True), VersionResult("b", "2", newest))
    assert Verification("b", "a", rows).state == state


def test_fixed_in_is_the_oldest_of_the_right_ones_at_the_end() -> None:
    told = [("1", "right"), ("2", "wrong"), ("3", "not run"), ("4", "right"), ("5", "right")]
    rows = tuple(VersionResult(n, n, word, shows=word == "wrong") for n, word in told)
    assert Verification("b", "1", rows).fixed_in == "4"


def test_nothing_here_says_nothing() -> None:
    assert Verification("b", "a", ()).state == "unknown"


@pytest.mark.parametrize(
    ("verdict", "word"),
    [
        (Verdict("pass"), RIGHT),
        (WRONG, "wrong"),
        (Verdict("none", detail="a documented limit, x: y"), REFUSED),
        (Verdict("none", detail="the reference itself: crash"), NOT_RUN),
    ],
)
def test_verdicts_in_words(verdict: Verdict, word: str) -> None:
    assert word_of(verdict) == word


def test_a_finding_gives_its_smallest_case_and_looks() -> None:
    small, large = case_of("twist"), case_of("w1", "twist")
    (target,) = wordplay.versions("1.0=twist")
    finding = Finding(
        "f", 1, target.id, "words 1.0", WRONG, large, "flaky", 1, 4, reduced=small, looks=9
    )
    subject = subject_of("b", finding, target)
    assert (subject.case, subject.looks, subject.finding) == (small, 9, "f")
