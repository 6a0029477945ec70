"""A slice is an ordinary campaign, of which the findings are kept once."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.events import Event
from aberration.campaign.nights.arms import plan_slice
from aberration.campaign.nights.folder import CAMPAIGN, DONE, NIGHT, NightsFolder, write_json
from aberration.campaign.nights.leftovers import Leftovers, left_of
from aberration.campaign.nights.records import Arm, Night, SliceDone, SlicePlan, TargetHere
from aberration.campaign.nights.slices import Slices, Stopped
from aberration.campaign.store import Store
from aberration.methods.registry import method_named

HERE = (TargetHere("words-buggy", "words-buggy", "words-buggy", ("c",)),)
NIGHT_1, NIGHT_2 = Night(1, 3, "", HERE), Night(2, 4, "", HERE)


def slices(folder: NightsFolder, night: Night = NIGHT_1, stop: bool = False) -> Slices:
    quiet: list[Event] = []
    return Slices(
        folder, night, method_named, lambda name: name, quiet.append, lambda: stop
    )  # fmt: skip


def plan(folder: NightsFolder, seeds: Path, night: Night = NIGHT_1) -> SlicePlan:
    settings = {"wordplay": MethodSettings(options={"words": "w0 twist"})}
    base = FuzzConfiguration(seeds=(str(seeds),), tests=2, jobs=1, confirmations=1, method=settings)
    place = folder.slice(night.number, 1) / CAMPAIGN
    return plan_slice(Arm("wordplay", "c"), ("words-buggy",), base, night, 1, 60.0, place)


def begun(root: Path, *nights: Night) -> NightsFolder:
    folder = NightsFolder(root)
    for night in nights:
        write_json(folder.night(night.number) / NIGHT, night)
    return folder


def test_what_a_slice_finds_is_kept_and_is_new_once(plugin: Path, tmp_path: Path) -> None:
    folder = begun(tmp_path / "nights", NIGHT_1, NIGHT_2)
    done = slices(folder).run(plan(folder, plugin))
    assert (done.tests, done.new, done.left, done.trouble) == (2, 1, 0, "")
    assert [(one.id, one.outcomes) for one in done.targets] == [("words-buggy", 2)]
    kept = folder.findings()
    assert {one.night for one in kept} == {1}
    # Done again after a kill before it was written: nothing is twice.
    again = slices(folder).run(plan(folder, plugin))
    assert msgspec.structs.replace(again, minutes=0.0) == msgspec.structs.replace(done, minutes=0.0)
    assert folder.findings() == kept
    second = slices(folder, NIGHT_2).run(plan(folder, plugin, NIGHT_2))
    assert second.new == 0
    assert folder.slices(1) == [again]


def test_a_slice_that_can_test_nothing_says_why(plugin: Path, tmp_path: Path) -> None:
    folder = begun(tmp_path / "nights", NIGHT_1)
    done = slices(folder).run(plan(folder, tmp_path / "no seeds"))
    assert done.trouble.startswith("wordplay in c: ")
    assert (done.tests, done.targets) == (0, ())


def test_a_slice_that_is_told_to_end_is_not_done(plugin: Path, tmp_path: Path) -> None:
    folder = begun(tmp_path / "nights", NIGHT_1)
    with pytest.raises(Stopped):
        slices(folder, stop=True).run(plan(folder, plugin))
    assert folder.slices(1) == []


def unreduced(output: Path) -> Sequence[str]:
    """Forget that the findings of a campaign were reduced; return their ids."""
    store = Store.in_folder(output)
    try:
        found = store.findings("reduced")
        for one in found:
            store.update_finding(msgspec.structs.replace(one, state="new", reduced=None))
        return [one.id for one in found]
    finally:
        store.close()


def test_what_a_night_left_is_reduced_by_the_next_one_and_new_then(
    plugin: Path, tmp_path: Path
) -> None:
    folder = begun(tmp_path / "nights", NIGHT_1, NIGHT_2)
    done = slices(folder).run(plan(folder, plugin))
    place = folder.slice(1, 1)
    names = unreduced(place / CAMPAIGN)
    for path in (folder.root / "findings").iterdir():
        path.unlink()
    write_json(place / DONE, msgspec.structs.replace(done, left=len(names)))
    leftovers = Leftovers(folder, NIGHT_2, lambda name: name, lambda _: None, lambda: False)
    leftovers.reduce(0.0)
    assert folder.findings() == []
    leftovers.reduce(60.0)
    assert {one.night for one in folder.findings()} == {2}
    left: list[SliceDone] = folder.slices(1)
    assert left[0].left == 0


def test_only_what_waits_is_left() -> None:
    assert left_of([]) == 0
