"""What is known when a night begins, read from the store."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.nights import NEW, news
from helpers.records import finding
from helpers.toy import ToyMethod, add, toy_case

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.nights.configuration import NightConfiguration, NightKeys
from aberration.campaign.nights.folder import LEFTOVERS, NEWS, NIGHT, NightsFolder, write_json
from aberration.campaign.nights.history import History, last_check
from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.records import KnownBug, Night, Taken, TargetHere
from aberration.campaign.nights.storage import NightStore, open_nights
from aberration.campaign.places import new_store
from aberration.campaign.records import Check, FoundRecord, Triage, TriageStatus
from aberration.campaign.store import Header
from aberration.core.finding import Finding

HERE = (TargetHere("tcc", "tcc", "c-compilers", ("c",)),)
NIGHT_3 = Night(3, 1, "", HERE, checks=100)
CASE = KnownBug("a-case:tcc", "tcc", "wrong", 0, case="a-case")


@pytest.fixture
def nights(tmp_path: Path) -> Iterator[NightStore]:
    configuration = NightConfiguration(NightKeys(), FuzzConfiguration(), tmp_path)
    write_json(tmp_path / "nights" / "0003" / NIGHT, NIGHT_3)
    with open_nights(configuration) as opened:
        yield opened


def history(nights: NightStore, tmp_path: Path) -> History:
    folder = NightsFolder(tmp_path / "nights")
    return History(folder, nights, Machine({}, folder.nights()), lambda _: ToyMethod())


def reduced(test: int, kind: str) -> Finding:
    case = toy_case(add("w", kind=kind))
    return msgspec.structs.replace(finding(test), state="reduced", case=case, reduced=case)


def begin(nights: NightStore, place: Path, name: str, *found: Finding) -> None:
    """Begin a campaign of the store that has these findings."""
    asked = FuzzConfiguration(output=str(place / name))
    store = new_store(nights.with_place(asked, name))
    store.create(Header(asked, "0" * 16))
    store.begin_session(1)
    for one in found:
        store.add_finding(FoundRecord(one, {}))
    store.close()


def look(nights: NightStore, bug: str, verdict: str, at: str, target: str = "tcc") -> None:
    nights.whole.add_check(Check(bug, 0, "", target, "1", verdict, at))


def test_the_night_of_a_finding(nights: NightStore, tmp_path: Path) -> None:
    begin(nights, tmp_path, "0001-01", reduced(1, "Swap"), finding(2))
    begin(nights, tmp_path, "mine", reduced(1, "Copy"))
    asked = history(nights, tmp_path)
    assert [(one.finding.id, one.night, one.family) for one in asked.all_kept()] == [
        ("0001-01/000001-tcc", 1, "c-compilers"),
        ("mine/000001-tcc", 0, "c-compilers"),
    ]
    # Night 3 reduced what night 1 had left.
    taken = NightsFolder(tmp_path / "nights").night(3) / LEFTOVERS
    write_json(taken, Taken(findings=("0001-01/000001-tcc",)))
    assert [one.night for one in asked.all_kept()] == [3, 0]


def test_what_waits_for_its_reduction_is_counted(nights: NightStore, tmp_path: Path) -> None:
    crash = msgspec.structs.replace(finding(3, kind="crash"), state="new")
    begin(nights, tmp_path, "0003-01", crash, msgspec.structs.replace(finding(4), state="new"))
    begin(nights, tmp_path, "0002-01", finding(5, kind="crash"))
    asked = history(nights, tmp_path)
    assert (asked.count_unreduced(NIGHT_3), asked.count_unreduced(Night(1, 1, "", HERE))) == (2, 0)
    # One that looks so is known: it may be that bug.
    begin(nights, tmp_path, "mine", reduced(1, "Copy"))
    assert asked.count_unreduced(NIGHT_3) == 1


def test_what_was_known_before_a_night(nights: NightStore, tmp_path: Path) -> None:
    begin(nights, tmp_path, "0001-01", reduced(1, "Swap"))
    begin(nights, tmp_path, "0003-01", reduced(1, "Copy"))
    (bug,) = history(nights, tmp_path).known_bugs(NIGHT_3)
    assert (bug.target, bug.night, bug.right) == ("tcc", 1, None)
    assert (bug.finding, bug.series, bug.checked) == ("0001-01/000001-tcc", "tcc", "")
    look(nights, bug.id, "wrong", "1")
    look(nights, bug.id, "right", "2")
    look(nights, bug.id, "not run", "3")
    (bug,) = history(nights, tmp_path).known_bugs(NIGHT_3)
    assert (bug.right, bug.checked) == (True, "3")
    # Another compiler of the family, and what was seen in the night itself, say nothing of it.
    look(nights, bug.id, "right", "4", "gcc")
    (bug,) = history(nights, tmp_path).known_bugs(msgspec.structs.replace(NIGHT_3, checks=1))
    assert (bug.right, bug.checked) == (False, "1")
    assert last_check(nights.whole.checks()) == 4
    assert last_check([]) == 0


def test_the_name_that_a_bug_was_told_by_stays(nights: NightStore, tmp_path: Path) -> None:
    begin(nights, tmp_path, "0001-01", reduced(1, "Swap"))
    folder = NightsFolder(tmp_path / "nights")
    write_json(folder.night(1) / NIGHT, Night(1, 1, "", HERE))
    told = msgspec.structs.replace(NEW, id="wrong-told", finding="0001-01/000001-tcc")
    write_json(folder.night(1) / NEWS, news((told,), night=1))
    (bug,) = history(nights, tmp_path).known_bugs(NIGHT_3)
    assert bug.id == "wrong-told"


@pytest.mark.parametrize(("status", "known"), [("invalid", 0), ("duplicate", 0), ("fixed", 1)])
def test_what_is_settled_is_not_replayed(
    nights: NightStore, tmp_path: Path, status: TriageStatus, known: int
) -> None:
    begin(nights, tmp_path, "0001-01", reduced(1, "Swap"))
    begin(nights, tmp_path, "0002-01", reduced(2, "Swap"))
    asked = history(nights, tmp_path)
    (bug,) = asked.known_bugs(NIGHT_3)
    nights.whole.set_triage(Triage(bug.id, status))
    assert len(asked.known_bugs(NIGHT_3)) == known
    assert asked.settled_bugs() == ({bug.id} if not known else set())


def test_a_case_of_a_folder_has_its_last_look(nights: NightStore, tmp_path: Path) -> None:
    look(nights, CASE.id, "wrong", "1")
    (judged,) = history(nights, tmp_path).judged_before([CASE], NIGHT_3)
    assert judged == msgspec.structs.replace(CASE, checked="1", right=False)
