"""Programs for the vertex stage: attributes, numbers of vertices, and points on their pixels."""

from __future__ import annotations

import struct

import pytest
from helpers.shading_runs import BothPaths, needs_compiler
from helpers.vertex_texts import (
    DOWN,
    KINDS,
    PLACE,
    POINT,
    SIZE,
    family_text,
    language_of,
    vertices,
    wgsl_text,
)
from msgspec.structs import replace

from aberration.core.attributes import Attribute, attribute_value
from aberration.core.comparison import Tolerance
from aberration.core.errors import MalformedShader
from aberration.core.freedom import EXCLUDED
from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Image
from aberration.core.textures import MODULUS, Sampler, Texture, texel
from aberration.core.tiles import Tile
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.interpret.survey import survey
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read

FLOATS = Attribute("a", 0, "float", 3, number=2)
MATRIX = Attribute("m", 1, "float", 4, 3, 5)
WHOLE = Attribute("i", 4, "int", 2, number=9)
NATURAL = Attribute("u", 5, "uint", number=1, components=1)
LONE = Attribute("s", 6, "float", 1, number=77)
ALL = (FLOATS, MATRIX, WHOLE, NATURAL, LONE)


def values_of(attribute: Attribute, vertex: int, column: int = 0) -> list[float]:
    """Return the components of a column of an attribute."""
    return [
        attribute_value(attribute, vertex, SIZE, column, component)
        for component in range(attribute.components)
    ]


def expected(vertex: int) -> tuple[float, float, float, float]:
    """Return what the programs below make of all attributes."""
    columns = [values_of(MATRIX, vertex, column) for column in range(3)]
    one, other = values_of(WHOLE, vertex)
    (natural,), (lone,) = values_of(NATURAL, vertex), values_of(LONE, vertex)
    return (
        values_of(FLOATS, vertex)[2],
        sum(map(sum, columns)) + columns[1][3],
        one - other + (2, 3, 5, 7)[vertex % 4],
        lone + natural,
    )


_FAMILY = family_text("glsl", "", "vec3 a; mat3x4 m; ivec2 i; uint u; float s").replace(
    "void main() {\n",
    """float sum(vec4 v) { float t = 0.0; for (int k = 0; k < 4; k++) t += v[k]; return t; }
void main() {
  int table[4] = int[](2, 3, 5, 7);
  float all = 0.0;
  for (int k = 0; k < 3; k++) all += sum(m[k]);
  float known = float(i.x - i.y + table[gl_VertexID % 4] + gl_InstanceID);
  aberration_result = vec4(a.z, all + m[1].w, known, s + float(u));
""",
)
_WGSL = """
struct In {
  @location(0) a: vec3f, @builtin(vertex_index) number: u32, @location(4) i: vec2i,
  @location(1) m: vec4f,
}
struct Out { @location(0) @interpolate(flat, first) colour: vec4f, @builtin(position) at: vec4f }
@vertex fn main(given: In, @location(5) u: u32, @location(6) s: f32,
  @builtin(instance_index) instance: u32, @location(7) aberration_place: vec2f) -> Out {
  var table = array(2, 3, 5, 7);
  var all = 0.0;
  for (var k = 0; k < 4; k++) { all += given.m[k]; }
  let known = f32(given.i.x - given.i.y + table[given.number % 4] + i32(instance));
  var out: Out;
  out.colour = vec4f(given.a.z, all, known, s + f32(u));
  out.at = vec4f(aberration_place.x, -aberration_place.y, 0, 1);
  return out;
}"""


@pytest.mark.parametrize("text", [_FAMILY, _FAMILY.replace("#version 330", "#version 300 es")])
def test_attributes_of_all_kinds(text: str) -> None:
    kind = "essl" if "es" in text.partition("\n")[0] else "glsl"
    shown = vertices(kind, text, *ALL)
    for vertex in range(SIZE[0] * SIZE[1]):
        row, column = divmod(vertex, SIZE[0])
        assert shown.pixel(column, row) == expected(vertex)
    image = shown.image("rgba32f")
    assert isinstance(image, Image)
    assert struct.unpack_from("<4f", image.data, 16 * 7) == expected(7)


