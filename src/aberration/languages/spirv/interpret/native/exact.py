"""The C path of the interpreter: whole images and dispatches, each number as one machine computes
it.

It stops at the first undefined operation; what that was, the Python path tells, which meets it
again.
"""

from __future__ import annotations

import itertools
from typing import Final

import numpy as np

from aberration.core.inputs import Inputs
from aberration.core.outcome import FLOATS, Image, PixelFormat
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.interface import Interface
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.outputs import Outputs
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.languages.spirv.module import Module

from .program import write_program
from .run import KILLED, UNLIMITED, Failure, Native
from .traps import trap_of
from .unit import NativeUnit


class Exact:
    """A module with its inputs. `turns`: loops' back edges that an invocation may take."""

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        interface: Interface,
        outputs: Outputs,
        inputs: Inputs,
        turns: int,
        compiler: str = "",
    ) -> None:
        self.inputs: Final = inputs
        self.interface: Final = interface
        self.groups_done = 0
        self._given = UNLIMITED
        unit = NativeUnit(module, leaves, interface, inputs)
        self.native: Final = Native(
            unit, write_program(unit, outputs), turns=turns, compiler=compiler
        )

    def image(self, pixels: PixelFormat) -> Image | Failure:
        """Return the whole image, or what stopped the first pixel that was stopped."""
        width, height = self.inputs.width, self.inputs.height
        self.native.open()
        drawn = self.native.draw(0, 0, width, height)
        if drawn.trapped:
            return self.native.failure()
        colours = drawn.colours
        # The image is cleared before it is drawn: a discarded fragment leaves zeros.
        colours[drawn.ends[..., 0] == KILLED] = 0.0
        if pixels in FLOATS:
            return Image(width, height, pixels, colours.astype("<f4").tobytes())
        if pixels != "rgba8":
            # A double holds each integer of 32 bits.
            return Image(width, height, pixels, colours.astype("<u4").tobytes())
        # The product is rounded to 32 bits, and to nearest, ties to even, as `interface.unorm8`
        # does it.
        scaled = (np.clip(colours, 0.0, 1.0) * 255.0).astype(np.float32)
        return Image(width, height, pixels, np.rint(scaled).astype(np.uint8).tobytes())

    def dispatch(self, work: int = UNLIMITED) -> dict[tuple[int, int], bytes] | Failure:
        """Return the storage buffers after the whole dispatch, by (set, binding), or what stopped
        an invocation: that may be that all `work` is done, when less than nothing is left.
        """
        x, y, z = self.inputs.groups
        self.native.open()
        self.native.budget(work)
        self._given = work
        for number, place in enumerate(itertools.product(range(z), range(y), range(x))):
            if self.native.work(number, (place[2], place[1], place[0])) is None:
                return self.native.failure()
            self.groups_done = number + 1
        return self._buffers()

    def cost(self, failure: Failure) -> int:
        """Return how much was executed before a trap: of the pixel alone, or of the whole
        dispatch.
        """
        if self.interface.draws:
            self.native.budget(UNLIMITED)
            self.native.draw(*failure.invocation[:2], 1, 1)
            return UNLIMITED - self.native.steps_left
        return self._given - self.native.steps_left

    def trap(self, failure: Failure) -> Trap:
        """Return what stopped an invocation."""
        return trap_of(self.native, failure)

    def _buffers(self) -> dict[tuple[int, int], bytes]:
        """Write what changed over the bytes before; several variables may stand for one buffer."""
        unit, interface = self.native.unit, self.interface
        cells = self.native.cells()
        found: dict[tuple[int, int], bytes] = {}
        at = 0
        for variable_id, slots in unit.slots.items():
            variable = interface.variables[variable_id]
            mine = cells[at : at + len(slots)]
            at += len(slots)
            if variable.storage != StorageClass.STORAGE_BUFFER:
                continue
            place = interface.place(variable)
            data = np.frombuffer(
                # Of aliases each writes its own leaves over what those before it left.
                found.get(place) or interface.bytes_of(variable, self.inputs),
                np.uint8,
            ).copy()
            if unit.analysis.is_written(variable_id):
                for width in sorted({leaf.width // 8 for _, leaf in slots}):
                    which = np.array([leaf.width // 8 == width for _, leaf in slots])
                    offsets = np.array([offset for offset, _ in slots], np.int64)[which]
                    # In little-endian order the first bytes of a wide cell are the number in its
                    # own width.
                    parts = mine[which].astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width]
                    data[offsets[:, None] + np.arange(width)] = parts
            found[place] = data.tobytes()
        return found
