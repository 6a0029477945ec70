"""The replay of known bugs: what became of them, and in which order they come."""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign.nights.folder import NightsFolder
from aberration.campaign.nights.known_bugs import (
    KnownBugs,
    cases_of,
    change_of,
    in_order,
)
from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.records import Change, KnownBug, Night, Replay
from aberration.campaign.store import DATABASE, Store
from aberration.campaign.triage.question import KnownTargets
from aberration.campaign.verification import Verification, Verifier, VersionResult
from aberration.campaign.whole_store import WholeStore
from aberration.core.errors import BadInput
from aberration.core.recipe import Recipe, Step
from aberration.core.target import Target
from aberration.core.testcase import save_case
from aberration.targets.pool import TargetPool

BUG = KnownBug("b", "words@1.0", "wrong", 1, right=False)
RIGHT = msgspec.structs.replace(BUG, right=True)
UNJUDGED = msgspec.structs.replace(BUG, right=None)


def found(*words: str) -> Verification:
    rows = [VersionResult(word, word, word, shows=word == "wrong") for word in words]
    return Verification("b", "t", tuple(rows))


@pytest.mark.parametrize(
    ("before", "words", "change"),
    [
        (BUG, ["right", "wrong"], "still there"),
        (BUG, ["wrong", "right"], "fixed"),
        (BUG, ["right"], "passes"),
        (BUG, ["crash"], "still there"),
        (BUG, ["not run"], "no verdict"),
        (BUG, [], "not here"),
        (RIGHT, ["right", "wrong"], "back again"),
        (RIGHT, ["wrong", "right"], "still right"),
        (RIGHT, ["right"], "still right"),
        (RIGHT, ["crash"], "another violation"),
        (UNJUDGED, ["wrong"], "still there"),
        (UNJUDGED, ["wrong", "right"], "still right"),
    ],
)
def test_what_became_of_a_bug(before: KnownBug, words: list[str], change: Change) -> None:
    assert change_of(before, found(*words)) == change


def test_those_come_first_that_were_replayed_longest_ago() -> None:
    known = [KnownBug(name, "t", "wrong", 1, checked=at) for name, at in (("b", "2"), ("a", "1"))]
    assert [bug.id for bug in in_order(known)] == ["a", "b"]


def saved(folder: Path, *words: str) -> Path:
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
    save_case(wordplay.WordMethod().replay(recipe).case, folder)
    return folder


def replay_of(
    folder: Path, known: Sequence[KnownBug], targets: Sequence[Target], seconds: float = 60.0
) -> Replay:
    by_id = {target.id: target for target in targets}
    with TargetPool() as pool:
        verifier = Verifier(pool, 1.0, KnownTargets(every=lambda: targets, members=lambda _: ()))
        night = Night(2, 0, "", ())
        store = Store(f"sqlite:///{folder / DATABASE}", "")
        store.prepare()
        bugs = KnownBugs(
            NightsFolder(folder),
            WholeStore(store),
            night,
            verifier,
            lambda bug: by_id.get(bug.target),
        )
        found = bugs.replay(known, seconds, lambda: False)
        store.close()
        return found


def checks_in(folder: Path) -> list[tuple[str, str, str]]:
    store = Store(f"sqlite:///{folder / DATABASE}", "")
    try:
        return [(one.bug, one.target, one.verdict) for one in store.checks()]
    finally:
        store.close()


def test_each_bug_is_replayed_on_all_versions_once(tmp_path: Path) -> None:
    case = saved(tmp_path / "case", "twist")
    known = [
        msgspec.structs.replace(BUG, id=name, case=str(case), right=right)
        for name, right in (("back", True), ("there", False))
    ]
    known.append(msgspec.structs.replace(BUG, id="away", target="no target"))
    known.append(msgspec.structs.replace(BUG, id="lost", finding="none"))
    replay = replay_of(tmp_path, known, wordplay.versions("1.0", "2.0=twist"))
    told = {one.bug: one.change for one in replay.bugs}
    assert told == {
        "away": "not here",
        "back": "back again",
        "lost": "not here",
        "there": "still there",
    }
    back = next(one for one in replay.bugs if one.bug == "back")
    assert (back.first_bad, back.last_good) == ("2.0", "1.0")
    assert checks_in(tmp_path)[:2] == [
        ("back", "words@1.0", "right"),
        ("back", "words@2.0", "wrong"),
    ]
    # Done once, it stays: another machine room would tell another thing.
    assert replay_of(tmp_path, known, wordplay.versions("1.0")) == replay


@pytest.mark.usefixtures("without_sandbox")
def test_a_regression_must_be_seen_again(tmp_path: Path) -> None:
    case = saved(tmp_path / "case", "moody")
    moods = tmp_path / "moods"
    moods.write_text("3")
    moody = wordplay.target("words@1.0", family="w", bugs="moody", moods=str(moods))
    known = [msgspec.structs.replace(RIGHT, case=str(case))]
    (one,) = replay_of(tmp_path, known, [moody]).bugs
    assert one.change == "no verdict"


def test_what_there_is_no_time_for_is_counted(tmp_path: Path) -> None:
    case = saved(tmp_path / "case", "twist")
    known = [msgspec.structs.replace(BUG, id=name, case=str(case)) for name in "abc"]
    replay = replay_of(tmp_path, known, wordplay.versions("1.0=twist"), 1e-9)
    assert ([one.bug for one in replay.bugs], replay.left, replay.done) == (["a"], 2, True)


def test_the_cases_of_a_folder(tmp_path: Path) -> None:
    rows = [
        {"case": "one", "target": "words@1.0", "version": "1", "verdict": "wrong"},
        {"case": "one", "target": "words@2.0", "version": "2", "verdict": "wrong"},
        {"case": "two", "target": "elsewhere", "version": "1", "verdict": "crash or wrong"},
    ]
    (tmp_path / "index.json").write_text(json.dumps(rows))
    targets = {target.id: target for target in wordplay.versions("1.0", "2.0")}
    (bug,) = cases_of(tmp_path, targets.get)
    assert bug == KnownBug("one:words", "words@1.0", "wrong", 0, case=str(tmp_path / "one"))


def test_an_index_that_lies_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.json").write_text('[{"case": ' + "[" * 100_000 + "]" * 100_000 + "}]")
    with pytest.raises(BadInput, match=r"index\.json: expected rows of cases"):
        cases_of(tmp_path, Machine({}).find)


def test_a_folder_without_an_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"index\.json"):
        cases_of(tmp_path, Machine({}).find)
    (tmp_path / "index.json").write_text("{}")
    with pytest.raises(BadInput, match="expected rows of cases"):
        cases_of(tmp_path, Machine({}).find)
