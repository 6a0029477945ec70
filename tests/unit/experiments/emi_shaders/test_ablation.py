"""What one test shows in each setting."""

from __future__ import annotations

from experiments.emi_shaders.ablation import Drawn, ask, draw_tests
from experiments.emi_shaders.settings import ALL, SEEDS
from experiments.emi_shaders.tables import Row
from helpers.live_shaders import program_of

from aberration.core.method import Request
from aberration.methods.emi.method import EmiMethod

BODY = """int n = int(gl_LocalInvocationIndex) + 2; bool b = n >= 4; int m = 3;
    n += 1; m = n * 2;
    if (b) { if (n >= 6) { n += 1; } } else { n += 2; }
    data[int(gl_LocalInvocationIndex)] = n + m;"""
"""The one mistake that it shows by itself: the else of nested branches."""
SETTINGS = (ALL, "TwinArms only", "all but TwinArms", "DeleteDead only")


def test_a_setting_shows_what_its_mutations_make_of_a_seed() -> None:
    method, row = EmiMethod(), Row("essl")
    for run_seed in range(3):
        request = Request(run_seed, 1, program_of("essl", BODY), language="essl")
        (case,) = method.make(request)
        ask(method, Drawn("small", request, case), row, SETTINGS)
    assert row.sources == ["small"] * 3
    assert not row.defects
    assert "doubled-arm" in row.shown("TwinArms only").tests
    assert "doubled-arm" not in row.shown("all but TwinArms").tests
    # Nothing in this seed never runs.
    assert row.shown("DeleteDead only").variants <= row.shown(ALL).variants == 3
    assert {*row.shown(SEEDS).tests} == {"dangling-else"}
    assert not any("dangling-else" in row.shown(setting).tests for setting in SETTINGS)


def test_seeds_are_of_the_corpus_and_of_smith_in_turn() -> None:
    tests = draw_tests(EmiMethod(), "wgsl", 3)
    first, second = next(tests), next(tests)
    assert [first.source, second.source] == ["corpus", "smith"]
    assert all(one.case.recipe.steps for one in (first, second))
    again = next(draw_tests(EmiMethod(), "wgsl", 3))
    assert again.case.recipe.steps == first.case.recipe.steps
