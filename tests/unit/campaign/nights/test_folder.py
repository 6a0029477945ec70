"""The folder of nights: one writer, whole files."""

import subprocess
import sys
from pathlib import Path

import pytest

from aberration.campaign.nights.folder import (
    NIGHT,
    TOLD,
    NightsFolder,
    hold_folder,
    read_json,
    write_json,
)
from aberration.campaign.nights.records import KnownBug, Night
from aberration.core.errors import BadInput

HOLD = """
import sys
from pathlib import Path
from aberration.campaign.nights.folder import hold_folder
with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_night_in_one_folder_is_refused_by_name(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        refused = pytest.raises(BadInput, match=f"another night .*process {holder.pid}")
        with refused, hold_folder(tmp_path):
            pass
        holder.kill()
        holder.wait()
    with hold_folder(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="file/nights"), hold_folder(tmp_path / "file" / "nights"):
        pass


def test_only_what_has_begun_is_a_night(tmp_path: Path) -> None:
    folder = NightsFolder(tmp_path)
    nights = [Night(number, 5, "now", ()) for number in (1, 2, 10000)]
    for night in nights:
        write_json(folder.night(night.number) / NIGHT, night)
    folder.night(3).mkdir()
    (tmp_path / "findings").mkdir()
    assert folder.nights() == nights
    assert not folder.is_over(nights[0])
    write_json(folder.night(1) / TOLD, {})
    assert folder.is_over(nights[0])


def test_what_is_known_comes_back(tmp_path: Path) -> None:
    folder, bug = NightsFolder(tmp_path), KnownBug("b", "t", "wrong", 1, right=False)
    assert folder.known_bugs() == []
    folder.write_known([bug])
    assert folder.known_bugs() == [bug]


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text("{")
    with pytest.raises(BadInput, match=r"known\.json"):
        read_json(path, list[KnownBug])
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "a.msgpack").write_bytes(b"\xc1")
    with pytest.raises(BadInput, match=r"a\.msgpack"):
        NightsFolder(tmp_path).findings()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"number": ' + "[" * 100_000 + "]" * 100_000 + "}"]
)
def test_a_file_that_is_broken_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / NIGHT).write_text(text)
    with pytest.raises(BadInput, match=r"night\.json: expected a file of a night"):
        read_json(tmp_path / NIGHT, Night)
