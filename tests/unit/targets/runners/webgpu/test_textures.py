"""Which textures and samplers are bound where, and what cannot be bound."""

from __future__ import annotations

import struct

import pytest

from aberration.core.inputs import Inputs
from aberration.core.textures import SETTERS, Sampler, Texture, texel
from aberration.targets.runners.webgpu.interface import Sampled
from aberration.targets.runners.webgpu.textures import (
    MOST,
    VIEWS,
    SampledSlot,
    compare_of,
    dimension_of,
    format_of,
    plan_sampled,
    row_length,
    sampler_type_of,
    written_texels,
)

FLAT = Texture("flat", binding=1)
DEEP = Texture("deep", "3D", "int", (2, 3, 4), binding=0, descriptor_set=1)
WAY = Sampler("way", "clamp", 2)
INPUTS = Inputs(textures=(DEEP, FLAT), samplers=(WAY,))
DECLARED = (
    Sampled("way", 0, 2),
    Sampled("deep", 1, 0, ("int", "3D")),
    Sampled("flat", 0, 1, ("float", "2D")),
)


def test_what_is_declared_is_bound_in_order() -> None:
    slots = (SampledSlot(0, 1, FLAT), SampledSlot(0, 2, WAY), SampledSlot(1, 0, DEEP))
    assert plan_sampled(DECLARED, INPUTS, {(0, 0)}) == (slots, "")
    # Two entry points may declare the same.
    assert plan_sampled((*DECLARED, *DECLARED), INPUTS, ()) == (slots, "")
    assert plan_sampled(DECLARED[:1], INPUTS, ()) == ((SampledSlot(0, 2, WAY),), "")
    assert plan_sampled((), INPUTS, ()) == ((), "")


def test_textures_without_a_binding_are_never_declared() -> None:
    loose = Inputs(textures=(Texture("a"), Texture("b")))
    assert plan_sampled((), loose, ()) == ((), "")


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        (Sampled("more", 0, 3), "more is a texture or sampler, and none is supplied"),
        (
            Sampled("flat", 0, 1, ("uint", "2D")),
            "flat is a texture of uint, shape 2D, and a texture of float, shape 2D is supplied",
        ),
        (
            Sampled("flat", 0, 1, ("float", "2DArray")),
            "flat is a texture of float, shape 2DArray, and a texture of float, shape 2D is "
            "supplied",
        ),
        (Sampled("flat", 0, 1), "flat is a sampler, and a texture of float, shape 2D is supplied"),
        (
            Sampled("way", 0, 2, ("float", "2D")),
            "way is a texture of float, shape 2D, and a sampler is supplied",
        ),
        (Sampled("other", 2, 2), "other shares its place with a buffer"),
    ],
)
def test_what_does_not_agree_is_told(declared: Sampled, reason: str) -> None:
    assert plan_sampled((declared,), INPUTS, {(2, 2)})[1] == reason
    assert plan_sampled((*DECLARED, declared), INPUTS, {(2, 2)})[1] == reason


def test_a_place_is_for_one() -> None:
    twice = Inputs(textures=(FLAT,), samplers=(Sampler("way", binding=1),))
    assert plan_sampled((), twice, ())[1] == "flat is not alone at group 0 binding 1"
    assert plan_sampled((), INPUTS, {(1, 0)})[1] == "deep is not alone at group 1 binding 0"


@pytest.mark.parametrize("count", [MOST, MOST + 1])
def test_no_more_than_the_default_limits_is_asked_for(count: int) -> None:
    textures = tuple(Texture(f"t{k}", binding=k) for k in range(count))
    samplers = tuple(Sampler(f"s{k}", binding=k, descriptor_set=1) for k in range(count))
    flat = [Sampled(one.name, 0, one.binding, ("float", "2D")) for one in textures]
    ways = [Sampled(one.name, 1, one.binding) for one in samplers]
    inputs = Inputs(textures=textures, samplers=samplers)
    more = count > MOST
    assert plan_sampled(flat, inputs, ())[1] == ("more than 16 textures" if more else "")
    assert plan_sampled(ways, inputs, ())[1] == ("more than 16 samplers" if more else "")


def test_rows_are_as_long_as_the_texels() -> None:
    for numbers, shape in (one for one in SETTERS.values() if one[1] in VIEWS):
        texture = Texture("t", shape, numbers, (5, 3, 1 if shape == "2D" else 2))
        rows = texture.size[1] * texture.size[2]
        assert row_length(texture) * rows == len(written_texels(texture))
        assert dimension_of(texture) == {"1D": "1d", "3D": "3d"}.get(shape, "2d")


def test_depths_are_rounded_to_16_bits() -> None:
    texture = Texture("t", "2DShadow", size=(3, 2, 1), number=200)
    assert format_of(texture) == "depth16unorm"
    found = struct.unpack("<6H", written_texels(texture))
    wanted = [texel(texture, (x, y, 0), 0) / 256 for y in range(2) for x in range(3)]
    assert all(abs(one / 65535 - other) <= 1e-5 for one, other in zip(found, wanted, strict=True))


def test_a_sampler_with_a_compare_function_is_one_that_compares() -> None:
    sampler = Sampler("way", binding=2, compare="gequal")
    assert (compare_of(sampler), sampler_type_of(sampler)) == ("greater-equal", "comparison")
    assert (compare_of(WAY), sampler_type_of(WAY)) == ("", "filtering")
    given = Inputs(samplers=(sampler,))
    assert plan_sampled((Sampled("way", 0, 2),), given, ())[1].endswith("one compares")
    compares = Sampled("way", 0, 2, compares=True)
    assert plan_sampled((compares,), given, ()) == ((SampledSlot(0, 2, sampler),), "")
    assert plan_sampled((compares,), INPUTS, ())[1].endswith("one compares")
