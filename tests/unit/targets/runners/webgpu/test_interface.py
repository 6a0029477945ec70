"""What shaders in WGSL, GLSL and SPIR-V ask of the pipeline around them."""

import pytest

from aberration.core.attachments import DEPTH
from aberration.core.program import Program
from aberration.languages.spirv.storage_images import DeclaredStorage, StorageType
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.interface import Interface, read_interface
from aberration.targets.runners.webgpu.interface import (
    Sampled,
    VertexInput,
    VertexStage,
    glsl_without_comments,
    read_glsl,
    read_wgsl,
)

WGSL = """
// @group(0) @binding(9) var<uniform> hidden: i32;
@group(0) @binding(0) var<uniform> a: vec4<f32>;
@binding(0x2) @group(1u) var<storage> b: array<u32>;
@group( 2 ) @binding( 3, ) var < storage , read > c: array<i32>;
@group(0) @binding(4)
var<storage, read_write> d: array<u32>;
var<workgroup> e: array<u32, 4>;
var<private> f: i32 = 3;
@compute @workgroup_size(4) fn go(@builtin(global_invocation_id) g: vec3<u32>) { var h = 1; }
"""
GLSL = """#version 450
// layout(binding = 9) uniform Hidden { int hidden; };
layout(std430, set = 1, binding = 2) readonly buffer B { uint b[]; };
layout(binding = 0) uniform A { vec4 a; };
layout(set = 0, binding = 4, std430) buffer D { uint d[]; } named;
layout(local_size_x = 4) in;
void main() { named.d[0] = b[0] + uint(a.x); }
"""


def test_wgsl_tells_its_buffers() -> None:
    interface = read_wgsl(WGSL)
    assert interface.blocks == {
        (0, 0): "uniform",
        (1, 2): "storage",
        (2, 3): "storage",
        (0, 4): "storage",
    }
    assert interface.read_only == {(1, 2), (2, 3)}
    assert (interface.entry_point, interface.unsupported) == (b"go", "")


@pytest.mark.parametrize(
    ("declaration", "reason"),
    [
        ("@group(0) @binding(0) var t: texture_1d;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_2d<f16>;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_2d;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_cube_array<f16>;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_depth_cube_array;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_external;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: texture_multisampled_2d<f32>;", "t is a texture or sampler"),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;",
            "t is a texture or sampler",
        ),
        (
            "@group(0) @binding(0) var t: texture_storage_1d<r32uint, read>;",
            "t is a texture or sampler",
        ),
        ("@group(0) @binding(0) var t: texture_2d<f32, read>;", "t is a texture or sampler"),
        ("@group(0) @binding(0) var t: array<texture_2d<f32>, 2>;", "t is a texture or sampler"),
        ("@group(0) @binding(N) var t: sampler;", "the place of t is no literal"),
        ("@group(0) @binding(N) var<uniform> t: f32;", "the place of t is no literal"),
        ("@binding(1) var<uniform> t: f32;", "the place of t is no literal"),
        ("@group(0) @binding(1 + 1) var<uniform> t: f32;", "the place of t is no literal"),
    ],
)
def test_what_is_not_supplied_is_told(declaration: str, reason: str) -> None:
    assert read_wgsl(declaration).unsupported.startswith(reason)


SAMPLED = """
alias Wide = Deep;
alias Deep = texture_3d < F >;
alias F = f32;
@group(0) @binding(1) var a: texture_2d<f32>;
@binding(0x2) @group(1u) var b : texture_2d_array < u32 , > ;
@group(2) @binding(3) var c: Wide;
@group(2) @binding(0) var d: sampler;
@group(0) @binding(4) var e: texture_3d</* whole */ i32>;
fn f(a: texture_2d<f32>) { var g: i32; }
"""


