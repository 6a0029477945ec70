"""Inputs and what a program asks for: where values land, what is wrong with others."""

from __future__ import annotations

import struct
from typing import Final

import pytest
from helpers.fitted import COMPUTE, TEXT, entry, fit, given

from aberration.campaign.loading.asked import asked_of
from aberration.campaign.loading.fit import Fitted, with_defaults, with_inputs
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.inputs_file import read_file
from aberration.core.program import Program
from aberration.languages.spirv.assembler import assemble
from aberration.targets.front_end import compile_glsl

MODULE: Final = """OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %colour
OpExecutionMode %main OriginUpperLeft
OpName %Scale "Scale"
OpMemberName %Scale 0 "factor"
OpDecorate %colour Location 0
OpDecorate %Scale Block
OpMemberDecorate %Scale 0 Offset 0
OpMemberDecorate %Scale 1 Offset 16
OpDecorate %array ArrayStride 16
OpDecorate %scale DescriptorSet 0
OpDecorate %scale Binding 2
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%vec4 = OpTypeVector %float 4
%two = OpConstant %uint 2
%array = OpTypeArray %uint %two
%Scale = OpTypeStruct %float %array
%block = OpTypePointer Uniform %Scale
%scale = OpVariable %block Uniform
%output = OpTypePointer Output %vec4
%colour = OpVariable %output Output
%zero = OpConstant %uint 0
%pointer = OpTypePointer Uniform %float
%main = OpFunction %void None %function
%label = OpLabel
%at = OpAccessChain %pointer %scale %zero
%value = OpLoad %float %at
%made = OpCompositeConstruct %vec4 %value %value %value %value
OpStore %colour %made
OpReturn
OpFunctionEnd
"""


def module(given: str | None) -> Fitted:
    program = Program("spirv", "fragment", assemble(MODULE), name="x")
    return with_inputs(program, None if given is None else read_file(given, "x.json"), "x")


@pytest.mark.parametrize(
    ("name", "setter", "numbers", "data"),
    [
        ("time", "glUniform1f", (0.5,), struct.pack("<f", 0.5)),
        ("place", "glUniform2fv", (1, 2, 3, 4), struct.pack("<2f8x2f8x", 1, 2, 3, 4)),
        ("place[1]", "glUniform2f", (3, 4), struct.pack("<16x2f8x", 3, 4)),
        ("on", "glUniform1i", (-7,), struct.pack("<I", 1)),
        ("on", "glUniform1f", (-0.0,), struct.pack("<I", 0)),
        ("lamps[1].colour", "glUniform3f", (1, 2, 3), struct.pack("<3f", 1, 2, 3)),
    ],
)
def test_loose_uniforms_are_found_by_name(
    name: str, setter: str, numbers: tuple[float, ...], data: bytes
) -> None:
    found = given(fit(entry(name, setter, *numbers)).program.inputs, name.removesuffix("[1]"))
    assert (found.data, found.binding) == (data, UNBOUND)


@pytest.mark.parametrize("name", ["kind", "Free.kind"])
def test_members_of_a_block_without_a_binding_become_its_bytes(name: str) -> None:
    files = (
        entry(name, "glUniform1i", 7)[:-1]
        + ", "
        + entry("turn", "glUniformMatrix2fv", 1, 2, 3, 4)[1:]
    )
    found = given(fit(files).program.inputs, "Free")
    assert (found.binding, found.offset) == (UNBOUND, 0)
    assert found.data == struct.pack("<i12x48x2f8x2f8x", 7, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("name", "more", "offset"),
    [
        ("last", ', "binding": 3', 8),
        ("last", "", 8),
        ("bound.last", ', "binding": 3, "offset": 8', 8),
        ("Bound.last", "", 8),
    ],
)
def test_members_of_a_block_with_a_binding_lie_at_their_offset(
    name: str, more: str, offset: int
) -> None:
    found = given(fit(entry(name, "glUniform1f", 0.5, more=more)).program.inputs, name)
    assert (found.place, found.offset, found.data) == ((0, 3), offset, struct.pack("<f", 0.5))


