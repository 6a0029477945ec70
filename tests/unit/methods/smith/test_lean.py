"""Wrappers that a bug does not need go one by one, once its program is small."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs
from aberration.core.oracle import Verdict
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.methods.smith.lean import kept_in, leaner
from aberration.methods.smith.method import NAME, VERSION, SmithMethod
from aberration.reduce.reducer import reduce_case

TEXT = b"""#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Cells { int cells[3]; };
void main() {
    cells[0] = 7 / cells[1];
    cells[1] = 8 % (cells[0] | 1);
    cells[2] = 9 << (cells[1] & 3);
}
"""
SEED = Program("essl", "compute", TEXT, Inputs(buffers=(Buffer(0, bytes(12)),)), "cells")


def recipe(wrappers: str = "all", **options: str) -> Recipe:
    return Recipe(NAME, VERSION, {"seed": SEED}, (), {"wrappers": wrappers, **options})


def test_one_name_goes_at_a_time() -> None:
    found = list(leaner(recipe(), frozenset(("b 2", "a 1"))))
    assert [kept_in(one) for one in found] == [frozenset(["b 2"]), frozenset(["a 1"])]
    assert {one.options["wrappers"] for one in found} == {"needed"}
    assert kept_in(recipe()) is None


def test_of_many_none_goes() -> None:
    assert list(leaner(recipe(), frozenset(str(k) for k in range(25)))) == []


def test_names_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match="names of rewrites"):
        kept_in(recipe("needed", kept="wonder"))


def test_what_the_inputs_need_stays_and_of_the_rest_what_the_bug_needs() -> None:
    def observe(case: TestCase) -> Verdict:
        shows = b"9 << (cells[1] & 3)" not in case.programs["program"].source
        return Verdict("wrong", "wrong buffers") if shows else Verdict("pass")

    method = SmithMethod()
    given = method.replay(recipe()).case
    reduced = reduce_case(given, method, Verdict("wrong", "wrong buffers"), observe)
    assert reduced.status == "complete"
    source = reduced.case.programs["program"].source
    assert b"7 / cells[1]" not in source, "its inputs need it"
    assert b"8 % (cells[0] | 1)" in source
    assert b"9 << (cells[1] & 3)" not in source, "the bug needs it"
    assert kept_in(reduced.case.recipe) == frozenset(["shift-amount 9 << (cells[1] & 3)"])
    assert method.replay(reduced.case.recipe).case == reduced.case


def test_for_people_there_is_the_program_with_everything_rewritten() -> None:
    method = SmithMethod()
    lean = method.replay(recipe("needed")).case
    whole = method.with_all_rewrites(lean)
    assert whole is not None
    assert b"8 % (cells[0] | 1)" not in whole.source
    assert method.with_all_rewrites(method.replay(recipe("all")).case) is None