def test_wgsl_tells_its_textures_and_samplers() -> None:
    interface = read_wgsl(SAMPLED)
    assert (interface.blocks, interface.unsupported) == ({}, "")
    assert interface.sampled == (
        Sampled("a", 0, 1, ("float", "2D")),
        Sampled("b", 1, 2, ("uint", "2DArray")),
        Sampled("c", 2, 3, ("float", "3D")),
        Sampled("d", 2, 0),
        Sampled("e", 0, 4, ("int", "3D")),
    )
    assert read_wgsl(WGSL).sampled == ()
    looped = "alias A = B; alias B = A; @group(0) @binding(0) var t: A;"
    assert read_wgsl(looped).unsupported.startswith("t is a texture or sampler")


STORED = """
alias Kept = texture_storage_3d < rgba32sint , read_write >;
@group(0) @binding(1) var a: texture_storage_2d<r32uint, write>;
@binding(2) @group(1) var b : texture_storage_2d_array < r32float , read , > ;
@group(2) @binding(3) var c: Kept;
@compute @workgroup_size(1) fn main() {}
"""


def test_wgsl_tells_its_storage_textures() -> None:
    interface = read_wgsl(STORED)
    assert (interface.blocks, interface.sampled, interface.unsupported) == ({}, (), "")
    assert interface.stage == "compute"
    assert interface.stored == (
        DeclaredStorage("a", (0, 1), StorageType("r32ui", "2D"), write_only=True),
        DeclaredStorage("b", (1, 2), StorageType("r32f", "2DArray"), read_only=True),
        DeclaredStorage("c", (2, 3), StorageType("rgba32i", "3D")),
    )


def test_glsl_tells_its_buffers() -> None:
    interface = read_glsl(GLSL)
    assert interface.blocks == {(1, 2): "storage", (0, 0): "uniform", (0, 4): "storage"}
    assert interface.read_only == {(1, 2)}
    assert (interface.entry_point, interface.unsupported, interface.push_constants) == (
        b"main",
        "",
        False,
    )


def test_glsl_and_its_spirv_tell_the_same() -> None:
    module = read_interface(compile_glsl(Program("glsl", "compute", GLSL.encode())).source)
    text = read_glsl(GLSL)
    assert module.blocks == text.blocks
    assert (
        module.read_only == frozenset()
    )  # glslang decorates the members, and naga does not look at those


UNSIZED = """#version 450
layout(std430, binding = 0) buffer A { uvec2 a; uint b; };
layout(std430, binding = 1) readonly buffer B { uint n; uint xs[ ]; };
struct Pair { uint a[2]; };
layout(std430, set = 1, binding = 2) buffer C { Pair pairs[] /* of pairs */; } c;
layout(std140, binding = 3) uniform D { uint k[2]; };
layout(local_size_x = 1) in;
void main() { a.x = b + xs[0] + c.pairs[0].a[1] + k[1]; uint own[] = uint[](1u); b = own[0]; }
"""


def test_glsl_and_its_spirv_tell_which_arrays_have_no_size() -> None:
    module = read_interface(compile_glsl(Program("glsl", "compute", UNSIZED.encode())).source)
    assert read_glsl(UNSIZED).unsized == module.unsized == {(0, 1), (1, 2)}


def declared(text: str) -> Interface:
    return read_glsl(f"#version 450\n{text}\nvoid main() {{}}")


def test_glsl_with_samplers_or_push_constants_is_told() -> None:
    assert declared("layout(binding = 0) uniform sampler2D s;").unsupported.startswith(
        "s is an image"
    )
    assert declared("layout(push_constant) uniform P { int p; };").push_constants
    assert declared("layout(binding = 1) uniform A { int a; } blocks[2];").blocks == {
        (0, 1): "uniform"
    }


def test_comments_of_glsl_keep_its_lines() -> None:
    assert glsl_without_comments("a /* b\nc */ d // e\nf") == "a  \n d  \nf"
    assert glsl_without_comments("a // b \\\nc\nd") == "a  \n\nd"


