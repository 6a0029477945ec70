"""Compare two results: exactly, and with a tolerance; a verdict carries both figures.

RGBA8 images of different drivers may differ by one step in a channel; integers must be equal. What
the tolerance forgives is still counted, so that a reader sees how far apart the two were.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from aberration.core.outcome import FLOATS, Buffers, Image, Text, join_images


class Tolerance(msgspec.Struct, frozen=True):
    """What is forgiven: `step` of an RGBA8 channel, `relative` and `absolute` of a float, and
    this many `pixels`; never a difference of integers.
    """

    step: int = 1
    relative: float = 1e-4
    absolute: float = 1e-4
    pixels: int = 0


class Difference(msgspec.Struct, frozen=True):
    """How two results differ: elements (pixels, words or bytes) that differ at all, and beyond
    the tolerance.
    """

    total: int
    differing: int
    beyond: int
    largest: float
    note: str = ""

    @property
    def exact(self) -> bool:
        """True when the two were equal, to the bit but for the sign of a zero among floats."""
        return self.differing == 0 and not self.note


def compare(
    one: Image | Buffers | Text, other: Image | Buffers | Text, tolerance: Tolerance
) -> Difference:
    """Return the difference of two executed outcomes; different shapes differ everywhere."""
    if isinstance(one, Image) and isinstance(other, Image):
        return compare_images(one, other, tolerance)
    if isinstance(one, Buffers) and isinstance(other, Buffers):
        return compare_buffers(one, other, tolerance)
    if isinstance(one, Text) and isinstance(other, Text):
        return compare_texts(one, other)
    kinds = f"{type(one).__name__} against {type(other).__name__}"
    return Difference(1, 1, 1, 0.0, kinds)


def within(difference: Difference, tolerance: Tolerance) -> bool:
    """True when the difference is forgiven."""
    return difference.beyond <= tolerance.pixels and not difference.note


def equal(one: Image | Buffers | Text, other: Image | Buffers | Text) -> bool:
    """Say whether two executed outcomes are the same, with no tolerance; as floats, zeros of both
    signs are.
    """
    return compare(one, other, Tolerance()).exact


Pixels = NDArray[np.uint8] | NDArray[np.float32] | NDArray[np.int32] | NDArray[np.uint32]


def pixels(image: Image) -> Pixels:
    """Return the image of the first attachment as an array of shape (height, width, 4)."""
    shape = (image.height, image.width, 4)
    if image.format == "rgba8":
        return np.frombuffer(image.data, dtype=np.uint8).reshape(shape)
    if image.format == "rgba32i":
        return np.frombuffer(image.data, dtype=np.int32).reshape(shape)
    if image.format == "rgba32ui":
        return np.frombuffer(image.data, dtype=np.uint32).reshape(shape)
    return np.frombuffer(image.data, dtype=np.float32).reshape(shape)


def quantise(image: Image) -> Image:
    """Return an image of floats with 8 bits a channel, as a driver that renders into such a one
    rounds; NaN becomes 0. Integers and depths stay.
    """
    if image.others:
        return join_images([quantise(one) for one in image.parts])
    if image.format != "rgba32f":
        return image
    # To the nearest, halves upwards: Vulkan and OpenGL allow either neighbour, and a step is
    # forgiven.
    values = np.nan_to_num(pixels(image).astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)
    data = (np.clip(values, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8).tobytes()
    return Image(image.width, image.height, "rgba8", data)


def compare_images(one: Image, other: Image, tolerance: Tolerance) -> Difference:
    """Compare pixel by pixel; a pixel is beyond the tolerance when any of its channels is. Those of
    each attachment count.
    """
    if one.others or other.others:
        return _compare_parts(one, other, tolerance)
    if (one.width, one.height, one.format) != (other.width, other.height, other.format):
        note = (
            f"{one.width}x{one.height} {one.format} against {other.width}x{other.height} "
            f"{other.format}"
        )
        return Difference(
            one.width * one.height, one.width * one.height, one.width * one.height, 0.0, note
        )
    if one.data == other.data:
        return Difference(one.width * one.height, 0, 0, 0.0)
    differing, beyond, largest = _channels_apart(one, other, tolerance)
    total = one.width * one.height
    return Difference(
        total, int(differing.any(axis=2).sum()), int(beyond.any(axis=2).sum()), largest
    )


def _compare_parts(one: Image, other: Image, tolerance: Tolerance) -> Difference:
    """Compare the images of several attachments."""
    count = len(one.parts)
    if count != len(other.parts):
        total = one.width * one.height
        note = f"{count} images against {len(other.parts)}"
        return Difference(total, total, total, 0.0, note)
    found = [compare_images(*pair, tolerance) for pair in zip(one.parts, other.parts, strict=True)]
    return Difference(
        sum(part.total for part in found),
        sum(part.differing for part in found),
        sum(part.beyond for part in found),
        max(part.largest for part in found),
        next((part.note for part in found if part.note), ""),
    )


def forgiven_pixels(one: Image, other: Image, tolerance: Tolerance) -> NDArray[np.bool_]:
    """Return for each pixel of two images of one shape (height, width) whether its difference
    is forgiven, in the first attachment.
    """
    return np.asarray(~_channels_apart(one, other, tolerance)[1].any(axis=2))


def _channels_apart(
    one: Image, other: Image, tolerance: Tolerance
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], float]:
    """Return where the channels of two images differ, where beyond the tolerance, and the
    largest distance.
    """
    left, right = pixels(one), pixels(other)
    if one.format == "rgba8":
        # Unsigned bytes would wrap around.
        apart = np.abs(left.astype(np.int16) - right.astype(np.int16))
        return apart > 0, apart > tolerance.step, float(apart.max())
    if one.format not in FLOATS:
        distance = np.abs(left.astype(np.int64) - right.astype(np.int64))
        return distance > 0, distance > 0, float(distance.max())
    return _floats_apart(left.astype(np.float32), right.astype(np.float32), tolerance)


def _floats_apart(
    left: NDArray[np.float32], right: NDArray[np.float32], tolerance: Tolerance
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], float]:
    """Return where two float arrays differ, where beyond the tolerance, and the largest finite
    distance.
    """
    same = (
        # Equal bits, or equal numbers (0 and -0), or two NaNs of any payload.
        (left.view(np.uint32) == right.view(np.uint32))
        | (left == right)
        | (np.isnan(left) & np.isnan(right))
    )
    with np.errstate(invalid="ignore", over="ignore"):
        apart = np.abs(left.astype(np.float64) - right.astype(np.float64))
        allowed = tolerance.absolute + tolerance.relative * np.maximum(np.abs(left), np.abs(right))
        # An infinity against a number is never forgiven, whatever the relative tolerance.
        beyond = ~same & ~(np.isfinite(apart) & (apart <= allowed))
    finite = apart[np.isfinite(apart)]
    return ~same, beyond, float(finite.max()) if finite.size else 0.0


def compare_buffers(one: Buffers, other: Buffers, tolerance: Tolerance) -> Difference:
    """Compare word by word: integers exactly, fields of floats with the tolerance."""
    if [len(data) for data in one.data] != [len(data) for data in other.data]:
        return Difference(1, 1, 1, 0.0, "buffers of different sizes")
    total = differing = beyond = 0
    largest = 0.0
    for index, (left, right) in enumerate(zip(one.data, other.data, strict=True)):
        fields = one.fields[index] if index < len(one.fields) else ()
        part = _compare_buffer(left, right, fields, tolerance)
        total, differing, beyond = (
            total + part.total,
            differing + part.differing,
            beyond + part.beyond,
        )
        largest = max(largest, part.largest)
    return Difference(total, differing, beyond, largest)


def _compare_buffer(
    left: bytes, right: bytes, fields: tuple[tuple[str, int], ...], tolerance: Tolerance
) -> Difference:
    words = len(left) // 4
    if left == right:
        return Difference(words, 0, 0, 0.0)
    one, other = (
        np.frombuffer(left[: words * 4], np.uint32),
        np.frombuffer(right[: words * 4], np.uint32),
    )
    differing = one != other
    beyond = differing.copy()
    apart = np.abs(one.astype(np.int64) - other.astype(np.int64))
    largest = 0.0
    start = 0
    for kind, count in fields:
        span = slice(start, start + count)
        start += count
        if kind == "float":
            differs, past, distance = _floats_apart(
                one[span].view(np.float32), other[span].view(np.float32), tolerance
            )
            differing[span], beyond[span] = differs, past
            apart[span], largest = 0, max(largest, distance)
    largest = max(largest, float(apart.max(initial=0)))
    tail = int(left[words * 4 :] != right[words * 4 :])
    return Difference(words + tail, int(differing.sum()) + tail, int(beyond.sum()) + tail, largest)


def compare_texts(one: Text, other: Text) -> Difference:
    """Compare what two programs printed, byte by byte, and their exit status."""
    size = max(len(one.stdout), len(other.stdout))
    if one.exit_status != other.exit_status:
        return Difference(
            size, size, size, 0.0, f"exit status {one.exit_status} against {other.exit_status}"
        )
    if one.stdout == other.stdout:
        return Difference(size, 0, 0, 0.0)
    shared = min(len(one.stdout), len(other.stdout))
    apart = (
        sum(a != b for a, b in zip(one.stdout[:shared], other.stdout[:shared], strict=True))
        + size
        - shared
    )
    return Difference(size, apart, apart, 0.0)
