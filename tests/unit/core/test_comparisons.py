"""What comparisons of depths give, and where that is open."""

from __future__ import annotations

import pytest

from aberration.core.comparisons import (
    REFERENCE_MARGIN,
    are_comparisons_open,
    compared_texel,
    comparing_picture,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.textures import COMPARES, MODULUS, Compare, Sampler, Texture, texel

TEXTURE = Texture("s", "2DShadow", size=(4, 8, 1), number=6)
NOWHERE = (0, 0, 0)
SIZE = TEXTURE.size
PLACE = (1.5 / 4, 2.5 / 8, 0.0)
DEPTH = texel(TEXTURE, (1, 2, 0), 0) / 256
ONE = MODULUS - 1


def picture(compare: Compare) -> tuple[int, int, int, int]:
    return comparing_picture(TEXTURE, Sampler("w", compare=compare))


@pytest.mark.parametrize(
    ("compare", "less", "greater"),
    [
        ("never", 0, 0),
        ("less", 1, 0),
        ("equal", 0, 0),
        ("lequal", 1, 0),
        ("greater", 0, 1),
        ("notequal", 1, 1),
        ("gequal", 0, 1),
        ("always", 1, 1),
    ],
)
def test_the_reference_stands_before_the_depth(compare: Compare, less: int, greater: int) -> None:
    for reference, wanted in ((DEPTH - 0.01, less), (DEPTH + 0.01, greater)):
        at = (*PLACE, reference)
        assert not is_comparison_open(at, NOWHERE, SIZE, picture(compare))
        assert compared_texel(at, NOWHERE, SIZE, picture(compare)) == (wanted * ONE, 0, 0, 0)


@pytest.mark.parametrize("compare", COMPARES)
def test_a_reference_near_to_the_depth_is_open(compare: Compare) -> None:
    for side in (-1, 1):
        near = (*PLACE, DEPTH + side * 0.9 * REFERENCE_MARGIN)
        is_open = is_comparison_open(near, NOWHERE, SIZE, picture(compare))
        assert is_open is (compare not in ("never", "always"))
    assert is_comparison_open((*PLACE, float("nan")), NOWHERE, SIZE, picture(compare))
    between = (0.25, 2.5 / 8, 0.0, DEPTH + 0.1)
    assert is_comparison_open(between, NOWHERE, SIZE, picture(compare))


def test_it_is_open_whether_a_reference_is_clamped() -> None:
    bright = next(
        one
        for one in (Texture("s", "2DShadow", size=(1, 1, 1), number=k) for k in range(MODULUS))
        if texel(one, (0, 0, 0), 0) == ONE
    )
    for reference, is_open in ((1.5, True), (0.5, False), (-0.5, False)):
        at = (0.5, 0.5, 0.0, reference)
        found = is_comparison_open(at, NOWHERE, bright.size, comparing_picture(bright, bright))
        assert found is is_open


def test_a_gather_compares_four_depths() -> None:
    at = (2.2 / 4, 3.9 / 8, 0.0)
    corners = [(1, 4), (2, 4), (2, 3), (1, 3)]
    depths = [texel(TEXTURE, (x, y, 0), 0) / 256 for x, y in corners]
    reference = sum(depths) / 4
    found = gathered_comparisons((*at, reference), NOWHERE, SIZE, picture("greater"))
    assert found == tuple(ONE if reference > depth else 0 for depth in depths)
    assert len(set(found)) == 2
    assert not are_comparisons_open((*at, reference), NOWHERE, SIZE, picture("greater"))
    assert are_comparisons_open((*at, depths[2]), NOWHERE, SIZE, picture("greater"))
    assert are_comparisons_open((2.5 / 4, *at[1:], reference), NOWHERE, SIZE, picture("less"))


def test_depths_are_compared_as_lequal_where_nothing_is_said() -> None:
    assert comparing_picture(TEXTURE, TEXTURE)[3] == COMPARES.index("lequal")