@pytest.mark.parametrize(
    ("text", "outputs"),
    [
        ("@fragment fn main() -> @location(0) vec4<f32> {}", {0}),
        (
            "@fragment fn main(@builtin(position) p: vec4<f32>) -> @location( 1u, ) vec4<f32> {}",
            {1},
        ),
        (
            (
                "struct O { @location(0) a: vec4f, @location(2) b: vec4f } @fragment fn "
                "main() -> O { return O(); }"
            ),
            {0, 2},
        ),
        ("@fragment fn main(@location(0) a: f32) {}", set()),
        ("struct O { @location(0) a: vec4f } @fragment fn main() { let x: O; }", set()),
        ("@fragment fn main() -> @builtin(frag_depth) f32 {}", {DEPTH}),
        ("fn a() -> @location(0) vec4<f32> {} @fragment fn main() {}", set()),
    ],
)
def test_wgsl_tells_what_it_writes(text: str, outputs: set[int]) -> None:
    assert read_wgsl(text).outputs == outputs


def test_glsl_and_its_spirv_tell_what_they_write() -> None:
    outputs = "layout(location = 0) out vec4 a;\nlayout(location = 2) flat out int b;"
    text = f"#version 450\n{outputs}\nvoid main() {{ a = vec4(1.0); b = 2; }}"
    plain = text.replace("flat ", "")
    assert read_glsl(text).outputs == {0, 2}
    assert read_interface(
        compile_glsl(Program("glsl", "fragment", plain.encode())).source
    ).outputs == {0, 2}
    assert read_glsl("void f(out int x) {}").outputs == frozenset()


VERTEX = """alias Triple = vec3<f32>;
struct Given { @location(0) a: Triple, @location(0x3) @size(16) b: vec4u, }
struct Handed {
  @builtin(position) at: vec4<f32>,
  @interpolate(flat, either) @location(0u) aberration_result: vec4<f32>,
}
@vertex fn go(given: Given, @location(1) c: i32, @builtin(vertex_index) n: u32,
    @location(2,) d: vec2<f16>) -> Handed {
  return f(vec4f(0), g(1));
}
"""


def test_a_vertex_stage_tells_its_inputs_and_how_its_result_is_handed_on() -> None:
    found = read_wgsl(VERTEX)
    assert (found.entry_point, found.outputs) == (b"go", frozenset({0}))
    assert found.vertices == VertexStage(
        (
            VertexInput("a", 0, ("float", 3)),
            VertexInput("b", 3, ("uint", 4)),
            VertexInput("c", 1, ("int", 1)),
            VertexInput("d", 2, None),
        ),
        "flat, either",
    )


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("@interpolate(flat, either) ", "", ""),
        ("@interpolate(flat, either)", "@interpolate ( flat , )", "flat"),
        ("@location(0u)", "@location(1)", ""),
    ],
)
def test_the_result_of_a_vertex_stage_is_that_at_location_0(
    old: str, new: str, wanted: str
) -> None:
    found = read_wgsl(VERTEX.replace(old, new)).vertices
    assert found is not None
    assert found.interpolation == wanted


def test_a_location_that_is_computed_is_not_known() -> None:
    assert read_wgsl(VERTEX.replace("location(1)", "location(0 + 1)")).vertices is None


def test_other_stages_have_no_vertices() -> None:
    assert read_wgsl(WGSL).vertices is None


def test_overrides_go_by_their_numbers_or_else_by_their_names() -> None:
    text = """@id(3) override a = 1; override b: f32; @id( 0x10u, ) override c = true;
// override d = 1;
fn override_e() {}
@compute @workgroup_size(1) fn main() { var<private> f: i32; }
"""
    assert read_wgsl(text).constants == {"3", "b", "16"}
    assert read_wgsl(text).unsupported == ""
    named = read_wgsl(text.replace("@id(3)", "@id(number)"))
    assert named.unsupported == "the number of an override is no literal"
