"""Pixels that were drawn with bounds, as an image with limits, and why some are not compared."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aberration.core.attachments import Attachment
from aberration.core.limits import Limits, pack_mask
from aberration.core.outcome import FLOATS, Image, PixelFormat

from .run import DONE, KILLED, Drawn

FREE: Final = 32
"""Added to the kind of what freed an invocation, in how it ended (`bounds_driver.c`)."""
_CHANNELS: Final = 4
_GROUPS: Final = ((1, 8), (2, 4))
"""Rows and columns of the pixels that llvmpipe may run as one vector of eight."""


class Picture:
    """An image of which parts are drawn; with an attachment, that of it."""

    def __init__(self, width: int, height: int, attachment: Attachment | None = None) -> None:
        self._format: Final[PixelFormat] = (
            "rgba32f" if attachment is None or attachment.is_colour_of_floats else attachment.stored
        )
        kind = np.float32 if self._format in FLOATS else np.uint32
        self._values: npt.NDArray[Any] = np.zeros((height, width, _CHANNELS), kind)
        self._low, self._high = self._values.copy(), self._values.copy()
        self._compared = np.zeros((height, width), np.bool_)
        self._drawn = self._compared.copy()
        self._turns = np.zeros((height, width), np.int64)
        self.masked: Counter[tuple[int, int]] = Counter()
        """How many pixels are not compared, by the kind of what freed them and its place, by
        number.
        """

    def enter(self, x: int, y: int, drawn: Drawn) -> None:
        """Add a rectangle of pixels."""
        height, width = drawn.ends.shape[:2]
        part = np.s_[y : y + height, x : x + width]
        how, place = drawn.ends[..., 0], drawn.ends[..., 1]
        done, killed = how == DONE, how == KILLED
        parts = [drawn.colours[..., k : k + _CHANNELS] for k in (0, 4, 8)]
        shown, low, high = (np.where(done[..., None], one, 0.0) for one in parts)
        self._values[part] = np.where(np.isfinite(shown), shown, 0.0)
        # Bounds are computed in 64 bits. Rounded inwards to 32: what is legal has to be a float of
        # 32 bits inside of them. Integers are what they are.
        is_float = self._format in FLOATS
        self._low[part] = least_floats(low) if is_float else low
        self._high[part] = -least_floats(-high) if is_float else high
        # Discarded pixels are compared too, with the zeros that the image was cleared to.
        self._compared[part] = done | killed
        self._drawn[part] = True
        self._turns[part] = drawn.ends[..., 2]
        free = ~(done | killed)
        self.masked.update(zip((how[free] - FREE).tolist(), place[free].tolist(), strict=True))

    @property
    def drawn(self) -> int:
        """How many pixels were drawn."""
        return int(self._drawn.sum())

    @property
    def compared(self) -> int:
        """How many of them are compared."""
        return int(self._compared.sum())

    def image(self) -> Image:
        """Return the nearest values; what is not drawn is zero."""
        height, width = self._drawn.shape
        return Image(width, height, self._format, self._values.tobytes())

    def limits(self) -> Limits:
        """Return what is legal."""
        low, high = (part[self._compared].tobytes() for part in (self._low, self._high))
        return Limits((pack_mask(self._compared),), (low,), (high,))

    def most_turns(self) -> int:
        """Return the turns of loops of the busiest pixel."""
        return int(self._turns.max(initial=0))

    def group_turns(self) -> int:
        """Return the most turns that eight neighbours took together."""
        return max(_largest_sum(self._turns, rows, columns) for rows, columns in _GROUPS)


def least_floats(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Return the least floats of 32 bits that are no less than some numbers."""
    near = numbers.astype(np.float32)
    return np.where(near < numbers, np.nextafter(near, np.float32(np.inf)), near)


def _largest_sum(turns: npt.NDArray[np.int64], rows: int, columns: int) -> int:
    height, width = turns.shape
    whole = np.pad(turns, ((0, -height % rows), (0, -width % columns)))
    parts = whole.reshape(whole.shape[0] // rows, rows, whole.shape[1] // columns, columns)
    return int(parts.sum(axis=(1, 3)).max(initial=0))
