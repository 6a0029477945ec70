"""Both stages of a pair get a variable more between them."""

from __future__ import annotations

import pytest
from helpers.module_pairs import module_pair, named_modules
from helpers.pair_texts import SIZES, Text
from helpers.shading_runs import needs_compiler

from aberration.core.program import Program, ShaderStage
from aberration.core.rng import Rng
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstantNull,
    OpTypeFloat,
    OpTypeInt,
    OpTypePointer,
    OpTypeVector,
)
from aberration.languages.spirv.validate import environment_of, validate
from aberration.languages.spirv.varyings import matches
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.method import parse_module, replay_steps
from aberration.methods.transform.passes.add_varyings import add_varyings
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformations.add_varying import AddVarying
from aberration.methods.transform.transformations.move_varying import is_vertex, varyings_of

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)
PLACED = Text(
    "layout(location = 0) flat TO vec2 NAMEa; layout(location = 1) TO vec3 NAMEb; "
    "layout(location = 2) flat TO ivec2 NAMEc;",
    "given_a = a.xy; given_b = b; given_c = n;",
    "vec4(taken_a, taken_b.x + taken_b.z, float(taken_c.x - taken_c.y))",
)


def module_of(stage: ShaderStage) -> tuple[Program, Module]:
    program = module_pair(PLACED, stage, SIZES[1])
    return program, parse_module(program)


def step(
    module: Module, count: int, place: tuple[int, int], kind: str = "float", fresh: int = 0
) -> AddVarying:
    """Return a step that adds a number or vector; its types are declared."""
    ops = {"float": (OpTypeFloat, 32), "int": (OpTypeInt, 32, 1), "half": (OpTypeFloat, 16)}[kind]
    type_id = declare(module, ops[0], 0, *ops[1:])
    type_id = type_id if count == 1 else declare(module, OpTypeVector, 0, type_id, count)
    storage = StorageClass.OUTPUT if is_vertex(module) else StorageClass.INPUT
    pointer = declare(module, OpTypePointer, 0, storage, type_id)
    zero = declare(module, OpConstantNull, type_id) if is_vertex(module) else 0
    return AddVarying(fresh or module.fresh_id(), pointer, *place, zero)


@needs_compiler
@stages
@pytest.mark.parametrize(
    ("count", "place", "kind"),
    [(4, (9, 0), "float"), (1, (0, 3), "float"), (2, (0, 2), "float"), (1, (2, 3), "int")],
)
def test_it_is_there_in_both_stages(
    stage: ShaderStage, count: int, place: tuple[int, int], kind: str
) -> None:
    program, module = module_of(stage)
    added = step(module, count, place, kind)
    assert added.is_applicable(module)
    added.apply(module)
    assert module.facts.is_pointee_irrelevant(added.fresh) == (stage == "vertex")
    pair = Program("spirv", stage, module.to_bytes(), program.inputs, "", module.facts.companion)
    for _, source in pair.stages():
        assert validate(source, environment_of(source)) is None
        assert place in [one.place for one in varyings_of(Module.parse(source))]
    vertex, fragment = (Module.parse(source) for _, source in pair.stages())
    assert len(matches(vertex, fragment)) == 4
    assert prove(pair).outcome == prove(program).outcome


@stages
@pytest.mark.parametrize(
    ("reason", "count", "place", "kind"),
    [
        ("no room", 3, (0, 2), "float"),
        ("another one lies there", 1, (2, 1), "int"),
        ("another kind of number", 1, (2, 3), "float"),
        ("another interpolation", 1, (1, 3), "float"),
        ("too many locations", 1, (15, 0), "float"),
        ("no location", 1, (-1, 0), "float"),
        ("no component", 1, (5, -1), "float"),
        ("16 bits", 1, (5, 0), "half"),
    ],
)
def test_refuses(
    stage: ShaderStage, reason: str, count: int, place: tuple[int, int], kind: str
) -> None:
    _, module = module_of(stage)
    assert not step(module, count, place, kind).is_applicable(module), reason


@stages
def test_refuses_ids_that_do_not_fit(stage: ShaderStage) -> None:
    _, module = module_of(stage)
    good = step(module, 2, (7, 0))
    assert good.is_applicable(module)
    assert not AddVarying(good.pointer, good.pointer, 7, 0, good.zero).is_applicable(module)
    assert not AddVarying(good.fresh, 1, 7, 0, good.zero).is_applicable(module)
    other = good.pointer if stage == "vertex" else declare(module, OpTypeFloat, 0, 32)
    assert not AddVarying(good.fresh, good.pointer, 7, 0, other).is_applicable(module)
    module.facts.companion = b""
    assert not good.is_applicable(module)


@needs_compiler
@stages
@pytest.mark.parametrize("name", ["floats", "structures", "nothing"])
def test_the_pass_adds_some(name: str, stage: ShaderStage) -> None:
    program = named_modules("450", name, stage, SIZES[1])
    module = parse_module(program)
    draw = Draw(module, Rng.of(5, name, stage))
    added = 0
    for _ in range(12):
        draw.begin()
        proposed = add_varyings.attempt(draw)
        assert proposed is None or isinstance(proposed, AddVarying)
        added += proposed is not None and draw.apply(proposed)
    assert added > 2
    variant, applied = replay_steps(program, [to_step(one) for one in draw.log])
    assert applied == list(range(len(draw.log)))
    assert variant.companion == module.facts.companion
    assert prove(variant).outcome == prove(program).outcome
