"""Whole images: tiles of pixels through the generated code, suspicious ones through the scalar engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, PixelFormat
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.interpret.interface import Interface, fragment_input
from aberration.languages.spirv.interpret.leaves import Cell, Leaves
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.outputs import Colour, Outputs
from aberration.languages.spirv.interpret.undefined import Refused, Trap
from aberration.languages.spirv.module import Module

from .access import LARGEST
from .memory import TYPES, Region
from .ranges import Ranges
from .state import State
from .unit import CONSTANT, Unit

ACROSS: Final = 128
DOWN: Final = 64
"""Pixels of a tile: enough that NumPy's calls cost little, few enough that their branches go together and their values
stay in the second-level cache.
"""

Pixel = Callable[[int, int], Colour | Trap | None]
Numbers = npt.NDArray[Any]


class Tiles:
    """One module with its inputs. `pixel` asks the scalar engine; `handed_over` counts how often that was needed."""

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        interface: Interface,
        outputs: Outputs,
        inputs: Inputs,
        options: Options,
        pixel: Pixel,
    ) -> None:
        if interface.of_storage(StorageClass.WORKGROUP) or interface.stage != "fragment":
            raise Refused("a compute shader, in many lanes")
        self.leaves = leaves
        self.interface = interface
        self.outputs = outputs
        self.inputs = inputs
        self.options = options
        self.pixel = pixel
        self.unit = Unit(module, leaves, interface, options.trace_ranges)
        self.ranges = Ranges()
        self.handed_over = 0
        self._fixed: dict[int, list[Any]] = {}
        self._bind()

    # ---- what all tiles share

    def _bind(self) -> None:
        """Read the blocks."""
        self._nan = self.unit.nan
        for variable in self.interface.variables.values():
            if variable.id not in self.unit.constant_regions and self.leaves.count(variable.type_id) > LARGEST:
                raise Refused(f"a large variable (%{variable.id}), in many lanes")
        for variable in self.interface.of_storage(*CONSTANT):
            if variable.storage == StorageClass.INPUT:
                continue
            slots = self.interface.slots(variable, self.inputs)
            if len(slots) < self.leaves.count(variable.type_id) or self.interface.layout(variable).stride:
                raise Refused(f"block %{variable.id}, whose size is not fixed, in many lanes")
            cells = self.interface.block_cells(variable, self.inputs)
            self._fixed[variable.id] = self._numbers(self.unit.letters(variable.type_id), cells)

    def _numbers(self, letters: str, cells: list[Cell] | tuple[Cell, ...]) -> list[Any]:
        """Return leaves as NumPy scalars."""
        found = []
        for letter, cell in zip(letters, cells, strict=True):
            number = np.uint32(cell or 0).view(np.int32) if letter == "i" else TYPES[letter](cell)
            self._nan = self._nan or bool(number != number)
            found.append(number)
        return found

    # ---- images

    def image(self, pixels: PixelFormat = "rgba8") -> Image | Trap:
        """Return the whole image, or the trap of the first pixel that has one."""
        width, height = self.inputs.width, self.inputs.height
        out = np.zeros((height, width, 4), np.float32)
        killed = np.zeros((height, width), np.bool_)
        for top in range(0, height, DOWN):
            trap = self._band(top, min(DOWN, height - top), out, killed)
            if trap is not None:
                return trap
        out[killed] = 0.0
        if pixels == "rgba32f":
            return Image(width, height, pixels, out.tobytes())
        levels = np.rint(np.clip(out, np.float32(0.0), np.float32(1.0)) * np.float32(255.0))
        return Image(width, height, pixels, levels.astype(np.uint8).tobytes())

    def _band(self, top: int, rows: int, out: Numbers, killed: Numbers) -> Trap | None:
        """Run the tiles of some rows, then what is suspicious in them."""
        doubtful: list[tuple[int, int]] = []
        width = self.inputs.width
        for left in range(0, width, ACROSS):
            x, y = self._places(left, min(ACROSS, width - left), top, rows)
            doubtful += self._tile(x, y, (x < width) & (y < top + rows), out, killed)
        return self._hand_over(sorted(doubtful), out, killed)

    def _places(self, left: int, across: int, top: int, rows: int) -> tuple[Numbers, Numbers]:
        """Return x and y of each lane: row by row, or quad by quad with what sticks out of the image."""
        if not self.unit.differs:
            lanes = np.arange(across * rows)
            return lanes % across + left, lanes // across + top
        across = (across + 1) // 2
        lanes = np.arange(4 * across * ((rows + 1) // 2))
        quads = lanes // 4
        return quads % across * 2 + lanes % 2 + left, quads // across * 2 + lanes // 2 % 2 + top

    def _tile(self, x: Numbers, y: Numbers, inside: Numbers, out: Numbers, killed: Numbers) -> list[tuple[int, int]]:
        """Run a tile; return the (y, x) of pixels that are suspicious."""

        def ends(lane: int) -> bool:
            return not inside[lane] or not isinstance(self.pixel(int(x[lane]), int(y[lane])), Trap)

        state = State(len(x), self.options.steps, ends, self.ranges)
        state.regions = self._regions(x, y)
        state.nan = self._nan
        with np.errstate(all="ignore", invalid="call", call=state.invalid):
            done = self._run(state)
            colours = self._colours(state, done)
        at = inside & done
        out[y[at], x[at]] = colours[at]
        killed[y[inside], x[inside]] = ~done[inside]
        suspicious = state.suspicious
        if self.unit.differs:
            suspicious = np.repeat(suspicious.reshape(-1, 4).any(axis=1), 4)
        lanes = np.flatnonzero(suspicious & inside)
        return list(zip(y[lanes].tolist(), x[lanes].tolist(), strict=True))

    def _run(self, state: State) -> Numbers:
        """Run a tile; return the lanes that reached the end."""
        everywhere = np.ones(state.lanes, np.bool_)
        mask, count = self.unit.main(state, everywhere, state.lanes)[:2]
        return np.zeros(state.lanes, np.bool_) if not count else np.array(mask)

    def _regions(self, x: Numbers, y: Numbers) -> dict[int, Region]:
        found: dict[int, Region] = {}
        for variable in self.interface.variables.values():
            letters = self.unit.letters(variable.type_id)
            cells: list[Any] | None = None
            if variable.id in self._fixed:
                cells = list(self._fixed[variable.id])
            elif variable.storage == StorageClass.INPUT:
                cells = self._numbers(letters, fragment_input(variable.built_in, 0, 0))
                if variable.built_in == BuiltIn.FRAG_COORD:
                    cells[:2] = [(place + 0.5).astype(np.float32) for place in (x, y)]
            else:
                initial = self.interface.initial_cells(variable)
                if not any(cell is None for cell in initial):
                    cells = self._numbers(letters, initial)
            found[variable.id] = Region(letters, len(x), cells)
        return found

    def _colours(self, state: State, done: Numbers) -> Numbers:
        """Return the colours of all lanes; those of lanes that did not write them, or no numbers, are suspicious."""
        colours = np.zeros((state.lanes, 4), np.float32)
        colours[:, 3] = 1.0
        variable = self.outputs.variable
        if variable is None:
            return colours
        region, count = state.regions[variable.id], self.outputs.count
        missing = region.missing(0, count)
        if missing is not None:
            state.suspicious |= missing & done
        for k in range(count):
            colours[:, k] = region.get(k)
        state.suspicious |= done & ~np.isfinite(colours).all(axis=1)
        return colours

    def _hand_over(self, places: list[tuple[int, int]], out: Numbers, killed: Numbers) -> Trap | None:
        """Let the scalar engine run suspicious pixels, in the order of the image."""
        for y, x in places:
            self.handed_over += 1
            found = self.pixel(x, y)
            if isinstance(found, Trap):
                return found
            killed[y, x] = found is None
            if found is not None:
                out[y, x] = found
        return None
