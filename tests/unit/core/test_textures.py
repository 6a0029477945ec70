"""Textures of a number: their texels, and what a file says of them."""

from __future__ import annotations

import struct
from itertools import pairwise

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.shapes import Shape
from aberration.core.textures import (
    GRAPHICSFUZZ,
    SETTERS,
    Sampler,
    Texture,
    each_level,
    own_picture,
    read_texture,
    texel,
    texel_bytes,
)


def test_texels_are_functions_of_their_place() -> None:
    picture = Texture("t", number=2)
    assert texel(picture, (0, 0, 0), 0) == 26
    assert texel(picture, (1, 2, 3), 3) == (37 + 202 + 177 + 14 + 213 + 26) % 257
    neighbours = {texel(picture, (x, y, 0), 0) for x in range(8) for y in range(8)}
    assert len(neighbours) > 50


def test_floats_are_shares_of_256_that_16_bits_hold() -> None:
    picture = Texture("t", size=(3, 2, 1), number=5)
    floats = struct.unpack("<24e", texel_bytes(picture))
    assert floats[4] == texel(picture, (1, 0, 0), 0) / 256
    assert floats[12] == texel(picture, (0, 1, 0), 0) / 256
    assert all((one * 256).is_integer() and 0 <= one <= 1 for one in floats)


def test_integers_have_32_bits() -> None:
    picture = Texture("t", "3D", "uint", (1, 1, 2))
    assert struct.unpack("<8I", texel_bytes(picture))[4:] == (59, 130, 201, 15)


@pytest.mark.parametrize(("func", "letter"), [("sampler3D", "e"), ("isampler2DArray", "i")])
def test_all_texels_come_in_the_order_of_their_places(func: str, letter: str) -> None:
    numbers, shape = SETTERS[func]
    picture = Texture("t", shape, numbers, (7, 64, 3), 256)
    share = 256 if numbers == "float" else 1
    wanted = [
        texel(picture, (x, y, z), channel) / share
        for z in range(3)
        for y in range(64)
        for x in range(7)
        for channel in range(4)
    ]
    assert list(struct.unpack(f"<{len(wanted)}{letter}", texel_bytes(picture))) == wanted


def test_what_is_written_is_read_again() -> None:
    inputs = Inputs(
        textures=(
            Texture("a", binding=3, descriptor_set=1),
            Texture("b", "2DArray", "int", (4, 5, 6), 7, "clamp"),
            Texture("c", "3D", "uint", (2, 2, 2), 9, "mirror", 0),
            Texture("e", filter="linear"),
            Texture("g", "3D", size=(2, 5, 9), levels=4),
            Texture("l", levels=3, mip="linear"),
            Texture("k", "Cube", "uint", (8, 8, 6), 3),
            Texture("h", "2DArrayShadow", size=(3, 4, 5), compare="greater"),
            Texture("i", "2DShadow"),
        ),
        samplers=(
            Sampler("d", "clamp", 2, 1),
            Sampler("f", binding=3, filter="linear"),
            Sampler("m", binding=5, filter="linear", mip="linear"),
            Sampler("j", binding=4, compare="lequal"),
        ),
    )
    assert read_inputs(write_inputs(inputs), "x.json") == inputs


def test_the_picture_of_graphicsfuzz_is_theirs() -> None:
    found = read_inputs('{"t": {"func": "sampler2D", "args": [], "texture": "DEFAULT"}}', "x")
    assert found.textures == (Texture("t", size=(256, 256, 1), number=GRAPHICSFUZZ),)
    assert read_inputs(write_inputs(found), "x") == found
    (given,) = found.textures
    assert [texel(given, (200, 75, 0), channel) for channel in range(4)] == [200, 131, 75, 256]
    stored = struct.unpack_from("<4e", texel_bytes(given), (75 * 256 + 200) * 8)
    assert stored == (200 / 256, 131 / 256, 75 / 256, 1.0)


@pytest.mark.parametrize(
    "entry",
    [
        {"func": "sampler2D", "texture": "DEFAULT", "size": [16, 16]},
        {"func": "isampler2D", "texture": "DEFAULT"},
        {"func": "sampler3D", "texture": "DEFAULT", "size": [4, 4, 4]},
        {"func": "sampler2D", "texture": 0},
    ],
)
def test_what_graphicsfuzz_does_not_have_is_picture_0(entry: dict[str, object]) -> None:
    found = read_texture("t", entry, "x")
    assert isinstance(found, Texture)
    assert found.number == 0


