"""What was expected and what came, place by place."""

import struct

import numpy as np

from aberration.core.inputs import ScalarType
from aberration.core.limits import Limits, pack_mask
from aberration.core.oracle import Expected, Oracle, Same
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.report.values import wrong_values

PROGRAM = Program("spirv", "fragment", b"")


def case(oracle: Oracle) -> TestCase:
    return TestCase(Recipe("toy", 1, {}), {"variant": PROGRAM}, oracle)


def image(*pixels: tuple[int, int, int, int]) -> Image:
    return Image(len(pixels), 1, "rgba8", b"".join(map(bytes, pixels)))


def test_pixels_beyond_the_tolerance_are_shown() -> None:
    good, bad = image((1, 2, 3, 4), (5, 6, 7, 8)), image((2, 2, 3, 4), (5, 6, 70, 8))
    (value,) = wrong_values(case(Same()), good, bad)
    assert (value.place, value.expected, value.came) == (
        "pixel (1, 0)",
        "5, 6, 7, 8",
        "5, 6, 70, 8",
    )


def test_bounds_are_shown_where_they_are_known() -> None:
    low, high = struct.pack("<4f", 0.0, 0.2, 0.0, 1.0), struct.pack("<4f", 0.0, 0.4, 0.0, 1.0)
    oracle = Expected(
        image((0, 77, 0, 255)),
        "variant",
        limits=Limits((pack_mask(np.ones(1, np.bool_)),), (low,), (high,)),
    )
    (value,) = wrong_values(case(oracle), oracle.outcome, image((9, 77, 0, 255)))
    assert (value.place, value.expected, value.came) == (
        "pixel (0, 0)",
        "0, 51 to 103, 0, 255",
        "9, 77, 0, 255",
    )


def test_words_are_shown_by_their_types() -> None:
    fields: tuple[tuple[tuple[ScalarType, int], ...], ...] = ((("int", 1), ("float", 1)),)
    good = Buffers((struct.pack("<if", -1, 0.5),), fields)
    bad = Buffers((struct.pack("<if", -2, 0.25),), fields)
    shown = [
        (value.place, value.expected, value.came) for value in wrong_values(case(Same()), good, bad)
    ]
    assert shown == [("buffer 0, word 0", "-1", "-2"), ("buffer 0, word 1", "0.5", "0.25")]


def test_words_outside_of_their_bounds_are_shown() -> None:
    low, high = struct.pack("<If", 7, 1.0), struct.pack("<If", 7, 2.0)
    floats = (pack_mask(np.array([0, 1], np.bool_)),)
    oracle = Expected(
        Buffers((low,)),
        "variant",
        limits=Limits((pack_mask(np.ones(2, np.bool_)),), (low,), (high,), floats),
    )
    shown = wrong_values(case(oracle), oracle.outcome, Buffers((struct.pack("<If", 8, 2.5),)))
    assert [(value.expected, value.came) for value in shown] == [("7", "8"), ("1 to 2", "2.5")]


def test_no_more_than_asked_for() -> None:
    good, bad = image(*[(0, 0, 0, 0)] * 30), image(*[(9, 0, 0, 0)] * 30)
    assert len(wrong_values(case(Same()), good, bad)) == 8
    assert wrong_values(case(Same()), good, None) == []
