"""What comes from outside: bindings, bytes that move, variables of the stage, outputs."""

from __future__ import annotations

import struct

from helpers.translated import compute, everywhere, fragment, integers, refused, same, uniform, wgsl
from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.inputs import UNBOUND
from aberration.languages.shading.translate import translate


def test_loose_uniforms_become_variables_with_bindings() -> None:
    program = fragment(
        "glsl", "uniform float a; uniform vec3 b[2]; struct S { float x; vec2 y; }; uniform S s;"
        "void main() { colour = vec4(a, b[1].z, s.x, s.y.y) / 8.0; }",
        uniform("a", "f", 3.0), uniform("b", "f", *range(8)),
        uniform("s.x", "f", 2.0), uniform("s.y", "f", 4.0, 5.0),
    )  # fmt: skip
    made = same(program, "wgsl", 0)
    assert [(one.name, one.binding) for one in made.inputs.uniforms] == [
        ("a", 0),
        ("b", 1),
        ("s", 2),
    ]
    assert [one.name for one in translate(program, "essl", 300).inputs.uniforms] == [
        "a",
        "b",
        "s.x",
        "s.y",
    ]
    everywhere(program, least=7)


def test_a_renamed_uniform_is_renamed_in_the_inputs() -> None:
    program = fragment(
        "wgsl",
        "@group(0) @binding(3) var<uniform> sampler2D: f32; @fragment fn main() -> "
        "@location(0) vec4f { "
        "return vec4f(sampler2D); }",
        uniform("u", "f", 0.5, binding=3),
    )
    made = same(program, "glsl", 460)
    (block,) = made.inputs.uniforms
    assert block.name.encode() in made.source
    assert block.binding == 3
    assert translate(program, "glsl", 330).inputs.uniforms[0].binding == UNBOUND
    text = "#version 330\nuniform float buffer; out vec4 c; void main() { c = vec4(buffer); }"
    loose = same(fragment("glsl", text, uniform("buffer", "f", 0.25)), "glsl", 460)
    assert [one.name for one in loose.inputs.uniforms] == ["buffer_2"]
    head = "#version 330\nstruct S { float shared[2]; }; uniform S s[2]; out vec4 c; "
    text = head + "void main() { c = vec4(s[1].shared[1]); }"
    member = same(
        fragment("glsl", text, uniform("s[1].shared", "f", 0, 0, 0, 0, 0.25)), "glsl", 460
    )
    assert [one.name for one in member.inputs.uniforms] == ["s[1].shared_2"]


def test_sets_and_shared_numbers_become_bindings_of_one_set() -> None:
    program = compute(
        "glsl",
        "layout(local_size_x = 1) in; layout(std140, set = 1, binding = 0) uniform U { int u; }; "
        "layout(std140, binding = 0) uniform V { int v; } named;"
        "layout(std430, set = 2, binding = 0) buffer B { int b[2]; }; void main() { b[0] = "
        "u * 10 + named.v; }",
        replace(integers(0, 0, 0), descriptor_set=2),
        uniforms=(uniform("U", "i", 3, binding=0, group=1), uniform("V", "i", 4, binding=0)),
    )
    made = same(program, "wgsl", 0)
    assert made.inputs.buffers[0].descriptor_set == 0
    places = {one.binding for one in made.inputs.uniforms} | {
        one.binding for one in made.inputs.buffers
    }
    assert len(places) == 3
    everywhere(program)


def test_layouts_differ_and_the_bytes_move() -> None:
    program = fragment(
        "glsl",
        "layout(std140, row_major, binding = 2) uniform B { mat3x2 m; float t[2]; mat2 n; };"
        "void main() { colour = vec4(m[0].y, m[2].x, t[1], n[1].x) / 64.0; }",
        uniform("B", "f", *range(32), binding=2),
    )  # fmt: skip
    made = same(program, "wgsl", 0)
    values = struct.unpack(
        f"<{len(made.inputs.uniforms[0].data) // 4}f", made.inputs.uniforms[0].data
    )
    assert values[:6] == (0.0, 4.0, 1.0, 5.0, 2.0, 6.0)
    everywhere(program, least=7)


def test_push_constants_become_a_block() -> None:
    program = fragment(
        "glsl",
        (
            "layout(push_constant) uniform P { vec2 a; float b[2]; }; void main() { colour "
            "= vec4(a, b[0], b[1]) / 8.0; }"
        ),
    )
    pushed = replace(uniform("P", "f", 1.0, 2.0, 3.0, 4.0), push_constant=True)
    translated = translate(
        replace(program, inputs=replace(program.inputs, uniforms=(pushed,))), "wgsl"
    )
    assert not translated.inputs.uniforms[0].push_constant


