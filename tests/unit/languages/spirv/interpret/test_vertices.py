"""Vertices with their attributes, and the points that they have to draw, on both paths."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from helpers.shading_runs import needs_compiler
from helpers.transform import numbered
from helpers.vertex_modules import ATTRIBUTES, POINT, SIZES, vertex_module, vertex_program

from aberration.core.attributes import Attribute, attribute_value
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter, interpret
from aberration.languages.spirv.interpret.survey import survey
from aberration.languages.spirv.interpret.undefined import OFF_ITS_PIXEL, Refused, Trap
from aberration.targets.front_end import compile_glsl

HALF = Attribute("half_", 1, "float", 4, number=9)


def on_path(program: Program, path: str) -> Image | Trap:
    options = Options(path="native" if path == "native" else "python")
    return Interpreter(program.source, program.inputs, options).image("rgba32f")


def image(program: Program) -> Image:
    found = on_path(program, "python")
    assert isinstance(found, Image), str(found)
    return found


def colours(program: Program) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    found = image(program)
    shape = (program.inputs.height, program.inputs.width, 4)
    return np.frombuffer(found.data, np.float32).reshape(shape)


def trap(program: Program) -> Trap:
    found = on_path(program, "python")
    assert isinstance(found, Trap)
    return found


@needs_compiler
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ATTRIBUTES)
def test_both_paths_give_the_same_and_all_of_it_is_proved(name: str, size: tuple[int, int]) -> None:
    program = compile_glsl(vertex_program(name, size))
    mine = image(program)
    assert on_path(program, "native") == mine
    assert len({mine.data[k : k + 16] for k in range(0, len(mine.data), 16)}) > 8
    found = prove(program)
    assert (found.answer, found.compared) == ("defined", size[0] * size[1])
    assert found.outcome == mine
    assert survey(program, 1.0).trap is None


@pytest.mark.parametrize(
    ("kind", "attribute"),
    [
        ("vec4", Attribute("given", 3, "float", 4, number=20)),
        ("vec2", Attribute("given", 3, "float", 3, number=21)),
        ("ivec4", Attribute("given", 3, "int", 4, number=22)),
        ("uint", Attribute("given", 3, "uint", 1, number=23)),
        ("mat3", Attribute("given", 3, "float", 3, 3, number=24)),
        ("mat4x2", Attribute("given", 3, "float", 2, 4, number=25)),
        ("float[3]", Attribute("given", 3, "float", 1, 3, number=26)),
        ("mat2[2]", Attribute("given", 3, "float", 2, 4, number=27)),
    ],
)
def test_attributes_have_the_values_of_the_formula(kind: str, attribute: Attribute) -> None:
    last = {"mat3": "[2][1]", "mat4x2": "[3][1]", "float[3]": "[2]", "mat2[2]": "[1][1][0]"}
    part = last.get(kind, "" if kind == "uint" else "[1]")
    text = f"{POINT} aberration_result = vec4(float(given{part}), 0.0, 0.0, 1.0);"
    name, _, count = kind.partition("[")
    declared = f"given[{count}" if count else "given"
    program = vertex_module(text, f"layout(location = 3) in {name} {declared};", (attribute,))
    column = {"mat3": 2, "mat4x2": 3, "float[3]": 2, "mat2[2]": 3}.get(kind, 0)
    component = 0 if kind in ("uint", "float[3]", "mat2[2]") else 1
    wanted = [attribute_value(attribute, vertex, (4, 3), column, component) for vertex in range(12)]
    assert colours(program)[..., 0].ravel().tolist() == wanted


def test_vertices_are_numbered_by_rows() -> None:
    text = f"{POINT} aberration_result = vec4(gl_VertexIndex, gl_InstanceIndex, 0, 1);"
    found = colours(vertex_module(text))
    assert found[..., 0].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert not found[..., 1].any()


@needs_compiler
@pytest.mark.parametrize(
    ("point", "kind"),
    [
        (POINT.replace("0.0, 1.0", "0.5, 1.0"), "position"),
        (POINT.replace("aberration_place", "-aberration_place"), "position"),
        (POINT.replace("= 1.0", "= 2.0"), "position"),
        ("gl_Position = vec4(aberration_place, 0.0, 1.0);", "uninitialised"),
        ("gl_PointSize = 1.0;", "uninitialised"),
        (f"if (gl_VertexIndex != 7) {{ {POINT} }}", "uninitialised"),
    ],
)
def test_a_point_elsewhere_is_a_trap(point: str, kind: str) -> None:
    program = vertex_module(f"{point} aberration_result = vec4(1.0);")
    mine = trap(program)
    assert mine.kind == kind
    assert kind != "position" or mine.message == OFF_ITS_PIXEL
    assert on_path(program, "native") == mine
    found = survey(program, 1.0).trap
    assert found is not None
    assert found.kind == kind
    proof = prove(program)
    assert proof.answer == "undefined"
    assert proof.trap is not None
    assert proof.trap.kind == kind
    assert proof.trap.invocation == mine.invocation


def test_a_zero_of_the_other_sign_is_the_same_place() -> None:
    text = POINT.replace("0.0, 1.0", "-0.0, 1.0")
    assert image(vertex_module(f"{text} aberration_result = vec4(1.0);"))


@needs_compiler
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"{POINT} vec4 colour = vec4(0.25); {{}} aberration_result = colour;", "partly"),
        (f"vec4 colour = vec4(0.25); {{}} aberration_result = colour; {POINT}", "partly"),
        (
            f"vec4 colour = vec4(0.25); {{}} if (colour.x > 0.0) {{{{ {POINT} }}}} "
            f"aberration_result = colour;",
            "refused",
        ),
    ],
)
def test_a_vertex_that_rounding_sends_another_way(text: str, answer: str) -> None:
    place = "layout(location = 1) in vec4 half_;"
    unsure = "if (half_.x * 0.1 - half_.x * 0.1 + 1e-9 * half_.y < 0.0) { return; }"
    if answer == "partly":
        unsure = unsure.replace("return", "colour = vec4(0.5)")
    program = vertex_module(text.format(unsure), place, (HALF,))
    found = prove(program)
    assert found.answer == answer, found
    if answer == "refused":
        assert "may take another way" in found.reason


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ((), r"location 1, where the inputs have no attribute"),
        ((msgspec.structs.replace(HALF, components=3),), "4 of float at location 1 that has 3 of"),
        ((msgspec.structs.replace(HALF, numbers="int"),), "4 of float at location 1 that has 4 of"),
        ((HALF, msgspec.structs.replace(HALF, name="other")), "location 1, where the inputs have"),
    ],
)
def test_attributes_that_do_not_fit_are_refused(
    attributes: tuple[Attribute, ...], message: str
) -> None:
    text = f"{POINT} aberration_result = half_;"
    program = vertex_module(text, "layout(location = 1) in vec4 half_;", attributes)
    with pytest.raises(Refused, match=message):
        interpret(program)


@pytest.mark.parametrize(
    ("body", "declarations", "message"),
    [
        ("gl_ClipDistance[0] = 1.0;", "", "clip or cull distances that may be written"),
        ("", "layout(location = 1) out vec2 more; ", "more outputs than its colour"),
        ("", "out gl_PerVertex { vec4 gl_Position; };", "without a point size"),
    ],
)
def test_other_outputs_are_refused(body: str, declarations: str, message: str) -> None:
    point = POINT if "gl_PerVertex" not in declarations else POINT.partition("gl_PointSize")[0]
    more = "more = vec2(1.0);" if "more" in declarations else ""
    program = vertex_module(f"{point} {body} {more} aberration_result = vec4(1.0);", declarations)
    with pytest.raises(Refused, match=message):
        interpret(program)


def test_base_of_a_draw_is_refused() -> None:
    text = f"{POINT} aberration_result = vec4(gl_BaseVertexARB);"
    program = vertex_module(text, "#extension GL_ARB_shader_draw_parameters : enable\n")
    with pytest.raises(Refused, match="built-in 4424"):
        interpret(program)


ALONE = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Vertex %main "main" %place %number %position %size %colour
    OpDecorate %place Location 0
    OpDecorate %number BuiltIn VertexIndex
    OpDecorate %position BuiltIn Position
    OpDecorate %size BuiltIn PointSize
    OpDecorate %colour Location 0
    %void = OpTypeVoid
    %none = OpTypeFunction %void
    %float = OpTypeFloat 32
    %uint = OpTypeInt 32 0
    %v2 = OpTypeVector %float 2
    %v4 = OpTypeVector %float 4
    %v2_in = OpTypePointer Input %v2
    %uint_in = OpTypePointer Input %uint
    %v4_out = OpTypePointer Output %v4
    %float_out = OpTypePointer Output %float
    %zero = OpConstant %float 0
    %one = OpConstant %float 1
    %place = OpVariable %v2_in Input
    %number = OpVariable %uint_in Input
    %position = OpVariable %v4_out Output
    %size = OpVariable %float_out Output
    %colour = OpVariable %v4_out Output
    %main = OpFunction %void None %none
    %start = OpLabel
    %middle = OpLoad %v2 %place
    %whole = OpCompositeConstruct %v4 %middle %zero %one
    OpStore %position %whole
    {size}
    %vertex = OpLoad %uint %number
    %red = OpConvertUToF %float %vertex
    %shown = OpCompositeConstruct %v4 %red %zero %zero %one
    OpStore %colour %shown
    OpReturn
    OpFunctionEnd
"""


def alone(size: str) -> Program:
    inputs = vertex_module(f"{POINT} aberration_result = vec4(1.0);").inputs
    source = assemble(numbered(ALONE.format(size=size)))
    return Program("spirv", "vertex", source, inputs)


@needs_compiler
def test_a_position_that_is_a_variable_of_its_own() -> None:
    program = alone("OpStore %size %one")
    mine = image(program)
    assert colours(program)[..., 0].ravel().tolist() == list(range(12))
    assert on_path(program, "native") == mine == prove(program).outcome
    assert trap(alone("")).kind == "uninitialised"
    assert on_path(alone("OpStore %size %zero"), "native") == trap(alone("OpStore %size %zero"))


@needs_compiler
def test_ranges_are_those_of_all_vertices_of_an_image_of_odd_sides() -> None:
    program = vertex_module(f"{POINT} aberration_result = vec4(gl_VertexIndex);", size=(5, 3))
    assert (0, 14) in prove(program).ranges.values()
