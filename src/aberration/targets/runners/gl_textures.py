"""How OpenGL, OpenGL ES and WebGL name what textures are: all have the same numbers for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.shapes import FACES, Shape, is_shadow, plain_shape
from aberration.core.textures import COMPARES, LEQUAL, LINEAR, Numbers, Texture, Wrap, setter_of

_TEXTURE_1D: Final = 0x0DE0
_TEXTURE_2D: Final = 0x0DE1
_TEXTURE_1D_ARRAY: Final = 0x8C18
_FIRST_FACE: Final = 0x8515
"""Face +x of a cube map; the others have the numbers after it."""
_RGBA, _RGBA_INTEGER = 0x1908, 0x8D99
_HALF, _INT, _UINT = 0x140B, 0x1404, 0x1405
_RGBA16F, _RGBA32I, _RGBA32UI = 0x881A, 0x8D82, 0x8D70
_MAG_FILTER, _MIN_FILTER, _MAX_LEVEL = 0x2800, 0x2801, 0x813D
_WRAP_DIRECTIONS: Final = (0x2802, 0x2803, 0x8072)
_NEAREST, _LINEAR = 0x2600, 0x2601
_NEAREST_LEVEL, _LINEAR_LEVELS = 0x0100, 0x0102
"""What a filter has more that takes the nearest level, or two: NEAREST_MIPMAP_NEAREST is 0x2700,
and NEAREST_MIPMAP_LINEAR 0x2702.
"""
_DEPTHS: Final = (0x8CAC, 0x1902, 0x1406)
"""DEPTH_COMPONENT32F, of floats of 32 bits."""
_COMPARE_MODE, _COMPARE_FUNCTION, _COMPARES, _FIRST_FUNCTION = 0x884C, 0x884D, 0x884E, 0x0200
_TARGETS: Final[Mapping[Shape, int]] = MappingProxyType(
    {
        "2D": _TEXTURE_2D,
        "3D": 0x806F,
        "2DArray": 0x8C1A,
        "Cube": 0x8513,
        "2DShadow": _TEXTURE_2D,
        "2DArrayShadow": 0x8C1A,
        "1D": _TEXTURE_1D,
        "1DArray": _TEXTURE_1D_ARRAY,
        "1DShadow": _TEXTURE_1D,
        "1DArrayShadow": _TEXTURE_1D_ARRAY,
        "CubeArray": 0x9009,
        "CubeShadow": 0x8513,
    }
)
_WRAPS: Final[Mapping[Wrap, int]] = MappingProxyType(
    {"repeat": 0x2901, "clamp": 0x812F, "mirror": 0x8370}
)
_FORMATS: Final[Mapping[Numbers, tuple[int, int, int]]] = MappingProxyType(
    {
        "float": (_RGBA16F, _RGBA, _HALF),
        "int": (_RGBA32I, _RGBA_INTEGER, _INT),
        "uint": (_RGBA32UI, _RGBA_INTEGER, _UINT),
    }
)
_SAMPLERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "sampler2D": 0x8B5E,
        "sampler3D": 0x8B5F,
        "samplerCube": 0x8B60,
        "sampler2DShadow": 0x8B62,
        "sampler2DArrayShadow": 0x8DC4,
        "sampler2DArray": 0x8DC1,
        "isampler2D": 0x8DCA,
        "isampler3D": 0x8DCB,
        "isamplerCube": 0x8DCC,
        "isampler2DArray": 0x8DCF,
        "usampler2D": 0x8DD2,
        "usampler3D": 0x8DD3,
        "usamplerCube": 0x8DD4,
        "usampler2DArray": 0x8DD7,
        "sampler1D": 0x8B5D,
        "sampler1DShadow": 0x8B61,
        "sampler1DArray": 0x8DC0,
        "sampler1DArrayShadow": 0x8DC3,
        "isampler1D": 0x8DC9,
        "isampler1DArray": 0x8DCE,
        "usampler1D": 0x8DD1,
        "usampler1DArray": 0x8DD6,
        "samplerCubeShadow": 0x8DC5,
        "samplerCubeArray": 0x900C,
        "isamplerCubeArray": 0x900E,
        "usamplerCubeArray": 0x900F,
    }
)


class GlTexture(msgspec.Struct, frozen=True):
    """A texture in the numbers of OpenGL: where it is bound, what it stores, and the format and
    type of the texels that it is given; `parameters` are set in this order. `flat` are the targets
    that take a picture of two dimensions each, such as the faces of a cube in their order; without
    them, `target` takes one of three, or of one dimension (`is_line`). The layers of an array of
    lines are the rows of a flat picture.

    `sampler` is the type of uniform that samples it, and `word` what a shader calls that.
    """

    target: int
    stored: int
    format: int
    type: int
    parameters: tuple[tuple[int, int], ...]
    sampler: int
    word: str
    flat: tuple[int, ...] = ()
    is_line: bool = False

    def flat_size(self, texture: Texture) -> tuple[int, int]:
        """Return the width and height of a flat picture of a texture."""
        width, height, layers = texture.size
        return width, layers if self.target == _TEXTURE_1D_ARRAY else height


def gl_texture(texture: Texture) -> GlTexture:
    """Return a texture in the numbers of OpenGL."""
    word = setter_of(texture)
    wrap = _WRAPS[texture.wrap]
    filtered = _LINEAR if texture.filter == LINEAR else _NEAREST
    levels = texture.level_count
    of_levels = _LINEAR_LEVELS if texture.mip == LINEAR else _NEAREST_LEVEL
    parameters: tuple[tuple[int, int], ...] = (
        (_MIN_FILTER, filtered + of_levels if levels > 1 else filtered),
        (_MAG_FILTER, filtered),
        (_MAX_LEVEL, levels - 1),
        *((direction, wrap) for direction in _WRAP_DIRECTIONS),
    )
    flat = {
        "2D": (_TEXTURE_2D,),
        "1DArray": (_TEXTURE_1D_ARRAY,),
        "Cube": tuple(range(_FIRST_FACE, _FIRST_FACE + FACES)),
    }
    stored = _FORMATS[texture.numbers]
    if is_shadow(texture.shape):
        function = _FIRST_FUNCTION + COMPARES.index(texture.compare or LEQUAL)
        parameters += ((_COMPARE_MODE, _COMPARES), (_COMPARE_FUNCTION, function))
        stored = _DEPTHS
    return GlTexture(
        _TARGETS[texture.shape],
        *stored,
        parameters,
        _SAMPLERS[word],
        word,
        flat.get(plain_shape(texture.shape), ()),
        plain_shape(texture.shape) == "1D",
    )


def wrong_sampler(name: str, word: str) -> str:
    """Return why a uniform that is no sampler of a texture's type is not given that texture."""
    return f"the uniform {name!r} is no {word}, and the texture of this name wants one"
