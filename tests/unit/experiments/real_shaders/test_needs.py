"""All that a shader asks for is told, not the first of it."""

import pytest
from experiments.real_shaders.needs import Needs, needs_of

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

ESSL = "#version 300 es\nprecision highp float;\nprecision highp sampler3D;\n"
GLSL = "#version 330 core\n"


def needs(text: str, language: LanguageName = "essl", stage: Stage = "fragment") -> Needs:
    return needs_of(read(text, language), stage)


def test_a_plain_shader_needs_nothing() -> None:
    text = f"{ESSL}uniform float t; out vec4 c; void main() {{ c = vec4(t * gl_FragCoord.x); }}"
    assert needs(text) == Needs(frozenset(), frozenset())


def test_all_reasons_are_told() -> None:
    text = (
        f"{ESSL}uniform sampler2D a; uniform sampler3D b[2]; uniform sampler2D unused; in vec2 p;"
        "out vec2 c; void main() { c = texture(a, p).xy + texture(b[0], vec3(p, 0)).xy;"
        "c += gl_PointCoord; }"
    )
    assert needs(text).reasons == {
        "a texture: 2D",
        "a texture: 3D, an array of them",
        "inputs from the vertex stage",
        "a built-in value: gl_PointCoord",
        "a colour of four components",
    }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("out ivec4 c; void main() { c = ivec4(1); }", "a colour of floats"),
        ("layout(location = 1) out vec4 c; void main() { c = vec4(1); }", "a colour at location 0"),
        ("void main() { gl_FragDepth = 0.5; }", "a colour at location 0"),
        ("in B { vec4 a; } b; out vec4 c; void main() { c = b.a; }",
         "a block of inputs or outputs"),
        ("uniform B { vec4 a; } b[2]; out vec4 c; void main() { c = b[1].a; }",
         "an array of blocks"),
        ("uniform usampler2DArray s; out vec4 c; void main() "
         "{ c = vec4(textureSize(s, 0).x); }", "a texture: 2DArray of integers"),
    ],
)  # fmt: skip
def test_each_kind_of_reason(body: str, reason: str) -> None:
    assert needs(f"{GLSL}{body}", "glsl").reasons == {reason}


def test_a_storage_image_is_no_texture() -> None:
    text = (
        "#version 310 es\nlayout(local_size_x = 1) in;\nlayout(rgba8) writeonly uniform "
        "highp image2D i;\nvoid main() { imageStore(i, ivec2(0), vec4(1)); }"
    )
    assert needs(text, stage="compute").reasons == {"a storage image: 2D"}


def test_a_vertex_shader_has_attributes_and_outputs_as_it_likes() -> None:
    text = f"{ESSL}in vec3 p; uniform mat4 m; void main() {{ gl_Position = m * vec4(p, 1); }}"
    assert needs(text, stage="vertex") == Needs(frozenset(), frozenset(("attributes of vertices",)))
    own = f"{ESSL}void main() {{ gl_Position = vec4(gl_VertexID); }}"
    assert needs(own, stage="vertex") == Needs(frozenset(), frozenset())
    block = "#version 450\nout B { vec4 a; }; void main() { a = vec4(1); }"
    assert not needs(block, "glsl", "vertex").reasons
    wgsl = "@vertex fn v(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }"
    assert needs(wgsl, "wgsl", "vertex").uses == {"attributes of vertices"}


def test_wgsl_says_its_inputs_and_results_at_the_entry_point() -> None:
    text = (
        "@group(0) @binding(0) var t: texture_depth_2d; @group(0) @binding(1) var s: "
        "sampler_comparison; struct In { @location(0) uv: vec2f, @builtin(position) p: vec4f };"
        "struct Out { @location(0) a: vec4f, @location(1) b: vec4f };"
        "@fragment fn f(i: In, @builtin(sample_index) k: u32) -> Out {"
        " return Out(vec4f(textureSampleCompare(t, s, i.uv, 0.5)), i.p); }"
    )
    assert needs(text, "wgsl") == Needs(
        frozenset(
            (
                "a texture: 2DShadow",
                "inputs from the vertex stage",
                "a built-in value: sample_index",
            )
        ),
        frozenset(("several colours",)),
    )


def test_the_one_result_of_wgsl() -> None:
    assert not needs("@fragment fn f() -> @location(0) vec4f { return vec4f(); }", "wgsl").reasons
    few = needs("@fragment fn f() -> @location(0) vec2f { return vec2f(); }", "wgsl")
    assert few.reasons == {"a colour of four components"}
    none = needs("@fragment fn f() { }", "wgsl")
    assert none.reasons == {"a colour at location 0"}


def test_what_keeps_nobody_is_used() -> None:
    text = (
        "#version 100\n#extension GL_EXT_draw_buffers : require\n#extension "
        "GL_OES_standard_derivatives : enable\nprecision highp float; void main() {"
        "if (dFdx(gl_FragCoord.x) > 2.0) discard; gl_FragData[0] = gl_FragData[1] = vec4(1); }"
    )
    assert needs(text) == Needs(
        frozenset(),
        frozenset(
            (
                "an extension: GL_EXT_draw_buffers",
                "an extension: GL_OES_standard_derivatives",
                "derivatives",
                "discard",
                "several colours",
            )
        ),
    )


def test_the_compatibility_profile() -> None:
    text = "#version 330 compatibility\nout vec4 c; void main() { c = vec4(1); }"
    assert needs(text, "glsl").uses == {"the compatibility profile"}


def test_a_text_without_an_entry_point_needs_nothing_else() -> None:
    assert needs(f"{ESSL}in vec2 p; vec2 f() {{ return p; }}").reasons == {"an entry point"}
    assert needs("fn f() {}", "wgsl", "vertex").reasons == {"an entry point"}
