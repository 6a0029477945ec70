"""Looks for an undefined operation in a shader: on a grid of pixels first, then on all as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.inputs import Inputs

from ..builtins.row import Stage
from ..read import Shader
from .options import Options, Path
from .run import Interpreter
from .trap import Endless, Trap

GRID: Final = 16


class Survey(msgspec.Struct, frozen=True):
    """`examined` of `total` invocations ran. `met` is what stopped the survey; `unsteady` what depends on the order of
    invocations, if anything; `inexact` why results may differ in their last bits.
    """

    met: Trap | Endless | None
    examined: int
    total: int
    unsteady: str = ""
    inexact: tuple[str, ...] = ()


def survey(shader: Shader, stage: Stage, inputs: Inputs, seconds: float, path: Path = "auto") -> Survey:
    """Run a shader for about so long."""
    interpreter = Interpreter(shader, stage, inputs, Options(path=path))
    if stage == "fragment":
        return _fragments(interpreter, time.monotonic() + seconds)
    return _dispatch(interpreter, Interpreter(shader, stage, inputs, Options(order="reverse", path=path)))


def _dispatch(interpreter: Interpreter, other: Interpreter) -> Survey:
    groups, size = interpreter.inputs.groups, interpreter.compiled.shader.local_size
    total = groups[0] * groups[1] * groups[2] * size[0] * size[1] * size[2]
    found = interpreter.dispatch()
    if isinstance(found, Trap | Endless):
        return Survey(found, total, total)
    again = other.dispatch()
    if isinstance(again, Trap | Endless):
        return Survey(again, total, total)
    unsteady = "" if found == again else "the buffers"
    return Survey(None, total, total, unsteady, interpreter.inexact)


def _fragments(interpreter: Interpreter, end: float) -> Survey:
    width, height = interpreter.inputs.width, interpreter.inputs.height
    examined = 0
    for x, y in _places(width, height):
        if (x % GRID or y % GRID) and time.monotonic() > end:
            break
        examined += 1
        found = interpreter.pixel(x, y)
        if isinstance(found, Trap | Endless):
            return Survey(found, examined, width * height)
    return Survey(None, examined, width * height, inexact=interpreter.inexact)


def _places(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Return the pixels of the grid, then all others."""
    for y in range(0, height, GRID):
        for x in range(0, width, GRID):
            yield x, y
    for y in range(height):
        for x in range(width):
            if x % GRID or y % GRID:
                yield x, y
