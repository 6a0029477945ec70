"""Fragment shaders: where a pixel is, what it gives, uniforms, quads."""

from __future__ import annotations

import struct

import pytest
from helpers.shading_runs import fragment

from aberration.core.inputs import Uniform
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap
from aberration.languages.shading.tree import LanguageName

_OLD = "#version 100\nprecision highp float;\n"
_ESSL = "#version 300 es\nprecision highp float;\nout vec4 colour;\n"
_GLSL = "#version 450\nlayout(location = 0) out vec4 colour;\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("essl", _OLD + "void main() { gl_FragColor = vec4(gl_FragCoord.xy * 0.125, 0.5, 1.0); }"),
        (
            "essl",
            _OLD + "void main() { gl_FragData[0] = vec4(gl_FragCoord.xy * 0.125, 0.5, 1.0); }",
        ),
        ("essl", _ESSL + "void main() { colour = vec4(gl_FragCoord.xy * 0.125, 0.5, 1.0); }"),
        (
            "glsl",
            _GLSL
            + "void main() { colour.zw = vec2(0.5, 1.0); colour.xy = gl_FragCoord.xy / 8.0; }",
        ),
        (
            "glsl",
            (
                "#version 330\nout vec3 colour;\n"
                "void main() { colour = vec3(gl_FragCoord.xy / 8.0, 0.5); }"
            ),
        ),
        (
            "wgsl",
            (
                "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { "
                "return vec4f(p.xy / 8, 0.5, 1); }"
            ),
        ),
        (
            "wgsl",
            "struct In { @builtin(position) at: vec4f } struct Out { @location(1) other: "
            "vec4f, @location(0) c: vec4f }"
            "@fragment fn main(i: In) -> Out { return Out(vec4f(), vec4f(i.at.xy / 8, 0.5, 1)); }",
        ),
    ],
)
def test_a_pixel_knows_where_it_is(language: LanguageName, text: str) -> None:
    shown = fragment(language, text)
    assert shown.pixel(2, 1) == (0.3125, 0.1875, 0.5, 1.0)
    image = shown.image()
    assert isinstance(image, Image)
    assert image.data[4 * (1 * 4 + 2) :][:4] == bytes([80, 48, 128, 255])


def test_a_discarded_pixel_has_no_colour() -> None:
    text = _ESSL + "void main() { if (gl_FragCoord.x < 1.0) discard; colour = vec4(1.0); }"
    shown = fragment("essl", text, size=(2, 1))
    assert shown.pixel(0, 0) is None
    assert shown.pixel(1, 0) == (1.0, 1.0, 1.0, 1.0)
    image = shown.image()
    assert isinstance(image, Image)
    assert image.data == bytes(4) + b"\xff" * 4


@pytest.mark.parametrize(
    "body",
    [
        "",
        "colour.x = 1.0;",
        "if (gl_FragCoord.x > 1.0) { colour = vec4(1.0); }",
        "vec4 c; colour.xyz = vec3(1.0);",
    ],
)
def test_an_output_that_is_not_written_traps(body: str) -> None:
    found = fragment("essl", f"{_ESSL}void main() {{ {body} }}").pixel(0, 0)
    assert isinstance(found, Trap)
    assert found.kind == "unwritten-output"
    assert found.excerpt == "colour" or "colour" in found.message


def test_reading_an_output_before_it_is_written_traps() -> None:
    found = fragment("essl", f"{_ESSL}void main() {{ colour = vec4(1.0) + colour; }}").pixel(0, 0)
    assert isinstance(found, Trap)
    assert (found.kind, found.excerpt) == ("uninitialised", "colour")


_LOOSE = """
uniform float scale; uniform vec3 tint; uniform mat2 turn; uniform int counts[3]; uniform bool on;
struct Light { vec2 at; float power; };
uniform Light light;
void main() {
  vec2 v = turn * vec2(1.0, 0.0);
  colour = vec4(tint.yz * scale, float(counts[2]) * 0.125 + v.y, on ? light.power : 0.0);
}
"""


def test_uniforms_outside_of_blocks_go_by_name() -> None:
    uniforms = (
        Uniform("scale", struct.pack("<f", 0.5)),
        Uniform("tint", struct.pack("<3f", 1.0, 0.5, 0.25)),
        Uniform("turn", struct.pack("<2f8x2f8x", 0.0, 0.25, 2.0, 3.0)),
        Uniform("counts", struct.pack("<i12xi12xi12x", 1, 2, 3)),
        Uniform("on", struct.pack("<i", 1)),
        Uniform("light.power", struct.pack("<f", 0.75)),
    )
    assert fragment("essl", _ESSL + _LOOSE, *uniforms).pixel(0, 0) == (0.25, 0.125, 0.625, 0.75)


