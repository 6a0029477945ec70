"""Looks for an undefined operation in a shader: on a grid of pixels first, then row by row as
long as there is time.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import DRAWN

from ..builtins.row import Stage
from ..read import Shader
from .options import Options, Path
from .run import Interpreter
from .trap import Endless, Trap

GRID: Final = 16


class Survey(msgspec.Struct, frozen=True):
    """`examined` of `total` invocations ran. `met` is what stopped the survey; `unordered`
    what depends on the order of invocations, if anything; `inexact` why results may differ in their
    last bits.
    """

    met: Trap | Endless | None
    examined: int
    total: int
    unordered: str = ""
    inexact: tuple[str, ...] = ()


def survey(
    shader: Shader, stage: Stage, inputs: Inputs, seconds: float, path: Path = "auto"
) -> Survey:
    """Run a shader for about so long."""
    interpreter = Interpreter(shader, stage, inputs, Options(path=path))
    if stage in DRAWN:
        return _pixels(interpreter, time.monotonic() + seconds)
    return _dispatch(
        interpreter, Interpreter(shader, stage, inputs, Options(order="reverse", path=path))
    )


def _dispatch(interpreter: Interpreter, other: Interpreter) -> Survey:
    groups, size = interpreter.inputs.groups, interpreter.compiled.shader.local_size
    total = groups[0] * groups[1] * groups[2] * size[0] * size[1] * size[2]
    found = interpreter.dispatch()
    if isinstance(found, Trap | Endless):
        return Survey(found, total, total)
    again = other.dispatch()
    if isinstance(again, Trap | Endless):
        return Survey(again, total, total)
    unordered = "" if found == again else "the buffers"
    return Survey(None, total, total, unordered, interpreter.inexact)


def _pixels(interpreter: Interpreter, end: float) -> Survey:
    width, height = interpreter.inputs.width, interpreter.inputs.height
    examined = 0
    for y in range(0, height, GRID):
        for x in range(0, width, GRID):
            examined += 1
            met = interpreter.pixel(x, y)
            if isinstance(met, Trap | Endless):
                return Survey(met, examined, width * height)
    for y in range(height):
        others = [x for x in range(width) if x % GRID or y % GRID]
        count, found = _row(interpreter, y, others, end)
        examined += count
        if found is not None:
            return Survey(found, examined, width * height)
        if count < len(others):
            break
    return Survey(None, examined, width * height, inexact=interpreter.inexact)


def _row(
    interpreter: Interpreter, y: int, others: list[int], end: float
) -> tuple[int, Trap | Endless | None]:
    """Run the pixels of a row that are not on the grid, at once on the C path; return how many,
    and what was met.
    """
    if interpreter.is_fast and others:
        return (0, None) if time.monotonic() > end else (len(others), interpreter.row(y))
    for k, x in enumerate(others):
        if time.monotonic() > end:
            return k, None
        found = interpreter.pixel(x, y)
        if isinstance(found, Trap | Endless):
            return k + 1, found
    return len(others), None
