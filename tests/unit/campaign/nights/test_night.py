"""The steps of a night, and what it goes on with."""

from pathlib import Path

import pytest

from aberration.campaign.nights.configuration import read_night
from aberration.campaign.nights.folder import NIGHT, PLAN, NightsFolder, read_json
from aberration.campaign.nights.night import Watch, lent
from aberration.campaign.nights.records import News, Night, SlicePlan
from aberration.campaign.nights.slices import Stopped
from aberration.core.errors import BadInput, NothingTested

TOML = """
time = "10m"
slices = 1
tests = 1
jobs = 1
seed = 9
confirmations = 1
methods = ["{method}"]
targets = ["words-good"]
seeds = ["{seeds}"]
[method.wordplay]
options = {{ words = "w0 w1" }}
"""


def toml(folder: Path, seeds: Path, method: str = "wordplay", more: str = "") -> Path:
    path = folder / "night.toml"
    text = TOML.format(method=method, seeds=seeds)
    path.write_text(more + text)
    return path


def run(path: Path, *, stop: bool = False) -> News:
    with lent(read_night(path)) as nights:
        return nights.run(Watch(lambda _: None, lambda: stop))


def folder_of(path: Path) -> NightsFolder:
    return NightsFolder(path.parent / "nights")


def test_a_night_that_was_stopped_goes_on_as_the_same(plugin: Path, tmp_path: Path) -> None:
    path = toml(tmp_path, plugin)
    with pytest.raises(Stopped):
        run(path, stop=True)
    (begun,) = folder_of(path).nights()
    news = run(path)
    assert folder_of(path).nights() == [begun]
    assert (news.night, news.seed, [done.tests for done in news.slices]) == (1, begun.seed, [1])
    # Nobody was told yet: it is the same night still.
    assert run(path) == news


def test_nights_differ_in_their_seeds_unless_they_repeat(plugin: Path, tmp_path: Path) -> None:
    seeds: list[set[int]] = []
    for name, more in (("other", ""), ("same", "repeat = true\n")):
        (tmp_path / name).mkdir()
        path = toml(tmp_path / name, plugin, more=more)
        for _ in range(2):
            with pytest.raises(Stopped):
                run(path, stop=True)
            folder = folder_of(path)
            (folder.night(len(folder.nights())) / "told.json").touch()
        seeds.append({night.seed for night in folder.nights()})
    assert [len(found) for found in seeds] == [2, 1]


def test_the_plan_of_a_slice_is_written_and_stays(plugin: Path, tmp_path: Path) -> None:
    path = toml(tmp_path, plugin)
    run(path)
    place = folder_of(path).slice(1, 1) / PLAN
    plan = read_json(place, SlicePlan)
    assert plan is not None
    assert plan.configuration.methods == ("wordplay",)
    assert read_json(folder_of(path).night(1) / NIGHT, Night) is not None


def test_a_night_without_a_method_that_fits_says_so(plugin: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingTested, match="no method of the night fits its targets"):
        run(toml(tmp_path, plugin, "transform"))


def test_a_method_that_nobody_knows_is_named(plugin: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="wordpaly"):
        run(toml(tmp_path, plugin, "wordpaly"))
