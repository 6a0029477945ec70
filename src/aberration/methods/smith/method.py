"""The method `smith`: random shaders that are free of undefined behaviour by reconditioning, and
must give what our interpreter says (GLSLsmith and WGSLsmith; PLDI 2023, "Program reconditioning").

A recipe keeps the program as it was generated. What is undefined in it is rewritten just before
compilers see it, also each time that a smaller program is tried: so nothing that a reducer makes is
undefined, and no rewriting is done twice. One program in four is written after its path was drawn
(`path`): there the steps of the recipe are the plan, and nothing needs rewriting.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.freedom import Freedom
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.recondition.context import Settings as Rewriting
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

from ..shaders.defined import Wrappers, defined_text, names_of_rewrites
from ..shaders.executed import Undefined
from ..shaders.shader_tests import LANGUAGES, ShaderTests
from .generate.generate import generate
from .generate.settings import PRESETS, Settings
from .lean import kept_in, leaner
from .path.recipe import (
    STEP_TYPES,
    SUPPORTING,
    check_agreement,
    describe,
    draw_recipe,
    is_path,
    simpler,
    write_program,
)

NAME: Final = "smith"
VERSION: Final = 3
_MIXED: Final = "mixed"
_SIZES: Final = ("tiny", "tiny", "small", "small", "large")
"""What a mixed preset draws: a large program shows the most, but takes the time of ten tiny or
three small ones.
"""
_ATTEMPTS: Final = 8
_KEPT: Final = 16
_KINDS: Final = ("path", "random", "both")
_PATH_SHARE: Final = 25
"""Of a hundred programs so many are written after their path was drawn."""
_ALL: Final[tuple[Wrappers, ...]] = ("all",)
_SOME: Final[tuple[Wrappers, ...]] = ("some",)
_NEEDED: Final[tuple[Wrappers, ...]] = ("needed",)
_WRAPPERS: Final = 9 * _ALL + 5 * _SOME + 6 * _NEEDED
"""Of twenty programs nine are rewritten wherever anything may be undefined, five where their inputs
need it and at random elsewhere, and six where their inputs need it alone.
"""
_VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = MappingProxyType(
    {"essl": (300, 310, 310, 320), "glsl": (330, 430, 450, 460), "wgsl": (0,)}
)
REWRITING: Final = Rewriting(turns=400, one_budget=True, exact=True)
"""Turns of loops that the rewritten program makes at most: far below what drivers allow. Only
constants and inputs decide where invocations wait.
"""


class SmithMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    least_targets: int = 2
    # What a plan is made of says nothing about a bug: nearly all have all of it.
    ignored_types: frozenset[str] = STEP_TYPES
    supporting_types: frozenset[str] = SUPPORTING
    languages: tuple[LanguageSupport, ...] = tuple(
        # By request until ten thousand programs have met all drivers without a false alarm.
        LanguageSupport(language, (), by_request=True)
        for language in LANGUAGES
    )

    def __init__(self) -> None:
        self._shaders = ShaderTests(NAME, VERSION)
        self._defined: dict[tuple[str, Wrappers, int, frozenset[str]], Program] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return tests of as many programs as variants are asked for."""
        return [self._draw_test(request, k) for k in range(max(1, request.variants))]

    def replay(self, recipe: Recipe) -> Replay:
        """Rewrite the program, and what it must give; one of a plan is written first."""
        if is_path(recipe):
            return self._replay_path(recipe)
        kept = kept_in(recipe) or frozenset()
        seed, wrappers = recipe.seeds["seed"], _wrappers_of(recipe)
        program = self._rewrite(seed, wrappers, recipe.rng_seed, kept)
        return Replay(self._case(recipe, program))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give recipes with one record of a plan made smaller; of a random program the one that
        rewrites nothing but what is undefined on these inputs, where that is a test, then those
        with one rewrite less.
        """
        if is_path(recipe):
            yield from simpler(recipe)
            return
        kept, wrappers = kept_in(recipe), _wrappers_of(recipe)
        if kept is None and wrappers == "needed":
            return
        bare = replace(recipe, options={**recipe.options, "wrappers": "needed"})
        names = names_of_rewrites(recipe.seeds["seed"], REWRITING) if kept is None else kept
        for simple in (*([bare] if kept is None else []), *leaner(recipe, names)):
            with contextlib.suppress(BadInput):
                yield self.replay(simple).case.recipe

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        """Return the program with everything rewritten that may be undefined; None where it is that
        already, or where nothing is.
        """
        if is_path(case.recipe) or "seed" not in case.recipe.seeds:
            return None
        seed = case.recipe.seeds["seed"]
        try:
            whole = self._rewrite(seed, "all")
        except BadInput:
            return None
        return None if whole.source in (seed.source, case.programs["program"].source) else whole

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the records that the failing program has more; nothing for a random one."""
        there = neighbour.recipe.steps
        return describe(tuple(step for step in failing.recipe.steps if step not in there))

    def precise(self, case: TestCase) -> TestCase | None:
        """Return a shader without `mediump` and `lowp`; None where there are none."""
        return self._shaders.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves a shader's result open."""
        return self._shaders.permitted_otherwise(case, outcome)

    def _replay_path(self, recipe: Recipe) -> Replay:
        """What was written is tested as it stands: only a smaller program may be undefined."""
        made = write_program(recipe)
        program = made.recipe.seeds["seed"]
        if isinstance(self._shaders.result(program), Undefined):
            program = self._rewrite(program, "needed")
        case = self._case(made.recipe, program)
        assert isinstance(case.oracle, Expected)
        check_agreement(case.oracle.outcome, made.expected, program.name)
        return Replay(case, made.skipped)

    def _case(self, recipe: Recipe, program: Program) -> TestCase:
        result = self._shaders.result(program)
        if isinstance(result, Undefined):
            raise BadInput(f"it is no test: {result.reason}", where=program.name)
        return TestCase(recipe, {"program": program}, Expected(result, may_refuse=True))

    def _draw_test(self, request: Request, variant: int) -> TestCase:
        """Return a test of a drawn program: of the next one where one does not come to its end."""
        reasons = []
        for attempt in range(_ATTEMPTS):
            rng = Rng.of(request.run_seed, NAME, variant, attempt)
            # A stream of its own: what is drawn else stays as it was.
            choice = Rng.of(request.run_seed, NAME, "kind", variant)
            recipe = (_draw_path if _wants_path(request, choice) else _draw_random)(request, rng)
            try:
                return self.replay(recipe).case
            except BadInput as error:
                reasons.append(error.message)
        raise BadInput(f"none of {_ATTEMPTS} programs is a test: {reasons[-1]}")

    def _rewrite(
        self,
        seed: Program,
        wrappers: Wrappers,
        number: int = 0,
        kept: frozenset[str] = frozenset(),
    ) -> Program:
        """Return the program without undefined behaviour; raise `BadInput` where it cannot be."""
        key = (seed.digest, wrappers, number, kept)
        if key not in self._defined:
            text = defined_text(seed, wrappers, REWRITING, number, kept)
            remember(self._defined, key, replace(seed, source=text.encode()), _KEPT)
        return self._defined[key]


