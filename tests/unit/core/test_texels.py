"""Which texel coordinates are in, and where that is open."""

from __future__ import annotations

import pytest

from aberration.core.texels import (
    CUBE,
    FARTHEST,
    FILTER_ERROR,
    FILTER_MARGIN,
    LAYER,
    MARGIN,
    UNPROMISED_MARGIN,
    WRAP_CODES,
    fetched_texel,
    filter_bounds,
    filtered_texel,
    gathered_places,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_outside,
    picture_of,
    sampled_place,
    sampled_texel,
)
from aberration.core.textures import WRAPS, Texture, texel

NOWHERE = (0, 0, 0)
FLAT = (4, 8, 1)
NUMBER = 6
TEXTURE = Texture("image", number=NUMBER)
CLAMP = WRAP_CODES["clamp"]


def texel_of(x: int, y: int, z: int = 0) -> tuple[int, ...]:
    return tuple(texel(TEXTURE, (x, y, z), channel) for channel in range(4))


@pytest.mark.parametrize(
    ("wrap", "row"),
    [
        ("repeat", [2, 3, 0, 1, 2, 3, 0, 1]),
        ("clamp", [0, 0, 0, 1, 2, 3, 3, 3]),
        ("mirror", [1, 0, 0, 1, 2, 3, 3, 2]),
    ],
)
def test_texels_are_wrapped_to_both_sides(wrap: str, row: list[int]) -> None:
    code = WRAP_CODES[next(one for one in WRAPS if one == wrap)]
    picture = (NUMBER, code, CLAMP, 0)
    for at, wanted in zip(range(-2, 6), row, strict=True):
        place = ((at + 0.5) / 4, 0.1, 0.0, 1.0)
        assert sampled_texel(place, NOWHERE, FLAT, picture) == texel_of(wanted, 0)
        assert not is_between(place, NOWHERE, FLAT, picture)


@pytest.mark.parametrize(("wrap", "is_open"), [("repeat", True), ("clamp", False)])
def test_the_edge_is_a_border_where_the_other_side_follows(wrap: str, is_open: bool) -> None:
    code = WRAP_CODES["repeat" if wrap == "repeat" else "clamp"]
    assert is_between((0.0, 0.1, 0.0, 1.0), NOWHERE, FLAT, (0, code, CLAMP, 0)) is is_open


@pytest.mark.parametrize("side", [-1, 1])
def test_a_margin_is_open_on_both_sides_of_a_border(side: int) -> None:
    picture = (NUMBER, 0, CLAMP, 0)
    for part, is_open in ((0.9, True), (1.1, False)):
        place = ((2 + side * part * MARGIN) / 4, 0.1, 0.0, 1.0)
        assert is_between(place, NOWHERE, FLAT, picture) is is_open


@pytest.mark.parametrize("x", [FARTHEST / 4 + 0.3, float("inf"), float("nan"), -3e38])
def test_what_is_far_away_is_open(x: float) -> None:
    picture = (NUMBER, CLAMP, CLAMP, 0)
    assert is_between((x, 0.1, 0.0, 1.0), NOWHERE, FLAT, picture)
    assert is_between((0.3, 0.1, 2 * x, 1.0), NOWHERE, (4, 8, 2), (0, 0, 0, 0))
    assert is_between((0.3, 0.1, 0.0, 0.0), NOWHERE, FLAT, picture)


@pytest.mark.parametrize(
    ("layer", "wanted"), [(-7.0, 0), (0.4, 0), (0.6, 1), (1.4, 1), (2.0, 2), (9.0, 2)]
)
def test_layers_are_rounded_and_clamped(layer: float, wanted: int) -> None:
    place, size, picture = (0.3, 0.1, layer, 1.0), (4, 8, 3), (NUMBER, 0, LAYER, 0)
    assert not is_between(place, NOWHERE, size, picture)
    assert sampled_texel(place, NOWHERE, size, picture) == texel_of(1, 0, wanted)


def test_halves_of_layers_are_open() -> None:
    for layer, is_open in ((0.5, True), (1.51, True), (1.52, False), (2.5, False)):
        place = (0.3, 0.1, layer, 1.0)
        assert is_between(place, NOWHERE, (4, 8, 3), (0, 0, LAYER, 0)) is is_open


