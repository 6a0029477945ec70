"""Nights as a team runs them: quiet, a version with a bug, its fix, and a night that is killed."""

import importlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers import wordplay
from helpers.campaigns import content_of
from helpers.command_line import COMMAND
from helpers.processes import alive, children_of

from aberration.campaign import trust
from aberration.campaign.nights.folder import TOLD, NightsFolder, hold_folder
from aberration.campaign.records import FoundRecord, Triage
from aberration.campaign.store import Store
from aberration.cli.main import main
from aberration.core.finding import IMPORTED
from aberration.targets.sandbox.mechanism import Mechanism

TOML = """
folder = "nights"
time = "10m"
slices = {slices}
repeat = true
tests = {tests}
jobs = 1
confirmations = 1
methods = ["wordplay"]
targets = {targets}
seeds = ["{seeds}"]
donors = ["{seeds}"]
[method.wordplay]
variants = 1
options = {{ words = "w0 twist" }}
[notices]
markdown = "night.md"
feed = "feed.xml"
"""
Told = dict[str, Any]
Nightly = Callable[[Path, str], tuple[int, Told]]


def write_toml(
    folder: Path, seeds: Path, targets: str = '["words@*"]', slices: int = 1, tests: int = 3
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "night.toml"
    path.write_text(TOML.format(seeds=seeds, targets=targets, slices=slices, tests=tests))
    return path


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the plug-in on the path of this process and of those that it starts; return seeds."""
    place = wordplay.install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("PYTHONPATH", f"{place}:{wordplay.SEARCHED}")
    importlib.invalidate_caches()
    return wordplay.write_seeds(tmp_path / "seeds", "alpha")


@pytest.fixture
def seeds(plugged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return seeds; words are told as C, and no compiler shall look at them."""
    monkeypatch.setenv("PATH", str(tmp_path / "no programs"))
    return plugged


@pytest.fixture
def nightly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Nightly:
    """Return what runs a night on these versions: its exit code and what it tells."""

    def run(toml: Path, versions: str) -> tuple[int, Told]:
        monkeypatch.setenv("WORDPLAY_VERSIONS", versions)
        code = main(["nightly", str(toml), "--json"])
        told: Told = json.loads(capsys.readouterr().out)
        return code, told

    return run


def changes(told: Told) -> list[tuple[str, str]]:
    return [(one["change"], one["fixed_in"]) for one in told["replayed"]]


def test_a_version_with_a_bug_comes_is_mended_and_comes_back(
    seeds: Path, tmp_path: Path, nightly: Nightly
) -> None:
    toml = write_toml(tmp_path, seeds)
    code, told = nightly(toml, "1.0,2.0")
    assert (code, told["quiet"], told["new"]) == (0, True, [])

    code, told = nightly(toml, "1.0,2.0,3.0=twist")
    assert (code, told["quiet"]) == (1, False)
    (bug,) = told["new"]
    assert (bug["target"], bug["first_bad"], bug["last_good"]) == ("words@3.0", "3.0", "2.0")
    assert (tmp_path / "nights" / bug["case"] / "case.json").is_file()
    assert bug["id"] in (tmp_path / "night.md").read_text()

    # Killed when all was found out and nothing told: it is told, and nothing is done again.
    (tmp_path / "nights" / "0002" / TOLD).unlink()
    assert nightly(toml, "1.0,2.0,3.0=twist") == (1, told)

    code, told = nightly(toml, "1.0,2.0,3.0=twist")
    assert (code, told["quiet"], told["new"]) == (0, True, [])
    assert changes(told) == [("still there", "")]

    code, told = nightly(toml, "2.0,3.0=twist,4.0")
    assert (code, told["new"], changes(told)) == (0, [], [("fixed", "4.0")])

    # The version that had it is taken away, and the next one has it again.
    code, told = nightly(toml, "2.0,4.0,5.0=twist")
    assert (code, told["new"], changes(told)) == (1, [], [("back again", "")])
    assert (tmp_path / "feed.xml").read_text().count("<entry>") == 3

    # Somebody says that it is none: it is neither replayed nor told any more.
    nights = tmp_path / "nights"
    store = Store.in_folder(nights)
    assert [one.status for one in store.triage()] == ["fixed"]
    store.set_triage(Triage(bug["id"], "invalid", reason="words mean nothing"))
    store.close()
    code, told = nightly(toml, "2.0,4.0,5.0=twist")
    assert (code, told["quiet"], told["new"], changes(told)) == (0, True, [], [])
    assert [one["known"] for one in told["known"]] == [bug["id"]]


def test_commands_take_the_folder_of_nights_as_that_of_a_campaign(
    seeds: Path,
    tmp_path: Path,
    nightly: Nightly,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    toml = write_toml(tmp_path, seeds, slices=2, tests=2)
    (bug,) = nightly(toml, "1.0,2.0=twist")[1]["new"]
    nights = str(tmp_path / "nights")

    def asked(*words: str) -> Told:
        main([*words, "--json"])
        said: Told = json.loads(capsys.readouterr().out)
        return said

    (listed,) = asked("dedup", nights)["bugs"]
    assert listed["id"] == bug["id"]
    assert {name.partition("/")[0] for name in listed["findings"]} == {"0001-01", "0001-02"}
    assert [one["id"] for one in asked("findings", nights)["findings"]] == listed["findings"]
    assert asked("show", nights, bug["finding"])["target"] == "words@2.0"
    assert asked("verify", nights, bug["id"])["bugs"][0]["state"] == "open"
    archive = tmp_path / "bug.zip"
    assert asked("export", nights, bug["id"], "-o", str(archive))["name"] == bug["id"]
    assert archive.is_file()
    assert len(asked("findings", f"{nights}#0001-02")["findings"]) < len(listed["findings"])

    # A program from elsewhere is in the store: without a sandbox it runs only where it is trusted.
    store = Store.in_folder(tmp_path / "nights").campaign("0001-01")
    finding = store.finding(bug["finding"].rpartition("/")[2])
    foreign = msgspec.structs.replace(finding, id="imported-1", test=IMPORTED)
    store.add_finding(FoundRecord(foreign, {}))
    store.close()
    monkeypatch.setattr(trust, "mechanism", lambda: Mechanism(reason="the kernel says no"))
    assert main(["nightly", str(toml)]) == 2
    assert "0001-01/imported-1: expected --trust" in capsys.readouterr().err


def test_nothing_is_printed_where_nothing_is_new(
    seeds: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORDPLAY_VERSIONS", "1.0")
    assert main(["nightly", str(write_toml(tmp_path, seeds, tests=2))]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_target_that_is_gone_is_loud(
    seeds: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    toml = write_toml(tmp_path, seeds, '["words@1.0", "words@2.0"]', tests=2)
    monkeypatch.setenv("WORDPLAY_VERSIONS", "1.0,2.0")
    assert main(["nightly", str(toml)]) == 0
    monkeypatch.setenv("WORDPLAY_VERSIONS", "2.0")
    assert main(["nightly", str(toml)]) == 4
    out = capsys.readouterr().out
    assert "tested nothing: words@1.0: it was there last night, and is not here now" in out


def test_a_night_that_could_test_nothing_says_why(
    seeds: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORDPLAY_VERSIONS", "2.0")
    refused = wordplay.write_seeds(tmp_path / "refused", "refused here")
    assert main(["nightly", str(write_toml(tmp_path, refused, tests=1))]) == 4
    out = capsys.readouterr().out
    assert "tested nothing: words@2.0" in out
    assert "in trouble: wordplay in c" in out


def test_two_nights_at_once_in_one_folder_are_refused(
    seeds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = write_toml(tmp_path, seeds)
    with hold_folder(tmp_path / "nights"):
        assert main(["nightly", str(toml)]) == 2
    assert f"another night runs in this folder (process {os.getpid()})" in capsys.readouterr().err
    assert NightsFolder(tmp_path / "nights").nights() == []


def test_a_name_that_is_wrong_begins_no_night(
    seeds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nightly", str(write_toml(tmp_path, seeds, '["wrods"]'))]) == 2
    assert "'wrods' came" in capsys.readouterr().err
    assert NightsFolder(tmp_path / "nights").nights() == []


class Night:
    """One night in a process of its own, as often as it takes."""

    def __init__(self, toml: Path) -> None:
        self.folder = NightsFolder(toml.parent / "nights")
        self._command = [*COMMAND, "nightly", str(toml), "--json"]
        self._environment = os.environ | {"PATH": str(toml.parent / "no programs")}

    def start(self) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        return subprocess.Popen(self._command, stdout=pipe, stderr=pipe, env=self._environment)

    def finish(self) -> Told:
        done = self.start()
        out, told = done.communicate(timeout=300)
        assert done.returncode == 1, told.decode()
        news: Told = json.loads(out)
        return news

    def kill_at(self, place: Path, moment: str) -> bool:
        """Start it, and kill it as soon as such a file is there; return whether it still ran."""
        process = self.start()
        while process.poll() is None and not any(place.glob(moment)):
            time.sleep(0.005)
        running = process.poll() is None
        below = children_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        until = time.monotonic() + 10
        while any(alive(pid) for pid in below) and time.monotonic() < until:
            time.sleep(0.1)
        assert [pid for pid in below if alive(pid)] == []
        return running


MOMENTS = (
    "night.json",
    "slice-01/plan.json",
    "slice-01/campaign/executors.log",
    "slice-01/campaign/cases/*/case.json",
    "slice-01/done.json",
    "slice-02/campaign/executors.log",
    "bugs/*/case/case.json",
)
"""What is there when the night is killed."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "moments", [MOMENTS[3::3], pytest.param(MOMENTS, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.slow
def test_a_night_that_is_killed_goes_on_with_the_same_tests(
    moments: tuple[str, ...], plugged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDPLAY_VERSIONS", "1.0,2.0=twist")
    whole = Night(write_toml(tmp_path / "whole", plugged, slices=2, tests=2))
    killed = Night(write_toml(tmp_path / "killed", plugged, slices=2, tests=2))
    news = whole.finish()
    for moment in moments:
        place = killed.folder.night(1)
        assert killed.kill_at(place, moment), "the night ended before the moment that was meant"
    again = killed.finish()
    stores = [Store.in_folder(one.folder.root) for one in (killed, whole)]
    for name in ("0001-01", "0001-02"):
        one, other = (content_of(store.campaign(name)) for store in stores)
        assert one == other
    for store in stores:
        store.close()
    assert [len(one.folder.nights()) for one in (killed, whole)] == [1, 1]
    assert told(again) == told(news)


def told(news: Told) -> tuple[object, ...]:
    """Return what of a night does not depend on when it ran."""
    counts = [(one["number"], one["tests"], one["new"], one["arm"]) for one in news["slices"]]
    return news["seed"], news["new"], news["silent"], news["troubles"], counts
