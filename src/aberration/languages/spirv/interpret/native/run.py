"""One module with its inputs as loaded C.

An invocation stops at the first undefined operation; what it was, `last_failure` tells by number.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from aberration.languages.native.compiler import Library, build
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.undefined import Refused, TrapKind

from .cells import CODES, kind_of
from .program import Program
from .reach import blocks_after
from .unit import NativeUnit

KINDS: Final[tuple[TrapKind | None, ...]] = (None, None, *get_args(TrapKind))
"""By the numbers of the text; the first two are no traps."""
DONE: Final = 0
KILLED: Final = 1
ROUNDING: Final = 16
ORDER: Final = 17
GROUPING: Final = 18
# Half of the range of 64 bits: sums with it do not overflow.
UNLIMITED: Final = 1 << 62
_WHOLE: Final = ctypes.c_int64
_RESULTS: Final = ("draw", "work", "open_run", "budget_left", "kind_of_cause")
_LARGEST: Final = (1 << 63) - 1
_ROW: Final = (np.uint8, np.uint64, np.uint8)


class Failure:
    """What stopped an invocation: the kind of the trap, the number of the place, the first
    three of its ids.
    """

    __slots__ = ("invocation", "kind", "site")

    def __init__(self, kind: TrapKind, site: int, invocation: tuple[int, int, int]) -> None:
        self.kind = kind
        self.site = site
        self.invocation = invocation


class Drawn:
    """Pixels: `colours` (height, width, 4 or 12), which are nearest values, lows and highs; `ends`
    (height, width, 3): how a pixel ended, the number of the place that decided it, its turns of
    loops.
    """

    __slots__ = ("colours", "ends", "trapped")

    def __init__(self, colours: npt.NDArray[np.float64], ends: npt.NDArray[np.int64]) -> None:
        self.colours = colours
        self.ends = ends
        self.trapped = False


class LeafWords(NamedTuple):
    """Leaves of blocks as nearest, least and largest value (count, 3), of integers the least and
    the largest alone, as patterns of 32 bits; the bits of the nearest; causes, which are 0 where a
    leaf lies in an interval.
    """

    numbers: npt.NDArray[np.float64]
    bits: npt.NDArray[np.int64]
    causes: npt.NDArray[np.int64]


class Deviations(NamedTuple):
    """Numbers of places: `loose` had several values although they were taken as firm, at `freed`
    decisions were free. `uncertain`: what trapped may be right on other implementations.
    """

    loose: tuple[int, ...]
    freed: tuple[int, ...]
    uncertain: bool


class Native:
    """A module as loaded C. `turns`: loops' back edges that an invocation may take; `compiler`:
    one alone.
    """

    def __init__(
        self,
        unit: NativeUnit,
        program: Program,
        *,
        turns: int,
        compiler: str = "",
        long: bool = False,
    ) -> None:
        self.unit: Final = unit
        self.program: Final = program
        self.library: Final[Library] = build(program.source, compiler, long=long)
        self._turns = turns
        for name in _RESULTS:
            if hasattr(self.library.functions, name):
                getattr(self.library.functions, name).restype = _WHOLE

    def open(self) -> None:
        """Fill constants and blocks."""
        unit = self.unit
        rows = unit.constants or [(0, 0, False)]
        codes, bits, marks = (
            np.array(part, kind) for part, kind in zip(zip(*rows, strict=True), _ROW, strict=True)
        )
        blocks = block_bits(unit)
        self.kinds = np.array([CODES[kind_of(leaf)] for leaf, _ in unit.blocks], np.uint8)
        self._group = np.array([CODES[kind_of(leaf)] for leaf in unit.group], np.uint8)
        # The text keeps the state of one run in static memory; the one before is still open here.
        self.library.functions.close_run()
        parts = [_pointer(part) for part in (bits, codes, marks, blocks, self.kinds, self._group)]
        if self.library.functions.open_run(*parts, _WHOLE(self._turns)):
            raise Refused("memory that this machine has not")
        self.budget(UNLIMITED)

    @property
    def steps_left(self) -> int:
        """What is left of the budget."""
        return int(self.library.functions.budget_left())

    def budget(self, steps: int) -> None:
        """Say how much all that follows may cost."""
        self.library.functions.set_budget(_WHOLE(steps))

    # ---- images

    def draw(self, x: int, y: int, width: int, height: int) -> Drawn:
        """Draw a rectangle."""
        # With bounds, nearest, least and greatest of each channel.
        numbers = 12 if self.unit.bounds else 4
        drawn = Drawn(np.zeros((height, width, numbers)), np.zeros((height, width, 3), np.int64))
        place = (_WHOLE(part) for part in (x, y, width, height))
        code = self.library.functions.draw(*place, _pointer(drawn.colours), _pointer(drawn.ends))
        self._need_memory(code)
        drawn.trapped = bool(code)
        return drawn

    # ---- compute

    def work(self, number: int, group: tuple[int, int, int]) -> npt.NDArray[np.int64] | None:
        """Run a workgroup; return the turns of loops of each invocation, None if one trapped."""
        size = self.unit.interface.local_size
        turns = np.zeros(size[0] * size[1] * size[2], np.int64)
        place = (_WHOLE * 3)(*group)
        code = self.library.functions.work(_WHOLE(number), place, _pointer(turns))
        self._need_memory(code)
        return None if code else turns

    def cells(self) -> npt.NDArray[np.uint64]:
        """Return the bits of all leaves of blocks as they are now."""
        found = np.zeros(self.unit.block_cells + 1, np.uint64)
        self.library.functions.take_cells(
            _pointer(found), _pointer(self.kinds), _WHOLE(self.unit.block_cells)
        )
        return found

    def failure(self) -> Failure:
        """Return what stopped the run."""
        numbers = (_WHOLE * 6)()
        self.library.functions.last_failure(numbers)
        kind = KINDS[numbers[0]]
        assert kind is not None
        return Failure(kind, int(numbers[1]), (int(numbers[2]), int(numbers[3]), int(numbers[4])))

    # ---- numbers with bounds

    def limits(self) -> LeafWords:
        """Return what is known of all leaves of blocks."""
        count = self.unit.block_cells + 1
        numbers = np.zeros((count, 3))
        bits, causes = np.zeros(count, np.int64), np.zeros(count, np.int64)
        parts = [_pointer(part) for part in (numbers, bits, causes, self.kinds)]
        self.library.functions.take_limits(*parts, _WHOLE(self.unit.block_cells))
        return LeafWords(numbers, bits, causes)

    def cause(self, number: int) -> tuple[int, Instruction | None]:
        """Return kind and place of why a number is not known."""
        if number <= 0:
            return ROUNDING, None
        return int(self.library.functions.kind_of_cause(_WHOLE(number))), self.program.sites[
            number - 1
        ]

    def forget_deviations(self) -> None:
        """Begin to note anew which places had several values, and where decisions were free."""
        self.library.functions.forget_doubts()

    def deviations(self) -> Deviations:
        """Return what was noted."""
        count = len(self.program.sites) + 1
        loose, freed, numbers = (
            np.zeros(count, np.uint8),
            np.zeros(count, np.uint8),
            (_WHOLE * 4)(),
        )
        self.library.functions.told(_pointer(loose), _pointer(freed), numbers)
        return Deviations(
            tuple(np.flatnonzero(loose).tolist()),
            tuple(np.flatnonzero(freed).tolist()),
            bool(numbers[1]),
        )

    def close(self) -> None:
        """Give the memory of the run back."""
        self.library.functions.close_run()

    @staticmethod
    def _need_memory(code: int) -> None:
        if code == 2:
            raise Refused("memory that this machine has not")


def blocks_reached_otherwise(native: Native) -> set[int]:
    """Return the blocks that other implementations may come to otherwise than this run did: after
    decisions, and where one invocation of each subgroup alone goes.
    """
    sites = [native.program.sites[site] for site in native.deviations().freed]
    chosen = {elected.block for elected in native.unit.elected.values()}
    return blocks_after(native.unit.module, native.unit.analysis, sites) | chosen


def ranges_of(native: Native) -> dict[int, tuple[int, int]]:
    """Return the smallest and largest values of what is traced, where no other implementation
    has others.
    """
    unit = native.unit
    count = len(unit.traced) + 1
    low, high, bad = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.uint8)
    native.library.functions.told_ranges(_pointer(low), _pointer(high), _pointer(bad))
    otherwise = blocks_reached_otherwise(native)
    found = {}
    for value_id, number in unit.traced.items():
        definition = unit.module.definition(value_id)
        block = None if definition is None else definition.block
        # The ends begin crossed; where they still are, nothing was seen, and a range of nothing
        # would be believed of everything.
        never = low[number] == _LARGEST and high[number] == -_LARGEST - 1
        if (
            bad[number]
            or never
            or block is None
            # Behind a decision that other implementations may take otherwise, other values may come
            # there.
            or block.id in otherwise
            or unit.is_unused_atomic(value_id)
        ):
            continue
        least, most = int(low[number]), int(high[number])
        # Of a boolean that was never false, or never true, one end alone was noted.
        found[value_id] = (1 if least == _LARGEST else least, 0 if most == -_LARGEST - 1 else most)
    return found


def block_bits(unit: NativeUnit) -> npt.NDArray[np.uint64]:
    """Return the bits of all leaves of blocks before the run."""
    # So that there is something to put together where a module has no blocks.
    parts = [np.zeros(1, np.uint64)[:0]]
    for variable_id, slots in unit.slots.items():
        variable = unit.interface.variables[variable_id]
        data = np.frombuffer(unit.interface.bytes_of(variable, unit.inputs), np.uint8)
        found = np.zeros(len(slots), np.uint64)
        # A leaf of 8 or 16 bits has as many of its own; what lies behind it is another's.
        widths = np.array([leaf.width // 8 for _, leaf in slots], np.int64)
        for width in sorted(set(widths.tolist())):
            mask = widths == width
            offsets = np.array([offset for offset, _ in slots], np.int64)[mask]
            wide = np.zeros((len(offsets), 8), np.uint8)
            wide[:, :width] = data[offsets[:, None] + np.arange(width)]
            found[mask] = wide.view("<u8")[:, 0]
        parts.append(found)
    return np.concatenate(parts)


def _pointer(array: npt.NDArray[Any]) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)