def test_a_gather_goes_against_the_clock_from_the_lower_left() -> None:
    place, picture = (2.2 / 4, 3.9 / 8, 0.0, 1.0), (NUMBER, 0, CLAMP, 3)
    corners = [(1, 4), (2, 4), (2, 3), (1, 3)]
    found = gathered_texels(place, NOWHERE, FLAT, picture)
    assert found == tuple(texel_of(*corner)[3] for corner in corners)
    assert not is_amid(place, NOWHERE, FLAT, picture)
    assert is_amid((2.5 / 4, 3.9 / 8, 0.0, 1.0), NOWHERE, FLAT, picture)
    assert is_amid((2.2 / 4, 3.51 / 8, 0.0, 1.0), NOWHERE, FLAT, picture)


def test_a_fetch_stays_inside_and_on_level_0() -> None:
    assert fetched_texel((1, 2, 0, 0), (2, 5, 0), FLAT, (NUMBER, 0, 0, 0)) == texel_of(3, 7)
    assert not is_outside((1, 2, 0, 0), (2, 5, 0), FLAT, (0, 0, 0, 0))
    for at in ((-1, 0, 0, 0), (4, 0, 0, 0), (0, 8, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)):
        assert is_outside(at, NOWHERE, FLAT, (0, 0, 0, 0))


def test_a_picture_says_how_each_direction_is_wrapped() -> None:
    mirror = WRAP_CODES["mirror"]
    flat, deep, layers = (
        Texture("image", shape, number=NUMBER, wrap="mirror") for shape in ("2D", "3D", "2DArray")
    )
    assert picture_of(flat) == (NUMBER, mirror, CLAMP, 0)
    assert picture_of(deep, 2) == (NUMBER, mirror, mirror, 2)
    assert picture_of(layers) == (NUMBER, mirror, LAYER, 0)


def shares(*places: tuple[int, int]) -> list[float]:
    """The mean of some texels."""
    columns = zip(*(texel_of(*place) for place in places), strict=True)
    return [sum(column) / len(places) / 256 for column in columns]


@pytest.mark.parametrize(
    ("wrap", "x", "columns"),
    [
        ("repeat", 1.5, (1,)),
        ("repeat", 2.0, (1, 2)),
        ("repeat", 0.0, (3, 0)),
        ("clamp", 0.0, (0,)),
        ("clamp", 9.0, (3,)),
        ("mirror", 4.0, (3,)),
        ("mirror", -1.0, (0, 1)),
    ],
)
def test_a_linear_filter_takes_the_mean_between_two_texels(
    wrap: str, x: float, columns: tuple[int, ...]
) -> None:
    code = WRAP_CODES[next(one for one in WRAPS if one == wrap)]
    place, picture = (x / 4, 2.5 / 8, 0.0, 1.0), (NUMBER, code, CLAMP, 0)
    wanted = shares(*((column, 2) for column in columns))
    assert filtered_texel(place, NOWHERE, FLAT, picture) == pytest.approx(wanted)
    both = shares(*((column, row) for column in columns for row in (2, 3)))
    between = (x / 4, 3 / 8, 0.0, 1.0)
    assert filtered_texel(between, NOWHERE, FLAT, picture) == pytest.approx(both)
    moved = ((x - 1) / 4, 2.5 / 8, 0.0, 1.0)
    assert filtered_texel(moved, (1, 0, 0), FLAT, picture) == pytest.approx(wanted)


def test_a_linear_filter_counts_the_nearer_texel_more() -> None:
    place, picture = (1.75 / 4, 2.5 / 8, 0.0, 1.0), (NUMBER, 0, CLAMP, 0)
    wanted = shares(*[(1, 2)] * 3, (2, 2))
    assert filtered_texel(place, NOWHERE, FLAT, picture) == pytest.approx(wanted)


