"""Which face of a cube map a direction points to, and where on it: the same in OpenGL 4.6 (8.13,
table 8.19), Vulkan ("Cube Map Face Selection and Transformations") and WebGPU.

Faces stand in the order +x, -x, +y, -y, +z, -z; of an array, those of one cube behind those of the
one before it. Where two coordinates of a direction are equally
far from zero, each specification leaves the face to the driver.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aberration.core.shapes import FACES

SIDES: Final = (
    ((2, -1), (1, -1)),
    ((2, 1), (1, -1)),
    ((0, 1), (2, 1)),
    ((0, 1), (2, -1)),
    ((0, 1), (1, -1)),
    ((0, -1), (1, -1)),
)
"""By face: the coordinates that s and t are made of, each with its sign."""
SHORTEST: Final = 2.0**-60
LONGEST: Final = 2.0**60
"""From where to where a direction's largest coordinate may lie: beyond, its inverse may be flushed
to zero, or be no number.
"""


def face_of(at: Sequence[float]) -> int:
    """Return the face that a direction (x, y, z) points to; of several, one."""
    lengths = [abs(one) for one in at[:3]]
    axis = max(range(3), key=lambda one: lengths[one])
    return 2 * axis + (at[axis] < 0)


def along_face(at: Sequence[float], axis: int) -> float:
    """Return s or t of a direction on its face, from 0 to 1; infinity for one that is too short or
    too long, or no number.
    """
    face = face_of(at)
    length = abs(at[face // 2])
    if not SHORTEST <= length <= LONGEST:
        return math.inf
    source, sign = SIDES[face][axis]
    return 0.5 * (sign * at[source] / length) + 0.5


def cube_of(layer: float, faces: int) -> int:
    """Return which cube of an array with so many faces a layer is: the nearest one, clamped; the
    first for what is no number.
    """
    return math.floor(min(max(layer + 0.5, 0.0), faces // FACES - 0.5)) if layer == layer else 0
