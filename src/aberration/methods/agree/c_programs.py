"""Tests of C: a program of csmith's, by number, or any C file of a seed folder, must print the same
everywhere.

There are no steps: what a reducer can drop comes with the method `emi`.
"""

from __future__ import annotations

from aberration.core.method import Request
from aberration.core.oracle import Agree
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.c import csmith


def draw_recipe(request: Request, method: str, version: int) -> Recipe:
    """Return the recipe of the seed file, or of the csmith program of the run's number."""
    if request.seed_program is not None:
        return Recipe(method, version, {"seed": request.seed_program}, rng_seed=request.run_seed)
    options = csmith.draw_options(request.options, Rng.of(request.run_seed, "csmith"))
    return Recipe(method, version, {}, options=options, rng_seed=request.run_seed)


def case_of(recipe: Recipe, cpu_seconds: int = csmith.REPLAYING) -> TestCase:
    """Generate the program again, with the same csmith."""
    program: Program = recipe.seeds.get("seed") or csmith.program_of(recipe.options, cpu_seconds)
    return TestCase(recipe, {"program": program}, Agree())