@pytest.mark.parametrize("entry", [{"func": "sampler2DMS"}, {"texture": "wood.png"}])
def test_kinds_that_are_not_made_are_nothing(entry: dict[str, object]) -> None:
    assert read_texture("t", entry, "x") is None


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"func": "sampler2D", "level": 1}, "but 'level' came"),
        ({"func": "sampler2D", "wrap": "border"}, "repeat, clamp, mirror, but 'border' came"),
        ({"func": "sampler2D", "filter": "cubic"}, "nearest or linear, but 'cubic' came"),
        ({"func": "isampler2D", "filter": "linear"}, "floats for a linear filter, but int came"),
        ({"func": "sampler2D", "mip": "cubic"}, "'mip' to be nearest or linear, but 'cubic' came"),
        ({"func": "usampler2D", "mip": "linear"}, "floats in 2D, 3D or 2DArray for linear levels"),
        ({"func": "samplerCube", "mip": "linear"}, "floats in 2D, 3D or 2DArray for linear levels"),
        ({"func": "sampler2D", "size": [4, 4, 4]}, r"'size' of 2 numbers from 1 to 64"),
        ({"func": "sampler3D", "size": [0, 4, 4]}, r"'size' of 3 numbers from 1 to 64"),
        ({"func": "samplerCube", "size": [4, 4, 6]}, r"'size' of 2 numbers from 1 to 64"),
        ({"func": "isampler2DShadow", "compare": "least"}, "'compare' to be never, less, equal"),
        ({"func": "sampler2D", "compare": "less"}, "'compare' of depths alone"),
        ({"func": "sampler2DShadow", "filter": "linear"}, "no linear filter for depths"),
        ({"func": "samplerCube", "size": [4, 5]}, "sides of a cube to be the same"),
        ({"func": "sampler2D", "texture": 257}, "'DEFAULT' or a number below 257"),
        ({"func": "sampler2D", "size": [5, 3], "levels": 4}, "'levels' from 1 to 3, .* but 4 came"),
        ({"func": "sampler2DArray", "size": [1, 1, 9], "levels": 2}, "'levels' from 1 to 1"),
        ({"func": "sampler3D", "size": [1, 1, 2], "levels": 3}, "'levels' from 1 to 2"),
        ({"func": "samplerCube", "size": [4, 4], "levels": 2}, "'levels' from 1 to 1"),
        ({"func": "sampler2DShadow", "size": [4, 4], "levels": 2}, "'levels' from 1 to 1"),
        ({"func": "sampler2D", "levels": 0}, "but 0 came"),
        ({"func": "sampler2D", "levels": True}, "but True came"),
        ({"func": "sampler2D", "binding": -2}, "small natural number for 'binding'"),
    ],
)
def test_what_a_file_may_not_say(entry: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_texture("t", entry, "x")


def test_the_nearest_texel_is_not_said_where_programs_are_told_apart() -> None:
    """So a program without a linear filter has the digest that it had without the word."""
    encoded = msgspec.msgpack.encode(Inputs(textures=(Texture("t"),), samplers=(Sampler("s"),)))
    assert b"filter" not in encoded
    assert b"compare" not in encoded
    assert b"mip" not in encoded
    linear = Inputs(textures=(Texture("t", filter="linear"),))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(linear), type=Inputs) == linear
    assert read_texture(
        "t", {"func": "sampler2D", "texture": 0, "filter": "nearest"}, "x"
    ) == Texture("t")


def test_one_level_is_not_said_where_programs_are_told_apart() -> None:
    assert b"levels" not in msgspec.msgpack.encode(Inputs(textures=(Texture("t"),)))
    several = Inputs(textures=(Texture("t", levels=2),))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(several), type=Inputs) == several
    assert read_texture("t", {"func": "sampler2D", "levels": 1, "texture": 0}, "x") == Texture("t")


@pytest.mark.parametrize(
    ("shape", "sizes"),
    [
        ("2D", [(5, 12, 1), (2, 6, 1), (1, 3, 1), (1, 1, 1)]),
        ("2DArray", [(5, 12, 6), (2, 6, 6), (1, 3, 6), (1, 1, 6)]),
        ("3D", [(5, 12, 6), (2, 6, 3), (1, 3, 1), (1, 1, 1)]),
    ],
)
def test_each_level_is_a_smaller_texture_of_another_picture(
    shape: Shape, sizes: list[tuple[int, int, int]]
) -> None:
    found = each_level(Texture("t", shape, "int", sizes[0], 250, "clamp", 3, levels=4))
    assert [one.size for one in found] == sizes
    assert [one.number for one in found] == [250, 279, 308, 337]
    assert {(one.levels, one.wrap, one.binding) for one in found} == {(msgspec.UNSET, "clamp", 3)}


def test_a_texel_of_a_level_differs_from_that_of_the_same_place_in_the_next() -> None:
    levels = each_level(Texture("t", size=(64, 64, 1), levels=7))
    for one, next_one in pairwise(levels):
        assert all(texel(one, (0, 0, 0), k) != texel(next_one, (0, 0, 0), k) for k in range(4))


def test_a_cube_has_six_faces() -> None:
    found = read_texture("t", {"func": "isamplerCube", "size": [3, 3]}, "x")
    assert found == Texture("t", "Cube", "int", (3, 3, 6))
    assert own_picture("t", "Cube", "float", 7).size == (16, 16, 6)
    assert isinstance(found, Texture)
    data = texel_bytes(found)
    assert data[:144] == texel_bytes(Texture("t", "2D", "int", (3, 3, 1)))
    assert len(data) == 6 * 144
    assert struct.unpack("<4i", data[5 * 144 : 5 * 144 + 16]) == (38, 109, 180, 251)


def test_depths_have_one_channel_of_32_bits() -> None:
    picture = Texture("t", "2DShadow", size=(3, 2, 1), number=4)
    depths = struct.unpack("<6f", texel_bytes(picture))
    wanted = [texel(picture, (x, y, 0), 0) / 256 for y in range(2) for x in range(3)]
    assert list(depths) == wanted
