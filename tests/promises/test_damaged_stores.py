"""The promise: a store that is cut or has other bits at any place is told with one message, or
shows what it held; never a traceback. A damaged artifact takes nothing with it but itself.
"""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from helpers.word_campaigns import contents

from aberration.cli.main import DEBUG_VARIABLE, main

HOWS = ("cut", "flip", "zero")
FEW = 3
MANY = 100


def damaged(data: bytes, how: str, place: int) -> bytes:
    """Return the bytes cut at a place, with one bit turned there, or with 64 zeros from there."""
    if how == "cut":
        return data[:place]
    changed = bytearray(data)
    if how == "flip":
        changed[place] ^= 1 << (place % 8)
    else:
        changed[place : place + 64] = bytes(len(changed[place : place + 64]))
    return bytes(changed)


def expect_an_answer(
    folder: Path, capsys: pytest.CaptureFixture[str], what: str, *commands: str
) -> None:
    """See that each command answers, or refuses with one message."""
    for command in commands:
        name, *rest = command.split()
        code = main([name, str(folder), *rest])
        told = capsys.readouterr().err
        assert code in (0, 1, 2), f"{what}: {command}: {told}"
        assert "Traceback" not in told
        assert code != 2 or told.count("aberration: ") == 1, told


def one_file(folder: Path) -> bytes:
    """Return the database with what stands in its log, as one file."""
    with closing(sqlite3.connect(folder / "campaign.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return (folder / "campaign.sqlite").read_bytes()


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("samples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_damaged_database_is_told(
    how: str,
    samples: int,
    reduced: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    folder = tmp_path / "campaign"
    shutil.copytree(reduced, folder)
    whole, draw = one_file(folder), random.Random(len(how) + samples)
    # The header of the file, and any place behind it.
    commands = ("findings",) if samples == FEW else ("findings", "dedup", "report")
    places = [0, 24, 100] + [draw.randrange(len(whole)) for _ in range(samples)]
    for place in places:
        for stale in folder.glob("campaign.sqlite-*"):
            stale.unlink()
        (folder / "campaign.sqlite").write_bytes(damaged(whole, how, place))
        expect_an_answer(folder, capsys, f"{how} at {place}", *commands)


@pytest.mark.parametrize("column", ["body", "evidence"])
@pytest.mark.parametrize("value", ["", "\0", "../../etc", "zz", b"\xff\xfe", 7])
def test_damaged_values_are_told(
    column: str,
    value: str | bytes | int,
    reduced: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(reduced, folder)
    finding = contents(reduced).findings[0].id
    with closing(sqlite3.connect(folder / "campaign.sqlite")) as connection:
        connection.execute(f"UPDATE findings SET {column} = ? WHERE id = ?", (value, finding))
        connection.commit()
    assert main(["show", str(folder), finding]) == 2
    told = capsys.readouterr().err
    assert told.count("aberration: ") == 1, told
    assert "the store is damaged" in told


@pytest.mark.parametrize("how", HOWS)
def test_a_damaged_artifact_is_told_and_the_others_are_read(
    how: str, reduced: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(reduced, folder)
    files = sorted(path for path in (folder / "artifacts").rglob("*") if path.is_file())
    for file in files[:: max(1, len(files) // 3)]:
        whole = file.read_bytes()
        file.write_bytes(damaged(whole, how, len(whole) // 2))
        expect_an_answer(folder, capsys, f"{how} in {file.name}", "findings", "dedup")
        file.write_bytes(whole)
    assert contents(folder) == contents(reduced)
