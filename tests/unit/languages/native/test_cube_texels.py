"""The C that looks up texels of cubes says what Python says; of intervals, what all numbers say."""

from __future__ import annotations

import ctypes
from math import floor

import pytest
from helpers.native_texels import (
    NOWHERE,
    Floats,
    at_of,
    call,
    cube_arrays,
    cubes,
    doubles,
    numbers_of,
    texel_library,
)

from aberration.core.rng import Rng
from aberration.core.texels import (
    CUBE,
    FILTER_ERROR,
    FILTER_MARGIN,
    MARGIN,
    filter_bounds,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    sampled_texel,
)
from aberration.languages.native.compiler import Library, available

pytestmark = pytest.mark.skipif(not available(), reason="no C compiler: tcc, gcc and clang")


@pytest.fixture(scope="module")
def library() -> Library:
    return texel_library()


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_single_directions_give_what_python_gives(library: Library, name: str) -> None:
    rng = Rng.of(11, name)
    meaning, is_open = {
        "sample": (sampled_texel, is_between),
        "gather": (gathered_texels, is_amid),
    }[name]
    known = 0
    for _ in range(2000):
        picture, size, offset = cubes(rng)
        x, y, z = (rng.choose([rng.uniform(-3, 3), -1.0, 0.5, 0.0]) for _ in range(3))
        at = (x, y, z, 1.0)
        texels, is_known = call(library, name, at, at, at, numbers_of(picture, size, offset))
        assert is_known is not is_open(at, offset, size, picture)
        if is_known:
            assert texels == meaning(at, offset, size, picture)
        known += is_known
    assert 600 < known < 1900


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_a_box_of_directions_is_known_where_each_gives_the_same(
    library: Library, name: str
) -> None:
    rng = Rng.of(13, name)
    known = 0
    for _ in range(1000):
        picture, size, offset = cubes(rng)
        centre = [rng.uniform(-2, 2) for _ in range(3)]
        width = rng.choose([0.001, 0.01, 0.1, 0.7])
        lo = (*(one - width for one in centre), 1.0)
        hi = (*(one + width for one in centre), 1.0)
        numbers = numbers_of(picture, size, offset)
        at = (centre[0], centre[1], centre[2], 1.0)
        texels, is_known = call(library, name, at, at_of(lo), at_of(hi), numbers)
        if not is_known:
            continue
        known += 1
        for _ in range(20):
            x, y, z = (rng.uniform(low, high) for low, high in zip(lo[:3], hi[:3], strict=True))
            one = (x, y, z, 1.0)
            assert call(library, name, one, one, one, numbers) == (texels, True)
    assert known > 150


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_a_layer_chooses_one_of_several_cubes(library: Library, name: str) -> None:
    rng = Rng.of(17, name)
    meaning, is_open = {
        "sample": (sampled_texel, is_between),
        "gather": (gathered_texels, is_amid),
    }[name]
    known = closed = 0
    for _ in range(2000):
        picture, size, offset = cube_arrays(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at = (x, y, z, rng.choose([rng.uniform(-1, 4), 0.5, 1.0, 1e30, float("nan")]))
        numbers = numbers_of(picture, size, offset)
        texels, is_known = call(library, name, at, at, at, numbers)
        assert is_known is not is_open(at, offset, size, picture)
        if not is_known:
            continue
        known += 1
        assert texels == meaning(at, offset, size, picture)
        lo, hi = ((x, y, z, at[3] + move) for move in (-0.3, 0.3))
        ends = (lo[3] - MARGIN, hi[3] + MARGIN)
        layers = {min(max(floor(one + 0.5), 0), size[2] // 6 - 1) for one in ends}
        bounded = call(library, name, at, lo, hi, numbers)
        assert bounded == (texels, True) or len(layers) > 1
        closed += bounded[1]
    assert 150 < closed < known < 1500


@pytest.mark.parametrize(
    "at", [(0.0, 0.0, 0.0, 1.0), (1e30, 1.0, 0.0, 1.0), (1e-30, 0.0, 0.0, 1.0)]
)
def test_what_is_no_direction_is_open(library: Library, at: Floats) -> None:
    numbers = numbers_of((7, 1, CUBE, 0), (4, 4, 6), NOWHERE)
    assert not call(library, "sample", at, at, at, numbers)[1]
    assert not call(library, "gather", at, at, at, numbers)[1]


def test_a_direction_that_may_point_to_two_faces_is_open(library: Library) -> None:
    numbers = numbers_of((7, 1, CUBE, 0), (1, 1, 6), NOWHERE)
    at, lo = (1.0, 0.2, 0.2, 1.0), (0.5, -0.4, -0.4, 1.0)
    assert call(library, "sample", at, lo, (1.5, 0.4, 0.4, 1.0), numbers)[1]
    assert not call(library, "sample", at, lo, (1.5, 0.6, 0.4, 1.0), numbers)[1]


def test_a_linear_filter_of_a_cube_is_known_inside_of_a_face(library: Library) -> None:
    rng = Rng.of(15, "cube")
    known = bounded = 0
    for number in range(1000):
        picture, size, offset = (cube_arrays if number % 2 else cubes)(rng)
        x, y, z = (rng.uniform(-2, 2) for _ in range(3))
        at = (x, y, z, rng.uniform(-1, 3))
        found, numbers = doubles(), (ctypes.c_int64 * 11)(*numbers_of(picture, size, offset))
        is_known = library.functions.filter(found, doubles(*at), numbers)
        assert bool(is_known) is not is_filtered_nowhere(at, offset, size, picture)
        if not is_known:
            continue
        known += 1
        wanted = filtered_texel(at, offset, size, picture)
        assert tuple(found) == wanted
        width = rng.choose([0.0, 0.01, 0.1])
        lo, hi = (at_of(tuple(one + move for one in at)) for move in (-width, width))
        bounds = filter_bounds(lo, hi, offset, size, picture, FILTER_MARGIN)
        least, most = doubles(), doubles()
        is_known = library.functions.bounds(least, most, doubles(*lo), doubles(*hi), numbers)
        assert bool(is_known) is (bounds is not None)
        if bounds is None:
            continue
        bounded += 1
        assert (tuple(least), tuple(most)) == bounds
        inside = zip(least, wanted, most, strict=True)
        assert all(
            low + FILTER_ERROR <= value <= high - FILTER_ERROR for low, value, high in inside
        )
    assert 150 < bounded < known < 900
