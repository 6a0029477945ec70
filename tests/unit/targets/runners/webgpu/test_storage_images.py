"""Storage textures of WGSL: where they are bound, what the API is told, and what is refused."""

from __future__ import annotations

import pytest
from helpers.storage_images import image_of
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program, Stage
from aberration.core.textures import Texture
from aberration.targets.runners.webgpu.client import frame_of
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare
from aberration.targets.runners.webgpu.wgpu_storage_images import refusal_of_images

DECLARED = (
    "@group(0) @binding(2) var a: texture_storage_2d<r32uint, read_write>;\n"
    "@group(1) @binding(0) var b: texture_storage_3d<rgba32float, read>;\n"
    "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n"
)
MAIN = "@compute @workgroup_size(1) fn main() {}\n"
DRAWN = "@fragment fn main() -> @location(0) vec4f { return vec4f(0); }\n"
A = image_of("r32ui", (3, 2, 1), binding=2)
B = replace(image_of("rgba32f", (1, 1, 2), "3D"), descriptor_set=1)
WORDS = Buffer(0, bytes(8), (("uint", 2),))


def prepared(
    declared: str, *buffers: Buffer, main: str = MAIN, stage: Stage = "compute"
) -> PreparedShader | Rejected:
    inputs = Inputs(buffers=buffers)
    return prepare(Program("wgsl", stage, (declared + main).encode(), inputs), ("wgsl",))


def made(declared: str, *buffers: Buffer) -> PreparedShader:
    found = prepared(declared, *buffers)
    assert isinstance(found, PreparedShader), found
    return found


def test_they_are_bound_at_their_places_and_no_buffers_there() -> None:
    shader = made(DECLARED, A, WORDS, B)
    assert [(one.slot.place, one.access, one.format, one.view) for one in shader.stored] == [
        ((0, 2), "read-write", "r32uint", "2d"),
        ((1, 0), "read-only", "rgba32float", "3d"),
    ]
    assert [(one.dimension, one.row_bytes) for one in shader.stored] == [("2d", 12), ("3d", 16)]
    assert [one.binding for one in shader.slots] == [0]
    assert shader.groups == 2


def test_the_device_in_another_process_is_told_of_them() -> None:
    shader = made(DECLARED, A, WORDS, B)
    absent = image_of("r32i", (1, 1, 1), binding=9)
    program = Program("wgsl", "compute", b"", Inputs(buffers=(A, absent, WORDS, B)))
    header, payload = frame_of(shader, program)
    assert header["results"] == [
        {"group": 0, "at": 0, "stored": True},
        {"group": 0, "at": 0, "stored": False},
        {"group": 1, "at": 0, "stored": True},
    ]
    stored = header["stored"]
    assert isinstance(stored, list)
    (first,) = stored[0]
    assert (first["access"], first["size"], first["rowBytes"]) == ("read-write", (3, 2, 1), 12)
    assert payload[first["offset"] : first["offset"] + 24] == A.data


@pytest.mark.parametrize(
    ("declared", "buffers", "message"),
    [
        (DECLARED, (WORDS, B), "the storage image a, which the inputs do not give"),
        (DECLARED, (A, WORDS, replace(A, binding=0, descriptor_set=1)), "r32ui 2D is given"),
        (
            "@group(0) @binding(0) var a: texture_storage_2d<rgba32uint, read_write>;",
            (image_of("rgba32ui", (1, 1, 1)),),
            "a storage texture of rgba32uint that is read and written",
        ),
        (
            "".join(
                f"@group(0) @binding({k}) var a{k}: texture_storage_2d<r32uint, write>;"
                for k in range(5)
            ),
            tuple(image_of("r32ui", (1, 1, 1), binding=k) for k in range(5)),
            "more than 4 storage images",
        ),
        (
            "@group(0) @binding(1000) var a: texture_storage_2d<r32uint, write>;",
            (image_of("r32ui", (1, 1, 1), binding=1000),),
            "a binding of 1000 or more",
        ),
    ],
)
def test_what_is_refused(declared: str, buffers: tuple[Buffer, ...], message: str) -> None:
    found = prepared(declared, *buffers)
    assert isinstance(found, Rejected)
    assert found.unasked
    assert message in found.message


def test_fragment_shaders_have_those_that_they_read() -> None:
    declared = "@group(0) @binding(0) var a: texture_storage_2d<r32uint, read>;\n"
    image = image_of("r32ui", (1, 1, 1))
    found = prepared(declared, image, main=DRAWN, stage="fragment")
    assert isinstance(found, PreparedShader)
    written = declared.replace("read>", "write>")
    found = prepared(written, image, main=DRAWN, stage="fragment")
    assert isinstance(found, Rejected)
    assert found.message == "a storage image that the fragment stage may write: a"


def test_a_texture_at_the_same_place_is_refused() -> None:
    declared = "@group(0) @binding(2) var a: texture_storage_2d<r32uint, write>;\n"
    texture = Texture("t", binding=2)
    program = Program(
        "wgsl", "compute", (declared + MAIN).encode(), Inputs(buffers=(A,), textures=(texture,))
    )
    sampled = "@group(0) @binding(2) var t: texture_2d<f32>;\n"
    found = prepare(replace(program, source=(declared + sampled + MAIN).encode()), ("wgsl",))
    assert isinstance(found, Rejected)
    assert found.message == "the storage texture at group 0 binding 2 is not alone"


@pytest.mark.parametrize(
    ("version", "opengl", "buffers", "message"),
    [
        (27, False, (A, B), ""),
        (24, False, (A, B), "naga 24 lacks storage textures that are read"),
        (
            29,
            True,
            (A, B),
            "wgpu on OpenGL binds one layer of a storage texture in three dimensions",
        ),
    ],
)
def test_what_wgpu_does_not_take(
    version: int, opengl: bool, buffers: tuple[Buffer, ...], message: str
) -> None:
    slots = made(DECLARED, WORDS, *buffers).stored
    assert refusal_of_images(slots, version, opengl=opengl) == message
    assert refusal_of_images((), version, opengl=opengl) == ""
