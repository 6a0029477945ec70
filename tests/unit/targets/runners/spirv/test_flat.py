"""Modules without descriptor sets and push constants."""

from __future__ import annotations

import msgspec
from helpers.corpus import programs

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.spirv.blocks import read_blocks
from aberration.targets.runners.spirv.flat import flatten

SHADER = b"""#version 450
layout(set = 2, binding = 1) uniform A { int a; };
layout(set = 0, binding = 1) uniform B { int b; };
layout(std430, set = 1, binding = 1) buffer S { int s; };
layout(push_constant) uniform P { int unused; int p; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(float(a), float(b), float(p), float(s)); }
"""
INPUTS = Inputs(
    (
        Uniform("a", b"aaaa", 1, 2),
        Uniform("b", b"bbbb", 1, 0),
        Uniform("p", b"pppp", push_constant=True, offset=4),
        Uniform("elsewhere", b"eeee", 7, 0),
    ),
    (Buffer(1, b"ssss", (), 1),),
)


def test_sets_become_bindings_and_push_constants_a_block() -> None:
    flat = flatten(compile_glsl(Program("glsl", "fragment", SHADER, INPUTS)))
    assert validate(flat.source) is None
    interface = read_interface(flat.source)
    assert interface.blocks == {
        (0, 0): "uniform",
        (0, 2): "storage",
        (0, 3): "uniform",
        (0, 4): "uniform",
    }
    assert not interface.push_constants
    assert {block.name: block.place for block in read_blocks(flat.source)} == {
        "A": (0, 3),
        "B": (0, 0),
        "P": (0, 4),
    }
    assert flat.inputs == Inputs(
        (
            Uniform("a", b"aaaa", 3),
            Uniform("b", b"bbbb", 0),
            Uniform("p", b"pppp", 4, offset=4),
            Uniform("elsewhere", b"eeee", 1),
        ),
        (Buffer(2, b"ssss"),),
    )


def test_what_is_flat_stays_as_it_is() -> None:
    flat = [program for program in programs("references") if not program.inputs.push_constants()]
    assert flat
    assert all(flatten(program) is program for program in flat)


def test_the_corpus_stays_valid() -> None:
    for program in (*programs("references"), *programs("compute")):
        assert validate(flatten(program).source) is None, program.name


def test_images_of_all_sets_get_bindings_of_their_own() -> None:
    text = b"""#version 450
layout(set = 1, binding = 0) uniform A { vec2 at; };
layout(set = 1, binding = 2) uniform sampler2D a;
layout(set = 0, binding = 2) uniform sampler2D b;
layout(location = 0) out vec4 colour;
void main() { colour = texture(a, at) + texture(b, at); }
"""
    textures = (Texture("a", binding=2, descriptor_set=1), Texture("b", number=1, binding=2))
    made = compile_glsl(Program("glsl", "fragment", text, Inputs(textures=textures)))
    flat = flatten(made)
    assert validate(flat.source) is None
    images = {image.name: image.place for image in read_interface(flat.source).images}
    assert images == {"a": (0, 2), "b": (0, 0)}
    assert read_interface(flat.source).blocks == {(0, 1): "uniform"}
    assert flat.inputs.textures == (Texture("a", binding=2), Texture("b", number=1, binding=0))


def test_elements_of_an_array_of_blocks_stay_beside_each_other() -> None:
    text = b"""#version 450
layout(set = 1, binding = 1) uniform A { int a; } a[3];
layout(set = 0, binding = 1) uniform B { int b; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(float(a[2].a), float(b), 0.0, 1.0); }
"""
    inputs = Inputs((Uniform("A[2]", b"aaaa", 3, 1), Uniform("b", b"bbbb", 1, 0)))
    module = compile_glsl(Program("glsl", "fragment", text))
    flat = flatten(msgspec.structs.replace(module, inputs=inputs))
    assert read_interface(flat.source).elements == {(0, 1): 0, (0, 2): 1, (0, 3): 2}
    assert [(one.data, one.place) for one in flat.inputs.uniforms] == [
        (b"aaaa", (0, 3)),
        (b"bbbb", (0, 0)),
    ]
