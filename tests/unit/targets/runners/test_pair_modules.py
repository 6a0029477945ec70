"""Two modules that are a pair: what one hands on, and what the other takes."""

from __future__ import annotations

import pytest
from helpers.pair_texts import named_pair
from msgspec.structs import replace

from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.program import Program, ShaderStage
from aberration.languages.spirv.assembler import assemble
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.pair_modules import (
    halves_of,
    handing_refusal,
    has_resources,
    join_halves,
    pair_refusal,
)
from aberration.targets.runners.vertex_stage import TAKEN, VertexModule

TYPES = """%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%struct = OpTypeStruct %vec2 %vec2
"""
BODY = """%main = OpFunction %void None %function
%start = OpLabel
{}OpReturn
OpFunctionEnd
"""


FLAT = "OpDecorate %f Flat\n"
INVARIANT = "OpDecorate %f Invariant\n"


def module(
    stage: ShaderStage, type: str, *, location: int = 0, mark: str = "", name: str = "f"
) -> bytes:
    """Return a module with one variable between the stages, `f`."""
    vertex = stage == "vertex"
    storage, model = ("Output", "Vertex") if vertex else ("Input", "Fragment")
    sized = "OpDecorate %size BuiltIn PointSize\n" if vertex else ""
    size = (
        "%one = OpConstant %float 1\n%to_float = OpTypePointer Output %float\n"
        "%size = OpVariable %to_float Output\n"
        if vertex
        else ""
    )
    text = (
        f'OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint {model} %main "main" '
        f"%f{' %size' if vertex else ''}\n"
        + ("" if vertex else "OpExecutionMode %main OriginUpperLeft\n")
        + f'OpName %f "{name}"\nOpDecorate %f Location {location}\n{mark}{sized}{TYPES}'
        f"%pointer = OpTypePointer {storage} %{type}\n%f = OpVariable %pointer {storage}\n{size}"
        + BODY.format("OpStore %size %one\n" if vertex else "")
    )
    return assemble(text)


def pair(vertex: bytes, fragment: bytes) -> Program:
    return Program("spirv", "fragment", fragment, companion=vertex)


@pytest.mark.parametrize("type", ["float", "vec4", "struct"])
def test_what_is_handed_on_as_it_is_taken(type: str) -> None:
    assert pair_refusal(*halves_of(pair(module("vertex", type), module("fragment", type)))) == ""


@pytest.mark.parametrize(
    ("given", "taken", "reason"),
    [
        (("float", 0, ""), ("int", 0, FLAT), "location 0, which is not handed on as it is taken"),
        (("vec4", 0, ""), ("vec2", 0, ""), "location 0, which is not handed on as it is taken"),
        (("vec2", 1, ""), ("vec2", 2, ""), "location 2, which is not handed on"),
        (("vec2", 0, INVARIANT), ("vec2", 0, ""), "a decoration of"),
    ],
)
def test_what_no_device_may_link(
    given: tuple[str, int, str], taken: tuple[str, int, str], reason: str
) -> None:
    vertex = module("vertex", given[0], location=given[1], mark=given[2])
    fragment = module("fragment", taken[0], location=taken[1], mark=taken[2])
    assert reason in handing_refusal(vertex, fragment)


def test_what_a_fragment_shader_takes_is_refused_where_it_is_no_pair() -> None:
    source = module("fragment", "vec2")
    assert "needs a vertex shader's output" in read_interface(source).unsupported
    assert read_interface(source, paired=True).unsupported == ""
    assert not has_resources(read_interface(source, paired=True))


def test_halves_are_programs_of_their_own() -> None:
    for stage in ("fragment", "vertex"):
        vertex, fragment = halves_of(named_pair("450", "floats", stage))
        assert (vertex.stage, fragment.stage) == ("vertex", "fragment")
        assert not vertex.is_pair
        assert not fragment.is_pair
        assert b"out float f" in vertex.source
        assert b"in float f" in fragment.source


def translated(stage: ShaderStage, location: int) -> Translated:
    return Translated(Program("spirv", stage, module(stage, "vec2", location=location)))


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_two_translations_are_joined(stage: ShaderStage) -> None:
    text = named_pair("450", "floats", stage)
    made = join_halves(translated("vertex", 3), translated("fragment", 3), text)
    assert isinstance(made, Translated)
    assert made.program.stage == stage
    assert [one for one, _ in made.program.stages()] == ["vertex", "fragment"]
    assert made.program.companion_program().source == made.program.companion


def test_an_input_gets_the_location_of_its_output() -> None:
    text = named_pair("450", "floats")
    made = join_halves(translated("vertex", 3), translated("fragment", 2), text)
    assert isinstance(made, Translated)
    assert VertexModule(made.program.source).locations(TAKEN) == {"f": 3}


def test_without_a_name_the_locations_have_to_be_the_same() -> None:
    text = named_pair("450", "floats")
    nameless = replace(
        translated("fragment", 2).program, source=module("fragment", "vec2", location=2, name="")
    )
    told = join_halves(translated("vertex", 3), Translated(nameless), text)
    assert isinstance(told, Rejected)
    assert told.message == "what has no name lies at another location in each stage"


def test_a_location_that_the_text_states_stays() -> None:
    text = named_pair("450", "floats")
    stated = replace(text, source=b"#version 450\nlayout(location = 2) flat in vec2 f;")
    assert isinstance(
        join_halves(translated("vertex", 3), translated("fragment", 2), stated), Translated
    )


def test_what_is_not_translated_is_told() -> None:
    refused: Outcome = Rejected("no", unasked=True)
    text, good = named_pair("450", "floats"), translated("vertex", 0)
    assert join_halves(refused, good, text) is refused
    assert join_halves(good, refused, text) is refused