def test_attributes_of_wgsl_are_parameters_or_members() -> None:
    alone = replace(MATRIX, columns=1)
    shown = vertices("wgsl", _WGSL, FLOATS, alone, WHOLE, NATURAL, LONE)
    for vertex in range(SIZE[0] * SIZE[1]):
        row, column = divmod(vertex, SIZE[0])
        red, _, blue, alpha = expected(vertex)
        assert shown.pixel(column, row) == (red, sum(values_of(MATRIX, vertex)), blue, alpha)


@pytest.mark.parametrize("kind", ["old essl", "old glsl"])
def test_old_languages_have_floats_alone(kind: str) -> None:
    body = "float t = 0.0; for (int k = 0; k < 3; k++) t += w[k][1]; aberration_result = vec4(t);"
    given = Attribute("w", 0, "float", 3, 3, 8)
    shown = vertices(kind, family_text(kind, body, "mat3 w"), given)
    total = sum(values_of(given, 6, column)[1] for column in range(3))
    assert shown.pixel(1, 1) == (total,) * 4


@pytest.mark.parametrize("index", ["gl_VertexID % 3", "1"])
def test_an_attribute_is_indexed(index: str) -> None:
    body = f"int k = {index}; aberration_result = vec4(a[k], m[k][k], float(i[k % 2]), a[2]);"
    text = family_text("glsl", body, "vec3 a; mat3x4 m; ivec2 i")
    k = 7 % 3
    found = vertices("glsl", text, FLOATS, MATRIX, WHOLE).pixel(2, 1)
    wanted = (
        values_of(FLOATS, 7)[k],
        values_of(MATRIX, 7, k)[k],
        float(values_of(WHOLE, 7)[k % 2]),
        values_of(FLOATS, 7)[2],
    )
    assert found == wanted


@pytest.mark.parametrize("kind", [*KINDS, "wgsl"])
def test_a_vertex_lies_on_its_pixel(kind: str) -> None:
    body = "aberration_result = vec4(aberration_place, 0.5, 1.0);"
    text = (
        family_text(kind, body)
        if kind != "wgsl"
        else wgsl_text("result = vec4f(aberration_place, 0.5, 1);")
    )
    shown = vertices(kind, text)
    image = shown.image("rgba32f")
    assert isinstance(image, Image)
    wanted = tuple(attribute_value(PLACE, 14, SIZE, 0, k) for k in range(2))
    assert struct.unpack_from("<4f", image.data, 16 * 14) == (*wanted, 0.5, 1.0)
    assert shown.pixel(2, 1) == (0.0, 0.0, 0.5, 1.0)


@pytest.mark.parametrize(
    "point",
    [
        POINT.replace("0.0, 1.0", "0.25, 1.0"),
        POINT.replace("0.0, 1.0", "0.0, 2.0"),
        POINT.replace("aberration_place", "-aberration_place"),
        POINT.replace("= 1.0", "= 2.0"),
        POINT.replace("gl_PointSize = 1.0;", ""),
        POINT.replace("gl_Position", "vec4 other"),
        "gl_Position.xyz = vec3(aberration_place, 0.0); gl_PointSize = 1.0;",
        "int k = 3; gl_Position[k] = 1.0; gl_PointSize = 1.0;",
        f"if (aberration_place.x > 2.0) {{ {POINT} }}",
        POINT.replace("aberration_place,", "aberration_place.x, 1.0 / 0.0,"),
        "",
    ],
)
@pytest.mark.parametrize("kind", ["glsl", "old essl"])
def test_a_point_elsewhere_is_undefined(kind: str, point: str) -> None:
    if kind == "old essl" and "[k]" in point:
        return
    shown = vertices(kind, family_text(kind, "aberration_result = vec4(1.0);", point=point))
    found = shown.pixel(0, 0)
    assert isinstance(found, Trap)
    if "/ 0.0" not in point:
        assert found.kind == "position"
        assert "a point does not lie on its pixel" in found.message
    assert shown.image() == found
    assert shown.row(0) == found


