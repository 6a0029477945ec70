"""The vertex stage of a pair computes with an integer that it hands on; the other one undoes it."""

from __future__ import annotations

import pytest
from helpers.module_pairs import module_pair
from helpers.pair_texts import SIZES, Text, pair
from helpers.shading_runs import needs_compiler
from helpers.whole_varyings import whole_pair
from msgspec.structs import replace

from aberration.core.program import Program, ShaderStage
from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBitReverse, OpNot, OpSNegate
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.method import parse_module, replay_steps
from aberration.methods.transform.passes.encode_varyings import encode_varyings
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformations.encode_varying import EncodeVarying
from aberration.targets.front_end import compile_glsl

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)
IDS = tuple(range(900, 906))


def encoded(program: Program, *steps: EncodeVarying) -> tuple[Program, int]:
    variant, applied = replay_steps(program, [to_step(step) for step in steps])
    return variant, len(applied)


def operations(program: Program, opcode: int) -> list[int]:
    """Return how many of an operation each stage has, the vertex stage first."""
    return [len(Module.parse(source).by_opcode(opcode)) for _, source in program.stages()]


@needs_compiler
@stages
@pytest.mark.parametrize("location", [0, 1])
@pytest.mark.parametrize("operation", [OpNot, OpSNegate])
def test_each_stage_computes(stage: ShaderStage, location: int, operation: int) -> None:
    program = whole_pair(stage)
    before = operations(program, operation)
    variant, applied = encoded(program, EncodeVarying(location, 0, operation, IDS))
    assert applied == 1
    stores, loads = (2, 2) if location == 0 else (1, 1)
    after = operations(variant, operation)
    assert after == [before[0] + stores, before[1] + loads]
    for _, source in variant.stages():
        assert validate(source, environment_of(source)) is None
    assert prove(variant).outcome == prove(program).outcome
    assert prove(variant).outcome is not None


@needs_compiler
def test_one_stage_alone_gives_another_image() -> None:
    """What a compiler has to keep: the operation of each stage counts."""
    program = whole_pair()
    variant, _ = encoded(program, EncodeVarying(1, 0, OpNot, IDS))
    assert prove(replace(program, companion=variant.companion)).outcome != prove(program).outcome


@stages
@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("floats", EncodeVarying(2, 1, OpNot, IDS)),
        ("a part is used", EncodeVarying(3, 0, OpNot, IDS)),
        ("nothing lies there", EncodeVarying(7, 0, OpNot, IDS)),
        ("another operation", EncodeVarying(0, 0, OpBitReverse, IDS)),
        ("too few ids", EncodeVarying(0, 0, OpNot, IDS[:1])),
        ("an id twice", EncodeVarying(0, 0, OpNot, (900, 900))),
        ("an id that is used", EncodeVarying(1, 0, OpNot, (1,))),
    ],
)
def test_refuses(stage: ShaderStage, reason: str, step: EncodeVarying) -> None:
    program = whole_pair(stage)
    variant, applied = encoded(program, step)
    fragment_loads_a_part = reason == "a part is used" and stage == "vertex"
    assert applied == 0, reason
    assert variant.companion == program.companion or fragment_loads_a_part


@stages
def test_what_may_be_rounded_is_refused(stage: ShaderStage) -> None:
    text = Text("flat TO mediump int i;", "i = n.x;", "vec4(float(i))")
    program = compile_glsl(pair("310 es", text, stage, SIZES[1]))
    assert encoded(program, EncodeVarying(0, 0, OpNot, IDS))[1] == 0


def test_a_module_that_is_no_pair_has_none() -> None:
    module = Module.parse(whole_pair("vertex").source)
    assert not EncodeVarying(0, 0, OpNot, IDS).is_applicable(module)


@needs_compiler
@stages
def test_the_pass_proposes_some(stage: ShaderStage) -> None:
    program = whole_pair(stage)
    module = parse_module(program)
    draw = Draw(module, Rng.of(4, stage))
    for _ in range(8):
        draw.begin()
        proposed = encode_varyings.attempt(draw)
        assert proposed is None or isinstance(proposed, EncodeVarying)
        if proposed is not None:
            draw.apply(proposed)
    assert len([one for one in draw.log if isinstance(one, EncodeVarying)]) > 2
    variant, applied = replay_steps(program, [to_step(one) for one in draw.log])
    assert applied == list(range(len(draw.log)))
    assert variant.source == module.to_bytes()
    assert prove(variant).outcome == prove(program).outcome


def test_the_pass_finds_nothing_without_integers() -> None:
    text = Text("layout(location = 0) TO vec2 NAMEa;", "given_a = a.xy;", "taken_a.xyxy")
    draw = Draw(parse_module(module_pair(text)), Rng.of(4))
    draw.begin()
    assert encode_varyings.attempt(draw) is None
