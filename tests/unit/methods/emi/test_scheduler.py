from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.rng import Rng
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.mutations.delete_dead import DeleteDead
from aberration.methods.emi.mutations.false_block import FalseBlock
from aberration.methods.emi.mutations.insert_dead import InsertDead
from aberration.methods.emi.mutations.insert_fragment import InsertFragment
from aberration.methods.emi.mutations.true_block import TrueBlock
from aberration.methods.emi.registry import WEIGHTS
from aberration.methods.emi.scheduler import MOST, Plan, draw_plan, mutate
from aberration.methods.emi.weighted import weighted_order


def mutations(text: str, plan: Plan, number: int, first: int = 0) -> list[object]:
    return list(mutate(Draft(emi.source_of(text)), emi.profiled(text), plan, Rng.of(number), first))


def test_numbers_follow_each_other() -> None:
    made = mutate(Draft(emi.source_of(BUSY)), emi.profiled(BUSY), Plan(WEIGHTS, 0.8), Rng.of(1), 30)
    assert len(made) > 5
    assert [mutation.number for mutation in made] == list(range(30, 30 + len(made)))


def test_the_draft_has_what_is_returned() -> None:
    draft = Draft(emi.source_of(BUSY))
    made = mutate(draft, emi.profiled(BUSY), Plan(WEIGHTS, 0.5), Rng.of(2), 0)
    assert draft.render().decode() == emi.variant(BUSY, made)


def test_the_same_stream_gives_the_same_mutations() -> None:
    plan = Plan(WEIGHTS, 0.5)
    assert mutations(BUSY, plan, 7) == mutations(BUSY, plan, 7)
    assert mutations(BUSY, plan, 7) != mutations(BUSY, plan, 8)


def test_only_kinds_of_the_plan_come_where_they_fit() -> None:
    seen = emi.profiled(BUSY)
    live = mutate(
        Draft(emi.source_of(BUSY)), seen, Plan({FalseBlock: 1, TrueBlock: 1}, 0.8), Rng.of(3), 0
    )
    assert {type(mutation) for mutation in live} == {FalseBlock, TrueBlock}
    assert {mutation.program_point for mutation in live} <= set(seen.environments)
    dead = mutate(
        Draft(emi.source_of(BUSY)), seen, Plan({DeleteDead: 1, InsertDead: 1}, 1.0), Rng.of(3), 0
    )
    assert dead
    assert {mutation.program_point for mutation in dead} <= set(seen.dead)


def test_more_density_gives_more_and_never_too_many() -> None:
    counts = [
        sum(len(mutations(BUSY, Plan(WEIGHTS, density), number)) for number in range(8))
        for density in (0.2, 0.8)
    ]
    assert counts[0] < counts[1]
    made = [mutations(BUSY, Plan(WEIGHTS, 0.99), number) for number in range(8)]
    assert all(len(each) <= MOST for each in made)


def test_a_profile_of_nothing_gives_nothing() -> None:
    nothing = msgspec.structs.replace(emi.profiled(TINY), environments={}, dead=())
    assert mutate(Draft(emi.source_of(TINY)), nothing, Plan(WEIGHTS, 0.8), Rng.of(1), 0) == []


def test_plans_leave_some_kinds_out() -> None:
    plans = [draw_plan(Rng.of(number), WEIGHTS) for number in range(100)]
    assert all(0.2 <= plan.density < 0.8 for plan in plans)
    assert all(plan.weights for plan in plans)
    for kind in WEIGHTS:
        assert 50 < sum(kind in plan.weights for plan in plans) < 95
    assert all(
        draw_plan(Rng.of(number), {FalseBlock: 1}).weights == {FalseBlock: 1}
        for number in range(20)
    )


def test_heavier_kinds_come_first_more_often() -> None:
    orders = [
        weighted_order(Rng.of(number), {FalseBlock: 9, TrueBlock: 1}) for number in range(200)
    ]
    assert all(
        sorted(kind.__name__ for kind in order) == ["FalseBlock", "TrueBlock"] for order in orders
    )
    assert 150 < sum(order[0] is FalseBlock for order in orders) < 200


def test_fragments_are_chosen_by_weight_or_for_their_distance() -> None:
    source, seen = emi.source_of(BUSY), emi.profiled(BUSY)
    for guided in (False, True):
        plan = Plan({InsertFragment: 1}, 1.0, (source,), guided)
        made = mutate(Draft(source), seen, plan, Rng.of(3), 0)
        assert made
        assert all(isinstance(mutation, InsertFragment) for mutation in made)
        assert {mutation.program_point for mutation in made} <= set(seen.dead)
        emi.assert_sound(BUSY, made)
    nothing = Plan({InsertFragment: 1}, 1.0, (), True)
    assert mutate(Draft(source), seen, nothing, Rng.of(3), 0) == []
