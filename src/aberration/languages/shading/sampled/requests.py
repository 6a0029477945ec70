"""What a call of a texture function asks for, by its name and the types of its arguments."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

from aberration.core.shapes import SHAPES, is_shadow, plain_shape

from ..builtins.signature import Overload
from ..types import FLOAT, Opaque

Kind = Literal["sample", "gather", "compare", "gather compare", "fetch", "size", "levels", "layers"]
COMPARISONS: Final[frozenset[Kind]] = frozenset(("compare", "gather compare"))
"""What is asked of depths, with a reference."""
_SAMPLES: Final = re.compile(r"texture(?:1D|2D|3D|Cube)?(Proj)?(Lod|Grad)?(?:EXT)?(Offset)?")
_WGSL_SAMPLES: Final = re.compile(r"textureSample(Bias|Level|Grad)?")
_WGSL_COMPARISONS: Final[dict[str, Kind]] = {
    "textureSampleCompare": "compare",
    "textureSampleCompareLevel": "compare",
    "textureGatherCompare": "gather compare",
}
_MORE: Final = {"": 0, "Bias": 1, "Level": 1, "Lod": 1, "Grad": 2}
"""How many arguments behind the coordinates choose a level: of one level, all choose that."""
_NAMES_LEVEL: Final = ("Level", "Lod")
_WITH_LAYERS: Final = ("2DArray", "CubeArray")
"""The shapes of WGSL whose layer is an argument of its own."""
_IMPLICIT: Final = ("", "Bias")
_OTHERS: Final[dict[str, Kind]] = {
    "texelFetch": "fetch",
    "texelFetchOffset": "fetch",
    "textureLoad": "fetch",
    "textureGather": "gather",
    "textureGatherOffset": "gather",
    "textureSize": "size",
    "textureDimensions": "size",
    "textureQueryLevels": "levels",
    "textureNumLevels": "levels",
    "textureNumLayers": "layers",
}


class TextureRequest(msgspec.Struct, frozen=True):
    """Which arguments of a call are what; None for those that it lacks.

    `texture` has what is sampled, `sampler` the sampler of WGSL, `place` the coordinates (without
    their last one, which divides, where they are `projected`), `layer` WGSL's layer, `level` that
    of a fetch or a question, `lod` that of a sample, `reference` what depths are compared with,
    which is the last of the coordinates where it is None. `slopes` is the first of two arguments,
    and a sample that `is_implicit` takes derivatives, to which a `bias` is added.
    """

    kind: Kind
    texture: int
    sampler: int | None = None
    place: int | None = None
    layer: int | None = None
    level: int | None = None
    lod: int | None = None
    offset: int | None = None
    channel: int | None = None
    projected: bool = False
    reference: int | None = None
    slopes: int | None = None
    is_implicit: bool = False
    bias: int | None = None


def request_of(callee: Overload) -> TextureRequest | None:
    """Return what a call asks for; None for what is not known here: comparisons of arrays of cubes
    and projected ones, depths that are not compared, textures of several samples, storage textures.
    """
    texture = next((k for k, type in enumerate(callee.types) if isinstance(type, Opaque)), 0)
    if not is_known_type(callee.types[texture]):
        return None
    wgsl = callee.builtin.theme == "wgsl texture"
    kind = _OTHERS.get(callee.name)
    if kind in ("size", "levels", "layers"):
        level = texture + 1 if len(callee.types) > texture + 1 else None
        return TextureRequest(kind, texture, level=level)
    return _of_wgsl(callee, kind, texture) if wgsl else _of_family(callee, kind)


def is_known_type(type: object) -> bool:
    """Whether a type is one of textures that can be given."""
    if not isinstance(type, Opaque) or type.shape not in SHAPES:
        return False
    return type.family in ("sampler", "texture") and not type.format


def _of_family(callee: Overload, kind: Kind | None) -> TextureRequest | None:
    offset = 2 if callee.name.endswith("Offset") else None
    if is_shadow(getattr(callee.types[0], "shape", "")):
        return _of_depths(callee, kind, offset)
    if kind == "fetch":
        return TextureRequest(kind, 0, place=1, level=2, offset=3 if offset else None)
    if kind == "gather":
        channel = 3 if offset else 2
        last = channel if len(callee.types) > channel else None
        return TextureRequest(kind, 0, place=1, offset=offset, channel=last)
    found = _SAMPLES.fullmatch(callee.name)
    if found is None:
        return None
    more = _MORE[found[2] or ""]
    last = 3 if offset else 2
    is_implicit = found[2] is None
    return TextureRequest(
        "sample",
        0,
        place=1,
        lod=2 if found[2] in _NAMES_LEVEL else None,
        offset=2 + more if offset else None,
        projected=bool(found[1]),
        slopes=2 if found[2] == "Grad" else None,
        is_implicit=is_implicit,
        bias=last if is_implicit and len(callee.types) > last else None,
    )


def _of_depths(callee: Overload, kind: Kind | None, offset: int | None) -> TextureRequest | None:
    """Return what a call asks for a `sampler2DShadow` and its kin."""
    if kind == "gather":
        last = 3 if offset else None
        return TextureRequest("gather compare", 0, place=1, offset=last, reference=2)
    found = _SAMPLES.fullmatch(callee.name)
    if found is None or found[1]:
        return None
    more = _MORE[found[2] or ""]
    return TextureRequest("compare", 0, place=1, offset=2 + more if offset else None)


def _of_wgsl(callee: Overload, kind: Kind | None, texture: int) -> TextureRequest | None:
    type = callee.types[texture]
    assert isinstance(type, Opaque)
    if is_shadow(type.shape):
        return _of_wgsl_depths(callee, type)
    found = _WGSL_SAMPLES.fullmatch(callee.name)
    if kind is None and found is None:
        return None
    # A filtering sampler, which a pipeline's own layout has, takes no texture of integers.
    if kind == "gather" and type.component is not FLOAT:
        return None
    sampler = None if kind == "fetch" else texture + 1
    place = texture + 1 if sampler is None else sampler + 1
    layer = place + 1 if type.shape in _WITH_LAYERS else None
    after = (place if layer is None else layer) + 1
    if kind == "fetch":
        return TextureRequest(kind, texture, place=place, layer=layer, level=after)
    way = None if found is None else found[1] or ""
    chooses = after
    after += 0 if way is None else _MORE[way]
    return TextureRequest(
        kind or "sample",
        texture,
        sampler,
        place,
        layer,
        lod=chooses if way in _NAMES_LEVEL else None,
        offset=after if len(callee.types) > after else None,
        channel=0 if kind == "gather" and texture else None,
        slopes=chooses if way == "Grad" else None,
        is_implicit=way in _IMPLICIT,
        bias=chooses if way == "Bias" else None,
    )


def _of_wgsl_depths(callee: Overload, type: Opaque) -> TextureRequest | None:
    """Return what a call asks for a `texture_depth_2d` and its kin."""
    kind = _WGSL_COMPARISONS.get(callee.name)
    if kind is None:
        return None
    layer = 3 if plain_shape(type.shape) in _WITH_LAYERS else None
    reference = 3 if layer is None else 4
    offset = reference + 1 if len(callee.types) > reference + 1 else None
    return TextureRequest(
        kind, 0, sampler=1, place=2, layer=layer, offset=offset, reference=reference
    )
