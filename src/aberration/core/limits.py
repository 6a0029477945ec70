"""Which results are legal beside the known one, number by number: where rounding is free, and where
nothing is said.

A float that an implementation may round in more than one way lies in an interval. What is not
compared at all is not in the mask: pixels that are not drawn, whose value is undefined, or hangs on
how a comparison was rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from aberration.core.comparison import Difference, pixels
from aberration.core.outcome import Buffers, Image, PixelFormat

CHANNELS = 4
_WORD = 4
_INTEGERS = ("rgba32i", "rgba32ui")


class Limits(msgspec.Struct, frozen=True):
    """The smallest and the largest legal result, for an image or for the storage buffers.

    `mask` has one bit for each pixel (one entry for each attachment), or for each 32-bit word
    (one entry a buffer), in order, the first of a byte in its highest bit: 1 where it is
    compared. `low` and `high` have, packed in that order and for those alone, four float32
    channels a pixel (of integers their bits), or the bits of the word. Equal bounds mean:
    exactly this. `floats` is a mask, too: the words of buffers that the program takes for
    32-bit floats. An integer that was made of a float may be what is met from `low` on upwards,
    as a word without a sign that wraps around, until `high`; most have equal bounds.
    """

    mask: tuple[bytes, ...]
    low: tuple[bytes, ...]
    high: tuple[bytes, ...]
    floats: tuple[bytes, ...] = ()

    def places_compared(self) -> int:
        """Return how many pixels or words are compared."""
        return sum(int(np.unpackbits(np.frombuffer(mask, np.uint8)).sum()) for mask in self.mask)


def pack_mask(mask: NDArray[np.bool_]) -> bytes:
    """Return a mask of pixels or words as bits."""
    return np.packbits(mask.reshape(-1)).tobytes()


def places(mask: bytes, count: int) -> NDArray[np.bool_]:
    """Return the first `count` places of a mask."""
    return np.unpackbits(np.frombuffer(mask, np.uint8), count=count).astype(np.bool_)


def beyond(outcome: Image | Buffers, limits: Limits) -> Difference:
    """Return how far a result lies outside; one of another shape than the limits lies outside
    everywhere.
    """
    found = _compare(outcome, limits)
    total, apart = (
        sum(int(part.size) for part in found.outside),
        sum(int(part.sum()) for part in found.outside),
    )
    if found.note:
        return Difference(max(total, 1), max(total, 1), max(total, 1), 0.0, found.note)
    return Difference(total, apart, apart, max(found.largest, 0.0))


def without(limits: Limits, outcome: Image | Buffers) -> Limits:
    """Return the limits without the places where a result lies outside of them; nothing for one
    of another shape.
    """
    found = _compare(outcome, limits)
    if found.note:
        empty = tuple(bytes(len(mask)) for mask in limits.mask)
        nothing = tuple(b"" for _ in limits.mask)
        return Limits(empty, nothing, nothing, limits.floats)
    return _select(limits, [~apart for apart in found.outside])


def _select(limits: Limits, kept: Sequence[NDArray[np.bool_]]) -> Limits:
    """Return the limits with those of their compared places that are kept."""
    masks, lows, highs = [], [], []
    for mask, low, high, some in zip(limits.mask, limits.low, limits.high, kept, strict=True):
        whole = places(mask, len(mask) * 8)
        # The packed rows are those of the set bits, in order: a place that goes takes its row
        # along.
        whole[np.flatnonzero(whole)] = some
        size = len(low) // len(some) if len(some) else 0
        masks.append(pack_mask(whole))
        lows.append(_rows(low, size)[some].tobytes())
        highs.append(_rows(high, size)[some].tobytes())
    return Limits(tuple(masks), tuple(lows), tuple(highs), limits.floats)


def within_mask(limits: Limits, other: Limits) -> Limits:
    """Return the limits at those places alone that are compared in both; all of them where the
    shapes differ.
    """
    if [len(mask) for mask in limits.mask] != [len(mask) for mask in other.mask]:
        return limits
    kept = []
    for mask, also in zip(limits.mask, other.mask, strict=True):
        whole = places(mask, len(mask) * 8)
        kept.append(places(also, len(also) * 8)[whole])
    return _select(limits, kept)


class Outside(msgspec.Struct, frozen=True):
    """A place that lies outside: `part` is 0 for an image, else the buffer; `place` the pixel or
    word in it.

    `low` and `high` are the bounds there, four of an image; the words of integers are integers.
    """

    part: int
    place: int
    low: tuple[float | int, ...]
    high: tuple[float | int, ...]


def outside(outcome: Image | Buffers, limits: Limits) -> Iterator[Outside]:
    """Yield the places where a result lies outside of the limits, in order; none for one of
    another shape.
    """
    for part, apart in enumerate(_compare(outcome, limits).outside):
        mask = limits.mask[part]
        compared = np.flatnonzero(places(mask, len(mask) * 8))
        for rank in np.flatnonzero(apart):
            place = int(compared[rank])
            if isinstance(outcome, Image):
                format = outcome.parts[part].format
                low, high = _channels_at(part_of(limits, part), int(rank), format)
            else:
                low, high = _word_at(limits, part, place, int(rank))
            yield Outside(part, place, low, high)


Bounds = tuple[tuple[float | int, ...], tuple[float | int, ...]]


def part_of(limits: Limits, part: int) -> Limits:
    """Return the limits of one attachment's image."""
    return Limits((limits.mask[part],), (limits.low[part],), (limits.high[part],))


