"""The storage buffers after a dispatch with bounds: what they hold, what else is legal, and
what is not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from aberration.core.limits import Limits, pack_mask
from aberration.core.outcome import Buffers
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.interface import Variable
from aberration.languages.spirv.interpret.layout import Slot
from aberration.languages.spirv.interpret.undefined import Refused

from .picture import least_floats
from .run import LeafWords, Native

_WORD: Final = 4
_WORD_BITS: Final = 32
_GROUP: Final = 8


class Region:
    """One buffer: its bytes, and for each word its bounds, whether it is compared, whether it
    is a float.
    """

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        whole = np.frombuffer(data[: len(data) // _WORD * _WORD], np.uint32)
        self.low, self.high = whole.copy(), whole.copy()
        self.compared = np.ones(len(whole), np.bool_)
        self.floats = np.zeros(len(whole), np.bool_)

    def enter(self, offset: int, width: int, bits: int) -> None:
        """Write a leaf of so many bytes, whose value is known."""
        self.data[offset : offset + width] = (bits & ((1 << 8 * width) - 1)).to_bytes(
            width, "little"
        )
        for word in self.words(offset, width):
            known = int.from_bytes(self.data[_WORD * word : _WORD * word + _WORD], "little")
            self.low[word] = self.high[word] = known

    def words(self, offset: int, width: int) -> range:
        """Return the words that a leaf lies in, of those that there are."""
        return range(offset // _WORD, min((offset + width + _WORD - 1) // _WORD, len(self.low)))


class Dispatch:
    """The buffers of the inputs, after a run."""

    def __init__(self, native: Native) -> None:
        self.native = native
        self.masked: Counter[int] = Counter()
        """How many words are not compared, by the number of the cause."""
        inputs = native.unit.inputs
        self._regions = {
            (each.descriptor_set, each.binding): Region(each.data) for each in inputs.buffers
        }
        found = native.limits()
        at = 0
        for variable_id, slots in native.unit.slots.items():
            variable = native.unit.interface.variables[variable_id]
            self._enter(variable, slots, at, found)
            at += len(slots)

    def _enter(
        self, variable: Variable, slots: Sequence[Slot], start: int, found: LeafWords
    ) -> None:
        place = self.native.unit.interface.place(variable)
        region = self._regions.get(place)
        written = self.native.unit.analysis.is_written(variable.id)
        if variable.storage != StorageClass.STORAGE_BUFFER or region is None or not written:
            return
        part = np.s_[start : start + len(slots)]
        low, high = _ends(
            found.numbers[part], np.array([leaf.kind == "float" for _, leaf in slots], np.bool_)
        )
        for number, (offset, leaf) in enumerate(slots, start):
            width = leaf.width // 8
            # The inputs gave fewer bytes than the type has; what lies behind is nobody's.
            if offset + width > len(region.data):
                break
            region.enter(offset, width, int(found.bits[number]))
            cause = int(found.causes[number])
            least, largest = found.numbers[number, 1:]
            # Bounds are kept by words: a wide or narrow leaf of several values cannot have them,
            # and is left out; so is a zero, whose sign is open.
            loose = leaf.width != _WORD_BITS and (
                least != largest or (leaf.kind == "float" and not least)
            )
            for word in region.words(offset, width):
                if (cause or loose) and region.compared[word]:
                    region.compared[word] = False
                    self.masked[cause] += 1
                if leaf.width == _WORD_BITS:
                    region.floats[word] = leaf.kind == "float"
                    region.low[word], region.high[word] = low[number - start], high[number - start]

    @property
    def words(self) -> int:
        """How many words there are."""
        return sum(len(region.low) for region in self._regions.values())

    @property
    def compared(self) -> int:
        """How many of them are compared."""
        return sum(int(region.compared.sum()) for region in self._regions.values())

    def buffers(self) -> Buffers:
        """Return the nearest values."""
        inputs = self.native.unit.inputs
        fields = tuple(buffer.fields for buffer in inputs.buffers)
        return Buffers(tuple(bytes(self._region(k).data) for k in range(len(fields))), fields)

    def limits(self) -> Limits:
        """Return what is legal."""
        regions = [self._region(k) for k in range(len(self.native.unit.inputs.buffers))]
        return Limits(
            tuple(pack_mask(region.compared) for region in regions),
            tuple(region.low[region.compared].astype("<u4").tobytes() for region in regions),
            tuple(region.high[region.compared].astype("<u4").tobytes() for region in regions),
            tuple(pack_mask(region.floats) for region in regions),
        )

    def _region(self, number: int) -> Region:
        buffer = self.native.unit.inputs.buffers[number]
        return self._regions[buffer.descriptor_set, buffer.binding]


def _ends(
    numbers: npt.NDArray[np.float64], floats: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return the bits of the least and the largest value of each leaf that has 32 bits."""
    low, high = np.where(floats, numbers[:, 1], 0.0), np.where(floats, numbers[:, 2], 0.0)
    whole = np.where(floats[:, None], 0.0, numbers[:, 1:]).astype(np.uint32)
    return (
        np.where(floats, least_floats(low).view(np.uint32), whole[:, 0]),
        np.where(floats, (-least_floats(-high)).view(np.uint32), whole[:, 1]),
    )


def check_aliases(native: Native) -> None:
    """Refuse buffers that several variables stand for, if one of them is written."""
    unit = native.unit
    known: dict[tuple[int, int], bool] = {}
    for variable in unit.interface.of_storage(StorageClass.STORAGE_BUFFER):
        place, written = unit.interface.place(variable), unit.analysis.is_written(variable.id)
        # Each variable has cells of its own here; what one writes the other would not see.
        if place in known and (written or known[place]):
            raise Refused("two variables for one buffer that is written")
        known[place] = written or known.get(place, False)


def group_turns(turns: npt.NDArray[np.int64]) -> int:
    """Return the most turns that eight invocations in a row took together."""
    whole = np.pad(turns, (0, -len(turns) % _GROUP))
    return int(whole.reshape(-1, _GROUP).sum(axis=1).max(initial=0))