WRONG: Final = [
    (
        entry("tmie", "glUniform1f", 1),
        "'tmie': the shader has no uniform of this name: did you mean time? it asks for",
    ),
    (
        entry("elsewhere", "glUniform1f", 1, more=', "binding": 5'),
        "at binding 5 of set 0: it asks for time (float)",
    ),
    (
        entry("time", "glUniform1i", 1),
        "time (float): expected glUniform1f with 1 number for float, but int of 1 num",
    ),
    (
        entry("time", "glUniform2f", 1, 2),
        "expected glUniform1f with 1 number for float, but vec2 of 2 numbers came",
    ),
    (
        entry("place", "glUniform2fv", 1, 2),
        "expected glUniform2fv with 4 numbers for vec2[2], but vec2[1] of 2",
    ),
    (
        entry("place", "glUniform2fv", *range(6)),
        "with 4 numbers for vec2[2], but vec2[3] of 6 numbers came",
    ),
    (entry("place[2]", "glUniform2f", 1, 2), "'place[2]': the shader has no uniform of this name"),
    (
        entry("place[1]", "glUniform2fv", *range(4)),
        "with 2 numbers for vec2[2], but vec2[2] of 4 numbers came",
    ),
    (
        entry("kind", "glUniform1f", 1),
        "kind (int, in block Free): expected glUniform1i with 1 number for int",
    ),
    (
        entry("turn", "glUniform4f", *range(4)),
        "expected glUniformMatrix2fv with 4 numbers for mat2, but vec4 of 4",
    ),
    (
        entry("Free", "glUniform1fv", *range(5)),
        "expected a member of the block Free: kind (int, in block Free), list",
    ),
    (
        entry("bound", "glUniform2ui", 1, 2, more=', "binding": 3, "offset": 4'),
        "a member of the block Bound at byte 4",
    ),
    (
        entry("lamps", "glUniform1f", 1),
        "'lamps': the shader has no uniform of this name: did you mean lamps[",
    ),
    (
        entry("time", "glUniform1f", 1, more=', "push_constant": true')[:-1] + ', "x": {}}',
        "uniform 'x': expected 'fun",
    ),
    (
        entry("none", "glUniform1f", 1, more=', "push_constant": true'),
        "of this name among the push constants",
    ),
    (
        entry("time", "words", *range(5)),
        "'time': expected at most 16 bytes for the uniform, but 20 came",
    ),
    (
        '{"$buffers": {}}',
        "$drive, $constants, $attachments or the name of a uniform, but '$buffers'",
    ),
    ('{"$framebuffer": {"widht": 3}}', "$framebuffer: expected width, height, but 'widht' came"),
    (
        '{"$compute": {"buffer": {"binding": 0, "fields": []}}}',
        "no storage block of the shader is at binding 0: it has n",
    ),
    (
        '{"t": {"func": "sampler2D", "args": [], "texture": "DEFAULT"}}',
        "'t' is a texture of the file, and the shader declares none of this name",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_does_not_fit_is_an_error(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        fit(text)
    assert message in caught.value.message
    assert caught.value.where.startswith("x.json:1")


def test_a_place_twice_and_an_unclear_name_are_errors() -> None:
    twice = (
        entry("last", "glUniform1f", 1)[:-1]
        + ", "
        + entry("x", "glUniform1f", 1, more=', "binding": 3, "offset": 8')[1:]
    )
    with pytest.raises(BadInput, match="'x': expected each uniform once"):
        fit(twice)
    text = TEXT.replace(
        "uniform float time;", "layout(std140) uniform A { float last; } a; uniform float time;"
    )
    with pytest.raises(
        BadInput, match=r"the name of one uniform, but this may be A\.last .* or Bound\.last"
    ):
        fit(entry("last", "glUniform1f", 1), text)


def test_the_line_of_an_error_is_that_of_the_key() -> None:
    with pytest.raises(BadInput) as caught:
        fit(entry("time", "glUniform1f", 1)[:-1] + ",\n\n" + entry("tmie", "glUniform1f", 1)[1:])
    assert caught.value.where == "x.json:3"


@pytest.mark.parametrize("kind", ["float", "vec2", "vec3"])
def test_a_colour_without_all_components_gets_them(kind: str) -> None:
    """A false alarm of `agree` once: llvmpipe put something else than one in the missing
    component.
    """
    text = f"#version 330\nout {kind} c;\nvoid main() {{ c = {kind}(1.0); }}\n"
    assert b"out vec4" in fit("{}", text).program.source
    module = compile_glsl(Program("glsl", "fragment", text.encode()))
    found = with_inputs(module, None, "x").program
    assert asked_of(found, "x").declared.colour == 4


def test_a_colour_that_cannot_be_made_whole_is_refused() -> None:
    text = "#version 430\nlayout(location = 0) out vec3 c; layout(location = 1) out vec4 d;\n"
    text += "void main() { c = vec3(1.0); d = vec4(1.0); }\n"
    module = compile_glsl(Program("glsl", "fragment", text.encode()))
    with pytest.raises(
        BadInput,
        match="has 3 of 4 components, and what the image has of the others is undefined",
    ):
        with_inputs(module, None, "x")


def test_names_that_graphicsfuzz_writes_everywhere_may_be_too_many() -> None:
    text = TEXT.replace("uniform float time;", "float time = 0.0;")
    (note, _) = fit(entry("time", "glUniform1f", 0), text).notes
    assert note == "time of the file is no uniform of the shader"


def test_a_text_that_we_do_not_read_keeps_its_inputs_and_is_told() -> None:
    found = fit(
        entry("time", "glUniform1f", 1),
        "#version 450\nuniform float time;\nvoid main() { later(); }\n",
    )
    assert found.program.inputs.uniforms == (Uniform("time", struct.pack("<f", 1), UNBOUND),)
    assert found.notes[0].startswith(
        "its inputs are not checked, for our front end does not read it: "
    )


# ---- modules


@pytest.mark.parametrize("more", [', "binding": 2', ""])
def test_a_module_is_asked_by_binding_and_by_its_names(more: str) -> None:
    found = given(module(entry("factor", "glUniform1f", 0.5, more=more)).program.inputs, "factor")
    assert (found.place, found.offset, found.data) == ((0, 2), 0, struct.pack("<f", 0.5))


def test_without_names_a_binding_means_the_first_member() -> None:
    nameless = "\n".join(line for line in MODULE.splitlines() if "Name" not in line)
    program = Program("spirv", "fragment", assemble(nameless), name="x")
    text = entry("any", "glUniform1f", 0.5, more=', "binding": 2')
    found = given(with_inputs(program, read_file(text, "x.json"), "x.spvasm").program.inputs, "any")
    assert (found.place, found.offset, found.data) == ((0, 2), 0, struct.pack("<f", 0.5))


def test_truth_values_of_the_text_are_unsigned_integers_in_a_module() -> None:
    text = entry("x", "glUniform1iv", 1, 2, more=', "binding": 2, "offset": 16')
    assert given(module(text).program.inputs, "x").data == struct.pack("<i12xi12x", 1, 2)


def test_what_an_optimiser_removed_is_a_note_unless_it_may_be_what_is_lacking() -> None:
    whole = (
        entry("factor", "glUniform1f", 0.5)[:-1]
        + ", "
        + entry("Scale.member 1", "glUniform1uiv", 1, 2)[1:]
    )
    lost = entry("gone", "glUniform2f", 0, 1, more=', "binding": 0')
    (note,) = module(whole[:-1] + ", " + lost[1:]).notes
    assert (
        note
        == "gone of the file is in no block of the module, as an optimiser removes what is not used"
    )
    with pytest.raises(
        BadInput,
        match=r"the module has no uniform of this name at binding 0 .* asks for Scale\.factor",
    ):
        module(lost)


def test_what_a_test_file_leaves_open_is_added_and_told() -> None:
    bound = Program(
        "glsl", "compute", COMPUTE.encode(), Inputs(buffers=(Buffer(2, bytes(16)),)), "x"
    )
    found = with_defaults(bound, "x")
    assert [buffer.binding for buffer in found.program.inputs.buffers] == [2, 1]
    assert found.notes == ("nothing gives the buffer Data (binding 1) = 48 bytes of zeros",)
    extra = Uniform("more", bytes(8), UNBOUND)
    other = with_defaults(Program("glsl", "fragment", TEXT.encode(), Inputs((extra,))), "x")
    assert other.notes[0] == "more is given, and no uniform of the shader"
    assert other.program.inputs.uniforms[0] == extra


def test_wgsl_is_asked_too() -> None:
    text = """@group(0) @binding(1) var<uniform> scale: vec2f;
    @group(0) @binding(2) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
        out[id.x] = u32(scale.y); }"""
    found = fit(entry("scale", "glUniform2f", 1, 2, more=', "binding": 1'), text, "compute", "wgsl")
    assert given(found.program.inputs, "scale") == Uniform("scale", struct.pack("<2f", 1, 2), 1)
    assert found.program.inputs.buffers == (Buffer(2, bytes(32), (("uint", 8),)),)
    with pytest.raises(BadInput, match="expected glUniform2f with 2 numbers for vec2"):
        fit(entry("scale", "glUniform3f", 1, 2, 3, more=', "binding": 1'), text, "compute", "wgsl")
