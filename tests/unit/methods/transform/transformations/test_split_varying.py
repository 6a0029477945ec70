"""A vector between the stages of a pair becomes two variables, in both of them."""

from __future__ import annotations

import pytest
from helpers.module_pairs import named_modules
from helpers.pair_texts import SIZES
from helpers.shading_runs import needs_compiler
from helpers.whole_varyings import whole_pair
from msgspec.structs import replace

from aberration.core.program import Program, ShaderStage
from aberration.core.rng import Rng
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeFloat, OpTypeInt, OpTypePointer, OpTypeVector
from aberration.languages.spirv.validate import environment_of, validate
from aberration.languages.spirv.varyings import matches
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.method import parse_module, replay_steps
from aberration.methods.transform.passes.split_varyings import split_varyings
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformations.move_varying import is_vertex, varyings_of
from aberration.methods.transform.transformations.split_varying import SplitVarying

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)
FLOAT, INT = (OpTypeFloat, 32), (OpTypeInt, 32, 1)


def step(
    module: Module, place: tuple[int, int], kind: tuple[int, ...], sizes: tuple[int, int]
) -> SplitVarying:
    """Return a step whose types are declared."""
    scalar = declare(module, kind[0], 0, *kind[1:])
    parts = [scalar if k == 1 else declare(module, OpTypeVector, 0, scalar, k) for k in sizes]
    storage = StorageClass.OUTPUT if is_vertex(module) else StorageClass.INPUT
    low, high = (declare(module, OpTypePointer, 0, storage, part) for part in parts)
    first = module.bound + 10
    return SplitVarying(
        *place, (low, high), (first, first + 1), tuple(range(first + 2, first + 12))
    )


def after(program: Program, module: Module) -> Program:
    return replace(program, source=module.to_bytes(), companion=module.facts.companion)


@needs_compiler
@stages
@pytest.mark.parametrize(
    ("place", "kind", "sizes"),
    [
        ((0, 0), INT, (1, 2)),
        ((0, 0), INT, (2, 1)),
        ((2, 1), FLOAT, (1, 2)),
        ((2, 1), FLOAT, (2, 1)),
    ],
)
def test_there_are_two_in_both_stages(
    stage: ShaderStage, place: tuple[int, int], kind: tuple[int, ...], sizes: tuple[int, int]
) -> None:
    program = whole_pair(stage)
    module = parse_module(program)
    split = step(module, place, kind, sizes)
    assert split.is_applicable(module)
    split.apply(module)
    variant = after(program, module)
    for _, source in variant.stages():
        assert validate(source, environment_of(source)) is None
        found = [one.place for one in varyings_of(Module.parse(source))]
        assert {place, (place[0], place[1] + sizes[0])} <= {*found}
        assert len(found) == 5
    vertex, fragment = (Module.parse(source) for _, source in variant.stages())
    assert len(matches(vertex, fragment)) == 5
    assert prove(variant).outcome == prove(program).outcome
    assert prove(variant).outcome is not None


@stages
@pytest.mark.parametrize(
    ("reason", "place", "kind", "sizes"),
    [
        ("no vector", (1, 0), INT, (1, 1)),
        ("a part is used", (3, 0), INT, (1, 1)),
        ("nothing lies there", (7, 0), INT, (1, 1)),
        ("other numbers", (0, 0), FLOAT, (1, 2)),
        ("fewer components", (0, 0), INT, (1, 1)),
        ("more components", (0, 0), INT, (2, 2)),
    ],
)
def test_refuses(
    stage: ShaderStage,
    reason: str,
    place: tuple[int, int],
    kind: tuple[int, ...],
    sizes: tuple[int, int],
) -> None:
    module = parse_module(whole_pair(stage))
    assert not step(module, place, kind, sizes).is_applicable(module), reason


@stages
def test_refuses_ids_that_do_not_fit(stage: ShaderStage) -> None:
    module = parse_module(whole_pair(stage))
    good = step(module, (0, 0), INT, (1, 2))
    assert good.is_applicable(module)
    ids = good.fresh_ids
    bad = [
        SplitVarying(0, 0, good.pointers, good.variables, ids[:3]),
        SplitVarying(0, 0, good.pointers, (ids[0], ids[1]), ids),
        SplitVarying(0, 0, good.pointers, (1, 2), ids),
        SplitVarying(0, 0, (1, 1), good.variables, ids),
    ]
    assert not any(one.is_applicable(module) for one in bad)
    module.facts.companion = b""
    assert not good.is_applicable(module)


def test_what_is_irrelevant_stays_whole() -> None:
    module = parse_module(whole_pair("vertex"))
    good = step(module, (0, 0), INT, (1, 2))
    (whole,) = (one for one in varyings_of(module) if one.place == (0, 0))
    module.facts.add_pointee_irrelevant(whole.variable)
    assert not good.is_applicable(module)


@needs_compiler
@stages
@pytest.mark.parametrize("name", ["", "floats", "block"])
def test_the_pass_splits_what_there_is(name: str, stage: ShaderStage) -> None:
    program = named_modules("450", name, stage, SIZES[1]) if name else whole_pair(stage)
    module = parse_module(program)
    draw = Draw(module, Rng.of(6, stage))
    for _ in range(12):
        draw.begin()
        proposed = split_varyings.attempt(draw)
        assert proposed is None or isinstance(proposed, SplitVarying)
        if proposed is not None:
            draw.apply(proposed)
    splits = [one for one in draw.log if isinstance(one, SplitVarying)]
    assert len(splits) == {"": 4, "block": 0}.get(name, len(splits))
    variant, applied = replay_steps(program, [to_step(one) for one in draw.log])
    assert applied == list(range(len(draw.log)))
    assert variant.source == module.to_bytes()
    assert prove(variant).outcome == prove(program).outcome