def test_layers_are_not_filtered_and_depths_are() -> None:
    size = (4, 8, 3)
    layers, deep = (NUMBER, 0, LAYER, 0), (NUMBER, 0, 0, 0)
    at = (1.5 / 4, 2.5 / 8, 1.4, 1.0)
    wanted = [one / 256 for one in texel_of(1, 2, 1)]
    assert filtered_texel(at, NOWHERE, size, layers) == pytest.approx(wanted)
    assert is_filtered_nowhere((*at[:2], 1.5, 1.0), NOWHERE, size, layers)
    rows = [texel_of(1, 2, z) for z in (0, 1)]
    half = [(one + other) / 512 for one, other in zip(*rows, strict=True)]
    assert filtered_texel((*at[:2], 1 / 3, 1.0), NOWHERE, size, deep) == pytest.approx(half)


@pytest.mark.parametrize("x", [FARTHEST / 4 + 0.3, float("inf"), float("nan"), -3e38])
def test_a_linear_filter_is_open_far_away_alone(x: float) -> None:
    picture = (NUMBER, 0, CLAMP, 0)
    assert is_filtered_nowhere((x, 0.1, 0.0, 1.0), NOWHERE, FLAT, picture)
    assert is_filtered_nowhere((0.1, 0.1, 0.0, 0.0), NOWHERE, FLAT, picture)
    assert not is_filtered_nowhere((0.25, 0.125, 0.0, 1.0), NOWHERE, FLAT, picture)


def test_bounds_of_a_filter_hold_what_lies_within_the_margin() -> None:
    picture, at = (NUMBER, 0, CLAMP, 0), (1.8 / 4, 2.5 / 8, 0.0, 1.0)
    before = filter_bounds(at, at, NOWHERE, FLAT, picture, FILTER_MARGIN)
    behind = filter_bounds(at, at, NOWHERE, FLAT, picture, UNPROMISED_MARGIN)
    assert before is not None
    assert behind is not None
    for moved in (-FILTER_MARGIN, 0.0, FILTER_MARGIN):
        place = ((1.8 + moved) / 4, 2.5 / 8, 0.0, 1.0)
        found = filtered_texel(place, NOWHERE, FLAT, picture)
        for low, one, high in zip(before[0], found, before[1], strict=True):
            assert low + FILTER_ERROR <= one + 1e-9
            assert one - 1e-9 <= high - FILTER_ERROR
    # Between the middles of two texels they grow as the margin does.
    for wide, narrow in zip(zip(*behind, strict=True), zip(*before, strict=True), strict=True):
        assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_bounds_turn_in_the_middle_of_a_texel() -> None:
    """There a filter is linear to one side and to the other, so the ends alone say too little."""
    picture = (NUMBER, 0, CLAMP, 0)
    lo, hi = (1.0 / 4, 2.5 / 8, 0.0, 1.0), (2.0 / 4, 2.5 / 8, 0.0, 1.0)
    found = filter_bounds(lo, hi, NOWHERE, FLAT, picture, 0.0)
    assert found is not None
    for low, one, high in zip(found[0], texel_of(1, 2), found[1], strict=True):
        assert low <= one / 256 - FILTER_ERROR + 1e-9
        assert one / 256 + FILTER_ERROR - 1e-9 <= high


@pytest.mark.parametrize(
    ("lo", "hi", "along"),
    [
        ((0.1, 0.1, 0.0, 1.0), (1.4, 0.1, 0.0, 1.0), CLAMP),
        ((0.1, 0.1, 0.0, -0.5), (0.1, 0.1, 0.0, 0.5), CLAMP),
        ((0.1, 0.1, 0.4, 1.0), (0.1, 0.1, 0.6, 1.0), LAYER),
        ((0.1, 0.1, 0.0, 1.0), (float("inf"), 0.1, 0.0, 1.0), CLAMP),
    ],
)
def test_bounds_over_many_texels_or_two_layers_are_not_known(
    lo: tuple[float, ...], hi: tuple[float, ...], along: int
) -> None:
    size = (4, 8, 2)
    assert filter_bounds(lo, lo, NOWHERE, size, (NUMBER, 0, along, 0), FILTER_MARGIN) is not None
    assert filter_bounds(lo, hi, NOWHERE, size, (NUMBER, 0, along, 0), FILTER_MARGIN) is None


