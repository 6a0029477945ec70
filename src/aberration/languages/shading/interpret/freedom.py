"""Whether a result other than the interpreter's is one that the freedom of rounding allows.

Where a driver's result differs, the program is run again with other legal roundings
(`rounding.py`). A number is free where these reach the driver's value, or come as near to it as
they lie apart, or where one of them meets what is undefined; a result that differs in free numbers
alone is explained. Where nothing on the way to a number could be rounded otherwise, that it is not
free is proved by the first run.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.comparison import Tolerance
from aberration.core.freedom import EXCLUDED, NO_REASON, Freedom
from aberration.core.inputs import Inputs
from aberration.core.outcome import FLOATS, Buffers, Image

from ..builtins.row import Stage
from ..read import Shader
from .options import Options
from .rounding import mode_of
from .run import Interpreter
from .trap import Endless, Trap

# Each of them is interpreted up to 96 times.
LOOKED_AT: Final = 64
"""Pixels, of those that differ: half of them those that differ most, the others evenly spread."""
ROUNDINGS: Final = 16
MORE_ROUNDINGS: Final = 96
"""How many roundings are tried for a whole dispatch, and for a pixel that nothing explains."""
_CHANNELS: Final = 4
_KINDS: Final = {"rgba8": "step"} | dict.fromkeys(FLOATS, "float")
_CODES: Final = {"rgba32i": "<4i", "rgba32ui": "<4I"} | dict.fromkeys(FLOATS, "<4f")

Range = tuple[float, float]


class _Rounded:
    """A shader ready to run in each way to round; its text is generated once for each order of
    sums.
    """

    def __init__(self, shader: Shader, stage: Stage, inputs: Inputs, options: Options) -> None:
        self._shader: Final = shader
        self._stage: Final[Stage] = stage
        self._inputs: Final = inputs
        # Races do not depend on rounding, and were looked for in the first run.
        self._options: Final = Options(options.nonfinite, options.turns, options.order, races=False)
        self._kept: Final[dict[bool, Interpreter]] = {}

    def by(self, number: int) -> Interpreter:
        """Return the interpreter that rounds as a number has it, until the next one is asked
        for.
        """
        order = mode_of(number).reverses
        if order not in self._kept:
            options = replace(self._options, rounding=number)
            self._kept[order] = Interpreter(self._shader, self._stage, self._inputs, options)
        self._kept[order].begin_rounding(number)
        return self._kept[order]


def freedom_of_image(
    shader: Shader,
    stage: Stage,
    inputs: Inputs,
    options: Options,
    expected: Image,
    given: Image,
    tolerance: Tolerance,
) -> Freedom:
    """Return whether a shader may draw this image instead of the expected one: in all attachments
    that differ.
    """
    count = len(inputs.attachments)
    if count > 1 and (len(expected.parts), len(given.parts)) == (count, count):
        pairs = zip(inputs.each_attachment(), expected.parts, given.parts, strict=True)
        each = [
            freedom_of_image(shader, stage, alone, options, one, other, tolerance)
            for alone, one, other in pairs
            if _differing_pixels(one, other, tolerance)
        ]
        return next((one for one in each if not one.reason), (each or [NO_REASON])[0])
    # Rounding cannot explain another shape.
    shapes = [(one.width, one.height, one.format, len(one.others)) for one in (expected, given)]
    if shapes[0] != shapes[1]:
        return NO_REASON
    places = _differing_pixels(expected, given, tolerance)
    if not places:
        return NO_REASON
    chosen = _sample(places, expected, given)
    rounded = _Rounded(shader, stage, inputs, options)
    # All channels of a pixel have to be free, and all pixels looked at: one that no rounding
    # reaches is a bug, however many others are free.
    for place in chosen:
        found = _freedom_of_pixel(rounded, place, expected, given, tolerance)
        if not found.reason:
            return found
    return Freedom(
        f"rounded in other legal ways, {len(chosen)} of {len(chosen)} pixels looked "
        f"at come out otherwise too"
    )


def _freedom_of_pixel(
    rounded: _Rounded,
    place: tuple[int, int],
    expected: Image,
    given: Image,
    tolerance: Tolerance,
) -> Freedom:
    """Return whether a pixel may come out as given."""
    # A range grows from the expected value on: what is legal is not one number but all between the
    # ends.
    ranges = [(value, value) for value in _values(expected, place)]
    wanted = _values(given, place)
    kind = _KINDS.get(given.format, "integer")
    first: Sequence[float] | None = None
    is_moved = False
    for number in range(MORE_ROUNDINGS):
        # What no rounding moved so far is not near an edge that a rare one may cross.
        if number == ROUNDINGS and not is_moved:
            break
        interpreter = rounded.by(number)
        interpreter.forget_choices()
        values = _pixel(interpreter, place, given)
        # Rounded another way the pixel is undefined: then nothing that a driver gives there is
        # wrong.
        if values is None:
            return Freedom("undefined")
        first = first or values
        is_moved = is_moved or any(a != b for a, b in zip(first, values, strict=True))
        ranges = [_wider_range(*pair) for pair in zip(ranges, values, strict=True)]
        pairs = zip(ranges, wanted, strict=True)
        if all(_is_free(range_, value, kind, tolerance) for range_, value in pairs):
            return Freedom("reached")
        if number == 0 and not interpreter.had_choice:
            return EXCLUDED
    return NO_REASON


def _pixel(
    interpreter: Interpreter, place: tuple[int, int], given: Image
) -> Sequence[float] | None:
    """Run one pixel; return its channels as the image has them, None where it is undefined."""
    found = interpreter.pixel(*place)
    if isinstance(found, Trap | Endless):
        return None
    # A discarded pixel is all zeros.
    values: Sequence[float] = found or (0.0, 0.0, 0.0, 0.0)
    if given.format == "rgba8":
        # Not rounded to whole steps, which would make the range narrower than it is.
        return [min(max(value, 0.0), 1.0) * 255.0 for value in values]
    return values


def freedom_of_buffers(
    shader: Shader,
    inputs: Inputs,
    options: Options,
    expected: Buffers,
    given: Buffers,
    tolerance: Tolerance,
) -> Freedom:
    """Return whether a compute shader may leave these buffers instead of the expected ones."""
    kinds = [
        _word_kinds(fields, len(data) // 4)
        for fields, data in zip(expected.fields, expected.data, strict=True)
    ]
    pairs = list(zip(kinds, expected.data, given.data, strict=True))
    if any(len(one) != len(other) for _, one, other in pairs):
        return NO_REASON
    wanted = [_words(kind, data) for kind, _, data in pairs]
    ranges = [[(value, value) for value in _words(kind, data)] for kind, data, _ in pairs]
    left = _open_words(wanted, ranges, kinds, tolerance)
    count = len(left)
    rounded = _Rounded(shader, "compute", inputs, options)
    for number in range(ROUNDINGS if left else 0):
        interpreter = rounded.by(number)
        interpreter.forget_choices()
        found = interpreter.dispatch()
        if isinstance(found, Trap | Endless):
            return Freedom(f"rounded in another legal way, it meets what is undefined: {found}")
        if number == 0 and not interpreter.had_choice:
            return EXCLUDED
        for at, (kind, data) in enumerate(zip(kinds, found.data, strict=True)):
            ranges[at] = [
                _wider_range(range_, value)
                for range_, value in zip(ranges[at], _words(kind, data), strict=True)
            ]
        left = _open_words(wanted, ranges, kinds, tolerance)
        if not left:
            return Freedom(
                f"rounded in other legal ways, all {count} numbers that differ come out "
                f"otherwise too"
            )
    return NO_REASON


def freedom(
    shader: Shader,
    stage: Stage,
    inputs: Inputs,
    options: Options,
    expected: Image | Buffers,
    given: Image | Buffers,
    tolerance: Tolerance,
) -> Freedom:
    """Return whether a shader may give this result instead of the expected one."""
    if isinstance(expected, Image) and isinstance(given, Image):
        return freedom_of_image(shader, stage, inputs, options, expected, given, tolerance)
    if isinstance(expected, Buffers) and isinstance(given, Buffers):
        return freedom_of_buffers(shader, inputs, options, expected, given, tolerance)
    return NO_REASON


def _wider_range(range_: Range, value: float) -> Range:
    return min(range_[0], value), max(range_[1], value)


def _is_free(range_: Range, value: float, kind: str, tolerance: Tolerance) -> bool:
    """Whether a value lies among those that are reached, or beside them.

    Those that are reached are a sample of the legal ones: where they lie farther apart than what
    counts as equal, the value may lie as far outside as they lie apart, and no farther.
    """
    low, high = range_
    allowed = float(tolerance.step) if kind == "step" else 0.0
    if kind == "float":
        allowed = tolerance.absolute + tolerance.relative * max(abs(low), abs(high), abs(value))
    # A spread below the tolerance is no sign of freedom.
    beside = allowed + (high - low if high - low > allowed else 0.0)
    return low - beside <= value <= high + beside


# ---- images


def _differing_pixels(one: Image, other: Image, tolerance: Tolerance) -> list[tuple[int, int]]:
    """Return the pixels that differ beyond the tolerance."""
    kind = _KINDS.get(other.format, "integer")
    found = []
    for place in [(x, y) for y in range(one.height) for x in range(one.width)]:
        pairs = zip(_values(one, place), _values(other, place), strict=True)
        if not all(_is_free((a, a), b, kind, tolerance) for a, b in pairs):
            found.append(place)
    return found


def _values(image: Image, place: tuple[int, int]) -> Sequence[float]:
    """Return the channels of a pixel as the image has them."""
    at = (place[1] * image.width + place[0]) * _CHANNELS
    if image.format == "rgba8":
        return tuple(float(byte) for byte in image.data[at : at + _CHANNELS])
    return struct.unpack_from(_CODES[image.format], image.data, at * 4)


def _sample(places: list[tuple[int, int]], expected: Image, given: Image) -> list[tuple[int, int]]:
    """Return the pixels to look at: what is wrong differs more than what is merely rounded, as
    a rule.
    """
    if len(places) <= LOOKED_AT:
        return places
    by_size = sorted(
        places, key=lambda place: -_distance(_values(expected, place), _values(given, place))
    )
    first, rest = (
        by_size[: LOOKED_AT // 2],
        sorted(by_size[LOOKED_AT // 2 :], key=lambda place: place[::-1]),
    )
    count = LOOKED_AT - len(first)
    return first + [rest[k * len(rest) // count] for k in range(count)]


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the largest difference of two pixels; a NaN is farther than all."""
    apart = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return max(math.inf if math.isnan(each) else each for each in apart)


# ---- buffers


def _word_kinds(fields: Sequence[tuple[str, int]], count: int) -> list[str]:
    kinds = [kind for kind, number in fields for _ in range(number)][:count]
    # What is behind the declared fields has no type: it has to be equal bit by bit.
    return kinds + ["uint"] * (count - len(kinds))


def _words(kinds: Sequence[str], data: bytes) -> list[float]:
    words = [data[4 * k : 4 * k + 4] for k in range(len(kinds))]
    return [
        struct.unpack("<f" if kind == "float" else "<I", word)[0]
        for kind, word in zip(kinds, words, strict=True)
    ]


def _open_words(
    wanted: list[list[float]],
    ranges: list[list[Range]],
    kinds: list[list[str]],
    tolerance: Tolerance,
) -> list[tuple[int, int]]:
    """Return buffer and place of each word that is not free."""
    return [
        (at, k)
        for at, values in enumerate(wanted)
        for k, value in enumerate(values)
        if not _is_free(ranges[at][k], value, kinds[at][k], tolerance)
    ]
