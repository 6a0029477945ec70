"""Operations of the lanes engine's table, run by themselves."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from aberration.languages.spirv.interpret.lanes.memory import TYPES
from aberration.languages.spirv.interpret.lanes.state import State
from aberration.languages.spirv.interpret.lanes.table import Operation
from aberration.languages.spirv.interpret.lanes.unit import namespace

INTEGERS: Final = (
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    33,
    64,
    255,
    65535,
    0x7FFFFFFF,
    0x80000000,
    0x80000001,
    0xFFFFFFFE,
    0xFFFFFFFF,
    0x12345678,
)


def signed(word: int) -> int:
    """Return an unsigned word read as two's complement."""
    return word - (1 << 32) if word >> 31 else word


class Found:
    """The results of an operation on lanes, as words, with the lanes that are suspicious."""

    def __init__(self, operation: Operation, result: str, letters: str, columns: list[Any], lanes: int) -> None:
        names = namespace()
        state = State(lanes, 1, lambda _: True)
        operands = []
        for k, (column, letter) in enumerate(zip(columns, letters, strict=True)):
            want = {"s": "i", "u": "u", "r": result, "=": letters[0], ".": letter}[operation.views[k]]
            names[f"x{k}"] = column if want == letter else column.view(TYPES[want])
            operands.append(f"x{k}")
        with np.errstate(all="ignore", invalid="call", call=state.invalid):
            value = eval(operation.expression.format(*operands), names)
            bad = np.zeros(lanes, np.bool_)
            for terms in operation.fails:
                bad |= np.logical_and.reduce([np.broadcast_to(eval(t.format(*operands), names), lanes) for t in terms])
        self.made_nan = state.nan
        for position in operation.nan:
            bad |= np.isnan(names[f"x{position}"])
        self.value = np.broadcast_to(value, lanes)
        self.bad = bad

    def words(self) -> list[int]:
        return [int(word) for word in self.value.view(np.uint32)]


def columns_of(rows: list[tuple[Any, ...]], letters: str) -> list[Any]:
    """Return the operands as arrays of lanes."""
    found = []
    for column, letter in zip(zip(*rows, strict=True), letters, strict=True):
        raw = np.array(column, np.uint32 if letter in "iu" else TYPES[letter])
        found.append(raw.view(TYPES[letter]) if letter == "i" else raw)
    return found


def shared(column: Any, lane: int) -> Any:
    """Return one lane as a NumPy scalar: a value that all lanes have."""
    return column[lane]


def arity(operation: Operation) -> int:
    return len(operation.views)
