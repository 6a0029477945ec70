"""The method `smith`: random shaders that are free of undefined behaviour by reconditioning, and
must give what our interpreter says (GLSLsmith and WGSLsmith; PLDI 2023, "Program reconditioning").

A recipe keeps the program as it was generated. What is undefined in it is rewritten just before
compilers see it, also each time that a smaller program is tried: so nothing that a reducer makes is
undefined, and no rewriting is done twice.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.as_needed import Unrepaired, recondition_as_needed
from aberration.languages.shading.recondition.context import Settings as Rewriting
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.recondition.rule import Answered
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

from ..shaders.executed import OPTIONS, Undefined
from ..shaders.shader_tests import LANGUAGES, ShaderTests
from .generate.generate import generate
from .generate.settings import PRESETS, Settings

NAME: Final = "smith"
VERSION: Final = 1
Wrappers = Literal["needed", "all"]
_ATTEMPTS: Final = 8
_KEPT: Final = 16
_ROUNDS: Final = 3
"""Runs that look for undefined operations one by one, before all of a kind are rewritten."""
_AT_ONCE: Final = frozenset[Answered](("order", "uninitialised"))
"""What nearly every program meets; its rewriting leaves operations as raw as they are."""
_WRAPPED_EVERYWHERE: Final = 60
"""Of a hundred programs so many are rewritten wherever anything may be undefined."""
_VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = MappingProxyType(
    {"essl": (300, 310, 310, 320), "glsl": (330, 430, 450, 460), "wgsl": (0,)}
)
_REWRITING: Final = Rewriting(turns=400)
"""Turns of loops that the rewritten program makes at most: far below what drivers allow."""


class SmithMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    least_targets: int = 2
    languages: tuple[LanguageSupport, ...] = tuple(
        # By request until ten thousand programs have met all drivers without a false alarm.
        LanguageSupport(language, (), by_request=True)
        for language in LANGUAGES
    )

    def __init__(self) -> None:
        self._shaders = ShaderTests(NAME, VERSION)
        self._defined: dict[tuple[str, Wrappers], Program] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return tests of as many programs as variants are asked for."""
        return [self._draw_test(request, k) for k in range(max(1, request.variants))]

    def replay(self, recipe: Recipe) -> Replay:
        """Rewrite the program, and what it must give."""
        program = self._rewrite(recipe.seeds["seed"], _wrappers_of(recipe))
        result = self._shaders.result(program)
        if isinstance(result, Undefined):
            raise BadInput(f"it is no test: {result.reason}", where=program.name)
        case = TestCase(recipe, {"program": program}, Expected(result, may_refuse=True))
        return Replay(case)

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give the recipe that rewrites nothing but what is undefined on these inputs, where that
        is a test.
        """
        if _wrappers_of(recipe) == "needed":
            return
        with contextlib.suppress(BadInput):
            yield self.replay(
                replace(recipe, options={**recipe.options, "wrappers": "needed"})
            ).case.recipe

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return nothing: there are no steps."""
        return ""

    def precise(self, case: TestCase) -> TestCase | None:
        """Return a shader without `mediump` and `lowp`; None where there are none."""
        return self._shaders.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> str:
        """Return the freedom of rounding that explains a shader's result, or nothing."""
        return self._shaders.permitted_otherwise(case, outcome)

    def _draw_test(self, request: Request, variant: int) -> TestCase:
        """Return a test of a drawn program: of the next one where one does not come to its end."""
        reasons = []
        for attempt in range(_ATTEMPTS):
            rng = Rng.of(request.run_seed, NAME, variant, attempt)
            seed = _draw_program(request, rng)
            wrappers: Wrappers = "all" if rng.below(100) < _WRAPPED_EVERYWHERE else "needed"
            options: dict[str, str] = {"wrappers": wrappers}
            recipe = Recipe(NAME, VERSION, {"seed": seed}, (), options, request.run_seed)
            try:
                return self.replay(recipe).case
            except BadInput as error:
                reasons.append(error.message)
        raise BadInput(f"none of {_ATTEMPTS} programs is a test: {reasons[-1]}")

    def _rewrite(self, seed: Program, wrappers: Wrappers) -> Program:
        """Return the program without undefined behaviour; raise `BadInput` where it cannot be."""
        key = (seed.digest, wrappers)
        if key not in self._defined:
            text = _defined_text(seed, wrappers)
            remember(self._defined, key, replace(seed, source=text.encode()), _KEPT)
        return self._defined[key]


def _draw_program(request: Request, rng: Rng) -> Program:
    language = next(one for one in LANGUAGES if one == request.language)
    version = rng.choose(_VERSIONS[language])
    number = rng.bits()
    made = generate(language, version, number, _settings_of(request.options))
    assert made.stage != "vertex"
    text = write(made.module).encode()
    return Program(language, made.stage, text, made.inputs, name=f"smith-{number:016x}")


def _settings_of(options: Mapping[str, str]) -> Settings:
    preset = options.get("preset", "default")
    if preset not in PRESETS:
        raise BadInput(f"expected a preset of smith ({', '.join(PRESETS)}), but {preset!r} came")
    return PRESETS[preset]


def _defined_text(seed: Program, wrappers: Wrappers) -> str:
    assert seed.language in ("glsl", "essl", "wgsl")
    assert seed.stage != "program"
    shader = read(seed.source, seed.language, seed.name)
    if wrappers == "all":
        return recondition(shader, seed.stage, _REWRITING).text(shader)
    made = recondition_as_needed(
        shader,
        seed.stage,
        seed.inputs,
        OPTIONS,
        _REWRITING,
        everywhere=_AT_ONCE,
        rounds=_ROUNDS,
    )
    if isinstance(made, Unrepaired):
        raise BadInput(f"it is no test, for what it does is not defined: {made.met}")
    return made.text


def _wrappers_of(recipe: Recipe) -> Wrappers:
    return "all" if recipe.options.get("wrappers") == "all" else "needed"
