"""The opaque types of the three languages, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from .types import FLOAT, INT, UINT, Access, Opaque, Scalar


class Shape(NamedTuple):
    """What a texture's shape asks of its functions: how many numbers each takes. `offset` 0:
    takes none.
    """

    coordinates: int
    size: int
    gradient: int
    offset: int


SHAPES: Final[Mapping[str, Shape]] = {
    "1D": Shape(1, 1, 1, 1),
    "2D": Shape(2, 2, 2, 2),
    "3D": Shape(3, 3, 3, 3),
    "Cube": Shape(3, 2, 3, 0),
    "2DRect": Shape(2, 2, 2, 2),
    "1DArray": Shape(2, 2, 1, 1),
    "2DArray": Shape(3, 3, 2, 2),
    "CubeArray": Shape(4, 3, 3, 0),
    "Buffer": Shape(1, 1, 0, 0),
    "2DMS": Shape(2, 2, 0, 0),
    "2DMSArray": Shape(3, 3, 0, 0),
}
SHADOW_SHAPES: Final = ("1D", "2D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray")
COMPONENTS: Final[Mapping[str, Scalar]] = {"": FLOAT, "i": INT, "u": UINT}

SAMPLERS: Final[Mapping[str, Opaque]] = {
    f"{prefix}sampler{shape}": Opaque(f"{prefix}sampler{shape}", "", "sampler", shape, component)
    for prefix, component in COMPONENTS.items()
    for shape in SHAPES
} | {
    f"sampler{shape}Shadow": Opaque(f"sampler{shape}Shadow", "", "sampler", f"{shape}Shadow", FLOAT)
    for shape in SHADOW_SHAPES
}
"""GLSL's combined samplers, by name."""
IMAGES: Final[Mapping[str, Opaque]] = {
    f"{prefix}image{shape}": Opaque(f"{prefix}image{shape}", "", "image", shape, component)
    for prefix, component in COMPONENTS.items()
    for shape in SHAPES
}
"""GLSL's images, by name."""
COUNTER: Final = Opaque("atomic_uint", "", "counter")
SAMPLER_STATES: Final[Mapping[str, Opaque]] = {
    "sampler": Opaque("sampler", "sampler", "sampler state"),
    "sampler_comparison": Opaque("samplerShadow", "sampler_comparison", "sampler state", "Shadow"),
}

WGSL_SHAPES: Final[Mapping[str, str]] = {
    "1d": "1D",
    "2d": "2D",
    "2d_array": "2DArray",
    "3d": "3D",
    "cube": "Cube",
    "cube_array": "CubeArray",
}
_WGSL_COMPONENTS: Final = (FLOAT, INT, UINT)
TEXEL_FORMATS: Final[Mapping[str, Scalar]] = {
    **dict.fromkeys(
        ("rgba8unorm", "rgba8snorm", "rgba16float", "r32float", "rg32float", "rgba32float"), FLOAT
    ),
    **dict.fromkeys(
        ("rgba16unorm", "rgba16snorm", "rg8unorm", "rg8snorm", "rg16unorm", "rg16snorm"), FLOAT
    ),
    **dict.fromkeys(("r8unorm", "r8snorm", "r16unorm", "r16snorm", "r16float", "rg16float"), FLOAT),
    **dict.fromkeys(("bgra8unorm", "rgb10a2unorm", "rg11b10ufloat"), FLOAT),
    **dict.fromkeys(("rgba8uint", "rgba16uint", "r32uint", "rg32uint", "rgba32uint"), UINT),
    **dict.fromkeys(("r8uint", "r16uint", "rg8uint", "rg16uint", "rgb10a2uint"), UINT),
    **dict.fromkeys(("rgba8sint", "rgba16sint", "r32sint", "rg32sint", "rgba32sint"), INT),
    **dict.fromkeys(("r8sint", "r16sint", "rg8sint", "rg16sint"), INT),
}
"""WGSL's storage texel formats, and what reading one gives."""
_STORAGE_SHAPES: Final = ("1d", "2d", "2d_array", "3d")
_ACCESSES: Final[tuple[Access, ...]] = ("read", "write", "read_write")


def _sampled_textures() -> dict[str, Opaque]:
    made = {}
    for spelled, shape in [*WGSL_SHAPES.items(), ("multisampled_2d", "2DMS")]:
        for component in _WGSL_COMPONENTS:
            name = f"texture_{spelled}<{component.wgsl}>"
            made[name] = Opaque(name, name, "texture", shape, component)
    return made


def _depth_textures() -> dict[str, Opaque]:
    made = {}
    for spelled, shape in (
        ("2d", "2DShadow"),
        ("2d_array", "2DArrayShadow"),
        ("cube", "CubeShadow"),
        ("cube_array", "CubeArrayShadow"),
        ("multisampled_2d", "2DMSShadow"),
    ):
        name = f"texture_depth_{spelled}"
        made[name] = Opaque(name, name, "texture", shape, FLOAT)
    return made


def _storage() -> dict[str, Opaque]:
    made = {}
    for spelled in _STORAGE_SHAPES:
        for texel_format, component in TEXEL_FORMATS.items():
            for access in _ACCESSES:
                name = f"texture_storage_{spelled}<{texel_format}, {access}>"
                made[name] = Opaque(
                    name, name, "texture", WGSL_SHAPES[spelled], component, access, texel_format
                )
    return made


TEXTURES: Final[Mapping[str, Opaque]] = {**_sampled_textures(), **_depth_textures(), **_storage()}
"""WGSL's textures, by their full names: `texture_2d<f32>`, `texture_storage_2d<r32uint, write>`."""
EXTERNAL: Final = Opaque("texture_external", "texture_external", "texture", "External", FLOAT)
