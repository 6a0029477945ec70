"""Regions and branches under conditions that differ between invocations."""

from __future__ import annotations

import pytest
from experiments.transform_soundness.proof import problems
from helpers.corpus import programs
from helpers.divergence import with_coordinates
from helpers.transform import ident, module_of, the

from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import BuiltIn
from aberration.languages.spirv.module import Module
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.divergence import divergent_value
from aberration.methods.transform.passes.duplicate_regions_with_selections import (
    duplicate_regions_with_selections,
)
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.scheduler import fuzz
from aberration.methods.transform.transformations.add_invocation_value import (
    DIVERGENT,
    AddInvocationValue,
    is_divergent,
)
from aberration.methods.transform.transformations.duplicate_region_with_selection import (
    DuplicateRegionWithSelection,
)

BODY = "%end = OpCopyObject %int %i"
NAMES = ("wide_multiply", "checksum", "seven_segments.opt")


@pytest.mark.parametrize("is_condition", [False, True])
def test_values_and_conditions_are_made_of_an_input(is_condition: bool) -> None:
    for seed in range(8):
        module = with_coordinates(BODY, compute=False)
        draw = Draw(module, Rng.of(seed))
        made = divergent_value(draw, the(module, "%end"), signed=True, is_condition=is_condition)
        assert module.type_of(made) == ident("%bool" if is_condition else "%int")
        assert isinstance(draw.log[-1], AddInvocationValue)
        assert draw.log[-1].component < 2
        assert contradictions(module) == []


def test_without_an_input_there_is_none() -> None:
    module = module_of(BODY)
    assert divergent_value(Draw(module, Rng.of(0)), the(module, "%end"), signed=True) == 0


def test_an_input_is_divergent_if_neighbours_see_another_value() -> None:
    module = with_coordinates(BODY)
    assert is_divergent(module, ident("%coordinate"))
    assert is_divergent(module, ident("%global_id"))
    assert not is_divergent(module, ident("%front"))
    assert not is_divergent(module, ident("%in_float"))
    assert not is_divergent(module, ident("%i"))
    assert not is_divergent(module, 9999)
    assert BuiltIn.WORKGROUP_ID not in DIVERGENT


def known_programs() -> list[Program]:
    return [
        each for kind in ("references", "compute") for each in programs(kind) if each.name in NAMES
    ]


def test_regions_are_duplicated_under_such_conditions() -> None:
    found = 0
    for number, program in enumerate(known_programs()):
        passes = [duplicate_regions_with_selections]
        log, _ = fuzz(
            Module.parse(program.source), [], Rng.of(number), 40, (), every_pass=True, passes=passes
        )
        made = {step.fresh_ids[-1] for step in log if isinstance(step, AddInvocationValue)}
        found += sum(
            isinstance(step, DuplicateRegionWithSelection) and step.condition in made
            for step in log
        )
        recipe = Recipe("transform", 1, {"seed": program}, tuple(map(to_step, log)), {}, number)
        assert problems(recipe, program, Rng.of(number), 4) == [], program.name
    assert found > len(NAMES)
