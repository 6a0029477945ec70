"""Storage images: what a file says of them, and what they are in the inputs of a program."""

from __future__ import annotations

import json
import struct

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, read_inputs, write_inputs
from aberration.core.program import Program
from aberration.core.storage_images import FORMATS, StorageImage, TexelFormat

COUNTS = StorageImage("r32ui", (2, 3, 1))
DATA = struct.pack("<6I", *range(6))


def file_of(**entry: object) -> str:
    return json.dumps({"$compute": {"buffers": [{"binding": 0, **entry}]}})


@pytest.mark.parametrize("texels", FORMATS)
def test_what_a_texel_is(texels: TexelFormat) -> None:
    image = StorageImage(texels, (5, 2, 3), "3D")
    channels = 4 if texels.startswith("rgba") else 1
    assert (image.channels, image.words) == (channels, 30 * channels)
    assert image.scalar == {"i": "int", "u": "uint", "f": "float"}[texels.partition("32")[2][0]]


def test_only_two_sides_of_a_flat_one_are_seen() -> None:
    assert (COUNTS.sides, StorageImage("r32f", (2, 3, 4), "2DArray").sides) == ((2, 3), (2, 3, 4))


def test_a_texel_buffer_has_one_side() -> None:
    image = {"format": "rgba32ui", "shape": "Buffer", "size": [4096]}
    (found,) = read_inputs(file_of(image=image), "x").buffers
    assert found.image == StorageImage("rgba32ui", (4096, 1, 1), "Buffer")
    assert (found.image.sides, len(found.data)) == ((4096,), 4096 * 16)
    inputs = Inputs(buffers=(found,))
    assert read_inputs(write_inputs(inputs), "x") == inputs


def test_what_is_written_is_read_again() -> None:
    inputs = Inputs(
        buffers=(
            Buffer(0, DATA, (("uint", 6),), 1, COUNTS),
            Buffer(1, bytes(4), (("uint", 1),)),
            Buffer(2, bytes(64), (("float", 16),), image=StorageImage("rgba32f", (1, 2, 2), "3D")),
        )
    )
    assert read_inputs(write_inputs(inputs), "x") == inputs


def test_texels_that_nobody_gives_are_zero() -> None:
    found = read_inputs(file_of(image={"format": "r32ui", "size": [2, 3]}), "x")
    assert found.buffers == (Buffer(0, bytes(24), (("uint", 6),), image=COUNTS),)


def test_words_may_stand_for_floats() -> None:
    fields = [{"type": "uint", "data": [0x7FC00000]}]
    found = read_inputs(file_of(image={"format": "r32f", "size": [1, 1]}, fields=fields), "x")
    assert found.buffers[0].data == struct.pack("<I", 0x7FC00000)


def test_the_images_of_inputs_are_known_by_place() -> None:
    inputs = Inputs(buffers=(Buffer(1, bytes(4)), Buffer(2, DATA, (("uint", 6),), 3, COUNTS)))
    assert inputs.storage_images == {(3, 2): COUNTS}


def test_only_an_image_changes_the_digest_of_a_program() -> None:
    plain = Program("glsl", "compute", b"x", Inputs(buffers=(Buffer(0, DATA),)))
    images = Inputs(buffers=(Buffer(0, DATA, image=COUNTS),))
    assert plain.digest == "1cc3da54675217ed"
    assert replace(plain, inputs=images).digest != plain.digest


@pytest.mark.parametrize(
    ("image", "message"),
    [
        ([], "'image' to be an object with format, shape, size, but [] came"),
        ({"format": "r32ui", "size": [2, 3], "levels": 2}, "object with format, shape, size"),
        ({"format": "rgba8", "size": [2, 3]}, "'format' to be r32i, r32ui, r32f"),
        ({"size": [2, 3]}, "but 'nothing' came"),
        ({"format": "r32ui", "size": [2, 3], "shape": "Cube"}, "2DArray, Buffer, but 'Cube' came"),
        ({"format": "r32ui", "size": [4097], "shape": "Buffer"}, "1 numbers from 1 to 4096"),
        ({"format": "r32ui", "size": [2, 3], "shape": "Buffer"}, "'size' of 1 numbers"),
        ({"format": "r32ui", "size": [2, 3, 1]}, "'size' of 2 numbers from 1 to 64"),
        ({"format": "r32ui", "size": [2, 3], "shape": "3D"}, "'size' of 3 numbers from 1 to 64"),
        ({"format": "r32ui", "size": [0, 3]}, "but [0, 3] came"),
        ({"format": "r32ui", "size": [True, 65]}, "but [True, 65] came"),
    ],
)
def test_what_is_wrong_is_named(image: object, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_inputs(file_of(image=image), "x.json")
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("kind", "count"), [("uint", 5), ("uint", 7), ("int", 6), ("float", 6), ("uvec3", 6)]
)
def test_fields_are_all_texels_and_of_their_type(kind: str, count: int) -> None:
    fields = [{"type": kind, "data": [1] * count}]
    with pytest.raises(BadInput, match="expected 6 numbers of type uint for an image"):
        read_inputs(file_of(image={"format": "r32ui", "size": [2, 3]}, fields=fields), "x")
