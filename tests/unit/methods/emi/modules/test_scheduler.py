from __future__ import annotations

from helpers.live_modules import live_module
from helpers.shading_runs import needs_compiler

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.emi.modules.draft import IDS, Draft
from aberration.methods.emi.modules.mutation import Mutation
from aberration.methods.emi.modules.mutations.true_guard import TrueGuard
from aberration.methods.emi.modules.profile import profile
from aberration.methods.emi.modules.registry import WEIGHTS
from aberration.methods.emi.modules.scheduler import MOST, Plan, draw_plan, mutate
from aberration.methods.shaders.proved import Proofs

pytestmark = needs_compiler
SOURCE = live_module().source
FOUND = profile(live_module(), Proofs(), Rng.of(1))


def drawn(plan: Plan, number: int) -> list[Mutation]:
    draft = Draft(SOURCE, [*FOUND.environments, *FOUND.dead])
    return mutate(Module.parse(SOURCE), draft, FOUND, plan, Rng.of(number))


def test_each_brings_ids_of_its_own() -> None:
    bound = Module.parse(SOURCE).bound
    made = drawn(Plan(WEIGHTS, 0.9), 2)
    assert [one.first for one in made] == [bound + IDS * k for k in range(len(made))]
    assert 4 < len(made) <= MOST


def test_only_what_the_plan_has() -> None:
    made = drawn(Plan({TrueGuard: 1}, 0.9), 3)
    assert made
    assert {type(one) for one in made} == {TrueGuard}


def test_plans_leave_kinds_out() -> None:
    plans = [draw_plan(Rng.of(number), WEIGHTS) for number in range(40)]
    assert any(len(plan.weights) < len(WEIGHTS) for plan in plans)
    assert all(plan.weights for plan in plans)
    assert all(draw_plan(Rng.of(number), {TrueGuard: 1}).weights for number in range(40))
