"""Campaigns that several promises compare with, made once in a run of the tests."""

from pathlib import Path

import pytest
from helpers.made_once import made_once
from helpers.word_campaigns import WordCampaigns


@pytest.fixture
def campaigns(tmp_path: Path) -> WordCampaigns:
    """Return where a test starts its own campaigns; its seeds are those of the quiet one."""
    return WordCampaigns(tmp_path / "words")


@pytest.fixture(scope="session")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a campaign that nothing disturbed, without reduction."""
    return made_once(tmp_path_factory, "promises-quiet", _quiet) / "out"


@pytest.fixture(scope="session")
def reduced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a campaign that reduced what it found."""
    return made_once(tmp_path_factory, "promises-reduced", _reduced) / "out"


def _quiet(folder: Path) -> None:
    made = WordCampaigns(folder / "words")
    ran = made.run("fuzz", made.configuration(), "--no-reduce", "-o", folder / "out")
    assert ran.code == 1, ran.err


def _reduced(folder: Path) -> None:
    made = WordCampaigns(folder / "words")
    ran = made.run("fuzz", made.configuration(), "-o", folder / "out")
    assert ran.code == 1, ran.err
