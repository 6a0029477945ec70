"""The method `agree`: a deterministic program must give the same under all compilers, levels and
drivers.

In C the compilers judge each other (`c_programs.py`); in the shading languages our interpreter says
what is right, and a driver of another family has to agree (`shaders.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.outcome import Outcome
from aberration.core.recipe import Recipe, TestCase
from aberration.languages.c import csmith

from ..shaders.shader_tests import LANGUAGES, ShaderTests
from ..shaders.steps import STEP_TYPES
from . import c_programs

NAME: Final = "agree"
VERSION: Final = 1


class AgreeMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    least_targets: int = 2
    ignored_types: frozenset[str] = STEP_TYPES

    def __init__(self) -> None:
        self._shaders = ShaderTests(NAME, VERSION)

    @property
    def languages(self) -> tuple[LanguageSupport, ...]:
        """Return C, which needs seed files where there is no csmith, and the shading languages."""
        c = LanguageSupport("c", ("c",), needs_seed=not csmith.executable())
        return (
            c,
            *(LanguageSupport(language, LANGUAGES, needs_seed=True) for language in LANGUAGES),
        )

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return one test of C, or one for each variant of a shader's inputs."""
        language = request.seed_program.language if request.seed_program is not None else "c"
        if (request.language or language) in LANGUAGES:
            return self._shaders.make(request)
        return [c_programs.case_of(c_programs.draw_recipe(request, NAME, VERSION), csmith.DRAWING)]

    def replay(self, recipe: Recipe) -> Replay:
        """Build the programs again, and what they must give."""
        if _is_shader(recipe):
            return self._shaders.replay(recipe)
        return Replay(c_programs.case_of(recipe.with_steps(())), len(recipe.steps))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Yield recipes with one step that sets fewer numbers; C programs have no steps."""
        if _is_shader(recipe):
            yield from self._shaders.simplify(recipe)

    def precise(self, case: TestCase) -> TestCase | None:
        """Return a shader without `mediump` and `lowp`; None where there are none, and for C,
        which prints exactly.
        """
        return self._shaders.precise(case) if _is_shader(case.recipe) else None

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves a shader's result open; C prints exactly."""
        if not _is_shader(case.recipe):
            return NO_REASON
        return self._shaders.permitted_otherwise(case, outcome)

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the steps that the failing case has more."""
        more = [step for step in failing.recipe.steps if step not in neighbour.recipe.steps]
        return "\n".join(" ".join(f"{key}={value}" for key, value in step.items()) for step in more)


def _is_shader(recipe: Recipe) -> bool:
    seed = recipe.seeds.get("seed")
    return seed is not None and seed.language in LANGUAGES
