"""Is the result of a fused program the relation of its parts' results? Both are our interpreter's,
so that anything else is a defect of ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from aberration.core.comparison import pixels
from aberration.core.errors import InternalError
from aberration.core.outcome import Buffers, Image

from .fusion import Fusion
from .relations.relation import Levels, Relation


def check_relation(
    fusion: Fusion, parts: Sequence[Image | Buffers], found: Image | Buffers
) -> None:
    """Raise `InternalError` where a result is not the relation of the parts' results.

    Those of fragment shaders are floats. A pixel that one part discards is discarded.
    """
    first, second = parts[0], _as_drawn(fusion, parts[1])
    if isinstance(first, Buffers) and isinstance(second, Buffers):
        wanted = (*first.data, *second.data, *_cells_of_relation(fusion, first, second))
        is_right = isinstance(found, Buffers) and found.data == wanted
    else:
        is_right = _is_right_image(fusion, first, second, found)
    if not is_right:
        names = " and ".join(part.program.name for part in fusion.parts)
        raise InternalError(
            f"{names}: fused, they do not give the relation {fusion.relation.name!r} of their "
            f"results"
        )


def _as_drawn(fusion: Fusion, second: Image | Buffers) -> Image | Buffers:
    """Return the image of the second part as the fused program draws it, which may mirror it."""
    if not isinstance(second, Image) or not fusion.mirrored:
        return second
    colours = pixels(second)
    colours = colours[:, ::-1] if "x" in fusion.mirrored else colours
    colours = colours[::-1] if "y" in fusion.mirrored else colours
    return msgspec.structs.replace(second, data=colours.tobytes())


def _cells_of_relation(fusion: Fusion, first: Buffers, second: Buffers) -> tuple[bytes, ...]:
    """Return the buffer that the relation makes of cells of both; none where it makes none."""
    if fusion.cells is None or fusion.relation.words is None:
        return ()
    one, other = (
        cells.words(found) for cells, found in zip(fusion.cells, (first, second), strict=True)
    )
    count = min(len(one), len(other))
    return (fusion.relation.words(one[:count], other[:count]).astype("<u4").tobytes(),)


def _is_right_image(
    fusion: Fusion, first: Image | Buffers, second: Image | Buffers, found: Image | Buffers
) -> bool:
    if not (isinstance(first, Image) and isinstance(second, Image) and isinstance(found, Image)):
        return False
    given = pixels(found).astype(np.float32)
    return bool(right_pixels(fusion.relation, fusion.weight, (first, second), found, given).all())


def right_pixels(
    relation: Relation, weight: int, parts: tuple[Image, Image], found: Image, levels: Levels
) -> NDArray[np.bool_]:
    """Return which pixels of an image, in these levels, are the relation of the parts' pixels, or
    discarded as one of them.
    """
    assert relation.levels is not None
    first, second = parts
    wanted = relation.levels(levels_of(first), levels_of(second), float(weight))
    # Zeros in all channels are what a discarded pixel leaves.
    one, other, whole = ((pixels(image) == 0).all(axis=-1) for image in (first, second, found))
    right: NDArray[np.bool_] = (wanted == levels).all(axis=-1) | (one | other) & whole
    return right


def levels_of(image: Image) -> Levels:
    """Return the colours of an image of floats in levels of 8 bits, as the wrapper computes
    them.
    """
    colours = np.clip(pixels(image).astype(np.float32), np.float32(0.0), np.float32(1.0))
    levels: Levels = np.floor(colours * np.float32(255.0) + np.float32(0.5))
    return levels