def test_where_texels_lie_is_what_samples_and_gathers_give_channels_of() -> None:
    texture = Texture("s", size=(4, 8, 1), number=3, wrap="mirror")
    at, offset, picture = (1.3, -0.3, 0.0, 1.0), (2, -1, 0), picture_of(texture, 1)
    place = sampled_place(at, offset, texture.size, picture)
    assert place == (0, 3, 0)
    found = sampled_texel(at, offset, texture.size, picture)
    assert found == tuple(texel(texture, place, channel) for channel in range(4))
    four = gathered_places(at, offset, texture.size, picture)
    assert four == ((1, 2, 0), (0, 2, 0), (0, 3, 0), (1, 3, 0))
    gathered = gathered_texels(at, offset, texture.size, picture)
    assert gathered == tuple(texel(texture, one, 1) for one in four)


FACES = (4, 4, 6)
AROUND = (NUMBER, CLAMP, CUBE, 0)


def on_face(x: float, y: float) -> tuple[float, float, float, float]:
    """The direction to a place on the face +z, in texels."""
    return x / 2 - 1, 1 - y / 2, 1.0, 1.0


def test_a_cube_gives_the_texel_of_the_face_that_a_direction_points_to() -> None:
    for direction, wanted in (
        ((1.0, -0.9, 0.3, 1.0), (1, 3, 0)),
        ((-1.0, -0.9, 0.3, 1.0), (2, 3, 1)),
        ((-0.9, 2.0, 0.3, 1.0), (1, 2, 2)),
        ((-0.9, -2.0, 0.3, 1.0), (1, 1, 3)),
        ((-0.9, 0.3, 2.0, 1.0), (1, 1, 4)),
        ((-0.9, 0.3, -2.0, 1.0), (2, 1, 5)),
    ):
        assert not is_between(direction, NOWHERE, FACES, AROUND)
        assert sampled_texel(direction, NOWHERE, FACES, AROUND) == texel_of(*wanted)


def test_a_cube_is_open_at_its_edges_and_between_texels() -> None:
    for x, is_open in ((1.5, False), (2.01, True), (3.99, True), (3.9, False), (0.01, True)):
        assert is_between(on_face(x, 1.5), NOWHERE, FACES, AROUND) is is_open
        assert is_between(on_face(1.5, x), NOWHERE, FACES, AROUND) is is_open
    for direction in ((1.0, 1.0, 0.3), (0.0, 0.0, 0.0), (float("nan"), 1.0, 0.1)):
        assert is_between((*direction, 1.0), NOWHERE, FACES, AROUND)


def test_a_gather_of_a_cube_stays_on_one_face() -> None:
    found = gathered_texels(on_face(1.2, 1.9), NOWHERE, FACES, (NUMBER, CLAMP, CUBE, 2))
    assert found == tuple(texel_of(x, y, 4)[2] for x, y in ((0, 2), (1, 2), (1, 1), (0, 1)))
    assert not is_amid(on_face(1.2, 1.9), NOWHERE, FACES, AROUND)
    assert is_amid(on_face(0.4, 1.9), NOWHERE, FACES, AROUND)
    assert is_amid(on_face(1.2, 3.6), NOWHERE, FACES, AROUND)


def test_a_linear_filter_of_a_cube_stays_on_one_face() -> None:
    rows = [texel_of(x, 2, 4) for x in (1, 2)]
    wanted = [(one + other) / 512 for one, other in zip(*rows, strict=True)]
    assert filtered_texel(on_face(2, 2.5), NOWHERE, FACES, AROUND) == pytest.approx(wanted)
    assert not is_filtered_nowhere(on_face(2, 3.4), NOWHERE, FACES, AROUND)
    assert is_filtered_nowhere(on_face(2, 3.6), NOWHERE, FACES, AROUND)
    assert is_filtered_nowhere((0.0, 0.0, 0.0, 1.0), NOWHERE, FACES, AROUND)


def test_a_cube_is_not_wrapped() -> None:
    mirrored = Texture("image", "Cube", size=FACES, number=NUMBER, wrap="mirror")
    assert picture_of(mirrored) == AROUND