@pytest.mark.parametrize(
    "point",
    [
        DOWN.replace("-", ""),
        DOWN.replace("0, 1", "0.5, 1"),
        DOWN.replace("0, 1", "0, 2"),
        f"select({DOWN}, vec4f(), aberration_place.y > 0)",
    ],
)
def test_a_point_of_wgsl_elsewhere_is_undefined(point: str) -> None:
    found = vertices("wgsl", wgsl_text("result = vec4f(1);", point=point)).image()
    assert isinstance(found, Trap)
    assert found.kind == "position"


def test_a_position_is_read_after_it_was_written() -> None:
    point = f"{POINT} gl_Position.x += 1.0; aberration_result = gl_Position; gl_Position.x -= 1.0;"
    shown = vertices("glsl", family_text("glsl", "", point=point), size=(4, 4))
    assert shown.pixel(1, 2) == (0.75, 0.25, 0.0, 1.0)
    early = family_text("glsl", "aberration_result = gl_Position;")
    found = vertices("glsl", early).pixel(0, 0)
    assert isinstance(found, Trap)
    assert (found.kind, found.excerpt) == ("uninitialised", "aberration_result = gl_Position;")


@pytest.mark.parametrize("body", ["", "aberration_result.x = 1.0;"])
def test_a_colour_that_is_not_written_traps(body: str) -> None:
    found = vertices("glsl", family_text("glsl", body)).image()
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation) == ("unwritten-output", (0, 0))


def test_what_is_undefined_is_named_with_its_vertex() -> None:
    body = "int n[3]; n[0] = n[1] = n[2] = 1; aberration_result = vec4(float(n[gl_VertexID / 3]));"
    found = vertices("glsl", family_text("glsl", body)).image()
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation) == ("out-of-bounds", (4, 1))


_ONE = "aberration_result = vec4(a, 1.0);"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((), "the attribute a, which the inputs do not give"),
        ((replace(FLOATS, components=4),), "a of type vec3, for which the inputs have 4 of float"),
        ((replace(FLOATS, numbers="int"),), "for which the inputs have 3 of int"),
        ((replace(FLOATS, columns=2),), "for which the inputs have 3 by 2 of float"),
        ((replace(FLOATS, location=7),), "a and aberration_place, both at location 7"),
        ((replace(FLOATS, location=16),), "the attribute a up to location 16"),
    ],
)
def test_an_attribute_that_does_not_fit_is_refused(given: tuple[Attribute, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        vertices("glsl", family_text("glsl", _ONE, "vec3 a"), *given)
    if "location" not in says:
        text = wgsl_text("result = vec4f(a, 1);", "@location(0) a: vec3f, ")
        with pytest.raises(Refused, match=says.replace("vec3,", "vec3<f32>,")):
            vertices("wgsl", text, *given)


def test_the_text_says_the_same_location_as_the_inputs() -> None:
    text = family_text("glsl", _ONE, "vec3 a").replace("in vec3", "layout(location = 3) in vec3")
    with pytest.raises(Refused, match="a at location 3, for which the inputs have it at 0"):
        vertices("glsl", text, FLOATS)
    assert isinstance(vertices("glsl", text, replace(FLOATS, location=3)).image(), Image)
    other = wgsl_text("result = vec4f(a, 1);", "@location(3) a: vec3f, ")
    with pytest.raises(Refused, match="a at location 3, for which the inputs have it at 0"):
        vertices("wgsl", other, FLOATS)


def test_an_attribute_that_nothing_names_need_not_be_given() -> None:
    text = family_text("glsl", "aberration_result = vec4(1.0);", "vec3 a")
    assert isinstance(vertices("glsl", text).image(), Image)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("flat out", "out", "the output aberration_result, which is not"),
        ("vec4 aberration_result", "vec3 aberration_result", "aberration_result, which is not"),
        ("flat out", "layout(location = 1) flat out", "aberration_result, which is not"),
        ("aberration_result", "colour", "the output colour, which is not"),
        ("flat out", "out vec2 more;\nflat out", "the output more, which is not"),
        ("flat out vec4 aberration_result", "vec4 aberration_result", "without the output"),
        ("gl_PointSize", "gl_ClipDistance[0] = 1.0; gl_PointSize", "the output gl_ClipDistance"),
        ("vec3(1.0)", "vec3(gl_DrawID)", "the variable gl_DrawID"),
    ],
)
def test_another_form_is_refused_by_name(old: str, new: str, says: str) -> None:
    text = family_text("glsl", "aberration_result.xyz = vec3(1.0);").replace("330", "460")
    assert old in text
    with pytest.raises(Refused, match=says):
        vertices("glsl", text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("@interpolate(flat) ", "", "the output colour, which is not flat at location 0"),
        ("@location(0)", "@location(1)", "the output colour, which is not flat at location 0"),
        ("colour: vec4f", "colour: vec3f", "the output colour, which is no vec4f"),
        (", @location(0) @interpolate(flat) colour: vec4f", "", "hands on no colour"),
        ("-> Out", "-> @builtin(position) vec4f", "hands on no colour"),
    ],
)
def test_another_form_of_wgsl_is_refused_by_name(old: str, new: str, says: str) -> None:
    text = wgsl_text("")
    if "vec3f" in new:
        text = text.replace("result: vec4f", "result: vec3f")
    if "hands" in says:
        text = text.replace(f"return Out({DOWN}, result)", f"return {DOWN}")
    if new == "":
        text = text.replace(f"return {DOWN}", f"return Out({DOWN})")
    with pytest.raises(Refused, match=says):
        vertices("wgsl", text.replace(old, new))


