"""Which cases have seed programs that can be made small."""

from __future__ import annotations

from helpers.fused_modules import ACROSS, DOWN, fragment
from msgspec.structs import replace

from aberration.campaign.shrinking import can_shrink, lines_before_and_after, seed_lines
from aberration.core.recipe import Recipe, TestCase
from aberration.methods.fuse.method import VERSION, FuseMethod


def fused_case() -> TestCase:
    seeds = {"first": fragment(ACROSS), "second": fragment(DOWN)}
    recipe = Recipe("fuse", VERSION, seeds, (), {"relation": "average"}, 1)
    return FuseMethod().replay(recipe).case


def test_modules_of_a_method_that_proves_them_anew_are_made_small() -> None:
    case = fused_case()
    assert can_shrink(case)
    assert not can_shrink(replace(case, recipe=replace(case.recipe, method="transform")))
    assert not can_shrink(replace(case, recipe=replace(case.recipe, seeds={})))


def test_lines_of_modules_are_their_instructions() -> None:
    case = fused_case()
    seeds = {**case.recipe.seeds, "second": fragment("OpStore %colour %where")}
    smaller = replace(case, recipe=replace(case.recipe, seeds=seeds))
    before, after = seed_lines(case), seed_lines(smaller)
    assert before - after == 2
    assert lines_before_and_after(case, smaller) == (before, after)