def test_arrays_of_structures_outside_of_blocks_go_by_the_names_of_their_members() -> None:
    text = (
        _GLSL + "struct Spot { vec2 at; float size[2]; };\nstruct Lamp { Spot spots[2]; };\n"
        "uniform Lamp lamps[2];\n"
        "void main() { colour = vec4(lamps[1].spots[0].at, lamps[0].spots[1].size[1], "
        "lamps[0].spots[0].at.x); }"
    )
    uniforms = (
        Uniform("lamps[1].spots[0].at", struct.pack("<2f", 0.25, 0.5)),
        Uniform("lamps[0].spots[1].size", struct.pack("<5f", 1.0, 0.0, 0.0, 0.0, 0.75)),
    )
    assert fragment("glsl", text, *uniforms).pixel(0, 0) == (0.25, 0.5, 0.75, 0.0)


def test_uniforms_that_the_inputs_lack_are_zero() -> None:
    assert fragment("essl", _ESSL + _LOOSE).pixel(0, 0) == (0.0, 0.0, 0.0, 0.0)


_BLOCK = """
layout(std140, binding = 2) uniform Block {{
  float a; vec3 b; float c[2]; layout(row_major) mat2 m;
}}{instance};
void main() {{ colour = vec4({of}a, {of}b.z, {of}c[1], {of}m[0][1]); }}
"""


@pytest.mark.parametrize(("instance", "of"), [("", ""), (" block", "block.")])
def test_a_block_is_laid_out_as_its_standard_says(instance: str, of: str) -> None:
    data = struct.pack("<f12x3f4xf12xf12x2f8x2f8x", 0.125, 1, 2, 0.25, 0, 0.375, 1.0, 2.0, 0.5, 4.0)
    text = _GLSL + _BLOCK.format(instance=instance, of=of)
    expected = (0.125, 0.25, 0.375, 0.5)
    assert fragment("glsl", text, Uniform("Block", data, binding=2)).pixel(0, 0) == expected
    by_name = "\n".join(text.split("\n")).replace("std140, binding = 2", "std140")
    assert fragment("glsl", by_name, Uniform("Block", data, binding=9)).pixel(0, 0) == expected


def test_members_of_a_block_may_be_given_by_name() -> None:
    text = _GLSL + (
        "layout(std140) uniform Block { float a; vec2 b; };\n"
        "void main() { colour = vec4(a, b, 1.0); }"
    )
    uniforms = (Uniform("b", struct.pack("<2f", 0.25, 0.5)), Uniform("a", struct.pack("<f", 0.125)))
    assert fragment("glsl", text, *uniforms).pixel(0, 0) == (0.125, 0.25, 0.5, 1.0)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "essl",
            _ESSL + "void main() { float q = gl_FragCoord.x * gl_FragCoord.y;"
            "colour = vec4(dFdx(q), dFdy(q), fwidth(q), q); }",
        ),
        (
            "wgsl",
            "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f"
            "{ let q = p.x * p.y; return vec4f(dpdx(q), dpdy(q), fwidth(q), q); }",
        ),
    ],
)
def test_derivatives_are_differences_within_a_quad(language: LanguageName, text: str) -> None:
    shown = fragment(language, text, size=(3, 3))
    assert shown.pixel(0, 0) == (0.5, 0.5, 1.0, 0.25)
    assert shown.pixel(1, 0) == (0.5, 1.5, 2.0, 0.75)
    assert shown.pixel(2, 2) == (2.5, 2.5, 5.0, 6.25)
    assert any("d" in reason for reason in shown.inexact)


def test_a_derivative_that_not_all_pixels_take_traps() -> None:
    body = (
        "void main() { float q = gl_FragCoord.x; if (q < 1.0) { q = dFdx(q); } colour = vec4(q); }"
    )
    found = fragment("essl", _ESSL + body).pixel(0, 0)
    assert isinstance(found, Trap)
    assert (found.kind, found.excerpt) == ("derivative", "dFdx(q)")


_BESIDE = """@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  if p.x < 1 { discard; }
  return vec4f(dpdx(p.x));
}"""


