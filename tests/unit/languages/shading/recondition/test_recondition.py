"""The frame of the rules: names, places, two times, determinism."""

from __future__ import annotations

import pytest
from helpers.before_and_after import kind_of, reconditioned, run, settings
from helpers.shading_runs import compute_text

from aberration.core.errors import MalformedShader
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.recondition.registry import RULES

BODY = """
int x; int i = 2; int turns_left = 3, first = 4;
while (true) { x += i++ + i; }
data[0] = x + late(x) + turns_left + first; for (;;) { first++; }
"""
BEFORE = "int late(int none) { if (none > 3) { return 1; } }"
TEXT = compute_text("essl", BODY, BEFORE)


def test_all_hazards_of_a_program_are_gone() -> None:
    assert kind_of(run(TEXT, "essl", "compute")) == "uninitialised"
    assert kind_of(run(reconditioned(TEXT, "essl", "compute"), "essl", "compute")) == ""


def test_twice_is_legal_and_does_not_trap() -> None:
    once = reconditioned(TEXT, "essl", "compute")
    twice = reconditioned(once, "essl", "compute")
    assert kind_of(run(twice, "essl", "compute")) == ""


def test_new_names_are_not_those_of_the_program() -> None:
    found = reconditioned(TEXT, "essl", "compute")
    assert "int turns_left_2 = 1000;" in found
    assert "int first_2 = i++;" in found


def test_two_runs_are_equal() -> None:
    shader = read(TEXT, "essl")
    assert recondition(shader, "compute") == recondition(shader, "compute")


def test_only_the_rules_that_are_wanted_rewrite() -> None:
    shader = read(TEXT, "essl")
    for name in ("initialisation", "loop-limiter", "missing-return", "evaluation-order"):
        found = recondition(shader, "compute", settings([name]))
        assert {rewrite.rule for rewrite in found.rewrites} == {name}
    assert recondition(shader, "compute", settings([])).module == shader.module


def test_only_the_places_that_are_wanted_are_rewritten() -> None:
    shader = read(TEXT, "essl")
    every = recondition(shader, "compute").rewrites
    assert len({(one.rule, one.place) for one in every}) == len(every) >= 5
    for one in every:
        places = frozenset([(one.rule, one.place)])
        found = recondition(shader, "compute", Settings(places=places))
        assert found.rewrites == (one,)
        reconditioned(TEXT, "essl", "compute", Settings(places=places))
    assert recondition(shader, "compute", Settings(places=frozenset())).module == shader.module


def test_the_budget_of_turns_is_the_one_that_is_set() -> None:
    assert "= 77;" in reconditioned(TEXT, "essl", "compute", Settings(turns=77))


def test_a_program_that_is_not_legal_is_refused() -> None:
    shader = read("#version 450\nvoid main() { int x = y; }", "glsl")
    with pytest.raises(MalformedShader, match="y"):
        recondition(shader, "fragment")


def test_each_rule_says_what_it_is_about() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.hazard and rule.rewrite and rule.kinds and rule.traps for rule in RULES)


def test_a_function_that_is_only_declared_is_no_obstacle() -> None:
    text = "#version 450\nint there(); int g;\nvoid main() { g += there(); g = g++; }"
    assert "first" in reconditioned(text, "glsl", "fragment")
