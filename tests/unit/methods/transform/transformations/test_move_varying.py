"""A variable between the stages of a pair lies elsewhere, in both of them."""

from __future__ import annotations

import pytest
from helpers.module_pairs import MODULES, module_pair, named_modules
from helpers.pair_texts import SIZES, Text
from helpers.shading_runs import needs_compiler

from aberration.core.program import Program, ShaderStage
from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.languages.spirv.varyings import matches
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.method import parse_module, replay_steps
from aberration.methods.transform.passes.move_varyings import move_varyings
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformations.move_varying import MoveVarying, varyings_of

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)
PLACED = Text(
    "layout(location = 0) TO vec2 NAMEa; layout(location = 1) TO float NAMEb; "
    "layout(location = 2) TO mat2 NAMEc; layout(location = 4) flat TO ivec2 NAMEd;",
    "given_a = a.xy; given_b = b.x; given_c = mat2(a.zw, b.yz); givend = n;",
    "vec4(taken_a, taken_b + taken_c[0].x, taken_c[1].y + float(takend.x - takend.y))",
)


def seed(stage: ShaderStage = "fragment") -> Program:
    return module_pair(PLACED, stage, SIZES[1])


def moved(program: Program, *steps: MoveVarying) -> tuple[Program, int]:
    variant, applied = replay_steps(program, [to_step(step) for step in steps])
    return variant, len(applied)


def places(program: Program) -> list[list[tuple[int, int]]]:
    """Return where the variables of both stages lie, those of the vertex stage first."""
    return [
        sorted(one.place for one in varyings_of(Module.parse(source)))
        for _, source in program.stages()
    ]


@needs_compiler
@stages
@pytest.mark.parametrize(
    "step",
    [
        MoveVarying(0, 0, 7, 0),
        MoveVarying(0, 0, 0, 2),
        MoveVarying(0, 0, 1, 1),
        MoveVarying(1, 0, 0, 3),
        MoveVarying(2, 0, 5, 0),
        MoveVarying(4, 0, 14, 1),
    ],
)
def test_it_lies_elsewhere_in_both_stages(stage: ShaderStage, step: MoveVarying) -> None:
    program = seed(stage)
    variant, applied = moved(program, step)
    assert applied == 1
    assert variant.companion != program.companion
    goal, place = (step.to_location, step.to_component), (step.location, step.component)
    for before, after in zip(places(program), places(variant), strict=True):
        assert after == sorted(goal if one == place else one for one in before)
    for _, source in variant.stages():
        assert validate(source, environment_of(source)) is None
    assert prove(variant).outcome == prove(program).outcome
    back = MoveVarying(*goal, *place)
    assert moved(variant, back)[1] == 1


@stages
@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("nothing moves", MoveVarying(0, 0, 0, 0)),
        ("nothing lies there", MoveVarying(9, 0, 10, 0)),
        ("another one lies there", MoveVarying(0, 0, 1, 0)),
        ("a matrix of two locations lies there", MoveVarying(1, 0, 3, 3)),
        ("another kind of number", MoveVarying(0, 0, 4, 2)),
        ("it reaches out of its location", MoveVarying(0, 0, 5, 3)),
        ("a matrix begins its locations", MoveVarying(2, 0, 6, 2)),
        ("too many locations", MoveVarying(0, 0, 15, 0)),
        ("the last row of a matrix is too far", MoveVarying(2, 0, 14, 0)),
        ("no location", MoveVarying(0, 0, -1, 0)),
        ("no component", MoveVarying(0, 0, 5, -1)),
    ],
)
def test_refuses(stage: ShaderStage, reason: str, step: MoveVarying) -> None:
    program = seed(stage)
    variant, applied = moved(program, step)
    assert applied == 0, reason
    assert (variant.source, variant.companion) == (program.source, program.companion)


def test_a_block_stays() -> None:
    program = named_modules("450", "block")
    (place, *_) = places(program)[0]
    assert moved(program, MoveVarying(*place, 12, 0))[1] == 0


def test_a_module_that_is_no_pair_has_none() -> None:
    module = Module.parse(seed("vertex").source)
    assert not MoveVarying(0, 0, 7, 0).is_applicable(module)


def test_what_is_not_taken_moves_in_the_vertex_stage_alone() -> None:
    text = Text("layout(location = 0) TO vec2 NAMEa;", "given_a = a.xy;", "taken_a.xyxy")
    kept, other = module_pair(text), seed("vertex")
    program = Program("spirv", "vertex", other.source, other.inputs, "pair", kept.source)
    variant, applied = moved(program, MoveVarying(4, 0, 9, 0))
    assert applied == 1
    assert variant.companion == program.companion
    assert (9, 0) in places(variant)[0]


@needs_compiler
@stages
@pytest.mark.parametrize(("version", "name"), MODULES)
def test_the_pass_moves_what_there_is(version: str, name: str, stage: ShaderStage) -> None:
    program = named_modules(version, name, stage, SIZES[1])
    module = parse_module(program)
    draw = Draw(module, Rng.of(3, name, stage))
    for _ in range(30):
        draw.begin()
        proposed = move_varyings.attempt(draw)
        assert proposed is None or isinstance(proposed, MoveVarying)
        if proposed is not None:
            draw.apply(proposed)
    assert bool(draw.log) == (name not in ("nothing", "many", "block", "open block"))
    variant, applied = replay_steps(program, [to_step(step) for step in draw.log])
    assert applied == list(range(len(draw.log)))
    assert variant.source == module.to_bytes()
    vertex, fragment = (Module.parse(source) for _, source in variant.stages())
    assert len(matches(vertex, fragment)) == len(varyings_of(fragment))
    assert prove(variant).outcome == prove(program).outcome
