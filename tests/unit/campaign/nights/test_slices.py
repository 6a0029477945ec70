"""A slice is an ordinary campaign, of which the findings are new once."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.nights.arms import plan_slice
from aberration.campaign.nights.configuration import NightConfiguration, NightKeys
from aberration.campaign.nights.folder import CAMPAIGN, NIGHT, NightsFolder, write_json
from aberration.campaign.nights.history import History
from aberration.campaign.nights.leftovers import Leftovers
from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.records import Arm, Night, SlicePlan, TargetHere
from aberration.campaign.nights.slices import Slices, Stopped
from aberration.campaign.nights.storage import NightStore, open_nights
from aberration.methods.registry import method_named

HERE = (TargetHere("words-buggy", "words-buggy", "words-buggy", ("c",)),)
NIGHT_1, NIGHT_2 = Night(1, 3, "", HERE), Night(2, 4, "", HERE)


@pytest.fixture
def folder(tmp_path: Path) -> NightsFolder:
    """Return the folder of two nights that were begun."""
    made = NightsFolder(tmp_path / "nights")
    for night in (NIGHT_1, NIGHT_2):
        write_json(made.night(night.number) / NIGHT, night)
    return made


@pytest.fixture
def store(folder: NightsFolder, tmp_path: Path) -> Iterator[NightStore]:
    with open_nights(NightConfiguration(NightKeys(), FuzzConfiguration(), tmp_path)) as opened:
        yield opened


def history(folder: NightsFolder, store: NightStore) -> History:
    return History(folder, store, Machine({}), method_named)


def slices(
    folder: NightsFolder, store: NightStore, night: Night = NIGHT_1, stop: bool = False
) -> Slices:
    told = history(folder, store)
    return Slices(folder, store, told, night, method_named, lambda _: None, lambda: stop)


def plan(folder: NightsFolder, seeds: Path, night: Night = NIGHT_1) -> SlicePlan:
    settings = {"wordplay": MethodSettings(options={"words": "w0 twist"})}
    base = FuzzConfiguration(seeds=(str(seeds),), tests=2, jobs=1, confirmations=1, method=settings)
    place = folder.slice(night.number, 1) / CAMPAIGN
    return plan_slice(Arm("wordplay", "c"), ("words-buggy",), base, night, 1, 60.0, place)


def nights_of(folder: NightsFolder, store: NightStore) -> list[tuple[str, int]]:
    return [(one.finding.id, one.night) for one in history(folder, store).all_kept()]


def test_what_a_slice_finds_is_new_once(
    plugin: Path, folder: NightsFolder, store: NightStore
) -> None:
    done = slices(folder, store).run(plan(folder, plugin))
    assert (done.tests, done.new, done.left, done.trouble) == (2, 1, 0, "")
    assert [(one.id, one.outcomes) for one in done.targets] == [("words-buggy", 2)]
    kept = nights_of(folder, store)
    assert {(name.partition("/")[0], night) for name, night in kept} == {("0001-01", 1)}
    # Done again after a kill before it was written: nothing is twice.
    again = slices(folder, store).run(plan(folder, plugin))
    assert msgspec.structs.replace(again, minutes=0.0) == msgspec.structs.replace(done, minutes=0.0)
    assert nights_of(folder, store) == kept
    second = slices(folder, store, NIGHT_2).run(plan(folder, plugin, NIGHT_2))
    assert second.new == 0
    assert folder.slices(1) == [again]
    assert list(store.names().values()) == ["0001-01", "0002-01"]


def test_the_plan_that_is_written_names_no_database(
    plugin: Path, folder: NightsFolder, store: NightStore
) -> None:
    written = plan(folder, plugin).configuration
    assert (written.store, written.artifacts) == ("", "")
    placed = store.with_place(written, "0001-01")
    assert placed.store.endswith("/nights/campaign.sqlite#0001-01")


def test_a_slice_that_can_test_nothing_says_why(
    plugin: Path, folder: NightsFolder, store: NightStore, tmp_path: Path
) -> None:
    done = slices(folder, store).run(plan(folder, tmp_path / "no seeds"))
    assert done.trouble.startswith("wordplay in c: ")
    assert (done.tests, done.targets) == (0, ())


def test_a_slice_that_is_told_to_end_is_not_done(
    plugin: Path, folder: NightsFolder, store: NightStore
) -> None:
    with pytest.raises(Stopped):
        slices(folder, store, stop=True).run(plan(folder, plugin))
    assert folder.slices(1) == []


def forget_reductions(store: NightStore, name: str) -> Sequence[str]:
    """Let the findings of a campaign be as before their reduction; return their ids."""
    campaign = store.campaign(name)
    found = campaign.findings("reduced")
    for one in found:
        campaign.update_finding(msgspec.structs.replace(one, state="new", reduced=None))
    return [f"{name}/{one.id}" for one in found]


def test_what_a_night_left_is_reduced_by_the_next_one_and_new_then(
    plugin: Path, folder: NightsFolder, store: NightStore
) -> None:
    slices(folder, store).run(plan(folder, plugin))
    names = forget_reductions(store, "0001-01")
    assert nights_of(folder, store) == []
    leftovers = Leftovers(folder, store, NIGHT_2, lambda _: None, lambda: False)
    leftovers.reduce(0.0)
    assert folder.later_nights() == {}
    leftovers.reduce(60.0)
    assert nights_of(folder, store) == [(name, 2) for name in names]
    # A night goes on with its own at its end.
    forget_reductions(store, "0001-01")
    own = Leftovers(folder, store, NIGHT_1, lambda _: None, lambda: False)
    own.finish(0.0)
    assert nights_of(folder, store) == []
    own.finish(60.0)
    assert nights_of(folder, store) == [(name, 2) for name in names]
    # Of this night is what was reduced in it, and nothing of it is taken up twice.
    forget_reductions(store, "0001-01")
    leftovers.reduce(60.0)
    assert nights_of(folder, store) == []
