"""A campaign notices that its folder went away."""

from pathlib import Path

import pytest

from aberration.campaign.folder import CampaignFolder
from aberration.core.errors import BadInput


def test_a_folder_that_stays_is_there(tmp_path: Path) -> None:
    CampaignFolder(tmp_path).must_be_there()


def test_one_that_was_removed_is_told(tmp_path: Path) -> None:
    folder = CampaignFolder(_made(tmp_path / "campaign"))
    folder.path.rmdir()
    with pytest.raises(BadInput, match="removed or replaced"):
        folder.must_be_there()


def test_another_of_the_same_name_is_not_it(tmp_path: Path) -> None:
    folder = CampaignFolder(_made(tmp_path / "campaign"))
    folder.path.rename(tmp_path / "moved")
    _made(tmp_path / "campaign")
    with pytest.raises(BadInput, match="removed or replaced"):
        folder.must_be_there()


def test_what_fails_for_that_is_told_so(tmp_path: Path) -> None:
    folder = CampaignFolder(_made(tmp_path / "campaign"))
    with pytest.raises(FileNotFoundError), folder.watched():
        (folder.path / "none").read_bytes()
    folder.path.rmdir()
    with pytest.raises(BadInput, match="removed or replaced"), folder.watched():
        (folder.path / "none").write_bytes(b"")


def test_there_must_be_one_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        CampaignFolder(tmp_path / "none")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