def test_who_is_a_helper_is_not_known_beside_derivatives() -> None:
    """lavapipe draws our triangle in two parts, and SwiftShader does not: 599 pixels differed."""
    body = "float f = gl_HelperInvocation ? 1.0 : 0.0; colour = vec4(dFdx(f), f, 0.0, 1.0);"
    head = "#version 450\nlayout(location = 0) out vec4 colour;\n"
    with pytest.raises(Refused, match="which invocations are helpers"):
        fragment("glsl", f"{head}void main() {{ {body} }}", size=(2, 2)).image()
    plain = f"{head}void main() {{ {body.replace('dFdx(f)', 'f')} }}"
    assert fragment("glsl", plain, size=(2, 2)).pixel(1, 1) == (0.0, 0.0, 0.0, 1.0)


def test_a_pixel_beside_a_discarded_one() -> None:
    text = "void main() { if (gl_FragCoord.x < 1.0) discard; colour = vec4(dFdx(gl_FragCoord.x)); }"
    found = fragment("essl", _ESSL + text).pixel(1, 0)
    assert isinstance(found, Trap)
    assert found.kind == "derivative"
    assert fragment("wgsl", _BESIDE).pixel(0, 0) is None
    for x in (1, 2):
        assert fragment("wgsl", _BESIDE).pixel(x, 0) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("path", ["python", "c"])
def test_a_discarded_pixel_of_wgsl_goes_on_as_a_helper(path: Path) -> None:
    """So a loop that only `discard` would end is endless; in GLSL it ends."""
    body = "if (x > 1.0) { while (x > 0.0) { discard; } }"
    wgsl = f"""var<private> x: f32;
      fn leave() {{ {body} }}
      @fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {{
        x = p.x; leave(); return vec4f(1.0);
      }}"""
    options = Options(turns=100, path=path)
    shown = fragment("wgsl", wgsl, options=options)
    assert shown.pixel(0, 0) == (1.0, 1.0, 1.0, 1.0)
    assert isinstance(shown.pixel(1, 0), Endless)
    glsl = f"float x; void leave() {{ {body} }}"
    main = "void main() { x = gl_FragCoord.x; leave(); colour = vec4(1.0); }"
    assert fragment("essl", _ESSL + glsl + main, options=options).pixel(1, 0) is None
    once = fragment("wgsl", wgsl.replace("while (x > 0.0)", ""), options=options)
    assert once.pixel(1, 0) is None


def test_what_a_discarded_pixel_stores_is_refused() -> None:
    text = """@group(0) @binding(0) var<storage, read_write> cells: array<u32>;
      @fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
        if p.x < 1.0 { discard; }
        cells[0] = 1u;
        return vec4f(1.0);
      }"""
    with pytest.raises(Refused, match="written beside a discarded pixel"):
        fragment("wgsl", text).pixel(0, 0)


def test_a_pixel_without_end() -> None:
    body = "void main() { while (gl_FragCoord.x > 2.0) { } colour = vec4(1.0); }"
    shown = fragment("essl", _ESSL + body, options=Options(turns=100))
    assert shown.image() == Endless(100, (2, 0))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "uniform sampler2D t;\nvoid main() { colour = texture(t, vec2(0.5)); }",
            "the texture t, which the inputs do not give",
        ),
        (
            "in vec2 uv;\nvoid main() { colour = vec4(uv, 0.0, 1.0); }",
            "uv, an input of a fragment shader",
        ),
        ("void main() { colour = gl_PointCoord.xyxy; }", "the variable gl_PointCoord"),
    ],
)
def test_what_is_not_interpreted_is_refused_by_name(text: str, what: str) -> None:
    with pytest.raises(Refused) as refused:
        fragment("essl", _ESSL + text).pixel(0, 0)
    assert what in refused.value.message


_FACING = "void main() { colour = gl_FrontFacing ? vec4(1.0) : vec4(gl_FragCoord.z, 0.5, 0, 1); }"


@pytest.mark.parametrize("path", ["python", "c"])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("essl", _OLD + _FACING.replace("colour", "gl_FragColor")),
        ("essl", _ESSL + _FACING),
        ("glsl", _GLSL + _FACING),
        (
            "wgsl",
            "@fragment fn main(@builtin(position) p: vec4f, @builtin(front_facing) f: bool) -> "
            "@location(0) vec4f { if (f) { return vec4f(1); } return vec4f(p.z, 0.5, 0, 1); }",
        ),
        (
            "wgsl",
            "struct In { @builtin(front_facing) f: bool } @fragment fn main(i: In) -> "
            "@location(0) vec4f { return select(vec4f(0, 0.5, 0, 1), vec4f(1), i.f); }",
        ),
    ],
)
def test_the_triangle_faces_away_at_depth_0(language: LanguageName, text: str, path: Path) -> None:
    shown = fragment(language, text, options=Options(path=path))
    assert shown.pixel(1, 2) == (0.0, 0.5, 0.0, 1.0)


