"""Malformed inputs through every command: a refusal in words or a judgement, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.malformed.attempts import prepare, run

_SLICE = 25
_QUICK = 4
_ALL = 400


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "part",
    [*range(_QUICK), *(pytest.param(part, marks=pytest.mark.slow) for part in range(_QUICK, _ALL))],
)
def test_every_malformed_input_is_judged_or_refused(part: int, tmp_path: Path) -> None:
    faults = {}
    for number in range(part * _SLICE + 1, (part + 1) * _SLICE + 1):
        line, trial = run(number, tmp_path / str(number))
        if trial.fault:
            faults[number, " ".join(line.arguments)] = trial.fault
    assert not faults


def test_a_number_gives_the_same_input_each_time(tmp_path: Path) -> None:
    for number in range(1, 30):
        made = []
        for place in (tmp_path / f"{number}-a", tmp_path / f"{number}-b"):
            place.mkdir()
            line = prepare(number, place)
            files = {path.relative_to(place): path.read_bytes() for path in _files(place)}
            made.append((line.arguments, files))
        assert made[0] == made[1]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
