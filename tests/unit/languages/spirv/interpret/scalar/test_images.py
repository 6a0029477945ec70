"""What samples, gathers, fetches and questions give, on both paths; where that is open, and where
nothing is said.
"""

from __future__ import annotations

import struct
from typing import Literal

import pytest
from helpers.image_modules import DECLARED, PICTURE, drawn, given_to_module, image_module
from helpers.sampled_modules import sampling_shader
from helpers.sampling import one_in
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.core.texels import AMID, BETWEEN, FAR, NO_LEVEL, OUTSIDE
from aberration.core.textures import Texture, texel
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Trap as ShadingTrap
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.options import Options as ModuleOptions
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter as ProgramInterpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap

Path = Literal["python", "auto"]


def texels(x: int, y: int, z: int = 0, texture: Texture = PICTURE) -> tuple[float, ...]:
    scale = 256 if texture.numbers == "float" else 1
    return tuple(texel(texture, (x, y, z), k) / scale for k in range(4))


def test_the_nearest_texel_is_sampled() -> None:
    found = drawn(image_module("colour = texture(s, at / vec2(4.0, 8.0));"))
    assert found == [texels(x, y) for y in range(4) for x in range(4)]


def test_texels_of_integers_are_whole() -> None:
    declared = "layout(binding = 0) uniform isampler2DArray s;"
    deep = Texture("s", "2DArray", "int", (4, 8, 3), 7, binding=0)
    module = image_module(
        "colour = vec4(texture(s, vec3(at / vec2(4.0, 8.0), 1.7)));", declared, (deep,)
    )
    found = drawn(module)
    assert found == [texels(x, y, 2, deep) for y in range(4) for x in range(4)]


def test_a_direction_gives_the_texel_of_its_face() -> None:
    around = Texture("s", "Cube", "int", (4, 4, 6), 7, binding=0)
    declared = "layout(binding = 0) uniform isamplerCube s;"
    body = "colour = vec4(texture(s, vec3(at / 2.0 - 1.0, -1.0)));"
    wanted = [texels(3 - x, 3 - y, 5, around) for y in range(4) for x in range(4)]
    assert drawn(image_module(body, declared, (around,))) == wanted


def test_a_gather_gives_one_channel_of_four() -> None:
    module = image_module("colour = textureGather(s, (at + 0.7) / vec2(4.0, 8.0), 2);")
    corners = ((0, 1), (1, 1), (1, 0), (0, 0))
    assert drawn(module) == [
        tuple(texels((x + dx) % 4, y + dy)[2] for dx, dy in corners)
        for y in range(4)
        for x in range(4)
    ]


@pytest.mark.parametrize("level", ["0", "int(at.x) / 4"])
def test_sizes_are_those_of_level_0(level: str) -> None:
    module = image_module(f"colour = vec4(textureSize(s, {level}), textureQueryLevels(s), 1.0);")
    assert set(drawn(module)) == {(4.0, 8.0, 1.0, 1.0)}


@pytest.mark.parametrize(
    ("body", "says", "open_pixels"),
    [
        ("colour = texture(s, floor(at) / vec2(4.0, 8.0));", BETWEEN, 16),
        ("colour = texture(s, vec2(0.3, 0.1) * (at.x > 2.0 ? 1e9 : 1.0));", BETWEEN, 8),
        ("colour = textureGather(s, at / vec2(4.0, 8.0));", AMID, 16),
        ("colour = texelFetch(s, ivec2(at) + ivec2(1, 0), 0);", OUTSIDE, 4),
        ("colour = texelFetch(s, ivec2(0), int(at.x) - 1);", OUTSIDE, 12),
        ("colour = vec4(textureSize(s, int(at.x)).x);", NO_LEVEL, 12),
    ],
)
def test_what_is_open_stops_an_invocation(body: str, says: str, open_pixels: int) -> None:
    traps = [one for one in drawn(image_module(body)) if isinstance(one, Trap)]
    assert len(traps) == open_pixels
    assert {one.kind for one in traps} == {"invalid-argument"}
    assert all(says in one.message for one in traps)


