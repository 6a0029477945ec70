"""Looks for an undefined operation in a program: on a grid of pixels, then on all within a
fixed amount of work.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv import opcodes

from .native.exact import Exact
from .native.run import Drawn, Failure
from .options import Options
from .run import Interpreter
from .undefined import Trap

GRID: Final = 16
STRIP: Final = 8
"""Rows that are looked at at once."""
RATE: Final = 100_000_000
"""Instructions that count as a second: C does more, on every machine that is worth naming."""
GRID_WORK: Final = 2 * RATE
_OTHER_SEED: Final = 1


class Survey(msgspec.Struct, frozen=True):
    """`examined` of `total` invocations ran. `arbitrary` names the result that depends on an
    OpUndef, if any.
    """

    trap: Trap | None
    examined: int
    total: int
    arbitrary: str = ""


def survey(program: Program, seconds: float) -> Survey:
    """Run a program for at most about so long; beside the grid, which has an amount of work of
    its own.
    """
    given = program.source, program.inputs
    interpreter = Interpreter(*given, companion=program.companion)
    other = None
    if interpreter.module.by_opcode(opcodes.OpUndef):
        other = Interpreter(*given, Options(rng_seed=_OTHER_SEED), program.companion)
    if program.draws:
        pixels = program.inputs.width * program.inputs.height
        exact = interpreter.exact(pixels)
        if exact is None:
            return _slow_pixels(interpreter, other, time.monotonic() + seconds)
        return _Image(interpreter, exact, other.exact(pixels) if other else None).survey(
            int(seconds * RATE)
        )
    return _dispatch(interpreter, other, int(seconds * RATE))


# ---- dispatches


def _dispatch(interpreter: Interpreter, other: Interpreter | None, work: int) -> Survey:
    groups, size = interpreter.inputs.groups, interpreter.interface.local_size
    total = math.prod(groups) * math.prod(size)
    exact = interpreter.exact(total)
    if exact is None:
        return _slow_dispatch(interpreter, other, total)
    found = exact.dispatch(work)
    if isinstance(found, Failure):
        if exact.native.steps_left < 0:
            return Survey(None, exact.groups_done * math.prod(size), total)
        return Survey(interpreter.trap_of_failure(exact, found), total, total)
    again = other.exact(total) if other else None
    same = again is None or again.dispatch(work) == found
    return Survey(None, total, total, "" if same else "the buffers")


def _slow_dispatch(interpreter: Interpreter, other: Interpreter | None, total: int) -> Survey:
    """Run few invocations, or many without a C compiler, on the Python path."""
    found = interpreter.scalar_dispatch()
    if isinstance(found, Trap):
        return Survey(found, total, total)
    same = other is None or other.scalar_dispatch() == found
    return Survey(None, total, total, "" if same else "the buffers")


# ---- images


class _Image:
    """An image that C looks at. `other` has other undefs, where there are any."""

    def __init__(self, interpreter: Interpreter, exact: Exact, other: Exact | None) -> None:
        self.interpreter = interpreter
        self.exact = exact
        self.other = other
        self.inputs = interpreter.inputs
        self.examined = 0

    def survey(self, work: int) -> Survey:
        """Look at the grid, then at all rows."""
        width, height = self.inputs.width, self.inputs.height
        for each in (self.exact, self.other):
            if each is not None:
                each.native.open()
        grid = [(x, y, 1, 1) for y in range(0, height, GRID) for x in range(0, width, GRID)]
        strips = [(0, y, width, min(STRIP, height - y)) for y in range(0, height, STRIP)]
        found = self._look(grid, GRID_WORK)
        if found is not None or self.examined < len(grid):
            return found or Survey(None, self.examined, width * height)
        self.examined = 0
        found = self._look(strips, work)
        return found or Survey(None, max(self.examined, len(grid)), width * height)

    def _look(self, parts: list[tuple[int, int, int, int]], work: int) -> Survey | None:
        """Draw rectangles as long as there is work left; return what is wrong with one."""
        for each in (self.exact, self.other):
            if each is not None:
                each.native.budget(work)
        total = self.inputs.width * self.inputs.height
        for x, y, width, height in parts:
            drawn = self.exact.native.draw(x, y, width, height)
            if drawn.trapped:
                if self.exact.native.steps_left < 0:
                    return None
                failure = self.exact.native.failure()
                return Survey(
                    self.interpreter.trap_of_failure(self.exact, failure), self.examined + 1, total
                )
            self.examined += width * height
            if self.other is None:
                continue
            again = self.other.native.draw(x, y, width, height)
            if again.trapped and self.other.native.steps_left < 0:
                return None
            apart = _first_apart(drawn, again)
            if apart is not None:
                return Survey(None, self.examined, total, f"pixel ({x + apart[0]}, {y + apart[1]})")
        return None


def _first_apart(one: Drawn, other: Drawn) -> tuple[int, int] | None:
    """Return the first pixel of two rectangles that differs."""
    if other.trapped:
        return 0, 0
    apart = (one.colours != other.colours).any(axis=2) | (one.ends[..., 0] != other.ends[..., 0])
    if not apart.any():
        return None
    y, x = np.argwhere(apart)[0]
    return int(x), int(y)


def _slow_pixels(interpreter: Interpreter, other: Interpreter | None, end: float) -> Survey:
    width, height = interpreter.inputs.width, interpreter.inputs.height
    examined = 0
    for x, y in _places(interpreter.inputs):
        on_grid = x % GRID == y % GRID == 0
        if not on_grid and time.monotonic() > end:
            break
        examined += 1
        found = interpreter.pixel(x, y)
        if isinstance(found, Trap):
            return Survey(found, examined, width * height)
        if on_grid and other is not None and other.pixel(x, y) != found:
            return Survey(None, examined, width * height, f"pixel ({x}, {y})")
    return Survey(None, examined, width * height)


def _places(inputs: Inputs) -> Iterator[tuple[int, int]]:
    """Return the pixels of the grid, then all others."""
    for y in range(0, inputs.height, GRID):
        for x in range(0, inputs.width, GRID):
            yield x, y
    for y in range(inputs.height):
        for x in range(inputs.width):
            if x % GRID or y % GRID:
                yield x, y
