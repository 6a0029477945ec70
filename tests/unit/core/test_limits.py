"""Results against the bounds of what is legal."""

import struct

import numpy as np
import pytest

from aberration.core.limits import Limits, beyond, channel_limits, outside, pack_mask, without
from aberration.core.outcome import Buffers, Image


def image_limits(low: list[float], high: list[float], mask: list[int]) -> Limits:
    return Limits((pack_mask(np.array(mask, np.bool_)),), (_floats(low),), (_floats(high),))


def buffer_limits(low: bytes, high: bytes, mask: list[int], floats: list[int]) -> Limits:
    packed = (
        (pack_mask(np.array(mask, np.bool_)),),
        (low,),
        (high,),
        (pack_mask(np.array(floats, np.bool_)),),
    )
    return Limits(*packed)


def _floats(values: list[float]) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def bytes_image(*pixels: tuple[int, int, int, int]) -> Image:
    return Image(len(pixels), 1, "rgba8", b"".join(bytes(pixel) for pixel in pixels))


def test_an_exact_channel_has_one_legal_byte_or_its_two_neighbours() -> None:
    low, high = channel_limits(image_limits([0.0, 1.0, 0.5, 0.25], [0.0, 1.0, 0.5, 0.25], [1]))
    assert low.tolist() == [[0, 255, 127, 63]]
    assert high.tolist() == [[0, 255, 128, 64]]


@pytest.mark.parametrize(
    ("pixel", "outside"),
    [
        ((0, 255, 127, 255), 0),
        ((0, 255, 128, 255), 0),
        ((0, 255, 126, 255), 1),
        ((1, 255, 127, 255), 1),
    ],
)
def test_a_pixel_is_judged_by_its_bounds(pixel: tuple[int, int, int, int], outside: int) -> None:
    limits = image_limits([0.0, 1.0, 0.5, 1.0], [0.0, 1.0, 0.5, 1.0], [1])
    assert beyond(bytes_image(pixel), limits).beyond == outside


def test_an_interval_forgives_what_lies_in_it_and_nothing_else() -> None:
    limits = image_limits([0.2, 0.0, 0.0, 0.0], [0.4, 0.0, 0.0, 0.0], [1])
    inside, outside = bytes_image((90, 0, 0, 0)), bytes_image((110, 0, 0, 0))
    assert beyond(inside, limits).beyond == 0
    assert beyond(outside, limits).beyond == 1
    assert beyond(outside, limits).largest == 7.0


def test_a_pixel_that_is_not_in_the_mask_may_be_anything() -> None:
    limits = image_limits([0.0] * 4, [0.0] * 4, [0, 1])
    assert beyond(bytes_image((9, 9, 9, 9), (0, 0, 0, 0)), limits).beyond == 0
    assert beyond(bytes_image((0, 0, 0, 0), (9, 9, 9, 9)), limits).beyond == 1


def test_floats_of_an_image_are_compared_as_floats() -> None:
    limits = image_limits([0.5, 0.0, 0.0, 1.0], [0.75, 0.0, 0.0, 1.0], [1])
    assert beyond(Image(1, 1, "rgba32f", _floats([0.6, -0.0, 0.0, 1.0])), limits).beyond == 0
    assert beyond(Image(1, 1, "rgba32f", _floats([0.8, 0.0, 0.0, 1.0])), limits).beyond == 1
    assert (
        beyond(Image(1, 1, "rgba32f", _floats([float("nan"), 0.0, 0.0, 1.0])), limits).beyond == 1
    )


def test_words_of_buffers_are_exact_and_floats_lie_in_their_interval() -> None:
    low, high = struct.pack("<If", 7, 1.0), struct.pack("<If", 7, 2.0)
    limits = buffer_limits(low, high, [1, 0, 1], [0, 0, 1])
    assert beyond(Buffers((struct.pack("<IIf", 7, 99, 1.5),)), limits).beyond == 0
    assert beyond(Buffers((struct.pack("<IIf", 8, 99, 1.5),)), limits).beyond == 1
    assert beyond(Buffers((struct.pack("<IIf", 7, 99, 2.5),)), limits).beyond == 1


@pytest.mark.parametrize(
    ("word", "wrong"), [(0xFFFFFFFD, 1), (0xFFFFFFFE, 0), (0xFFFFFFFF, 0), (1, 0), (2, 1)]
)
def test_a_range_of_words_may_wrap_around(word: int, wrong: int) -> None:
    limits = buffer_limits(struct.pack("<I", 0xFFFFFFFE), struct.pack("<I", 1), [1], [0])
    assert beyond(Buffers((struct.pack("<I", word),)), limits).beyond == wrong


def test_how_far_words_lie_outside_is_told() -> None:
    """It was told for floats alone: "the largest distance is 0" stood beside a wrong integer."""
    word = struct.pack("<2I", 7, 0)
    limits = buffer_limits(word, word, [1, 1], [0, 0])
    assert beyond(Buffers((struct.pack("<2I", 10, 0),), ((),)), limits).largest == 3.0
    assert beyond(Buffers((struct.pack("<2I", 7, 0xFFFFFFFE),), ((),)), limits).largest == 2.0
    assert beyond(Buffers((word,), ((),)), limits).largest == 0.0


def test_results_of_another_shape_lie_outside() -> None:
    limits = image_limits([0.0] * 4, [0.0] * 4, [1])
    assert beyond(bytes_image(*[(0, 0, 0, 0)] * 9), limits).note
    assert beyond(Buffers((b"", b"")), limits).note


def test_the_number_of_compared_places() -> None:
    assert image_limits([0.0] * 8, [0.0] * 8, [1, 0, 1]).places_compared() == 2


def test_places_where_a_result_lies_outside_can_be_taken_out() -> None:
    limits = image_limits([0.0] * 8, [0.0, 0.0, 0.0, 0.5] + [0.0] * 4, [1, 0, 1])
    spoilt = bytes_image((0, 0, 0, 9), (7, 7, 7, 7), (0, 0, 0, 9))
    left = without(limits, spoilt)
    assert left.places_compared() == 1
    assert beyond(spoilt, left).beyond == 0
    assert beyond(bytes_image((0, 0, 9, 9), (0, 0, 0, 0), (0, 0, 0, 0)), left).beyond == 1
    (found,) = outside(spoilt, limits)
    assert (found.part, found.place, found.low, found.high) == (0, 2, (0, 0, 0, 0), (0, 0, 0, 0))
    assert list(outside(spoilt, left)) == []


def test_nothing_is_left_of_limits_of_another_shape() -> None:
    limits = image_limits([0.0] * 4, [0.0] * 4, [1])
    assert without(limits, bytes_image(*[(0, 0, 0, 0)] * 9)).places_compared() == 0


def test_words_of_buffers_can_be_taken_out() -> None:
    words = struct.pack("<3I", 1, 2, 3)
    limits = buffer_limits(words, words, [1, 1, 1], [0, 0, 0])
    wrong = Buffers((struct.pack("<3I", 1, 9, 3),))
    left = without(limits, wrong)
    assert left.places_compared() == 2
    assert beyond(wrong, left).beyond == 0
    (found,) = outside(wrong, limits)
    assert (found.part, found.place, found.low, found.high) == (0, 1, (2,), (2,))
