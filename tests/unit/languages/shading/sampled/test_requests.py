"""What calls of texture functions ask for, by names and types."""

from __future__ import annotations

import pytest

from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.row import Language
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.sampled.requests import TextureRequest, request_of
from aberration.languages.shading.types import FLOAT, INT, Opaque, Vector, element_of, size_of

VERSIONS: list[tuple[Language, int]] = [("glsl", 460), ("glsl", 120), ("essl", 320), ("wgsl", 0)]
UNKNOWN = (
    "textureGatherOffsets",
    "textureQueryLod",
    "textureSampleBaseClampToEdge",
    "textureSamples",
    "textureNumSamples",
)
"""Functions that no texture of ours has an answer for."""


def known_calls(language: Language, version: int) -> list[tuple[Overload, TextureRequest | None]]:
    """Return all functions of textures of our shapes."""
    table = lookup(language, version, "fragment")
    found = []
    for name in sorted(table.names):
        for overload in table.overloads(name):
            opaque = [type for type in overload.types if isinstance(type, Opaque)]
            fits = opaque and opaque[0].shape in ("2D", "3D", "2DArray") and not opaque[0].format
            if fits and "texture" in overload.builtin.theme:
                found.append((overload, request_of(overload)))
    return found


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_all_but_a_few_functions_are_known(language: Language, version: int) -> None:
    calls = known_calls(language, version)
    unknown = [overload for overload, request in calls if request is None]
    gathers = [one for one in unknown if one.name == "textureGather"]
    assert {one.name for one in unknown} <= {*UNKNOWN, *[one.name for one in gathers]}
    # WebGPU has no filtering sampler for integers.
    assert bool(gathers) is (language == "wgsl")
    assert all(element_of(one.result) is not FLOAT for one in gathers)
    assert len(calls) > 5


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_arguments_are_of_the_types_that_their_meaning_wants(
    language: Language, version: int
) -> None:
    for overload, request in known_calls(language, version):
        if request is None:
            continue
        type = overload.types[request.texture]
        assert isinstance(type, Opaque)
        assert type.family in ("sampler", "texture")
        if request.sampler is not None:
            assert overload.types[request.sampler].wgsl == "sampler"
        for at in (request.layer, request.level, request.channel):
            assert at is None or size_of(overload.types[at]) == 1
        named = overload.name.removesuffix("Offset").removesuffix("EXT")
        assert (request.lod is not None) is named.endswith(("Lod", "Level"))
        if request.lod is not None:
            assert overload.types[request.lod] is FLOAT
        if request.offset is not None:
            offset = overload.types[request.offset]
            assert isinstance(offset, Vector)
            assert offset.component is INT
        if request.place is not None:
            assert_place(overload, request, type)


def assert_place(overload: Overload, request: TextureRequest, type: Opaque) -> None:
    assert request.place is not None
    place = overload.types[request.place]
    element = element_of(place)
    assert element is not None
    assert element.is_float is (request.kind != "fetch")
    wanted = 2 if type.shape == "2D" or request.layer is not None else 3
    assert size_of(place) >= wanted + request.projected
    if not request.projected:
        assert size_of(place) == wanted


@pytest.mark.parametrize(
    ("name", "of"),
    [("texture", "CubeArrayShadow"), ("texture", "sampler2DRect"), ("texelFetch", "2DMS")],
)
def test_other_textures_are_not(name: str, of: str) -> None:
    overloads = [
        one for one in lookup("glsl", 460, "fragment").overloads(name) if len(one.types) > 1
    ]
    others = [one for one in overloads if of in one.types[0].glsl]
    assert others
    assert all(request_of(one) is None for one in others)
