"""Parts of an image that are drawn in place of the whole."""

import msgspec

from aberration.core.errors import BadInput


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """A rectangle of pixels. Its sides and place are even, so that no quad lies in two
    (`spread_tiles`).
    """

    x: int
    y: int
    width: int
    height: int


def read_tiles(given: object, width: int, height: int, where: str) -> tuple[Tile, ...]:
    """Return the tiles of a file, lists of four numbers; raise `BadInput` for those that the
    image cannot have.
    """
    try:
        tiles = msgspec.convert(given, tuple[Tile, ...])
    except msgspec.ValidationError as error:
        raise BadInput(
            f"$render: expected 'tiles' of [x, y, width, height], but {error}", where=where
        ) from None
    for tile in tiles:
        numbers = (tile.x, tile.y, tile.width, tile.height)
        fits = (
            tile.x + tile.width <= width
            and tile.y + tile.height <= height
            and min(tile.width, tile.height) > 0
        )
        if min(numbers) < 0 or not fits or any(number & 1 for number in numbers):
            came = f"{list(numbers)} of {width}x{height}"
            raise BadInput(
                f"$render: expected tiles of even numbers inside the image, but {came} came",
                where=where,
            )
    return tiles


def spread_tiles(width: int, height: int, across: int, side: int) -> tuple[Tile, ...]:
    """Return `across` times `across` tiles of `side` pixels, one in each part of an image; none if
    they would fill it.

    Where in its part a tile lies differs from one to the next, so that none of the lines of an
    image is always missed.
    """
    part_width, part_height = width // across, height // across
    if part_width < 2 * side or part_height < 2 * side:
        return ()
    found = []
    for number in range(across * across):
        row, column = divmod(number, across)
        # Steps of 5 and 3 of 8 parts of what is free go round all of them; even places keep quads
        # whole.
        x = column * part_width + ((part_width - side) * (number * 5 % 8) // 7 & ~1)
        y = row * part_height + ((part_height - side) * (number * 3 % 8) // 7 & ~1)
        found.append(Tile(x & ~1, y & ~1, side, side))
    return tuple(found)
