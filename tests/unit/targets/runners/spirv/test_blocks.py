"""The blocks of a module by name and place."""

from __future__ import annotations

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.block_places import Block, Member
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.spirv.blocks import read_blocks, storage_places

SHADER = """#version 450
struct Inner { float a; vec3 b; };
layout(set = 1, binding = 4) uniform Outer {
    int first;
    Inner one;
    Inner many[2];
    float rows[3];
    mat3 m;
} outer;
layout(binding = 0) uniform Second { uint only; };
layout(std430, binding = 2) buffer Stored { uint words[]; };
layout(push_constant) uniform Pushed { int p; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(outer.rows[1] + outer.one.a + outer.many[1].b.x,
float(only + words[0]), float(p), 1.0); }
"""


def module(text: str) -> bytes:
    return compile_glsl(Program("glsl", "fragment", text.encode())).source


def test_names_places_and_offsets_of_all_members() -> None:
    outer, second = read_blocks(module(SHADER))
    assert outer.name == "Outer"
    assert outer.place == (1, 4)
    assert outer.members == (
        Member("first", 0),
        Member("one.a", 16),
        Member("one.b", 32),
        Member("many[0].a", 48),
        Member("many[0].b", 64),
        Member("many[1].a", 80),
        Member("many[1].b", 96),
        Member("rows", 112),
        Member("m", 160),
    )
    assert second == Block("Second", (0, 0), (Member("only", 0),))


def test_storage_blocks_have_places_too() -> None:
    assert storage_places(module(SHADER)) == (((0, 2),),)
    assert storage_places(
        module(SHADER.replace("std430, binding = 2", "std430, set = 3, binding = 0"))
    ) == (((3, 0),),)


def test_storage_blocks_of_old_modules_are_no_uniform_blocks() -> None:
    old = compile_glsl(Program("glsl", "fragment", SHADER.encode()), "vulkan1.0").source
    assert storage_places(old) == (((0, 2),),)
    assert [block.name for block in read_blocks(old)] == ["Outer", "Second"]


LOOSE = """#version 320 es
precision highp float;
uniform int loose;
layout(std140, binding = 0) uniform Words { uint word; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(float(word)); }
"""


def test_what_nobody_uses_has_no_binding_and_is_at_none() -> None:
    given = Inputs((Uniform("loose", b"\1\0\0\0", -1), Uniform("word", b"\2\0\0\0", 0)))
    program = Program("essl", "fragment", LOOSE.encode(), given)
    compiled = compile_glsl(program)
    assert b"gl_DefaultUniformBlock" in compiled.source
    assert [(one.name, one.place) for one in read_blocks(compiled.source)] == [("Words", (0, 0))]
    assert [(one.name, one.data) for one in compiled.inputs.uniforms] == [("word", b"\2\0\0\0")]


def test_a_storage_block_at_0_stays_one_beside_a_uniform_that_nobody_uses() -> None:
    text = """#version 450
    uniform int loose;
    layout(std430, binding = 0) buffer Words { uint word; };
    layout(local_size_x = 1) in;
    void main() { word = 1u; }
    """
    compiled = compile_glsl(Program("glsl", "compute", text.encode()))
    assert read_interface(compiled.source).blocks == {(0, 0): "storage"}
    assert storage_places(compiled.source) == (((0, 0),),)
