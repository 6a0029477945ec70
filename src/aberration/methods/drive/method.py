"""The method `drive`: a host drives a shader in unusual ways, and it must give the same.

The seed of a recipe is a shader or a module on its inputs, and each step is one way. What it must
give is what our interpreters say of it, so the plain way is not run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import Feature, LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase, step_types
from aberration.core.rng import Rng
from aberration.core.ways import check_ways

from ..shaders.executed import Undefined
from ..shaders.proved import Proofs, claim_of, in_tiles
from ..shaders.shader_tests import LANGUAGES, ShaderTests
from .fitting import fitting_ways

NAME: Final = "drive"
VERSION: Final = 1
MODULES: Final = "spirv"
_MOST: Final = 5
"""Ways of one test."""
_KEPT: Final = 16


def _support(language: str, seeds: tuple[str, ...]) -> LanguageSupport:
    unfit: tuple[Feature, ...] = ("vertex stage", "pair")
    # OpenGL, whose ways these two have, gives no values to constants.
    if language in ("glsl", "essl"):
        unfit = ("vertex stage", "pair", "constants")
    # By request until thousands of tests have met all drivers without a false alarm.
    return LanguageSupport(
        language,
        seeds,
        needs_seed=True,
        by_request=True,
        takes_compiled=language == MODULES,
        unfit=unfit,
        mutants="host-mutants" if language == MODULES else "mutants",
    )


class DriveMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    languages: tuple[LanguageSupport, ...] = (
        *(_support(language, LANGUAGES) for language in LANGUAGES),
        _support(MODULES, (MODULES,)),
    )

    def __init__(self) -> None:
        self._proofs: Final = Proofs()
        self._shaders: Final = ShaderTests(NAME, VERSION)
        self._fitting: Final[dict[str, tuple[str, ...]]] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return tests of one shader, each driven in some ways."""
        seed = self._seed_of(request)
        fitting = self._fitting_ways(seed)
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
        fitting = self._fitting_ways(seed)
        steps = tuple(
            step for step, way in zip(recipe.steps, wanted, strict=True) if way in fitting
        )
        kept = recipe.with_steps(steps)
        return Replay(
            TestCase(kept, {"program": _drive(seed, step_types(kept))}, self._claim(seed)),
            len(recipe.steps) - len(steps),
        )

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give nothing: a way has no parts."""
        yield from ()

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the ways that the failing case has more."""
        before = {*step_types(neighbour.recipe)}
        return "\n".join(way for way in step_types(failing.recipe) if way not in before)

    def precise(self, case: TestCase) -> TestCase | None:
        """Return a shader without `mediump` and `lowp`; None where there are none, and for modules,
        of which all is known that rounding leaves open.
        """
        return None if _is_module(case.programs["program"]) else self._shaders.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves a result open; of modules their limits say it."""
        if _is_module(case.programs["program"]):
            return NO_REASON
        return self._shaders.permitted_otherwise(case, outcome)

    def _seed_of(self, request: Request) -> Program:
        """Return the shader to drive, in the language that is asked for."""
        given = request.seed_program
        if given is None or given.language not in (MODULES, *LANGUAGES):
            raise BadInput("expected a shader or a SPIR-V module to drive, but none came")
        if given.vertices:
            alone = f"a program for the {given.stage} stage"
            what = "a pair of shaders" if given.is_pair else alone
            message = f"there is one way to drive {what}"
            raise BadInput(message, where=given.name)
        if not _is_module(given):
            return self._shaders.seed_in_language(request)
        if request.language not in ("", MODULES):
            raise BadInput(f"expected a shader to drive in {request.language}, but a module came")
        return in_tiles(given)

    def _claim(self, seed: Program) -> Expected:
        """Return what a seed must give; raise `BadInput` where that is no test."""
        if _is_module(seed):
            return claim_of(self._proofs.of(seed))
        found = self._shaders.result(seed)
        if isinstance(found, Undefined):
            raise BadInput(f"it is no test: {found.reason}", where=seed.name)
        return Expected(found, may_refuse=True)

    def _fitting_ways(self, seed: Program) -> tuple[str, ...]:
        key = seed.digest
        if key not in self._fitting:
            remember(self._fitting, key, fitting_ways(seed), _KEPT)
        return self._fitting[key]


def _drive(seed: Program, ways: Sequence[str]) -> Program:
    inputs = replace(seed.inputs, ways=(*seed.inputs.ways, *ways))
    return replace(seed, inputs=inputs, name=f"{seed.name}+{len(ways)}")


def _is_module(program: Program) -> bool:
    return program.language == MODULES