def test_storage_that_would_move_is_refused() -> None:
    block = (
        "layout(local_size_x = 1) in; layout(std140, binding = 0) buffer B { int b[2]; }; "
        "void main() { b[1] = 3; }"
    )
    program = compute("glsl", block, integers(0, *range(8)))
    assert refused(program, "wgsl").reason == "layout"
    same(program, "essl", 310)
    padded = (
        "struct P { a: u32, @align(16) b: u32 } @group(0) @binding(0) var<storage, "
        "read_write> p: P; "
        "@compute @workgroup_size(1) fn main() { p.b = 3u; }"
    )
    assert refused(compute("wgsl", padded, integers(0, *range(8))), "glsl", 460).reason == "layout"


def test_bools_in_storage_and_one_binding_twice() -> None:
    bools = (
        "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { bool b; }; "
        "void main() { b = !b; }"
    )
    assert refused(compute("glsl", bools, integers(0, 1)), "wgsl").reason == "bool in memory"
    twice = (
        "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { int b; }; "
        "layout(std430, "
        "binding = 0) buffer C { int c[2]; }; void main() { c[1] = b; }"
    )
    program = compute("glsl", twice, integers(0, 1, 2))
    assert refused(program, "wgsl").reason == "one binding twice"
    assert translate(program, "essl", 310).source.count(b"binding = 0") == 2


def test_variables_of_the_stage() -> None:
    program = compute(
        "glsl",
        "layout(local_size_x = 2, local_size_y = 2) in; layout(std430, binding = 0) buffer "
        "B { uint b[16]; "
        "}; uint f() { return gl_LocalInvocationIndex + gl_WorkGroupID.x * 4u; }"
        "void main() { b[f()] = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * 10u + "
        "gl_NumWorkGroups.x "
        "* 100u + gl_WorkGroupSize.y * 1000u + gl_LocalInvocationID.y * 10000u; }",
        integers(0, *([0] * 16)),
    )
    text = wgsl(replace(program, inputs=replace(program.inputs, groups=(3, 1, 1))))
    assert "@builtin(workgroup_id) workgroup_id: vec3<u32>" in text
    assert "workgroup_id_of_all" in text
    everywhere(program)


def test_inputs_of_wgsl_in_a_structure() -> None:
    program = compute(
        "wgsl",
        "struct In { @builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: "
        "vec3u } @group(0) "
        "@binding(0) var<storage, read_write> b: array<u32>;"
        "@compute @workgroup_size(2) fn main(in: In, @builtin(local_invocation_index) k: "
        "u32) { b[in.id.x] = "
        "in.n.x * 10u + k; }",
        integers(0, 0, 0),
    )
    everywhere(program)


def test_outputs() -> None:
    several = fragment(
        "glsl",
        "#version 460\n"
        "layout(location = 1) out vec2 b; layout(location = 0) out vec4 a; void main() { a "
        "= "
        "vec4(0.25); b = vec2(0.5); if (gl_FragCoord.x > 2.0) return; a.x = 1.0; }",
    )
    assert "@location(1) " in wgsl(several)
    everywhere(several, least=7)
    both = (
        "struct Out { @location(0) c: vec4f, @location(1) d: vec2f } @fragment fn "
        "main(@builtin(position) p: "
        "vec4f) -> Out { if p.x > 2.0 { discard; } return Out(p / 8.0, p.xy); }"
    )
    everywhere(fragment("wgsl", both), least=6)
    fewer = fragment(
        "glsl",
        "#version 460\nlayout(location = 0) out vec2 c; void main() { c = vec2(0.5, 0.25); }",
    )
    assert "-> @location(0) vec4<f32>" in wgsl(fewer)
    old = fragment(
        "essl",
        (
            "#version 100\n"
            "precision highp float; void main() { gl_FragData[0] = vec4(0.5); "
            "gl_FragData[0].x *= 0.5; }"
        ),
    )
    everywhere(old, least=7)


def test_which_way_the_triangle_faces() -> None:
    in_wgsl = fragment(
        "wgsl",
        "@fragment fn main(@builtin(front_facing) f: bool) -> @location(0) vec4f { "
        "return select(vec4f(0.25), vec4f(1), f); }",
    )
    assert "gl_FrontFacing" in everywhere(in_wgsl, least=6)["glsl", 330]
    in_glsl = fragment("glsl", "void main() { colour = vec4(gl_FrontFacing ? 1.0 : 0.25); }")
    assert "@builtin(front_facing)" in wgsl(in_glsl)
    everywhere(in_glsl, least=7)


