"""Looks for an undefined operation in a program: on a grid of pixels first, then on all as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.program import Program

from .options import Options
from .run import Interpreter
from .undefined import Trap

GRID: Final = 16
_OTHER_SEED: Final = 1


class Survey(msgspec.Struct, frozen=True):
    """`examined` of `total` invocations ran. `unsteady` tells which result depends on an OpUndef, if any."""

    trap: Trap | None
    examined: int
    total: int
    unsteady: str = ""


def survey(program: Program, seconds: float) -> Survey:
    """Run a program for about so long."""
    interpreter = Interpreter(program.source, program.inputs)
    other = Interpreter(program.source, program.inputs, Options(seed=_OTHER_SEED))
    if program.stage == "fragment":
        return _fragments(interpreter, other, time.monotonic() + seconds)
    return _dispatch(interpreter, other)


def _dispatch(interpreter: Interpreter, other: Interpreter) -> Survey:
    groups, size = interpreter.inputs.groups, interpreter.interface.local_size
    total = groups[0] * groups[1] * groups[2] * size[0] * size[1] * size[2]
    found, again = interpreter.dispatch(), other.dispatch()
    if isinstance(found, Trap):
        return Survey(found, total, total)
    return Survey(None, total, total, "" if found == again else "the buffers")


def _fragments(interpreter: Interpreter, other: Interpreter, end: float) -> Survey:
    width, height = interpreter.inputs.width, interpreter.inputs.height
    examined = 0
    for x, y in _places(width, height):
        on_grid = x % GRID == y % GRID == 0
        if not on_grid and time.monotonic() > end:
            break
        examined += 1
        found = interpreter.pixel(x, y)
        if isinstance(found, Trap):
            return Survey(found, examined, width * height)
        if on_grid and other.pixel(x, y) != found:
            return Survey(None, examined, width * height, f"pixel ({x}, {y})")
    return Survey(None, examined, width * height)


def _places(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Return the pixels of the grid, then all others."""
    for y in range(0, height, GRID):
        for x in range(0, width, GRID):
            yield x, y
    for y in range(height):
        for x in range(width):
            if x % GRID or y % GRID:
                yield x, y
