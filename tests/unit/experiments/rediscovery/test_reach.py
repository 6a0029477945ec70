"""What known bugs are made of, and how many tests are made of that."""

from __future__ import annotations

from experiments.rediscovery.reach import Reach, needs_of, parts_of, reach_of
from tools.bugs_by_version import BUGS

from aberration.core.testcase import load_case


def test_a_module_needs_its_steps_and_a_shader_what_it_is_made_of() -> None:
    module = load_case(BUGS / "lavapipe-value-leaving-loop")
    assert needs_of(module) == {"AddDeadBreak"}
    assert needs_of(module) <= parts_of(module)
    shader = load_case(BUGS / "mesa-switch-lost-write")
    assert "switch" in needs_of(shader)
    assert needs_of(shader) <= parts_of(shader)


def test_a_c_program_says_nothing() -> None:
    assert needs_of(load_case(BUGS / "tcc-truth-value-keeps-cast")) == frozenset()


def test_counts_by_method_in_the_language_of_the_bug_alone() -> None:
    needs = {"bug": ("glsl", frozenset({"a", "b", "c"}))}
    tests = {
        ("smith", "glsl"): [frozenset({"a", "b"}), frozenset({"b"}), frozenset({"d"})],
        ("agree", "glsl"): [frozenset({"a", "b", "d"})],
        ("smith", "wgsl"): [frozenset({"a", "b", "c"})],
    }
    found = reach_of(needs, tests)["bug"]
    assert found == Reach(
        ("a", "b", "c"),
        {"smith": 3, "agree": 1},
        {"smith": 0, "agree": 0},
        {"smith": {"a": 1, "b": 2}, "agree": {"a": 1, "b": 1}},
    )
    assert found.never == ("c",)
