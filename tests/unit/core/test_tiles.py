"""Tiles of images."""

import pytest

from aberration.core.tiles import spread_tiles


@pytest.mark.parametrize(("width", "height"), [(256, 256), (128, 300), (513, 129)])
def test_spread_tiles_lie_apart_and_inside(width: int, height: int) -> None:
    tiles = spread_tiles(width, height, 4, 16)
    pixels = {
        (x, y) for t in tiles for x in range(t.x, t.x + t.width) for y in range(t.y, t.y + t.height)
    }
    assert len(pixels) == 16 * 16 * 16
    assert max(x for x, _ in pixels) < width
    assert max(y for _, y in pixels) < height
    assert all(
        number % 2 == 0 for tile in tiles for number in (tile.x, tile.y, tile.width, tile.height)
    )


def test_a_small_image_is_drawn_whole() -> None:
    assert spread_tiles(64, 64, 4, 16) == ()
