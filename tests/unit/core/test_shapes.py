"""The shapes of textures: their coordinates and sides, and what a file says of them."""

from __future__ import annotations

import struct

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.shapes import SHAPES, Shape, geometry_of, may_have_levels, sides_of
from aberration.core.texels import fetched_texel, picture_of, sampled_texel, size_of, size_of_level
from aberration.core.textures import Texture, own_picture, read_texture, texel, texel_bytes


@pytest.mark.parametrize(
    ("func", "size", "whole"),
    [
        ("sampler1D", [9], (9, 1, 1)),
        ("isampler1DArray", [9, 4], (9, 1, 4)),
        ("sampler1DArray", [9], (9, 1, 1)),
        ("sampler1DShadow", None, (16, 1, 1)),
        ("samplerCubeArray", [5, 5, 3], (5, 5, 18)),
        ("usamplerCubeArray", [5, 5], (5, 5, 6)),
        ("samplerCubeShadow", [5, 5], (5, 5, 6)),
    ],
)
def test_a_file_says_the_sides_that_a_shader_is_told(
    func: str, size: list[int] | None, whole: tuple[int, int, int]
) -> None:
    found = read_texture("t", {"func": func} | ({"size": size} if size else {}), "x")
    assert isinstance(found, Texture)
    assert found.size == whole
    assert read_inputs(write_inputs(Inputs(textures=(found,))), "x").textures == (found,)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"func": "sampler1D", "size": [4, 4]}, "'size' of 1 number from 1 to 64"),
        ({"func": "sampler1DArray", "size": [4, 4, 4]}, "'size' of 2 numbers from 1 to 64"),
        ({"func": "samplerCubeArray", "size": [4, 5, 1]}, "sides of a cube to be the same"),
        ({"func": "samplerCubeArray", "size": [4, 4, 11]}, "10 cubes at most"),
        ({"func": "sampler1D", "levels": 2}, "'levels' from 1 to 1"),
        ({"func": "samplerCubeShadow", "filter": "linear"}, "no linear filter for depths"),
    ],
)
def test_what_a_file_may_not_say(entry: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_texture("t", entry, "x")


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("1D", (16, 1, 1)),
        ("1DArray", (16, 1, 4)),
        ("1DShadow", (16, 1, 1)),
        ("2D", (16, 16, 1)),
        ("3D", (16, 16, 4)),
        ("Cube", (16, 16, 6)),
        ("CubeShadow", (16, 16, 6)),
        ("CubeArray", (16, 16, 12)),
    ],
)
def test_a_picture_of_ours_has_each_side(shape: Shape, size: tuple[int, int, int]) -> None:
    assert own_picture("t", shape, "float", 1).size == size


def test_an_array_of_cubes_says_how_many_these_are() -> None:
    assert sides_of("CubeArray", (5, 5, 18)) == (5, 5, 3)
    assert sides_of("1DArray", (5, 1, 3)) == (5, 3)
    assert sides_of("Cube", (5, 5, 6)) == (5, 5)
    assert [shape for shape in SHAPES if may_have_levels(shape)] == ["2D", "3D", "2DArray"]
    counts = [len(geometry_of(shape).coordinates) for shape in ("1D", "1DArray", "CubeArray")]
    assert counts == [1, 2, 4]


def test_a_direction_and_a_layer_name_a_face_of_one_cube() -> None:
    cubes = Texture("t", "CubeArray", "int", (3, 3, 12), 7)
    for layer, face in ((-3.0, 5), (0.4, 5), (1.0, 11), (9.0, 11)):
        at = (0.0, 0.0, -1.0, layer)
        found = sampled_texel(at, (0, 0, 0), size_of(cubes), picture_of(cubes))
        assert found == tuple(texel(cubes, (1, 1, face), channel) for channel in range(4))
    assert size_of_level((0, 0, 0, 0), (0, 0, 0), size_of(cubes), picture_of(cubes)) == (3, 3, 2, 1)


def test_a_line_has_no_y() -> None:
    lines = Texture("t", "1DArray", "int", (4, 1, 3), 7, "mirror")
    found = fetched_texel((2, 0, 1, 0), (1, 0, 0), size_of(lines), picture_of(lines))
    assert found == tuple(texel(lines, (3, 0, 1), channel) for channel in range(4))
    sampled = sampled_texel((1.1, 0.0, 1.7, 1.0), (0, 0, 0), size_of(lines), picture_of(lines))
    assert sampled[0] == texel(lines, (3, 0, 2), 0)
    data = struct.unpack("<48i", texel_bytes(lines))
    assert data[32:36] == tuple(texel(lines, (0, 0, 2), channel) for channel in range(4))