def joined_limits(parts: Sequence[Limits]) -> Limits:
    """Return the limits of the images of all attachments."""
    return Limits(
        tuple(mask for one in parts for mask in one.mask),
        tuple(low for one in parts for low in one.low),
        tuple(high for one in parts for high in one.high),
    )


def _channels_at(limits: Limits, rank: int, format: PixelFormat) -> Bounds:
    if format in _INTEGERS:
        kind = np.int32 if format == "rgba32i" else np.uint32
        ends = [
            np.frombuffer(side[0], kind).reshape(-1, CHANNELS)[rank].tolist()
            for side in (limits.low, limits.high)
        ]
        return tuple(ends[0]), tuple(ends[1])
    if format == "rgba8":
        low, high = channel_limits(limits)
        return tuple(low[rank].tolist()), tuple(high[rank].tolist())
    low_floats, high_floats = (
        _floats(part[0])[rank].tolist() for part in (limits.low, limits.high)
    )
    return tuple(low_floats), tuple(high_floats)


def _word_at(limits: Limits, part: int, place: int, rank: int) -> Bounds:
    is_float = bool(limits.floats) and bool(places(limits.floats[part], place + 1)[place])
    kind = np.float32 if is_float else np.uint32
    low, high = (np.frombuffer(side[part], kind)[rank].item() for side in (limits.low, limits.high))
    return (low,), (high,)


class _Comparison(msgspec.Struct):
    """For each part which of its compared places lie outside; a `note` where the shapes differ."""

    outside: list[NDArray[np.bool_]]
    largest: float = 0.0
    note: str = ""


def _compare(outcome: Image | Buffers, limits: Limits) -> _Comparison:
    if isinstance(outcome, Image):
        return _compare_image(outcome, limits)
    return _compare_buffers(outcome, limits)


def _rows(data: bytes, size: int) -> NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8).reshape(-1, max(size, 1))


