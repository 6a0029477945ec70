"""Inputs that no variable of a module takes go."""

from __future__ import annotations

import pytest
from helpers.block_array_cases import Kind, made_block_case
from helpers.fused_modules import fragment, kernel, with_uniform
from helpers.given_constants import GIVEN, program
from helpers.pair_texts import Text, pair
from helpers.storage_images import image_of, module_of, stored_shader
from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.inputs import Buffer, Uniform
from aberration.languages.spirv.shrink.inputs import used_inputs
from aberration.targets.front_end import compile_glsl


def test_what_a_variable_takes_stays() -> None:
    for given in (with_uniform(0.5), kernel(1)):
        assert used_inputs(given) == given.inputs


def test_what_no_variable_takes_goes() -> None:
    given = fragment()
    more = replace(
        given.inputs,
        uniforms=(Uniform("shade", bytes(4)), Uniform("pushed", bytes(4), push_constant=True)),
        buffers=(Buffer(3, bytes(4)),),
    )
    assert used_inputs(replace(given, inputs=more)) == given.inputs


def test_values_of_constants_that_a_module_does_not_have_go() -> None:
    given = program(*GIVEN, Constant("9", "uint", 1))
    assert used_inputs(given).constants == GIVEN


def test_of_a_pair_what_either_stage_takes_stays() -> None:
    block = "layout(std140, binding = 1) uniform K { vec2 k; };"
    plain = pair("450", Text("TO vec2 f;", "f = a.xy;", "vec4(f, f)"))
    fragment = pair("450", Text("TO vec2 f;", "f = a.xy;", "vec4(f, k)", block))
    uniforms = (Uniform("k", bytes(8), 1), Uniform("more", bytes(4), 2))
    inputs = replace(plain.inputs, uniforms=uniforms)
    made = compile_glsl(replace(plain, source=fragment.source, inputs=inputs))
    for given in (made, made.companion_program()):
        found = used_inputs(replace(given, inputs=replace(given.inputs, uniforms=uniforms)))
        assert found.uniforms == uniforms[:1]
        assert found.attributes == given.inputs.attributes


def test_storage_images_go_with_their_variables() -> None:
    kept, gone = image_of("r32ui", (2, 2, 1)), image_of("r32ui", (2, 2, 1), binding=3)
    declared = "layout(binding = 0, r32ui) uniform uimage2D i;"
    shader = stored_shader(declared, "imageStore(i, at % 2, uvec4(1u));", [kept, gone])
    assert used_inputs(module_of(shader)).buffers == (kept,)


@pytest.mark.parametrize("kind", ["uniform", "storage"])
def test_what_an_element_of_an_array_of_blocks_takes_stays(kind: Kind) -> None:
    given = module_of(made_block_case(4, kind))
    more = replace(given.inputs, uniforms=(*given.inputs.uniforms, Uniform("more", b"1234", 40)))
    assert used_inputs(replace(given, inputs=more)) == given.inputs