def test_what_was_never_written_stops_an_invocation() -> None:
    for body in (
        "vec2 never; colour = texture(s, never);",
        "float never; colour = textureLod(s, at / 7.0, never);",
        "int never; colour = texelFetch(s, ivec2(0), never);",
        "ivec2 never; colour = texelFetch(s, never, 0);",
        "int never; colour = vec4(textureSize(s, never).x);",
    ):
        found = drawn(image_module(body))
        assert {one.kind for one in found if isinstance(one, Trap)} == {"uninitialised"}
        assert all(isinstance(one, Trap) for one in found)


def test_functions_sample_what_they_are_given() -> None:
    declared = f"{DECLARED} vec4 via(sampler2D one, vec2 at) {{ return texture(one, at); }}"
    found = drawn(image_module("colour = via(s, at.yx / vec2(4.0, 8.0));", declared))
    assert found == [texels(y, x) for y in range(4) for x in range(4)]


def test_derivatives_and_samples_go_together() -> None:
    body = "colour = texture(s, at / vec2(4.0, 8.0) + dFdx(at) * 0.0);"
    assert drawn(image_module(body)) == [texels(x, y) for y in range(4) for x in range(4)]


def test_what_is_not_known_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="OpImageQueryLod"):
        drawn(image_module("colour = vec4(textureQueryLod(s, at), 0.0, 0.0);"))


@pytest.mark.parametrize("path", ["python", "auto"])
def test_compute_shaders_fetch_and_sample(path: Path) -> None:
    text = f"""#version 450
    layout(local_size_x = 4) in; {DECLARED}
    layout(std430, binding = 1) buffer Texels {{ vec4 texels[]; }};
    void main() {{
        uint x = gl_LocalInvocationIndex, y = gl_WorkGroupID.x;
        texels[y * 4 + x] = texelFetch(s, ivec2(x, y), 0)
            + textureLod(s, vec2(x + 0.5, y + 0.5) / vec2(4.0, 8.0), 0.0);
    }}"""
    floats = 4 * 4 * 8
    buffer = Buffer(1, bytes(4 * floats), (("float", floats),))
    inputs = Inputs(buffers=(buffer,), groups=(8, 1, 1), textures=(PICTURE,))
    module = given_to_module(Program("glsl", "compute", text.encode(), inputs))
    found = ProgramInterpreter(module.source, inputs, ModuleOptions(path=path)).dispatch()
    assert isinstance(found, Buffers)
    wanted = [2 * one for y in range(8) for x in range(4) for one in texels(x, y)]
    assert struct.unpack(f"<{floats}f", found.data[0]) == tuple(wanted)
    assert prove(module).answer == "defined"


@pytest.mark.parametrize("number", one_in(9, range(54)))
def test_modules_give_what_the_interpreter_of_shaders_gives(number: int) -> None:
    """All kinds and wraps; that one was made from another description."""
    shader = sampling_shader(number)
    found = drawn(given_to_module(shader))
    options = Options(path="python")
    other = Interpreter(read(shader.source, "glsl"), "fragment", shader.inputs, options)
    for at, pixel in enumerate(found):
        wanted = other.pixel(at % 16, at // 16)
        if isinstance(wanted, ShadingTrap):
            assert isinstance(pixel, Trap)
            continue
        assert isinstance(pixel, tuple)
        assert isinstance(wanted, tuple)
        assert pixel == pytest.approx(wanted, abs=1e-5)


def test_a_linear_filter_takes_the_mean_between_texels() -> None:
    linear = replace(PICTURE, filter="linear")
    call = "colour = texture(s, (floor(at) + vec2(1.0, 0.5)) / vec2(4.0, 8.0));"
    found = drawn(image_module(call, textures=(linear,)))
    for place, pixel in enumerate(found):
        y, x = divmod(place, 4)
        pair = zip(texels(x, y), texels((x + 1) % 4, y), strict=True)
        assert pixel == tuple((one + other) / 2 for one, other in pair)


def test_a_linear_filter_too_far_away_is_open() -> None:
    linear = replace(PICTURE, filter="linear")
    found = drawn(image_module("colour = texture(s, at * 9000.0);", textures=(linear,)))
    assert all(isinstance(one, Trap) and FAR in str(one) for one in found)