def _wants_path(request: Request, rng: Rng) -> bool:
    kind = request.options.get("kind", "both")
    if kind not in _KINDS:
        raise BadInput(f"expected a kind of smith ({', '.join(_KINDS)}), but {kind!r} came")
    return kind == "path" or (kind == "both" and rng.below(100) < _PATH_SHARE)


def _language_of(request: Request) -> LanguageName:
    return next(one for one in LANGUAGES if one == request.language)


def _draw_path(request: Request, rng: Rng) -> Recipe:
    language = _language_of(request)
    empty = Recipe(NAME, VERSION, {}, rng_seed=request.run_seed)
    return draw_recipe(empty, language, rng.choose(_VERSIONS[language]), rng)


def _draw_random(request: Request, rng: Rng) -> Recipe:
    seed = _draw_program(request, rng)
    wrappers = _wanted_wrappers(request, rng)
    return Recipe(NAME, VERSION, {"seed": seed}, (), {"wrappers": wrappers}, request.run_seed)


def _wanted_wrappers(request: Request, rng: Rng) -> Wrappers:
    drawn, wanted = rng.choose(_WRAPPERS), request.options.get("wrappers", "both")
    return drawn if wanted == "both" else _wrappers_named(wanted, "all, some, needed, both")


def _draw_program(request: Request, rng: Rng) -> Program:
    language = _language_of(request)
    version = rng.choose(_VERSIONS[language])
    number = rng.bits()
    made = generate(language, version, number, _settings_of(request.options, number))
    assert made.stage != "vertex"
    text = write(made.module).encode()
    return Program(language, made.stage, text, made.inputs, name=f"smith-{number:016x}")


def _settings_of(options: Mapping[str, str], number: int) -> Settings:
    """Return the settings of a program, which a mixed preset draws by its number."""
    preset = options.get("preset", _MIXED)
    if preset == _MIXED:
        preset = Rng.of(number, NAME, "size").choose(_SIZES)
    if preset not in PRESETS:
        known = ", ".join((*PRESETS, _MIXED))
        raise BadInput(f"expected a preset of smith ({known}), but {preset!r} came")
    return PRESETS[preset]


def _wrappers_of(recipe: Recipe) -> Wrappers:
    return _wrappers_named(recipe.options.get("wrappers", "needed"), "all, some, needed")


def _wrappers_named(wanted: str, names: str) -> Wrappers:
    for known in _WRAPPERS:
        if wanted == known:
            return known
    raise BadInput(f"expected wrappers of smith ({names}), but {wanted!r} came")
