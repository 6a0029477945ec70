"""The C path of one shader with its inputs: what it gives, or that the Python path has to say
what it met.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from aberration.core.errors import InternalError
from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat
from aberration.core.program import DRAWN

from .compiled import Compiled
from .native.kinds import Unsupported
from .native.run import DISCARDED, DONE, REFUSED, Drawn, Native, image_bytes
from .options import Order, in_turn, position
from .supply import Supply
from .trap import Endless, Refused, Trap

Colour = tuple[float, float, float, float]
WORTH: Final = 256
"""Making C of a shader takes about as long as so many invocations on the Python path."""


class Again:
    """The C path has met something that only the Python path can describe, at a pixel if one is
    named.

    `met`: it was an undefined operation or the end of the budget, and the Python path has to meet
    it, too.
    """

    __slots__ = ("met", "pixel")

    def __init__(self, *, met: bool = False, pixel: tuple[int, int] | None = None) -> None:
        self.met: Final = met
        self.pixel: Final = pixel

    def confirm(self, found: object) -> None:
        """Raise where the two paths do not agree."""
        if self.met and not isinstance(found, Trap | Endless):
            raise InternalError(
                "the C path of the interpreter traps where the Python path does not"
            )


class Fast:
    """The C path. `Unsupported` is raised for what it leaves to the Python path."""

    def __init__(
        self, compiled: Compiled, supply: Supply, inputs: Inputs, compiler: str = ""
    ) -> None:
        self.inputs: Final = inputs
        self.compiled: Final = compiled
        self.supply: Final = supply
        self.native: Final = Native(compiled, compiler)
        if compiled.shader.stage in DRAWN:
            self.native.open(supply.resources(), logging=False)

    # ---- images

    def pixel(self, x: int, y: int) -> Colour | Again | None:
        """Return the colour of a pixel, None where it is discarded or the shader gives none."""
        together = self.native.program.together
        left, top = (x - x % 2, y - y % 2) if together else (x, y)
        drawn = self.native.draw(left, top, 1, (self.inputs.width, self.inputs.height))
        if drawn.failure != DONE:
            return Again(met=drawn.failure != REFUSED, pixel=(x, y))
        colours, ends = drawn.rows()
        row, column = y - top, x - left
        if ends[row, column] == DISCARDED or not self.compiled.text.channels:
            return None
        red, green, blue, alpha = colours[row, column].tolist()
        return red, green, blue, alpha

    def row(self, y: int) -> Again | None:
        """Run the pixels of a row, or of the quads that it is in; None where all come to their
        end.
        """
        found = self._row(y - y % self._step)
        return found if isinstance(found, Again) else None

    @property
    def _step(self) -> int:
        return 2 if self.native.program.together else 1

    def _row(self, y: int) -> Drawn | Again:
        step, width = self._step, self.inputs.width
        drawn = self.native.draw(0, y, -(-width // step), (width, self.inputs.height))
        if drawn.failure == DONE:
            return drawn
        return Again(met=drawn.failure != REFUSED, pixel=(step * drawn.done, y))

    def image(self, pixels: PixelFormat) -> Image | Again:
        """Return the whole image."""
        width, height = self.inputs.width, self.inputs.height
        parts = []
        for y in range(0, height, self._step):
            drawn = self._row(y)
            if isinstance(drawn, Again):
                return drawn
            parts.append(drawn.rows())
        colours = np.concatenate([part for part, _ in parts])[:height, :width]
        ends = np.concatenate([part for _, part in parts])[:height, :width]
        return Image(width, height, pixels, image_bytes(colours, ends, pixels))

    # ---- compute

    def dispatch(self, order: Order, *, logging: bool) -> Buffers | Again:
        """Return the buffers after the whole dispatch; `logging`: accesses of different
        invocations are compared.
        """
        native = self.native
        try:
            if not native.open(self.supply.resources(), logging=logging):
                return Again()
            groups = self.inputs.groups
            for number in in_turn(order, groups[0] * groups[1] * groups[2]):
                code = native.work(number, position(number, groups), groups, order)
                if code != DONE:
                    return Again(met=code != REFUSED)
            if native.holds_unset():
                return Again(met=True)
            data = self.supply.buffers(native.resources())
        finally:
            native.close()
        return Buffers(data, tuple(buffer.fields for buffer in self.inputs.buffers))


def fast(compiled: Compiled, supply: Supply, inputs: Inputs) -> Fast | None:
    """Return the C path, if there is one; raise `Refused` where the options ask for it and
    there is none.
    """
    try:
        return Fast(compiled, supply, inputs)
    except Unsupported as error:
        if compiled.options.path == "c":
            raise Refused(
                f"{error}, on the C path", hint="the Python path has it: path='python'"
            ) from None
        return None
