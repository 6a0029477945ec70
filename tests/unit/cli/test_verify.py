"""`aberration verify` on the folder of a campaign and on a case."""

import importlib
import json
from pathlib import Path

import pytest
from helpers import wordplay

from aberration.campaign.campaign import run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.records import Triage
from aberration.campaign.session import Call
from aberration.campaign.store import Store
from aberration.cli.main import main
from aberration.core.recipe import Recipe, Step
from aberration.core.testcase import save_case

VERSIONS = "WORDPLAY_VERSIONS"


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the plug-in on the path; return a folder of seeds."""
    place = wordplay.install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("PYTHONPATH", f"{place}:{wordplay.SEARCHED}")
    monkeypatch.setenv("PATH", str(tmp_path / "no programs"))
    importlib.invalidate_caches()
    return wordplay.write_seeds(tmp_path / "seeds", "alpha", "beta")


@pytest.fixture
def campaign(seeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a campaign that found the bug `twist` in version 2.0."""
    monkeypatch.setenv(VERSIONS, "1.0,2.0=twist")
    out = tmp_path / "out"
    settings = {"wordplay": MethodSettings(options={"words": "w0 w1 twist"})}
    configuration = FuzzConfiguration(
        methods=("wordplay",), targets=("words@2.0",), seeds=(str(seeds),), tests=6, jobs=1,
        output=str(out), confirmations=1, method=settings,
    )  # fmt: skip
    run_campaign(configuration, lambda event: None, Call(0.0, reducing=True))
    return out


def test_a_bug_is_open_then_closed_then_only_passes(
    campaign: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    states = []
    for installed in ("1.0,2.0=twist", "1.0,2.0=twist,3.0", "1.0,3.0,2.0"):
        monkeypatch.setenv(VERSIONS, installed)
        code = main(["verify", str(campaign), "--json"])
        (told,) = json.loads(capsys.readouterr().out)["bugs"]
        states.append((code, told["state"], told["first_bad"], told["last_good"]))
    assert states == [(1, "open", "2.0", "1.0"), (0, "closed", "2.0", "1.0"), (0, "passes", "", "")]
    store = Store.in_folder(campaign)
    (said,) = store.triage()
    seen = [(check.target, check.verdict) for check in store.checks(said.bug)]
    store.close()
    assert (said.status, said.fixed_in) == ("fixed", "3.0")
    assert seen[:2] == [("words@1.0", "right"), ("words@2.0", "wrong")]
    assert len(seen) == 2 + 3 + 3


def test_what_people_said_of_a_bug_stays(
    campaign: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(campaign), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["bugs"]
    store = Store.in_folder(campaign)
    store.set_triage(Triage(told["bug"], "invalid", reason="the seed is undefined"))
    monkeypatch.setenv(VERSIONS, "1.0,2.0=twist,3.0")
    assert main(["verify", str(campaign)]) == 0
    assert [(one.status, one.fixed_in) for one in store.triage()] == [("invalid", "")]
    store.close()


def test_the_table_in_words(
    campaign: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VERSIONS, "1.0,2.0=twist,3.0")
    assert main(["verify", str(campaign)]) == 0
    out = capsys.readouterr().out
    assert "closed: right since 3.0, and an older version still shows it" in out
    assert "words@2.0  2.0  wrong" in out


def test_a_bug_that_is_not_there_is_named(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(campaign), "wrong-000"]) == 2
    assert "expected the id of a bug, but 'wrong-000' came" in capsys.readouterr().err


def test_a_case_alone_takes_targets(
    seeds: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(VERSIONS, "1.0=twist,2.0,3.0=twist")
    steps: tuple[Step, ...] = ({"type": "Add", "word": "twist"},)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("a")}, steps)
    case = wordplay.WordMethod().replay(recipe).case
    save_case(case, tmp_path / "case")
    targets = "words@1.0,words@2.0"
    assert main(["verify", str(tmp_path / "case"), "-t", targets, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["bugs"]
    assert [(row["version"], row["word"]) for row in told["versions"]] == [
        ("1.0", "wrong"),
        ("2.0", "right"),
    ]
    assert main(["verify", str(tmp_path / "case"), "some-bug", "-t", targets]) == 2
