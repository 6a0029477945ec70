"""The folder of nights: one writer, whole files."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from helpers.nights import NEW, news

from aberration.campaign.nights.folder import (
    LEFTOVERS,
    NEWS,
    NIGHT,
    TOLD,
    NightsFolder,
    hold_folder,
    read_json,
    write_json,
)
from aberration.campaign.nights.records import Night, Taken
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


def test_what_was_taken_up_and_told(tmp_path: Path) -> None:
    folder = NightsFolder(tmp_path)
    for number in (1, 2, 3):
        write_json(folder.night(number) / NIGHT, Night(number, 5, "now", ()))
    write_json(folder.night(2) / LEFTOVERS, Taken(1.0, ("0001-01/a", "0001-01/b")))
    write_json(folder.night(3) / LEFTOVERS, Taken(1.0, ("0001-01/b",)))
    assert folder.later_nights() == {"0001-01/a": 2, "0001-01/b": 3}
    for number, name in ((1, "first"), (2, "second")):
        bug = msgspec.structs.replace(NEW, id=name)
        write_json(folder.night(number) / NEWS, news((bug,), night=number))
    assert folder.told_names() == {NEW.finding: "first"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"begun": "\xff"}',
        b'{"number": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_a_file_that_is_broken_is_named(data: bytes, tmp_path: Path) -> None:
    (tmp_path / NIGHT).write_bytes(data)
    with pytest.raises(BadInput, match=r"night\.json: expected a file of a night"):
        read_json(tmp_path / NIGHT, Night)
