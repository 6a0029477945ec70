from pathlib import Path

import pytest

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.store import DATABASE
from aberration.cli.fuzz import with_free_output
from aberration.cli.main import main


def campaign_in(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE).touch()


def test_the_default_output_moves_on_when_it_has_a_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_free_output(FuzzConfiguration()).output == "aberration-out"
    campaign_in(tmp_path / "aberration-out")
    campaign_in(tmp_path / "aberration-out-2")
    assert with_free_output(FuzzConfiguration()).output == "aberration-out-3"
    assert "--resume aberration-out goes on with it" in capsys.readouterr().err


def test_an_output_that_was_named_stays() -> None:
    assert with_free_output(FuzzConfiguration(output="mine")).output == "mine"


def test_resume_takes_no_new_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--resume", "x", "-m", "agree", "-t", "gcc"]) == 2
    assert "but methods, targets came" in capsys.readouterr().err
