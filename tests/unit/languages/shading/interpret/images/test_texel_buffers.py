"""Texel buffers of GLSL and ESSL, on both paths: what they hold, and what is refused."""

from __future__ import annotations

from typing import Final, Literal

import pytest
from helpers.storage_images import image_of, left_by, numbers_in, stored_shader
from helpers.texel_buffer_cases import made_buffer_case

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.languages.native.compiler import available
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

Path = Literal["python", "c"]
PATHS: Final[tuple[Path, ...]] = ("python", "c") if available() else ("python",)
SOURCE: Final = "layout(binding = 0) uniform usamplerBuffer source;"
COUNTS: Final = "layout(binding = 1, r32ui) uniform uimageBuffer counts;"
FOUR: Final = image_of("r32ui", (4, 1, 1), "Buffer", 1)


def shader(body: str, declared: str = "") -> Program:
    """Return one with four invocations; `at.x` is the number of each."""
    images = [image_of("rgba32ui", (4, 1, 1), "Buffer"), FOUR]
    return stored_shader(declared or f"{SOURCE} {COUNTS}", body, images, local=(4, 1))


def dispatched(program: Program) -> Buffers | Trap | Endless:
    """What both paths leave, which agree."""
    assert program.language in ("glsl", "essl")
    language: LanguageName = "essl" if program.language == "essl" else "glsl"
    found = [
        Interpreter(
            read(program.source, language), "compute", program.inputs, Options(path=path)
        ).dispatch()
        for path in PATHS
    ]
    assert all(one == found[0] for one in found)
    return found[0]


def texels(program: Program) -> list[tuple[float, ...]]:
    found = dispatched(program)
    assert isinstance(found, Buffers), found
    return [
        numbers_in(buffer, data)
        for buffer, data in zip(program.inputs.buffers, found.data, strict=True)
    ]


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize("seed", range(6))
def test_texts_and_modules_leave_the_same(language: LanguageName, seed: int) -> None:
    program = made_buffer_case(seed, language)
    assert texels(program) == list(left_by(program))


@pytest.mark.parametrize(
    "body",
    [
        "imageStore(counts, at.x, texelFetch(source, at.x + 1));",
        "imageStore(counts, at.x, texelFetch(source, -1));",
        "imageStore(counts, at.x - 1, uvec4(1u));",
    ],
)
def test_a_place_outside_of_the_buffer_is_undefined(body: str) -> None:
    found = dispatched(shader(body))
    assert isinstance(found, Trap), found
    assert found.kind == "out-of-bounds"


@pytest.mark.parametrize(
    ("declared", "body", "message"),
    [
        (
            SOURCE.replace("usampler", "isampler"),
            "texelFetch(source, 0);",
            "source is r32i Buffer, and rgba32ui Buffer is given",
        ),
        (
            SOURCE.replace("0", "7"),
            "texelFetch(source, 0);",
            "the storage image source, which the inputs do not give",
        ),
        (
            f"{SOURCE} uint f(usamplerBuffer b) {{ return texelFetch(b, 0).x; }}",
            "f(source);",
            "a storage image as a parameter",
        ),
        (
            f"{SOURCE} {COUNTS.replace('1', '0', 1).replace('r32ui', 'rgba32ui')}",
            "imageStore(counts, 0, texelFetch(source, 0));",
            "two storage images at one binding",
        ),
    ],
)
def test_what_is_refused(declared: str, body: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        dispatched(shader(body, declared))


def test_a_buffer_of_less_than_high_precision_is_refused() -> None:
    program = made_buffer_case(0, "essl")
    text = program.source.replace(b"uniform highp", b"uniform mediump")
    with pytest.raises(Refused, match="whose precision is not highp"):
        dispatched(Program("essl", "compute", text, program.inputs))


def test_fragment_shaders_fetch_texels() -> None:
    text = """#version 450
layout(binding = 0) uniform samplerBuffer source;
layout(location = 0) out vec4 colour;
void main() { colour = texelFetch(source, int(gl_FragCoord.x) + 4 * int(gl_FragCoord.y)); }
"""
    image = image_of("rgba32f", (16, 1, 1), "Buffer", numbers=[k / 64 for k in range(64)])
    buffers: tuple[Buffer, ...] = (image,)
    inputs = Inputs(width=4, height=4, buffers=buffers)
    found = Interpreter(read(text, "glsl"), "fragment", inputs, Options(path="auto")).image(
        "rgba32f"
    )
    assert isinstance(found, Image)
    assert found.data == image.data