@pytest.mark.parametrize("path", ["python", "auto"])
def test_a_shader_that_draws_nothing_is_refused(path: Path) -> None:
    text = "#version 300 es\nprecision highp float;\nvoid main() { }"
    with pytest.raises(Refused, match="without an output at location 0"):
        fragment("essl", text, options=Options(path=path)).image()


def test_a_trap_tells_values_and_who() -> None:
    text = _ESSL + "uniform int d;\nvoid main() {\n  int n = 7;\n  colour = vec4(float(n / d));\n}"
    found = fragment("essl", text).image()
    assert (
        str(found) == "planted.essl:7:23: division: 7 / 0: n / d (n = 7, d = 0), invocation (0, 0)"
    )


_WITHOUT_COLOUR: list[tuple[LanguageName, str]] = [
    (
        "glsl",
        (
            "#version 450\nint table[3] = int[](7, 8, 9);\n"
            "void main() { if (table[int(gl_FragCoord.x)] > 8) discard; }"
        ),
    ),
    (
        "glsl",
        "#version 450\nlayout(location = 1) out vec4 other;\nint table[3] = int[](7, 8, 9);\n"
        "void main() { other = vec4(table[int(gl_FragCoord.x)]); }",
    ),
    (
        "essl",
        (
            "#version 300 es\nprecision highp float;\n"
            "void main() { int n[3]; n[int(gl_FragCoord.x)] = 1; }"
        ),
    ),
    (
        "essl",
        (
            "#version 300 es\nprecision highp float;\n"
            "void main() { int n[3]; n[int(gl_FragCoord.x + dFdx(1.0))] = 1; }"
        ),
    ),
]


@pytest.mark.parametrize(("language", "text"), _WITHOUT_COLOUR)
def test_without_a_colour_what_is_undefined_is_named(language: LanguageName, text: str) -> None:
    shown = fragment(language, text)
    assert shown.pixel(0, 0) is None
    found = shown.pixel(3, 0)
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation) == ("out-of-bounds", (3, 0))
    assert isinstance(shown.row(1), Trap)
    assert shown.other is None or shown.other.row(1) == shown.row(1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *_WITHOUT_COLOUR,
        ("wgsl", "@fragment fn main() { }"),
        ("wgsl", "@fragment fn main(@builtin(position) p: vec4f) { if p.x > 2 { discard; } }"),
        ("wgsl", "@fragment fn main() -> @location(1) vec4f { return vec4f(); }"),
        ("glsl", "#version 450\nvoid main() { gl_FragDepth = 0.5; }"),
    ],
)
def test_without_a_colour_there_is_no_image(language: LanguageName, text: str) -> None:
    shown = fragment(language, text)
    assert shown.pixel(0, 0) is None
    for interpreter in (shown, shown.other):
        if interpreter is not None:
            with pytest.raises(
                Refused, match="the image of a fragment shader without an output at location 0"
            ):
                interpreter.image()


def test_a_component_that_is_not_read_is_not_called_unwritten() -> None:
    found = fragment(
        "essl", _ESSL + "void main() { vec2 v; colour = vec4(1.0 / (gl_FragCoord.y - 0.5)); }"
    ).pixel(0, 0)
    assert isinstance(found, Trap)
    assert found.values == (("gl_FragCoord", "(not read, 0.5, not read, not read)"),)
    found = fragment(
        "essl", _ESSL + "void main() { vec2 v; v.x = 2.0; colour = vec4(v.y * 2.0, v, 1.0); }"
    ).pixel(0, 0)
    assert isinstance(found, Trap)
    assert found.values == (("v", "(2, unwritten)"),)


def test_what_the_inputs_lack_is_refused_at_a_pixel() -> None:
    text = f"{_ESSL}layout(std140) buffer Held {{ float f; }};\nvoid main() {{ colour = vec4(f); }}"
    text = text.replace("300 es", "310 es")
    with pytest.raises(Refused, match="the storage buffer Held"):
        fragment("essl", text).pixel(0, 0)


_PLACES = {
    "glsl": _GLSL + "void main() { colour = gl_FragCoord; }",
    "essl": _ESSL + "void main() { colour = gl_FragCoord; }",
    "wgsl": "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { return p; }",
}


@pytest.mark.parametrize(("language", "text"), _PLACES.items())
def test_the_triangle_lies_at_depth_0(language: LanguageName, text: str) -> None:
    assert fragment(language, text).pixel(2, 1) == (2.5, 1.5, 0.0, 1.0)
