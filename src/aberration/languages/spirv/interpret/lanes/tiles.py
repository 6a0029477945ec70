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

from .memory import TYPES, Region
from .state import State
from .unit import CONSTANT, Unit

TILE: Final = 16384
"""Lanes of a tile, about: large enough that NumPy's calls cost little, small enough for the second-level cache."""

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
        self.unit = Unit(module, leaves, interface)
        self.handed_over = 0
        self._fixed: dict[int, list[Any]] = {}
        self._bind()

    # ---- what all tiles share

    def _bind(self) -> None:
        """Read the blocks."""
        self._nan = self.unit.nan
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
        rows = max(2, TILE // width & ~1)
        for top in range(0, height, rows):
            trap = self._tile(top, min(rows, height - top), out, killed)
            if trap is not None:
                return trap
        out[killed] = 0.0
        if pixels == "rgba32f":
            return Image(width, height, pixels, out.tobytes())
        levels = np.clip(out.astype(np.float64), 0.0, 1.0) * 255.0 + 0.5
        return Image(width, height, pixels, levels.astype(np.uint8).tobytes())

    def _places(self, top: int, rows: int) -> tuple[Numbers, Numbers]:
        """Return x and y of each lane: row by row, or quad by quad with what sticks out of the image."""
        width = self.inputs.width
        if not self.unit.differs:
            lanes = np.arange(width * rows)
            return lanes % width, lanes // width + top
        across = (width + 1) // 2
        lanes = np.arange(4 * across * ((rows + 1) // 2))
        quads = lanes // 4
        return quads % across * 2 + lanes % 2, quads // across * 2 + lanes // 2 % 2 + top

    def _tile(self, top: int, rows: int, out: Numbers, killed: Numbers) -> Trap | None:
        x, y = self._places(top, rows)
        inside = (x < self.inputs.width) & (y < top + rows)

        def ends(lane: int) -> bool:
            return not inside[lane] or not isinstance(self.pixel(int(x[lane]), int(y[lane])), Trap)

        state = State(len(x), self.options.steps, ends)
        state.nan = self._nan
        state.regions = self._regions(x, y)
        with np.errstate(all="ignore", invalid="call", call=state.invalid):
            done = self._run(state)
            colours = self._colours(state, done)
        at = inside & done
        out[y[at], x[at]] = colours[at]
        killed[y[inside], x[inside]] = ~done[inside]
        suspicious = state.suspicious
        if self.unit.differs:
            suspicious = np.repeat(suspicious.reshape(-1, 4).any(axis=1), 4)
        return self._hand_over(x, y, np.flatnonzero(suspicious & inside), out, killed)

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

    def _hand_over(self, x: Numbers, y: Numbers, lanes: Numbers, out: Numbers, killed: Numbers) -> Trap | None:
        """Let the scalar engine run suspicious lanes, in the order of the image."""
        for lane in sorted(lanes.tolist(), key=lambda lane: (y[lane], x[lane])):
            place = int(x[lane]), int(y[lane])
            self.handed_over += 1
            found = self.pixel(*place)
            if isinstance(found, Trap):
                return found
            killed[place[1], place[0]] = found is None
            if found is not None:
                out[place[1], place[0]] = found
        return None
