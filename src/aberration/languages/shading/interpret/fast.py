"""The C path of one shader with its inputs: what it finds, or that the Python path has to tell."""

from __future__ import annotations

from typing import Final

import numpy as np

from aberration.core.errors import InternalError
from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat

from .compiled import Compiled
from .native.kinds import Unsupported
from .native.run import DISCARDED, DONE, ENDLESS, TRAPPED, Drawn, Native, image_bytes
from .options import Options
from .supply import Supply
from .trap import Endless, Refused, Trap

Colour = tuple[float, float, float, float]
WORTH: Final = 256
"""So many invocations take the Python path about as long as making C of a shader."""


class Again:
    """Something was met that the Python path has to tell of. `trapped`: it must be a trap."""

    __slots__ = ("trapped",)

    def __init__(self, trapped: bool) -> None:
        self.trapped: Final = trapped

    def confirm(self, found: object) -> None:
        """Raise where the Python path does not find what the C path met."""
        if self.trapped and not isinstance(found, Trap):
            raise InternalError("the C path of the interpreter traps where the Python path does not")


class Fast:
    """The C path. `Unsupported` is raised for what it leaves to the Python path."""

    def __init__(self, compiled: Compiled, supply: Supply, inputs: Inputs) -> None:
        self.inputs: Final = inputs
        self.compiled: Final = compiled
        self.supply: Final = supply
        self.native: Final = Native(compiled)
        if compiled.shader.stage == "fragment":
            self.native.open(supply.resources(), logging=False)

    # ---- fragments

    def pixel(self, x: int, y: int) -> Colour | Endless | Again | None:
        together = self.native.program.together
        left, top = (x - x % 2, y - y % 2) if together else (x, y)
        drawn = self.native.draw(left, top, 1, (self.inputs.width, self.inputs.height))
        if drawn.failure not in (DONE, DISCARDED):
            return self._failed(drawn, left, top)
        colours, ends = drawn.rows()
        row, column = y - top, x - left
        if ends[row, column] == DISCARDED:
            return None
        red, green, blue, alpha = colours[row, column].tolist()
        return red, green, blue, alpha

    def image(self, pixels: PixelFormat) -> Image | Endless | Again:
        width, height = self.inputs.width, self.inputs.height
        step = 2 if self.native.program.together else 1
        parts = []
        for y in range(0, height, step):
            drawn = self.native.draw(0, y, -(-width // step), (width, height))
            if drawn.failure not in (DONE, DISCARDED):
                return self._failed(drawn, 0, y)
            parts.append(drawn.rows())
        colours = np.concatenate([part for part, _ in parts])[:height, :width]
        ends = np.concatenate([part for _, part in parts])[:height, :width]
        return Image(width, height, pixels, image_bytes(colours, ends, pixels))

    def _failed(self, drawn: Drawn, x: int, y: int) -> Endless | Again:
        if drawn.failure != ENDLESS:
            return Again(drawn.failure == TRAPPED)
        if not drawn.together:
            return Endless(self.native.turns, (x + drawn.done, y))
        return Endless(self.native.turns, (x + 2 * drawn.done + drawn.failed % 2, y + drawn.failed // 2))

    # ---- compute

    def dispatch(self, *, logging: bool) -> Buffers | Endless | Again:
        native, groups = self.native, self.inputs.groups
        native.open(self.supply.resources(), logging=logging)
        try:
            found = self._groups(groups)
            if found is not None:
                return found
            data = self.supply.buffers(native.resources())
        finally:
            native.close()
        return Buffers(data, tuple(buffer.fields for buffer in self.inputs.buffers))

    def _groups(self, groups: tuple[int, int, int]) -> Endless | Again | None:
        numbers = range(groups[0] * groups[1] * groups[2])
        forward = self.compiled.options.order == "forward"
        for number in numbers if forward else reversed(numbers):
            group = (number % groups[0], number // groups[0] % groups[1], number // (groups[0] * groups[1]))
            code, who = self.native.work(number, group, groups)
            if code == ENDLESS:
                return Endless(self.native.turns, who)
            if code not in (DONE, DISCARDED):
                return Again(code == TRAPPED)
        return None


def fast(compiled: Compiled, supply: Supply, inputs: Inputs) -> Fast | None:
    """Return the C path, if there is one; raise `Refused` where the options ask for it and there is none."""
    options: Options = compiled.options
    try:
        return Fast(compiled, supply, inputs)
    except Unsupported as error:
        if options.path == "c":
            raise Refused(f"{error}, on the C path", hint="the Python path has it: path='python'") from None
        return None
