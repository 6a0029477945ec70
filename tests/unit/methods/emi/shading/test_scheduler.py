from __future__ import annotations

from helpers.live_shaders import profile_of, seed_of

from aberration.core.rng import Rng
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.mutations.delete_dead import DeleteDead
from aberration.methods.emi.shading.registry import WEIGHTS
from aberration.methods.emi.shading.scheduler import Plan, draw_plan, mutate


def test_plans_leave_kinds_out() -> None:
    plans = [draw_plan(Rng.of(number, "plan"), WEIGHTS) for number in range(40)]
    assert all(plan.weights for plan in plans)
    assert {kind for plan in plans for kind in plan.weights} == set(WEIGHTS)
    assert any(len(plan.weights) < len(WEIGHTS) for plan in plans)


def test_what_is_left_out_and_how_many_places_there_are_does_not_hang_on_what_is_wanted() -> None:
    fewer = {kind: weight for kind, weight in WEIGHTS.items() if kind is not DeleteDead}
    for number in range(20):
        plan = draw_plan(Rng.of(number, "plan"), WEIGHTS)
        other = draw_plan(Rng.of(number, "plan"), fewer)
        assert other.density == plan.density
        assert {*other.weights} == {*plan.weights} - {DeleteDead}
    assert draw_plan(Rng.of(1, "plan"), {DeleteDead: 2}).weights == {DeleteDead: 2}


def test_all_kinds_are_drawn_and_numbered() -> None:
    seed, known, used = seed_of("wgsl"), profile_of("wgsl"), set()
    for number in range(30):
        made = mutate(Draft(seed), known, Plan(WEIGHTS, 0.8), Rng.of(number, "mutate"))
        assert [one.number for one in made] == list(range(len(made)))
        used |= {type(one) for one in made}
    assert used == set(WEIGHTS)
