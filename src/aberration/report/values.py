"""Where a result is wrong, number by number: what was expected there, and what came."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
import numpy as np

from aberration.core.comparison import forgiven_pixels, pixels
from aberration.core.limits import Limits, outside
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.recipe import TestCase

MOST: Final = 8
"""Places that are shown."""


class Value(msgspec.Struct, frozen=True):
    """One place of a result: a pixel or a word; numbers as text, bounds as `low to high`."""

    place: str
    expected: str
    came: str


def wrong_values(case: TestCase, expected: object, came: object, most: int = MOST) -> list[Value]:
    """Return the first places where a result is not the expected one, in order."""
    oracle = case.oracle
    if (
        isinstance(oracle, Expected)
        and oracle.limits is not None
        and isinstance(came, Image | Buffers)
    ):
        found = _by_limits(oracle.limits, came)
    elif isinstance(expected, Image) and isinstance(came, Image):
        found = _pixels(case, expected, came)
    elif isinstance(expected, Buffers) and isinstance(came, Buffers):
        found = _words(expected, came)
    else:
        return []
    return list(islice(found, most))


def _by_limits(limits: Limits, came: Image | Buffers) -> Iterator[Value]:
    for one in outside(came, limits):
        bounds = ", ".join(
            _number(low) if low == high else f"{_number(low)} to {_number(high)}"
            for low, high in zip(one.low, one.high, strict=True)
        )
        if isinstance(came, Image):
            y, x = divmod(one.place, came.width)
            values = pixels(came.parts[one.part])[y, x].tolist()
            place = f"pixel ({x}, {y}){_of_image(came, one.part)}"
            yield Value(place, bounds, ", ".join(map(_number, values)))
        else:
            kind = "float" if isinstance(one.low[0], float) else "uint"
            bits = int(np.frombuffer(came.data[one.part], np.uint32, one.place + 1)[one.place])
            yield Value(f"buffer {one.part}, word {one.place}", bounds, _word(bits, kind))


def _pixels(case: TestCase, expected: Image, came: Image) -> Iterator[Value]:
    if (expected.width, expected.height, expected.format) != (came.width, came.height, came.format):
        return
    for number, pair in enumerate(zip(expected.parts, came.parts, strict=False)):
        one, other = (pixels(image) for image in pair)
        for y, x in np.argwhere(~forgiven_pixels(*pair, case.oracle.tolerance)):
            values = (", ".join(map(_number, part[y, x].tolist())) for part in (one, other))
            yield Value(f"pixel ({x}, {y}){_of_image(came, number)}", *values)


def _of_image(image: Image, part: int) -> str:
    """Return which of several images a pixel is of."""
    return f" of image {part + 1}" if image.others else ""


def _words(expected: Buffers, came: Buffers) -> Iterator[Value]:
    for at, (one, other) in enumerate(zip(expected.data, came.data, strict=False)):
        words = min(len(one), len(other)) // 4
        left, right = (np.frombuffer(data[: 4 * words], np.uint32) for data in (one, other))
        fields = expected.fields[at] if at < len(expected.fields) else ()
        kinds: list[str] = [kind for kind, count in fields for _ in range(count)]
        kinds = (kinds + ["uint"] * words)[:words]
        for word in np.flatnonzero(left != right):
            shown = (_word(int(part[word]), kinds[word]) for part in (left, right))
            yield Value(f"buffer {at}, word {word}", *shown)


def _word(bits: int, kind: str) -> str:
    code = {"float": "<f", "int": "<i"}.get(kind, "<I")
    return _number(struct.unpack(code, struct.pack("<I", bits))[0])


def _number(value: float) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
