"""Pairs of modules: both stages of a pixel are one invocation."""

from __future__ import annotations

import pytest
from helpers.module_pairs import MODULES, module_pair, named_modules, off_its_pixel
from helpers.pair_texts import SIZES, Text, named_pair
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.outcome import Image
from aberration.core.program import Program, ShaderStage
from aberration.core.tiles import Tile
from aberration.languages.shading.interpret.run import Interpreter as TextInterpreter
from aberration.languages.shading.read import read_program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.pair import parse_stages
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap
from aberration.languages.spirv.module import Module

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)


def scalar(program: Program) -> Interpreter:
    return Interpreter(program.source, program.inputs, Options(path="python"), program.companion)


def text_image(version: str, name: str, stage: ShaderStage) -> Image:
    program = named_pair(version, name, stage, SIZES[1])
    found = TextInterpreter(read_program(program), stage, program.inputs).image("rgba32f")
    assert isinstance(found, Image)
    return found


@stages
@pytest.mark.parametrize(("version", "name"), MODULES)
def test_it_gives_what_the_text_gives(version: str, name: str, stage: ShaderStage) -> None:
    program = named_modules(version, name, stage, SIZES[1])
    assert scalar(program).image("rgba32f") == text_image(version, name, stage)


@needs_compiler
@stages
@pytest.mark.parametrize(("version", "name"), MODULES)
def test_the_proof_gives_the_same(version: str, name: str, stage: ShaderStage) -> None:
    found = prove(named_modules(version, name, stage, SIZES[1]))
    assert found.answer == "defined"
    assert found.outcome == text_image(version, name, stage)


@stages
def test_the_module_under_test_keeps_its_ids(stage: ShaderStage) -> None:
    program = named_modules("450", "floats", stage)
    module, joined = parse_stages(program.source, program.companion)
    assert joined is not None
    assert joined.tests_vertex == (stage == "vertex")
    assert joined.bound == Module.parse(program.source).bound
    for function in Module.parse(program.source).functions:
        kept = module.function(function.id)
        assert kept is not None
        assert [one.id for one in kept.blocks] == [one.id for one in function.blocks]
    assert Module.parse(module.to_bytes()).bound == module.bound


def test_a_module_alone_stays_as_it_is() -> None:
    source = named_modules("450", "floats").source
    module, joined = parse_stages(source)
    assert joined is None
    assert module.to_bytes() == source


@needs_compiler
def test_what_is_not_written_is_undefined() -> None:
    program = module_pair(Text("TO vec2 f;", "f.x = a.x;", "vec4(f, f)"))
    assert isinstance(scalar(program).pixel(0, 0), Trap)
    found = prove(program)
    assert (found.answer, found.compared) == ("partly", 0)
    assert {one.kind for one in found.masked} == {"uninitialised"}


@needs_compiler
@pytest.mark.parametrize("stage", STAGES)
def test_values_of_the_stage_under_test_are_known(stage: ShaderStage) -> None:
    text = Text("flat TO int k;", "k = n.x & 15;", "vec4(float(k * 2 + 1))")
    program = module_pair(text, stage)
    found = prove(program)
    assert found.ranges
    assert max(found.ranges) < Module.parse(program.source).bound
    ends = {"vertex": (0, 15), "fragment": (1, 31)}[stage]
    assert ends in found.ranges.values()


@needs_compiler
def test_at_a_place_beside_helpers_have_other_values() -> None:
    colour = "vec4(float(k + int(gl_FragCoord.x)))"
    text = Text("flat TO int k;", "k = n.x & 15;", colour)
    assert not prove(module_pair(text)).ranges
    assert prove(module_pair(text, "vertex")).ranges


@needs_compiler
@stages
def test_a_point_has_to_lie_in_its_pixel(stage: ShaderStage) -> None:
    program = off_its_pixel(named_modules("450", "floats", stage))
    found = scalar(program).pixel(0, 0)
    assert isinstance(found, Trap)
    assert found.kind == "position"
    proof = prove(program)
    assert (proof.answer, proof.trap and proof.trap.kind) == ("undefined", "position")


@pytest.mark.parametrize(
    ("colour", "reason"),
    [("vec4(dFdx(f), f)", "derivatives"), ("vec4(gl_PointCoord, f)", "built-in 16")],
)
def test_what_is_not_known_of_pairs(colour: str, reason: str) -> None:
    program = module_pair(Text("TO vec2 f;", "f = a.xy;", colour))
    with pytest.raises(Refused, match=reason):
        scalar(program)


def test_two_vertex_shaders_are_no_pair() -> None:
    program = named_modules("450", "floats", "vertex")
    with pytest.raises(Refused, match="not a vertex and a fragment shader"):
        parse_stages(program.source, program.source)


def test_no_tiles() -> None:
    program = named_modules("450", "floats")
    tiled = replace(program, inputs=replace(program.inputs, tiles=(Tile(0, 0, 2, 2),)))
    with pytest.raises(Refused, match="tiles of a pair"):
        scalar(tiled)
    assert "tiles of a pair" in prove(tiled).reason
