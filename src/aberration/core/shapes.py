"""The shapes of textures: which numbers of a shader name a texel of each, and which sides it has.

A texel lies at x, y and z, of which z is the layer or the face too: a texture of one dimension has
no y, and an array of cubes has the faces of one cube behind those of the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

import msgspec

Shape = Literal[
    "2D",
    "3D",
    "2DArray",
    "Cube",
    "2DShadow",
    "2DArrayShadow",
    "1D",
    "1DArray",
    "CubeArray",
    "1DShadow",
    "1DArrayShadow",
    "CubeShadow",
]
"""A shadow is a texture of depths that is compared: floats with one channel."""
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
FACES: Final = 6
"""What a cube has for depth: +x, -x, +y, -y, +z, -z. Each face is a square."""
LARGEST_SIDE: Final = 64
"""As many texels as a side may have."""
MOST_CUBES: Final = LARGEST_SIDE // FACES
"""As many cubes as an array may have."""
_SHADOW: Final = "Shadow"
_WITH_LEVELS: Final = ("2D", "3D", "2DArray")


class Geometry(msgspec.Struct, frozen=True):
    """`coordinates` says of each number that names a place where it counts: 0 is x, 1 is y, 2 is z
    or the layer, and 3 the layer of an array of cubes, behind a direction. `sides` are the sides
    that a shader is told, `depth` what the third one is where a file says nothing of it, or the
    number of all of them that a file may not say (`is_fixed`).
    """

    coordinates: tuple[int, ...]
    sides: tuple[int, ...]
    depth: int = 1
    is_fixed: bool = True

    @property
    def told(self) -> tuple[int, ...]:
        """Return the sides that a file says."""
        return tuple(side for side in self.sides if side < 2 or not self.is_fixed)


_LINE: Final = (0,)
_FLAT: Final = (0, 1)
_DEEP: Final = (0, 1, 2)
_LAYERED_LINE: Final = (0, 2)
_GEOMETRIES: Final[Mapping[str, Geometry]] = MappingProxyType(
    {
        "1D": Geometry(_LINE, _LINE),
        "2D": Geometry(_FLAT, _FLAT),
        "3D": Geometry(_DEEP, _DEEP, is_fixed=False),
        "1DArray": Geometry(_LAYERED_LINE, _LAYERED_LINE, is_fixed=False),
        "2DArray": Geometry(_DEEP, _DEEP, is_fixed=False),
        "Cube": Geometry(_DEEP, _FLAT, FACES),
        "CubeArray": Geometry((*_DEEP, 3), _DEEP, FACES, is_fixed=False),
    }
)


def is_shadow(shape: str) -> bool:
    """Whether a texture of this shape is one of depths."""
    return shape.endswith(_SHADOW)


def plain_shape(shape: str) -> str:
    """Return the shape of a texture of the same kind that is not compared."""
    return shape.removesuffix(_SHADOW)


def geometry_of(shape: str) -> Geometry:
    """Return the numbers and sides of a shape."""
    return _GEOMETRIES[plain_shape(shape)]


def is_cube(shape: str) -> bool:
    """Whether a texture of this shape has the faces of cubes."""
    return plain_shape(shape) in ("Cube", "CubeArray")


def is_line(shape: str) -> bool:
    """Whether a texture of this shape has one dimension."""
    return plain_shape(shape) in ("1D", "1DArray")


def has_layers(shape: str) -> bool:
    """Whether the third side of a texture is a number of layers or faces."""
    return plain_shape(shape) not in ("1D", "2D", "3D")


def may_have_levels(shape: str) -> bool:
    """Whether a texture of this shape may have several levels: what is sampled of those of cubes,
    depths and one dimension is not known here.
    """
    return shape in _WITH_LEVELS


def sides_of(shape: str, size: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the sides that a shader is told of a texture of this size: of an array of cubes, the
    last is the number of cubes.
    """
    sides = tuple(size[side] for side in geometry_of(shape).sides)
    return (*sides[:2], sides[2] // FACES) if plain_shape(shape) == "CubeArray" else sides
