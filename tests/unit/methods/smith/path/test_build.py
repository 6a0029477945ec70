"""Whole path-first programs: legal, and both opinions agree, also without some records."""

from __future__ import annotations

from functools import cache

import pytest
from helpers.hash_orders import lines_in_each_order
from helpers.path_programs import MAIN, OTHERS, assert_agrees, stage_for

from aberration.core.rng import Rng
from aberration.languages.shading.tree import (
    AddressOf,
    Conditional,
    Deref,
    DoWhile,
    For,
    IncrementExpr,
    LanguageName,
    Loop,
    Node,
    Switch,
    While,
)
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write
from aberration.methods.smith.path.build import Built, build
from aberration.methods.smith.path.draw import draw_plan
from aberration.methods.smith.path.memory import TURNS
from aberration.methods.smith.path.plan import (
    KINDS,
    AnyRecord,
    Compute,
    Plan,
    bodies_of,
    shorter,
    size_of,
)
from aberration.methods.smith.path.rows import rows_for

SEEDS = 40
FEWER = 10


@cache
def drawn(language: LanguageName, version: int) -> tuple[tuple[Plan, Built], ...]:
    """Return some plans with their programs."""
    found = []
    for number in range(SEEDS if (language, version) in MAIN else FEWER):
        plan = draw_plan(language, version, number)
        stage = stage_for(version, number)
        found.append((plan, build(language, version, plan, stage=stage)))
    return tuple(found)


def all_records(plan: Plan) -> list[AnyRecord]:
    found = list(plan)
    for record in plan:
        for body in bodies_of(record):
            found += all_records(body)
    return found


@pytest.mark.parametrize(("language", "version"), MAIN + OTHERS)
def test_programs_are_legal_and_both_opinions_agree(language: LanguageName, version: int) -> None:
    for _, built in drawn(language, version):
        assert_agrees(built)


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_any_records_may_be_missing(language: LanguageName, version: int) -> None:
    for number in range(12):
        rng = Rng.of(number, "missing")
        plan = draw_plan(language, version, 500 + number)
        share = rng.choose((0.2, 0.5, 0.9))
        some = tuple(record for record in plan if rng.chance(share))
        part = rng.choose(list(shorter(plan)))
        for left in (some, part):
            assert_agrees(build(language, version, left, stage=stage_for(version, number)))


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_records_that_do_nothing_leave_no_trace(language: LanguageName, version: int) -> None:
    for number in range(12):
        rng = Rng.of(number, "nothing")
        whole = draw_plan(language, version, 700 + number)
        plan = tuple(record for record in whole if rng.chance(0.3))
        built = build(language, version, plan, stage="compute")
        kept = tuple(plan[k] for k in built.applied)
        again = build(language, version, kept, stage="compute")
        assert (again.module, again.inputs) == (built.module, built.inputs)
        assert again.applied == tuple(range(len(kept)))


def test_nothing_is_a_program() -> None:
    for language, version in MAIN:
        assert_agrees(build(language, version, (), stage="compute"))
        assert_agrees(build(language, version, (), stage="fragment"))


def test_a_plan_gives_the_same_program_again() -> None:
    for language, version in MAIN:
        plan, built = drawn(language, version)[7]
        again = build(language, version, plan, stage=built.stage)
        assert (again.module, again.expected) == (built.module, built.expected)
        assert plan != drawn(language, version)[8][0]


def test_the_same_bytes_in_another_process_with_another_order_of_hashes() -> None:
    code = (
        "import hashlib\n"
        "from aberration.languages.shading.write import write\n"
        "from aberration.methods.smith.path.build import build\n"
        "from aberration.methods.smith.path.draw import draw_plan\n"
        "for language, version in (('wgsl', 0), ('glsl', 450), ('essl', 310)):\n"
        "    for number in range(6):\n"
        "        plan = draw_plan(language, version, number)\n"
        "        built = build(language, version, plan, stage='compute')\n"
        "        text = write(built.module) + str(built.expected)\n"
        "        print(hashlib.sha256(text.encode()).hexdigest())\n"
    )
    assert len(set(lines_in_each_order(code))) == 18


# ---- what occurs


def test_each_kind_of_record_does_something_and_most_run() -> None:
    kinds, done, ran, size = set(), 0, 0, 0
    for language, version in MAIN:
        for plan, built in drawn(language, version):
            size += size_of(plan)
            done += len(built.done)
            ran += len(built.done & built.ran)
            kinds |= {type(plan[k]) for k in built.applied}
            kinds |= {
                type(one) for k in built.applied for body in bodies_of(plan[k])
                for one in all_records(body)
            }  # fmt: skip
    assert kinds == set(KINDS)
    assert done / size > 0.7
    assert ran / size > 0.5


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_each_operation_is_drawn(language: LanguageName, version: int) -> None:
    wanted = {row.name for row, _ in rows_for(language, version)}
    there = {
        record.row
        for number in range(120)
        for record in all_records(draw_plan(language, version, number))
        if isinstance(record, Compute)
    }
    assert there == wanted


def nodes(language: LanguageName, version: int) -> list[Node]:
    return [node for _, built in drawn(language, version) for node in walk(built.module)]


def test_all_forms_of_loops_and_switches_occur() -> None:
    family, wgsl = nodes("glsl", 450), nodes("wgsl", 0)
    kinds = {type(node) for node in family}
    assert {For, While, DoWhile, Switch, Conditional, IncrementExpr} <= kinds
    assert {For, While, Loop, Switch, AddressOf, Deref} <= {type(node) for node in wgsl}
    loops = [node for node in wgsl if isinstance(node, Loop)]
    assert {loop.break_if is None for loop in loops} == {True, False}
    clauses = [clause for node in family if isinstance(node, Switch) for clause in node.clauses]
    assert {clause.falls_through for clause in clauses} == {True, False}
    assert any(
        clause.has_default
        for node in family
        if isinstance(node, Switch)
        for clause in node.clauses[:-1]
    )


def test_programs_are_of_a_size() -> None:
    lines = [write(built.module).count("\n") for _, built in drawn("essl", 310)]
    assert 50 < sum(lines) / len(lines) < 200
    assert max(lines) < 600
    assert TURNS < 400
