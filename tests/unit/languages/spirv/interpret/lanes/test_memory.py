"""Regions against a dictionary for each lane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aberration.languages.spirv.interpret.lanes.integers import widen
from aberration.languages.spirv.interpret.lanes.memory import TYPES, Region

LANES = 8
LETTERS = "iufb" * 3


class Model:
    """A region as one list of cells for each lane."""

    def __init__(self) -> None:
        self.cells: list[list[Any]] = [[None] * len(LETTERS) for _ in range(LANES)]


def test_random_accesses_agree_with_a_model_of_each_lane() -> None:
    for seed in range(30):
        _compare(np.random.default_rng(seed))


def _compare(rng: np.random.Generator) -> None:
    region, model = Region(LETTERS, LANES), Model()
    for _ in range(40):
        mask = np.ones(LANES, np.bool_) if rng.random() < 0.3 else rng.random(LANES) < 0.5
        wide = None if mask.all() else widen(mask)
        index = rng.integers(0, 3, LANES).astype(np.int32) * np.int32(4)
        given: Any = index if rng.random() < 0.5 else index[0]
        start = int(rng.integers(0, 4))
        letter = LETTERS[start]
        value = _value(rng, letter)
        by_index = rng.random() < 0.5
        at = np.broadcast_to(given, LANES) + start if by_index else np.full(LANES, start)
        if rng.random() < 0.5:
            if by_index:
                region.scatter(given, start, [value], wide, mask)
            else:
                region.put(start, value, wide, mask)
            for lane in np.flatnonzero(mask):
                model.cells[lane][at[lane]] = np.broadcast_to(value, LANES)[lane]
            continue
        missing = region.missing_at(given, start, 1) if by_index else region.missing(start, 1)
        unset = np.broadcast_to(False if missing is None else missing, LANES)
        found = np.broadcast_to(region.gather(given, start, 1)[0] if by_index else region.get(start), LANES)
        assert found.dtype == TYPES[letter]
        for number in range(LANES):
            expected = model.cells[number][at[number]]
            assert bool(unset[number]) == (expected is None)
            assert expected is None or found[number] == expected


def _value(rng: np.random.Generator, letter: str) -> Any:
    drawn = rng.integers(-50, 50, LANES)
    found = drawn > 0 if letter == "b" else drawn.astype(TYPES[letter])
    return found if rng.random() < 0.5 else found[0]


def test_what_was_read_does_not_change_when_the_region_does() -> None:
    region = Region("ii", LANES)
    everywhere = np.ones(LANES, np.bool_)
    index = np.arange(LANES, dtype=np.int32) % np.int32(2)
    region.scatter(index, 0, [np.arange(LANES, dtype=np.int32)], None, everywhere)
    before = region.get(0)
    region.put(0, np.int32(9), None, everywhere)
    assert before[0] == 0
    assert region.get(0)[0] == 9


@pytest.mark.parametrize("letters", ["iii", "uuu", "fff"])
def test_a_table_that_all_lanes_share_is_read_without_rows(letters: str) -> None:
    cells = [TYPES[letters[0]](k + 5) for k in range(3)]
    region = Region(letters, LANES, cells)
    index = np.arange(LANES, dtype=np.int32) % np.int32(3)
    assert region.gather(index, 0, 1)[0].tolist() == [5 + k % 3 for k in range(LANES)]
    assert region.rows is None