def test_outputs_and_inputs_that_no_target_takes() -> None:
    depth = fragment("glsl", "void main() { colour = vec4(1.0); gl_FragDepth = 0.5; }")
    assert refused(depth, "wgsl").reason == "outputs"
    varying = fragment("glsl", "in vec2 uv; void main() { colour = vec4(uv, 0.0, 1.0); }")
    assert refused(varying, "wgsl").reason == "inputs from vertices"
    sample = fragment(
        "wgsl",
        (
            "@fragment fn main(@builtin(sample_index) k: u32) -> @location(0) vec4f { "
            "return vec4f(f32(k)); }"
        ),
    )
    assert refused(sample, "glsl", 460).reason == "stage variable"
    limit = fragment("glsl", "void main() { colour = vec4(float(gl_MaxDrawBuffers)); }")
    assert refused(limit, "wgsl").reason == "implementation's constant"
    called = fragment("glsl", "float far(); void main() { colour = vec4(far()); }")
    assert refused(called, "wgsl").reason == "no body"
    blocks = fragment(
        "glsl",
        "layout(binding = 0) uniform B { float f; } b[2]; void main() { colour = vec4(b[1].f); }",
    )
    assert refused(blocks, "wgsl").reason == "blocks"
    passed = fragment("glsl", "in B { vec2 uv; } b; void main() { colour = vec4(b.uv, 0.0, 1.0); }")
    assert refused(passed, "essl", 320).reason == "blocks"
    doubles = fragment("glsl", "void main() { double d = 0.5lf; colour = vec4(d); }")
    assert refused(doubles, "wgsl").reason == "float of another width"


def test_overrides_are_what_a_pipeline_takes_by_itself() -> None:
    program = compute(
        "wgsl",
        "override n: i32 = 3; override m: f32 = 2.5; @compute @workgroup_size(1) fn main() "
        "{ data[1] = n + "
        "i32(m * 2.0); }",
    )
    assert "const int n = 3;" in everywhere(program)["glsl", 460]
    sized = compute(
        "wgsl",
        "override n: u32 = 3u; var<workgroup> w: array<u32, n>; @compute @workgroup_size(1) "
        "fn main() { "
        "data[1] = i32(w[0]); }",
    )
    assert refused(sized, "glsl", 460).reason == "override"
    without = compute(
        "wgsl", "override n: i32; @compute @workgroup_size(1) fn main() { data[1] = n; }"
    )
    assert refused(without, "glsl", 460).reason == "override"


def test_a_program_with_given_constants_stays_in_its_language() -> None:
    program = compute(
        "wgsl", "override n: i32 = 3; @compute @workgroup_size(1) fn main() { data[1] = n; }"
    )
    given = replace(program.inputs, constants=(Constant("n", "int", 7),))
    for language, version in (("glsl", 460), ("essl", 320)):
        error = refused(replace(program, inputs=given), language, version)
        assert error.reason == "given constants"


def test_derivatives() -> None:
    program = fragment(
        "glsl",
        (
            "void main() { vec2 p = gl_FragCoord.xy; colour = vec4(dFdx(p.x * 3.0), "
            "dFdy(p.y), fwidth(p.x), 8.0) / 8.0; }"
        ),
    )
    assert "diagnostic(off, derivative_uniformity);" in wgsl(program)
    everywhere(program, least=7)
    after = (
        "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { if p.x > "
        "2.0 { discard; } "
        "return vec4f(dpdx(p.x)); }"
    )
    assert refused(fragment("wgsl", after), "glsl", 460).reason == "derivative after discard"


def test_a_uniform_with_a_value_needs_an_input() -> None:
    program = fragment("glsl", "uniform float f = 0.5; void main() { colour = vec4(f); }")
    assert refused(program, "essl", 320).reason == "interpreter"
    assert refused(program, "wgsl").reason == "interpreter"
    given = replace(program, inputs=replace(program.inputs, uniforms=(uniform("f", "f", 0.25),)))
    everywhere(given, least=7)


def test_buffers_that_no_block_names_stay_where_they_are() -> None:
    others = (replace(integers(0, 1), descriptor_set=1), integers(4, 5))
    text = (
        "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { int b; }; void "
        "main() { b = 3; }"
    )
    made = same(compute("glsl", text, integers(0, 2), *others), "wgsl", 0)
    assert [(one.descriptor_set, one.binding) for one in made.inputs.buffers] == [
        (0, 0),
        (1, 0),
        (0, 4),
    ]


def test_of_several_entry_points_one_is_translated_with_what_it_needs() -> None:
    text = (
        "@group(0) @binding(1) var<storage, read_write> b: array<u32>; @group(0) "
        "@binding(0) var<uniform> u: vec4f;"
        "fn wait() { b[0] = 1u; storageBarrier(); b[0] += 1u; }"
        "fn half() -> vec4f { return u * 0.5; }"
        "@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return "
        "vec4f(f32(i)); }"
        "@fragment fn f() -> @location(0) vec4f { return half(); }"
        "@compute @workgroup_size(1) fn c() { wait(); }"
    )
    given = uniform("u", "f", 0.5, 1.0, 0.25, 2.0, binding=0)
    drawn = fragment("wgsl", text, given)
    texts = everywhere(
        replace(drawn, inputs=replace(drawn.inputs, buffers=(integers(1, 3),))), least=6
    )
    assert "buffer" not in texts["glsl", 460]
    shared = text.replace("fn wait() {", "var<workgroup> w: u32; fn wait() { w = 2u;")
    assert b"shared" not in translate(fragment("wgsl", shared, given), "glsl", 460).source
    assert b"shared" in translate(compute("wgsl", shared, integers(1, 3)), "glsl", 460).source
    everywhere(compute("wgsl", text, integers(1, 3), uniforms=(given,)), least=4)
