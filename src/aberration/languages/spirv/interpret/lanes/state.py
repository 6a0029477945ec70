"""What the generated code of all functions shares while a tile runs: the lanes that left, and the checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from .floats import SINGLE
from .integers import SIGNED, Lanes, blend, blend_bool, select, select_bool
from .memory import Region
from .ranges import Ranges

FIRST_PROBE: Final = 20_000
count = np.count_nonzero


class State:
    """One tile under way.

    `suspicious` are the lanes that met something undefined: they are dead here and run again in the scalar engine.
    `total` counts the lanes that did not die. `nan` says that some operation has produced a NaN: as long as none
    has, no NaN has to be looked for. `ranges` collects what the traced values are.
    """

    def __init__(self, lanes: int, limit: int, probe: Callable[[int], bool], ranges: Ranges | None = None) -> None:
        self.lanes = lanes
        self.suspicious: Lanes = np.zeros(lanes, np.bool_)
        self.total = lanes
        self.nan = False
        self.steps = 0
        self.limit = limit
        self.checkpoint = min(FIRST_PROBE, limit)
        self.regions: dict[int, Region] = {}
        self.ranges = Ranges() if ranges is None else ranges
        self._probe = probe

    def invalid(self, _kind: str, _flag: int) -> None:
        """Called by NumPy where a floating-point operation is invalid: that is where a NaN comes from."""
        self.nan = True

    def leave(self, bad: Lanes, m: Lanes, n: int, live: int, whole: int) -> tuple[Lanes, int, int, int]:
        """Make lanes of the mask suspicious; return mask and counts without them."""
        bad = m & bad
        left = int(count(bad))
        if not left:
            return m, n, live, whole
        self.suspicious |= bad
        self.total -= left
        return m & ~bad, n - left, live - left, whole - left

    def is_over(self, m: Lanes) -> bool:
        """Say whether the lanes at a loop are to be left to the scalar engine: the first of them does not end there,
        or it is too late in any case.
        """
        if self.steps >= self.limit or not self._probe(int(np.flatnonzero(m)[0])):
            return True
        self.checkpoint = min(2 * self.checkpoint, self.limit)
        return False


# ---- what generated code calls


def hit(found: Lanes) -> bool:
    """Say whether a condition holds anywhere."""
    return bool(found if found.ndim == 0 else count(found))


def too_wide(shift: Lanes) -> Lanes:
    """Say where a shift amount is not less than 32."""
    return shift.view(np.uint32) > 31


def beyond(index: Lanes, length: int) -> Lanes:
    """Say where an index is not less than a length."""
    return index.view(np.uint32) >= length


def inside(index: Lanes, outside: Lanes) -> Lanes:
    """Return the index with 0 for those that are outside."""
    if index.ndim == 0:
        return SIGNED(0)
    return index.view(SIGNED) & (outside.astype(SIGNED) - SIGNED(1))


def blend_all(letters: str, wide: Lanes, mask: Lanes, new: list[Lanes], old: list[Lanes] | None) -> list[Lanes]:
    """Blend the leaves of an array or struct."""
    if old is None:
        return new
    return [
        blend_bool(mask, x, y) if letter == "b" else blend(wide, x, y)
        for letter, x, y in zip(letters, new, old, strict=True)
    ]


def pick(letter: str, index: Lanes, values: list[Lanes]) -> Lanes:
    """Return the component with a number that is in range."""
    if index.ndim == 0:
        return values[int(index)]
    found = values[0]
    choose = select_bool if letter == "b" else select
    for k in range(1, len(values)):
        found = choose(index == k, values[k], found)
    return found


def place(letter: str, index: Lanes, value: Lanes, values: list[Lanes]) -> list[Lanes]:
    """Return the components with one of them replaced."""
    choose = select_bool if letter == "b" else select
    return [choose(index == k, value, old) for k, old in enumerate(values)]


def part(mask: Lanes, n: int, condition: Lanes) -> tuple[Lanes, int]:
    """Return the lanes of a mask where a condition holds, and their number."""
    if condition.ndim == 0:
        return mask, n if condition else 0
    found = mask & condition
    return found, int(count(found))


def differ(state: State, value: Lanes, distance: int) -> Lanes:
    """Return the difference within each lane's own row (`distance` 1) or column (2) of its quad."""
    if value.ndim == 0:
        return value - value
    quads = value.reshape(-1, 4)
    found = np.empty_like(quads)
    for k in range(4):
        first = k & ~distance
        found[:, k] = quads[:, first | distance] - quads[:, first]
    return found.reshape(state.lanes)


def torn(mask: Lanes) -> Lanes:
    """Return the lanes of a mask whose quad is not whole in it."""
    return mask & ~np.repeat(mask.reshape(-1, 4).all(axis=1), 4)


def each(function: Callable[..., Any], shape: str, kinds: str, mask: Lanes, operands: list[list[Lanes]]) -> Any:
    """Call a function of the scalar engine for each lane of a mask; return the results and where it failed.

    `shape` has a letter for each leaf of the result, `kinds` one for each operand: `v` for vectors.
    """
    lanes = np.flatnonzero(mask)
    results: list[Lanes] = [np.zeros(len(mask), SINGLE if x == "f" else np.uint32) for x in shape]
    bad = np.zeros(len(mask), np.bool_)
    columns = [[np.broadcast_to(leaf, len(mask))[lanes].tolist() for leaf in leaves] for leaves in operands]
    for row, lane in enumerate(lanes):
        arguments = [
            tuple(leaf[row] for leaf in leaves) if kind == "v" else leaves[0][row]
            for kind, leaves in zip(kinds, columns, strict=True)
        ]
        try:
            found = function(*arguments)
        except Exception:
            bad[lane] = True
            continue
        for k, value in enumerate(found if len(shape) > 1 else (found,)):
            results[k][lane] = value
    return [leaf.view(np.int32) if x == "i" else leaf for x, leaf in zip(shape, results, strict=True)], bad
