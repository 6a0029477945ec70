"""Textures and samplers of a program in WebGPU: which one is bound where, and what the API calls
them.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.shapes import Shape, is_shadow
from aberration.core.textures import (
    LINEAR,
    MOST_IN_WGSL,
    NEAREST,
    NO_BINDING,
    Compare,
    Numbers,
    Sampler,
    Texture,
    Wrap,
    texel_bytes,
)
from aberration.targets.runners.webgpu.interface import NOT_SUPPLIED, Sampled

MOST: Final = MOST_IN_WGSL
"""Textures of one stage, and samplers: the default limit of each."""
_FORMATS: Final[Mapping[Numbers, str]] = MappingProxyType(
    {"float": "rgba16float", "int": "rgba32sint", "uint": "rgba32uint"}
)
_SAMPLE_TYPES: Final[Mapping[Numbers, str]] = MappingProxyType(
    {"float": "float", "int": "sint", "uint": "uint"}
)
VIEWS: Final[Mapping[Shape, str]] = MappingProxyType(
    {
        "2D": "2d",
        "3D": "3d",
        "2DArray": "2d-array",
        "Cube": "cube",
        "2DShadow": "2d",
        "2DArrayShadow": "2d-array",
        "1D": "1d",
        "CubeArray": "cube-array",
        "CubeShadow": "cube",
    }
)
ADDRESS_MODES: Final[Mapping[Wrap, str]] = MappingProxyType(
    {"repeat": "repeat", "clamp": "clamp-to-edge", "mirror": "mirror-repeat"}
)
_COMPARES: Final[Mapping[Compare, str]] = MappingProxyType(
    {"lequal": "less-equal", "notequal": "not-equal", "gequal": "greater-equal"}
)
"""The words that are other ones in the API."""
_LARGEST_DEPTH: Final = 65535
"""1 in depth16unorm: of all depths, these alone can be written from outside."""
_PIXEL_BYTES: Final[Mapping[Numbers, int]] = MappingProxyType({"float": 8, "int": 16, "uint": 16})
_Place = tuple[int, int]


class SampledSlot(msgspec.Struct, frozen=True):
    """A texture or a sampler of the inputs, where the shader declares it."""

    descriptor_set: int
    binding: int
    given: Texture | Sampler


def dimension_of(texture: Texture) -> str:
    """Return what the API calls the dimension of a texture: arrays and cubes are flat ones."""
    return {"1D": "1d", "3D": "3d"}.get(texture.shape, "2d")


def filter_of(sampler: Sampler) -> str:
    """Return what the API calls the filter of a sampler."""
    return LINEAR if sampler.filter == LINEAR else NEAREST


def mipmap_filter_of(sampler: Sampler) -> str:
    """Return what the API calls the way in which a sampler takes levels."""
    return LINEAR if sampler.mip == LINEAR else NEAREST


def row_length(texture: Texture) -> int:
    """Return the bytes of a row of texels."""
    return texture.size[0] * (2 if is_shadow(texture.shape) else _PIXEL_BYTES[texture.numbers])


def format_of(texture: Texture) -> str:
    """Return what the API calls the format of a texture."""
    return "depth16unorm" if is_shadow(texture.shape) else _FORMATS[texture.numbers]


def sample_type_of(texture: Texture) -> str:
    """Return what the API calls what sampling a texture gives."""
    return "depth" if is_shadow(texture.shape) else _SAMPLE_TYPES[texture.numbers]


def written_texels(texture: Texture) -> bytes:
    """Return all texels as they are written: depths are rounded to 16 bits."""
    data = texel_bytes(texture)
    if not is_shadow(texture.shape):
        return data
    depths = struct.unpack(f"<{len(data) // 4}f", data)
    return struct.pack(f"<{len(depths)}H", *(round(one * _LARGEST_DEPTH) for one in depths))


def compare_of(sampler: Sampler) -> str:
    """Return what the API calls the compare function of a sampler, nothing where it has none."""
    return _COMPARES.get(sampler.compare, sampler.compare) if sampler.compare else ""


def sampler_type_of(sampler: Sampler) -> str:
    """Return what the API calls the kind of a sampler."""
    return "comparison" if sampler.compare else "filtering"


def plan_sampled(
    declared: Sequence[Sampled], inputs: Inputs, buffers: Collection[_Place]
) -> tuple[tuple[SampledSlot, ...], str]:
    """Return what is bound for the textures and samplers that a shader declares, sorted by group
    and binding, and why they cannot be bound or nothing; `buffers` are the places of these.
    """
    every: list[Texture | Sampler] = [*inputs.textures, *inputs.samplers]
    given = [one for one in every if one.binding != NO_BINDING]
    reason = _clash(given, buffers)
    slots: dict[_Place, SampledSlot] = {}
    by_place = {(one.descriptor_set, one.binding): one for one in given}
    for one in declared:
        place = one.descriptor_set, one.binding
        found = by_place.get(place)
        reason = reason or _disagreement(one, found, buffers)
        if found is not None:
            slots[place] = SampledSlot(*place, found)
    return tuple(slots[place] for place in sorted(slots)), reason or _excess(slots.values())


def _clash(given: Sequence[Texture | Sampler], buffers: Collection[_Place]) -> str:
    counts = Counter((one.descriptor_set, one.binding) for one in given)
    for one in given:
        place = one.descriptor_set, one.binding
        if counts[place] > 1 or place in buffers:
            return f"{one.name} is not alone at group {place[0]} binding {place[1]}"
    return ""


def _disagreement(
    declared: Sampled, given: Texture | Sampler | None, buffers: Collection[_Place]
) -> str:
    """Return why what is given cannot be bound to what is declared, or nothing."""
    if (declared.descriptor_set, declared.binding) in buffers:
        return f"{declared.name} shares its place with a buffer"
    if given is None:
        return NOT_SUPPLIED.format(declared.name)
    found = (given.numbers, given.shape) if isinstance(given, Texture) else None
    compares = isinstance(given, Sampler) and bool(given.compare)
    if found == declared.kind and compares is not declared.compares:
        return f"of {declared.name} and the sampler that is supplied, one compares"
    if found == declared.kind:
        return ""
    return f"{declared.name} is {_words(declared.kind)}, and {_words(found)} is supplied"


def _words(kind: tuple[Numbers, Shape] | None) -> str:
    return f"a texture of {kind[0]}, shape {kind[1]}" if kind else "a sampler"


def _excess(slots: Collection[SampledSlot]) -> str:
    textures = sum(isinstance(slot.given, Texture) for slot in slots)
    if textures > MOST:
        return f"more than {MOST} textures"
    return f"more than {MOST} samplers" if len(slots) - textures > MOST else ""
