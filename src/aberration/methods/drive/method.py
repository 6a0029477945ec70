"""The method `drive`: a host drives a shader in unusual ways, and it must give the same.

The seed of a recipe is a module on its inputs, and each step is one way. What the module must give
is what our interpreter proves of it, so the plain way is not run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase, step_types
from aberration.core.rng import Rng
from aberration.core.ways import check_ways

from ..shaders.proved import Proofs, claim_of, in_tiles
from .fitting import fitting_ways

NAME: Final = "drive"
VERSION: Final = 1
LANGUAGE: Final = "spirv"
_MOST: Final = 5
"""Ways of one test."""


class DriveMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    languages: tuple[LanguageSupport, ...] = (
        # By request until thousands of tests have met all drivers without a false alarm.
        LanguageSupport(LANGUAGE, (LANGUAGE,), needs_seed=True, by_request=True),
    )

    def __init__(self) -> None:
        self._proofs: Final = Proofs()

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return tests of one module, each driven in some ways."""
        given = request.seed_program
        if given is None or given.language != LANGUAGE:
            raise BadInput("expected a SPIR-V module to drive, but none came")
        seed = in_tiles(given)
        fitting = fitting_ways(seed)
        recipe = Recipe(NAME, VERSION, {"seed": seed}, rng_seed=request.run_seed)
        cases = []
        for number in range(max(1, request.variants)):
            rng = Rng.of(request.run_seed, NAME, number)
            drawn = rng.shuffled(list(fitting))[: rng.between(1, _MOST)]
            steps: tuple[Step, ...] = tuple({"type": way} for way in drawn)
            cases.append(self.replay(recipe.with_steps(steps)).case)
        return cases

    def replay(self, recipe: Recipe) -> Replay:
        """Drive the seed in the ways of the steps; one that does not fit is skipped."""
        recipe.check_version(VERSION)
        seed, wanted = recipe.seeds["seed"], check_ways(step_types(recipe))
        fitting = fitting_ways(seed)
        steps = tuple(
            step for step, way in zip(recipe.steps, wanted, strict=True) if way in fitting
        )
        kept = recipe.with_steps(steps)
        claim = claim_of(self._proofs.of(seed))
        return Replay(
            TestCase(kept, {"program": _drive(seed, step_types(kept))}, claim),
            len(recipe.steps) - len(steps),
        )

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give nothing: a way has no parts."""
        yield from ()

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the ways that the failing case has more."""
        before = {*step_types(neighbour.recipe)}
        return "\n".join(way for way in step_types(failing.recipe) if way not in before)


def _drive(seed: Program, ways: Sequence[str]) -> Program:
    inputs = replace(seed.inputs, ways=(*seed.inputs.ways, *ways))
    return replace(seed, inputs=inputs, name=f"{seed.name}+{len(ways)}")