def test_tiles_are_refused_by_name() -> None:
    shader = read(family_text("glsl", "aberration_result = vec4(1.0);"), "glsl")
    inputs = Inputs(width=8, height=8, attributes=(PLACE,), tiles=(Tile(0, 0, 4, 4),))
    with pytest.raises(Refused, match="tiles of a program for the vertex stage"):
        execute(shader, "vertex", inputs)


def test_uniforms_and_functions_are_as_in_other_stages() -> None:
    body = "uv += tint.x; set(); aberration_result = vec4(uv, tint.y, float(calls));"
    before = "uniform vec2 tint;\nint calls = 0;\nfloat uv = 0.5;\nvoid set() { calls++; }"
    text = family_text("glsl", body.replace("vec4(uv,", "vec4(uv, uv,"), before=before)
    uniform = Uniform("tint", struct.pack("<2f", 0.25, 0.125))
    shown = vertices("glsl", text, uniforms=(uniform,))
    assert shown.pixel(3, 1) == (0.75, 0.75, 0.125, 1.0)


@pytest.mark.parametrize("path", ["python", "c"])
def test_a_survey_looks_at_all_vertices(path: Path) -> None:
    body = "int n[14]; n[gl_VertexID] = 1; aberration_result = vec4(1.0);"
    inputs = Inputs(width=5, height=3, attributes=(PLACE,))
    shader = read(family_text("glsl", body), "glsl")
    found = survey(shader, "vertex", inputs, 60.0, path)
    assert isinstance(found.met, Trap)
    assert found.met.invocation == (4, 2)


def test_a_compiled_text_is_of_no_use_for_other_attributes() -> None:
    shader = read(family_text("glsl", _ONE, "vec3 a"), "glsl")
    inputs = Inputs(width=5, height=3, attributes=(FLOATS, PLACE))
    first = Interpreter(shader, "vertex", inputs)
    other = replace(FLOATS, number=3)
    again = Interpreter(
        shader, "vertex", replace(inputs, attributes=(other, PLACE)), compiled=first.compiled
    )
    assert again.pixel(2, 1) == (*values_of(other, 7), 1.0)
    larger = replace(inputs, width=6)
    same = Interpreter(shader, "vertex", larger, compiled=first.compiled)
    assert same.compiled is first.compiled
    assert same.pixel(1, 1) == (*values_of(FLOATS, 7), 1.0)


