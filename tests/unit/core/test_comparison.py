"""Comparison of results: exact and with tolerance, both figures."""

import struct

import pytest

from aberration.core.comparison import Difference, Tolerance, compare, equal, within
from aberration.core.inputs import ScalarType
from aberration.core.outcome import Buffers, Image, Text

TOLERANCE = Tolerance()


def rgba8(*channels: int) -> Image:
    return Image(len(channels), 1, "rgba8", b"".join(bytes([value] * 4) for value in channels))


def rgba32f(*channels: float) -> Image:
    return Image(
        len(channels),
        1,
        "rgba32f",
        b"".join(struct.pack("<4f", *[value] * 4) for value in channels),
    )


def words(code: str, *values: float, fields: tuple[tuple[ScalarType, int], ...] = ()) -> Buffers:
    return Buffers((struct.pack(f"<{len(values)}{code}", *values),), (fields,))


@pytest.mark.parametrize(
    ("other", "differing", "beyond", "largest"),
    [
        (rgba8(10, 20, 30), 0, 0, 0),
        (rgba8(11, 20, 29), 2, 0, 1),
        (rgba8(12, 20, 30), 1, 1, 2),
        (rgba8(255, 0, 30), 2, 2, 245),
    ],
)
def test_rgba8_forgives_one_step(other: Image, differing: int, beyond: int, largest: int) -> None:
    difference = compare(rgba8(10, 20, 30), other, TOLERANCE)
    assert difference == Difference(3, differing, beyond, largest)
    assert within(difference, TOLERANCE) == (beyond == 0)


def test_some_pixels_may_be_allowed() -> None:
    difference = compare(rgba8(10, 20), rgba8(10, 90), TOLERANCE)
    assert not within(difference, TOLERANCE)
    assert within(difference, Tolerance(pixels=1))


def test_float_images_forgive_rounding_and_equal_nans() -> None:
    nan, inf = float("nan"), float("inf")
    assert compare(rgba32f(1.0, nan, inf), rgba32f(1.0, nan, inf), TOLERANCE).exact
    difference = compare(rgba32f(1.0, 0.0, 1e6), rgba32f(1.00001, -0.0, 1e6 + 1), TOLERANCE)
    assert (difference.differing, difference.beyond) == (2, 0)


@pytest.mark.parametrize("other", [rgba32f(float("nan")), rgba32f(float("inf")), rgba32f(1.1)])
def test_float_images_do_not_forgive_nan_infinity_or_distance(other: Image) -> None:
    assert compare(rgba32f(1.0), other, TOLERANCE).beyond == 1


def test_images_of_other_shape_differ_everywhere() -> None:
    difference = compare(rgba8(1), rgba8(1, 1), TOLERANCE)
    assert "1x1 rgba8 against 2x1 rgba8" in difference.note
    assert not within(difference, Tolerance(pixels=100))


def test_integer_buffers_must_be_equal() -> None:
    assert compare(words("I", 1, 2), words("I", 1, 2), TOLERANCE).exact
    difference = compare(words("I", 1, 2, 3), words("I", 1, 2, 4), TOLERANCE)
    assert (difference.differing, difference.beyond, difference.largest) == (1, 1, 1)


def test_fields_of_floats_have_the_tolerance() -> None:
    one = words("f", 1.0, 2.0, fields=(("float", 2),))
    assert compare(one, words("f", 1.00001, 2.0, fields=(("float", 2),)), TOLERANCE).beyond == 0
    assert compare(one, words("f", 1.00001, 3.0, fields=(("float", 2),)), TOLERANCE).beyond == 1


def test_the_largest_distance_is_that_of_all_fields() -> None:
    """A field of floats behind wrong integers told its own distance, 0."""

    def mixed(number: int, fraction: float) -> Buffers:
        data = struct.pack("<If", number, fraction)
        return Buffers((data,), ((("uint", 1), ("float", 1)),))

    assert compare(mixed(7, 1.0), mixed(10, 1.0), TOLERANCE).largest == 3.0
    assert compare(mixed(7, 1.0), mixed(7, 5.0), TOLERANCE).largest == 4.0
    assert compare(mixed(7, 1.0), mixed(10, 5.0), TOLERANCE).largest == 4.0


def test_buffers_of_other_sizes_differ() -> None:
    assert compare(words("I", 1), words("I", 1, 2), TOLERANCE).note == "buffers of different sizes"


def test_texts_must_be_equal_and_end_equally() -> None:
    assert compare(Text(b"abc"), Text(b"abc"), TOLERANCE).exact
    assert compare(Text(b"abc"), Text(b"abX1"), TOLERANCE).beyond == 2
    assert "exit status 0 against 1" in compare(Text(b"a"), Text(b"a", 1), TOLERANCE).note


def test_results_of_other_kinds_differ() -> None:
    assert compare(Text(b""), rgba8(1), TOLERANCE).note == "Text against Image"


def test_equal_forgives_nothing_but_the_sign_of_a_zero_among_floats() -> None:
    def buffers(number: float, word: int) -> Buffers:
        return Buffers((struct.pack("<fI", number, word),), ((("float", 1), ("uint", 1)),))

    assert equal(buffers(0.0, 1), buffers(-0.0, 1))
    assert not equal(buffers(1.0, 1), buffers(1.0 + 2.0**-20, 1))
    assert not equal(buffers(0.0, 0), buffers(0.0, 1 << 31))
    assert not equal(rgba8(1), rgba8(2))
