"""What the probes of a run saw."""

from __future__ import annotations

import ctypes
from collections.abc import Collection

import numpy as np

from aberration.languages.spirv.interpret.probes import MOST_STATES, MOST_VALUES, Probe, Seen

from .run import Native


def seen_of(native: Native, otherwise: Collection[int]) -> tuple[Seen | None, ...]:
    """Return what the probes saw; None of those in blocks that other implementations may reach
    `otherwise`.
    """
    return tuple(
        None if probe.block in otherwise else _result_of(native, number, probe)
        for number, probe in enumerate(native.unit.probes)
    )


def _result_of(native: Native, number: int, probe: Probe) -> Seen:
    width = len(probe.values)
    numbers = np.zeros(2, np.int64)
    states = np.zeros((MOST_STATES, MOST_VALUES), np.int64)
    low, high = np.zeros(MOST_VALUES, np.int64), np.zeros(MOST_VALUES, np.int64)
    places = [part.ctypes.data_as(ctypes.c_void_p) for part in (numbers, states, low, high)]
    native.library.functions.told_probe(ctypes.c_int64(number), *places)
    count, size = int(numbers[0]), int(numbers[1])
    rows = None if size < 0 else tuple(map(tuple, states[:size, :width].tolist()))
    ends = zip(low[:width].tolist(), high[:width].tolist(), strict=True)
    return Seen(count, rows, tuple(ends) if count else ())