def test_what_rounding_leaves_open_is_known() -> None:
    body = "aberration_result = vec4(a / 3.0, a.x * 0.5);"
    shader = read(family_text("glsl", body, "vec3 a"), "glsl")
    inputs = Inputs(width=5, height=3, attributes=(FLOATS, PLACE))
    image = execute(shader, "vertex", inputs)
    assert isinstance(image, Image)
    given = replace(image, data=bytes(255 - one for one in image.data))
    found = freedom(shader, "vertex", inputs, Options(), image, given, Tolerance())
    assert not found.reason
    exact = read(family_text("glsl", "aberration_result = vec4(a, 0.5);", "vec3 a"), "glsl")
    image = execute(exact, "vertex", inputs)
    assert isinstance(image, Image)
    found = freedom(exact, "vertex", inputs, Options(), image, given, Tolerance())
    assert found == EXCLUDED


@needs_compiler
@pytest.mark.parametrize("kind", [*KINDS, "wgsl"])
def test_c_has_all_of_it(kind: str) -> None:
    body = "float t = 0.0; for (int k = 0; k < 5; k++) t += a.x; aberration_result = vec4(t);"
    text = family_text("glsl" if kind == "wgsl" else kind, body, "vec3 a")
    if kind == "wgsl":
        body = "for (var k = 0; k < 5; k++) { result += vec4f(a.x); }"
        text = wgsl_text(body, "@location(0) a: vec3f, ")
    shown = vertices(kind, text, FLOATS, size=(9, 7))
    assert isinstance(shown.image(), Image)
    assert shown.other is not None
    assert shown.other.is_fast


PICTURE = Texture("picture", size=(8, 8, 1), number=3)


@pytest.mark.parametrize(
    ("kind", "sample"),
    [
        ("glsl", "texture(picture, {})"),
        ("glsl", "textureLod(picture, {}, 0.0)"),
        ("glsl", "texelFetch(picture, ivec2(3, 5), 0)"),
        ("essl", "texture(picture, {})"),
        ("old essl", "texture2D(picture, {})"),
        ("old essl", "texture2DLod(picture, {}, 0.0)"),
        ("wgsl", "textureSampleLevel(picture, near, {}, 0)"),
        ("wgsl", "textureLoad(picture, vec2(3, 5), 0)"),
    ],
)
def test_a_vertex_samples_textures(kind: str, sample: str) -> None:
    at = sample.format("vec2f(3.5, 5.5) / 8" if kind == "wgsl" else "vec2(3.5, 5.5) / 8.0")
    if kind == "wgsl":
        before = (
            "@group(0) @binding(0) var picture: texture_2d<f32>;\n"
            "@group(0) @binding(1) var near: sampler;"
        )
        text = wgsl_text(f"result = {at};", before=before)
    else:
        text = family_text(kind, f"aberration_result = {at};", before="uniform sampler2D picture;")
    language = language_of(kind)
    inputs = Inputs(
        width=3, height=2, textures=(PICTURE,), samplers=(Sampler("near"),), attributes=(PLACE,)
    )
    shown = BothPaths(read(text, language), "vertex", inputs)
    wanted = tuple(texel(PICTURE, (3, 5, 0), channel) / (MODULUS - 1) for channel in range(4))
    assert shown.pixel(1, 1) == wanted


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("glsl", "aberration_result = vec4(dFdx(1.0));"),
        ("glsl", "discard;"),
        ("glsl", "aberration_result = gl_FragCoord;"),
        ("essl", "aberration_result = vec4(gl_FrontFacing);"),
        ("wgsl", "result = vec4f(dpdx(1.0));"),
        ("wgsl", "discard;"),
        ("wgsl", "result = textureSample(picture, near, vec2f());"),
    ],
)
def test_what_belongs_to_fragments_is_illegal(kind: str, body: str) -> None:
    before = "@group(0) @binding(0) var picture: texture_2d<f32>;\n"
    before += "@group(0) @binding(1) var near: sampler;"
    text = wgsl_text(body, before=before) if kind == "wgsl" else family_text(kind, body)
    with pytest.raises(MalformedShader):
        vertices(kind, text)


def test_a_location_may_be_computed() -> None:
    text = wgsl_text("result = vec4f(a, 1);", "@location(1 - 1) a: vec3f, ")
    shown = vertices("wgsl", text.replace("@location(0)", "@location(2 - 2)"), FLOATS)
    assert shown.pixel(2, 1) == (*values_of(FLOATS, 7), 1.0)