def channel_limits(limits: Limits) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return lowest and highest eight bits of each channel, shape (compared, 4).

    A float becomes one of the two integers nearest to it times 255 (Vulkan, "Conversion From
    Floating-Point to Normalized Fixed-Point"); a product that is rounded crosses none.
    """
    low, high = (
        np.clip(_floats(part[0]).astype(np.float64), 0.0, 1.0) * 255.0
        for part in (limits.low, limits.high)
    )
    return np.floor(low).astype(np.uint8), np.ceil(high).astype(np.uint8)


def _floats(data: bytes) -> NDArray[np.float32]:
    return np.frombuffer(data, np.float32).reshape(-1, CHANNELS)


def _compare_image(image: Image, limits: Limits) -> _Comparison:
    if image.others or len(limits.mask) > 1:
        return _compare_parts(image, limits)
    total = image.width * image.height
    if len(limits.mask) != 1 or len(limits.mask[0]) != (total + 7) // 8:
        return _Comparison(
            [], note=f"{image.width}x{image.height} pixels, which are not those known"
        )
    mask = places(limits.mask[0], total)
    if image.format in _INTEGERS:
        return _compare_integers(image, mask, limits)
    given = pixels(image).reshape(-1, CHANNELS)[mask]
    if image.format == "rgba8":
        low, high = channel_limits(limits)
        apart = (given < low) | (given > high)
        far = np.maximum(low.astype(np.int16) - given, given.astype(np.int16) - high)
        largest = float(far.max()) if far.size else 0.0
    else:
        below, above = _floats(limits.low[0]), _floats(limits.high[0])
        apart, largest = _floats_outside(given.astype(np.float32), below, above)
    return _Comparison([np.asarray(apart.any(axis=1))], largest)


def _compare_parts(image: Image, limits: Limits) -> _Comparison:
    """Compare the images of several attachments."""
    parts = image.parts
    if len(parts) != len(limits.mask):
        return _Comparison([], note=f"{len(parts)} images, where {len(limits.mask)} are known")
    found = [_compare_image(one, part_of(limits, k)) for k, one in enumerate(parts)]
    note = next((one.note for one in found if one.note), "")
    largest = max(one.largest for one in found)
    return _Comparison([] if note else [one.outside[0] for one in found], largest, note)


def _compare_integers(image: Image, mask: NDArray[np.bool_], limits: Limits) -> _Comparison:
    """Compare as words without a sign, which wrap around: what lies below `low` is far above it."""
    given, low, high = (
        np.frombuffer(data, np.uint32).reshape(-1, CHANNELS)
        for data in (image.data, limits.low[0], limits.high[0])
    )
    given = given[mask]
    apart = given - low > high - low
    steps = np.minimum(given - high, low - given)[apart]
    return _Comparison([np.asarray(apart.any(axis=1))], float(steps.max()) if steps.size else 0.0)


def _floats_outside(
    given: NDArray[np.float32], low: NDArray[np.float32], high: NDArray[np.float32]
) -> tuple[NDArray[np.bool_], float]:
    """Return where floats lie outside, NaN always does, and the largest finite distance."""
    inside = (given >= low) & (given <= high)
    with np.errstate(invalid="ignore", over="ignore"):
        far = np.maximum(low.astype(np.float64) - given, given.astype(np.float64) - high)
    finite = far[np.isfinite(far)]
    return ~inside, float(finite.max()) if finite.size else 0.0


def _compare_buffers(buffers: Buffers, limits: Limits) -> _Comparison:
    if len(buffers.data) != len(limits.mask):
        return _Comparison(
            [], note=f"{len(buffers.data)} buffers, where {len(limits.mask)} are known"
        )
    found = _Comparison([])
    for at, data in enumerate(buffers.data):
        words = len(data) // _WORD
        if len(limits.mask[at]) != (words + 7) // 8:
            return _Comparison(
                [], note=f"buffer {at} has {len(data)} bytes, which are not those known"
            )
        mask = places(limits.mask[at], words)
        floats = (
            places(limits.floats[at], words)[mask]
            if limits.floats
            else np.zeros(int(mask.sum()), np.bool_)
        )
        given = np.frombuffer(data[: words * _WORD], np.uint32)[mask]
        low, high = (np.frombuffer(side[at], np.uint32) for side in (limits.low, limits.high))
        # Words wrap around: what lies below `low` is far above it.
        apart = given - low > high - low
        ends = (given == low) | (given == high)
        inexact, far = _floats_outside(
            *(part[floats].view(np.float32) for part in (given, low, high))
        )
        # The very bits of a bound are legal: those of a NaN, too, which equals nothing.
        apart[floats] = inexact & ~ends[floats]
        whole = apart & ~floats
        steps = np.minimum(given - high, low - given)[whole]
        found.outside.append(apart)
        found.largest = max(found.largest, far, float(steps.max()) if steps.size else 0.0)
    return found
