"""Texel buffers of modules: fetches, reads, writes, sizes and atomic operations, on both paths."""

from __future__ import annotations

import pytest
from helpers.storage_images import image_of, left_by, module_of, proved, stored, stored_shader
from helpers.texel_buffer_cases import made_buffer_case
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap

SOURCE = "layout(binding = 0) uniform usamplerBuffer source;"
COUNTS = "layout(binding = 1, r32ui) uniform uimageBuffer counts;"
FOUR = image_of("r32ui", (4, 1, 1), "Buffer", 1)


def shader(body: str, texels: int = 4) -> Program:
    """Return one with four invocations; `at.x` is the number of each."""
    images = [image_of("rgba32ui", (texels, 1, 1), "Buffer"), FOUR]
    return stored_shader(f"{SOURCE} {COUNTS}", body, images, local=(4, 1))


def test_a_texel_is_fetched_from_its_place() -> None:
    body = "uvec4 t = texelFetch(source, 3 - at.x); imageStore(counts, at.x, t.zwxy);"
    assert left_by(shader(body))[1] == (14, 10, 6, 2)


def test_one_channel_is_followed_by_0_0_and_1() -> None:
    images = [image_of("r32f", (4, 1, 1), "Buffer"), FOUR]
    body = "imageStore(counts, at.x, uvec4(dot(texelFetch(s, at.x), vec4(1, 2, 4, 8))));"
    declared = f"layout(binding = 0) uniform samplerBuffer s; {COUNTS}"
    assert left_by(stored_shader(declared, body, images, local=(4, 1)))[1] == (8, 9, 10, 11)


def test_sizes() -> None:
    body = "if (at.x == 0) imageStore(counts, imageSize(counts) - 1, uvec4(textureSize(source)));"
    assert left_by(shader(body, texels=37))[1] == (0, 1, 2, 37)


def test_invocations_count_in_one() -> None:
    assert left_by(shader("imageAtomicAdd(counts, at.x & 1, 2u);"))[1] == (4, 5, 2, 3)


@pytest.mark.parametrize(
    "body",
    [
        "imageStore(counts, at.x, texelFetch(source, at.x + 1));",
        "imageStore(counts, at.x - 1, uvec4(1u));",
        "imageAtomicAdd(counts, at.x + 1, 1u);",
    ],
)
def test_a_place_outside_of_the_buffer_is_undefined(body: str) -> None:
    found = stored(shader(body))
    assert isinstance(found, Trap)
    assert found.kind == "out-of-bounds"


@pytest.mark.parametrize("seed", range(4))
def test_made_cases_are_proved(seed: int) -> None:
    program = made_buffer_case(seed)
    proof = proved(program)
    module = module_of(program)
    assert proof.outcome == Interpreter(module.source, module.inputs).dispatch()


def test_what_the_inputs_lack_is_refused() -> None:
    module = module_of(shader("imageStore(counts, at.x, texelFetch(source, at.x));"))
    lacking = replace(module, inputs=Inputs(buffers=module.inputs.buffers[1:]))
    with pytest.raises(Refused, match="the storage image source, which the inputs do not give"):
        Interpreter(lacking.source, lacking.inputs).dispatch()
    flat = image_of("r32ui", (4, 1, 1))
    other = replace(module, inputs=Inputs(buffers=(flat, module.inputs.buffers[1])))
    with pytest.raises(Refused, match="source is uint Buffer, and r32ui 2D is given"):
        Interpreter(other.source, other.inputs).dispatch()
