"""Which results other than the interpreter's the freedom of rounding explains."""

from __future__ import annotations

import struct

import msgspec
import pytest

from aberration.core.comparison import Tolerance
from aberration.core.freedom import EXCLUDED, NO_REASON
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import Shader, read

EDGES = b"""#version 330
out vec4 colour;
void main() {
  float x = gl_FragCoord.x * 3.0;
  colour = vec4(fract(x / 1.5), float(int(gl_FragCoord.y)) / 255.0, 0.0, 1.0);
}
"""
TENTHS = b"""#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int whole; float part; int sure; };
void main() { whole = int(part * 10.0 / 3.0); part = part / 3.0; sure = 7; }
"""
SIZE = Inputs(width=6, height=2)
DATA = Inputs(
    buffers=(Buffer(0, struct.pack("<ifi", 0, 3.0, 0), (("int", 1), ("float", 1), ("int", 1))),)
)


def stage_of(result: Image | Buffers) -> Stage:
    return "fragment" if isinstance(result, Image) else "compute"


def explained(
    shader: Shader, inputs: Inputs, expected: Image | Buffers, given: Image | Buffers
) -> str:
    return freedom(
        shader, stage_of(expected), inputs, Options(), expected, given, Tolerance()
    ).reason


def edges() -> tuple[Shader, Image]:
    shader = read(EDGES, "glsl")
    image = Interpreter(shader, "fragment", SIZE).image()
    assert isinstance(image, Image)
    return shader, image


def painted(image: Image, x: int, channel: int, value: int) -> Image:
    data = bytearray(image.data)
    data[4 * x + channel] = value
    return msgspec.structs.replace(image, data=bytes(data))


def test_a_pixel_at_an_edge_is_free() -> None:
    shader, image = edges()
    assert image.data[0] == 0
    assert explained(shader, SIZE, image, painted(image, 0, 0, 255)).startswith(
        "rounded in other legal ways, 1 of 1"
    )


def test_what_no_rounding_reaches_is_not() -> None:
    shader, image = edges()
    assert explained(shader, SIZE, image, painted(image, 0, 1, 9)) == ""
    assert explained(shader, SIZE, image, painted(painted(image, 0, 0, 255), 3, 1, 9)) == ""


def test_equal_images_and_images_of_other_sizes_need_no_excuse() -> None:
    shader, image = edges()
    assert explained(shader, SIZE, image, image) == ""
    assert explained(shader, SIZE, image, msgspec.structs.replace(image, width=2, height=6)) == ""


def test_numbers_of_buffers_are_free_one_by_one() -> None:
    shader = read(TENTHS, "glsl")
    found = Interpreter(shader, "compute", DATA).dispatch()
    assert isinstance(found, Buffers)
    assert struct.unpack("<ifi", found.data[0]) == (10, 1.0, 7)
    other = msgspec.structs.replace(found, data=(struct.pack("<ifi", 9, 1.0, 7),))
    assert "all 1 numbers that differ" in explained(shader, DATA, found, other)
    wrong = msgspec.structs.replace(found, data=(struct.pack("<ifi", 9, 1.0, 8),))
    assert explained(shader, DATA, found, wrong) == ""
    far = msgspec.structs.replace(found, data=(struct.pack("<ifi", 10, 1.1, 7),))
    assert explained(shader, DATA, found, far) == ""


WIDE = Inputs(width=40, height=8)


def test_the_pixel_that_differs_most_is_looked_at_among_hundreds_that_are_free() -> None:
    shader = read(EDGES, "glsl")
    image = Interpreter(shader, "fragment", WIDE).image()
    assert isinstance(image, Image)
    data = bytearray(image.data)
    for pixel in range(WIDE.width * WIDE.height):
        data[4 * pixel] = 255
    free = msgspec.structs.replace(image, data=bytes(data))
    assert explained(shader, WIDE, image, free).startswith("rounded in other legal ways, 64 of 64")
    data[4 * 7 + 2] = 255
    data[4 * 7] = 0
    wrong = msgspec.structs.replace(image, data=bytes(data))
    assert explained(shader, WIDE, image, wrong) == ""


def test_what_lies_far_outside_of_all_roundings_is_wrong() -> None:
    shader = read(TENTHS, "glsl")
    found = Interpreter(shader, "compute", DATA).dispatch()
    assert isinstance(found, Buffers)
    for whole, is_free in ((9, True), (8, True), (12, False), (1000, False)):
        given = msgspec.structs.replace(found, data=(struct.pack("<ifi", whole, 1.0, 7),))
        assert bool(explained(shader, DATA, found, given)) == is_free, whole


EXACT = b"""#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int whole; float part; int sure; };
void main() { whole = int(part * 0.5 + 8.0); part = part / 4.0; sure = STEP; }
"""


@pytest.mark.parametrize(
    ("step", "is_excluded"),
    [
        ("7", True),
        ("int(part * 16.0)", True),
        ("int(sqrt(part + 8.0))", False),
        ("int(part / 3.0)", False),
        ("int(double(part))", True),
        ("int(double(part) / 3.0)", False),
        ("int(packHalf2x16(vec2(part)))", False),
        ("const_third", False),
        ("int(floatBitsToUint(part))", True),
        ("int(float[1][2](float[2](1.0, 2.0))[0][1])", True),
    ],
)
def test_where_nothing_is_rounded_no_other_result_can_be_right(
    step: str, is_excluded: bool
) -> None:
    text = EXACT.replace(b"STEP", step.encode())
    if step == "const_third":
        text = text.replace(b"void main", b"const int const_third = int(10.0 / 3.0);\nvoid main")
    shader = read(text, "glsl")
    found = Interpreter(shader, "compute", DATA).dispatch()
    assert isinstance(found, Buffers)
    given = msgspec.structs.replace(found, data=(struct.pack("<ifi", 9, 99.0, 1 << 20),))
    answer = freedom(shader, "compute", DATA, Options(), found, given, Tolerance())
    assert answer == (EXCLUDED if is_excluded else NO_REASON)


def test_one_pixel_that_no_rounding_touches_is_enough() -> None:
    shader, image = edges()
    assert (
        freedom(shader, "fragment", SIZE, Options(), image, painted(image, 0, 1, 9), Tolerance())
        == NO_REASON
    )
    exact = read(EDGES.replace(b"x / 1.5", b"x / 2.0").replace(b"255.0", b"256.0"), "glsl")
    whole = Interpreter(exact, "fragment", SIZE).image()
    assert isinstance(whole, Image)
    assert (
        freedom(exact, "fragment", SIZE, Options(), whole, painted(whole, 3, 0, 77), Tolerance())
        == EXCLUDED
    )
