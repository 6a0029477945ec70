"""The method `fuse`: two defined shaders become one, whose result is a known function of theirs
("Metamorphic Shader Fusion for Testing Graphics Shader Compilers", ICSE 2023).

The seeds of a recipe are the two parts, an option names the relation. Without steps both parts run
side by side; each step mixes them more: calls are inlined, statements interleaved, loops merged,
variables reused. What the fused program must give is what our interpreter says of it, once that was
found to be the relation of what it says of the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput, InternalError
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import Feature, LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng

from ..shaders.executed import Undefined
from ..shaders.shader_tests import LANGUAGES, ShaderTests
from .cells import cells_of
from .claim import check_relation
from .draw import draw_records
from .fusion import Fusion
from .modules.side import LANGUAGE as MODULES
from .modules.side import ModuleSide
from .part import Part, read_part
from .records.registry import STEP_TYPES, from_step, to_step
from .relations.registry import PLAINEST, relation_named, relations_for
from .relations.relation import Relation
from .settings import draw_weight, kinds_of, weight_of

NAME: Final = "fuse"
VERSION: Final = 4
ROLES: Final = ("first", "second")
_ATTEMPTS: Final = 8
_ALONE_FROM: Final = 5
"""From this attempt on a program is fused with itself: donors may all be of other sizes."""
_KEPT: Final = 32
_UNFIT: Final[tuple[Feature, ...]] = (
    "storage images",
    "vertex stage",
    "constants",
    "pair",
    "attachments",
)


def _support(language: str, seeds: tuple[str, ...], *unfit: Feature) -> LanguageSupport:
    # By request: how much of a campaign of all methods it should get is not measured.
    return LanguageSupport(
        language, seeds, needs_seed=True, by_request=True, seeds_are_donors=True, unfit=unfit
    )


class FuseMethod(Method):
    """See `aberration.core.method.Method`."""

    name: str = NAME
    version: int = VERSION
    least_targets: int = 2
    # How the parts were mixed says less about a bug than what is left of them.
    ignored_types: frozenset[str] = STEP_TYPES
    languages: tuple[LanguageSupport, ...] = (
        *(_support(language, LANGUAGES, *_UNFIT) for language in LANGUAGES),
        _support(MODULES, (MODULES,), "textures", *_UNFIT),
    )

    without_steps: str = "Both parts side by side, each in a function of its own"

    def __init__(self) -> None:
        self._shaders = ShaderTests(NAME, VERSION)
        self._modules = ModuleSide(NAME, VERSION)
        self._parts: dict[tuple[str, int], Part] = {}
        self._colours: dict[str, Image | Undefined] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return as many fused programs as variants are asked for, each of the seed and a part of
        its own.
        """
        return [self._draw_test(request, k) for k in range(max(1, request.variants))]

    def replay(self, recipe: Recipe) -> Replay:
        """Fuse the parts again; raise `BadInput` where one does what is undefined and cannot be
        repaired, or both together take too many turns of loops.
        """
        recipe.check_version(VERSION)
        if _is_of_modules(recipe):
            return self._modules.replay(recipe, ROLES)
        relation = _relation_of(recipe.seeds, recipe.options)
        fusion = _side_by_side(self._parts_of(recipe.seeds, relation), relation, recipe.options)
        kept = tuple(step for step in recipe.steps if from_step(step).apply(fusion))
        return Replay(self._case(recipe, fusion, kept), len(recipe.steps) - len(kept))

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the steps that the failing program has more."""
        more = [step for step in failing.recipe.steps if step not in neighbour.recipe.steps]
        return "\n".join(" ".join(f"{key}={value}" for key, value in step.items()) for step in more)

    def in_words(self, step: Step) -> str:
        """Return what a step mixed, and how."""
        return f"{step['type']}: {from_step(step).words}"

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give the recipe with the plainest relation in place of its own."""
        plainest = PLAINEST[recipe.seeds["first"].stage]
        if recipe.options.get("relation") != plainest:
            yield replace(recipe, options={**recipe.options, "relation": plainest})

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the program without `mediump` and `lowp`; None where there are none, and for
        modules, of which all is known that rounding leaves open.
        """
        return None if _is_of_modules(case.recipe) else self._shaders.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves a result open; of modules their limits say it."""
        if _is_of_modules(case.recipe):
            return NO_REASON
        return self._shaders.permitted_otherwise(case, outcome)

    # ---- drawing

    def _draw_test(self, request: Request, variant: int) -> TestCase:
        """Return a test; with another second part where one cannot be fused with the first."""
        reasons = []
        for attempt in range(_ATTEMPTS):
            rng = Rng.of(request.run_seed, NAME, variant, attempt)
            try:
                return self._draw(request, rng, variant * _ATTEMPTS + attempt)
            except BadInput as error:
                reasons.append(str(error))
        raise BadInput(f"none of {_ATTEMPTS} second parts makes a test: {reasons[-1]}")

    def _draw(self, request: Request, rng: Rng, number: int) -> TestCase:
        alone = number % _ATTEMPTS >= _ALONE_FROM
        if _is_module(request.seed_program) and request.language in ("", MODULES):
            return self._modules.draw(request, rng, ROLES, alone=alone)
        first = self._shaders.seed_in_language(request)
        second = self._shaders.repair(_second_seed(request, first, rng, alone=alone))
        first, second = self._in_one_version(first, second)
        first = self._shaders.on_other_inputs(first, request.run_seed, number)
        second = self._shaders.on_other_inputs(second, request.run_seed, number + 1)
        seeds = dict(zip(ROLES, (first, second), strict=True))
        relation = _wanted_relation(request, self._parts_of(seeds), rng)
        options = {"relation": relation.name, "weight": draw_weight(rng)}
        recipe = Recipe(NAME, VERSION, seeds, (), options, request.run_seed)
        fusion = _side_by_side(self._parts_of(seeds, relation), relation, options)
        records = draw_records(fusion, rng, kinds_of(request.options))
        steps = tuple(map(to_step, records))
        return self._case(recipe, fusion, steps)

    def _in_one_version(self, first: Program, second: Program) -> tuple[Program, Program]:
        """Return two programs in the language of the first, and in one version."""
        for _ in ROLES:
            second = self._shaders.in_version(second, first)
            first = self._shaders.in_version(first, second)
        return first, second

    # ---- fusing

    def _parts_of(
        self, seeds: Mapping[str, Program], relation: Relation | None = None
    ) -> tuple[Part, Part]:
        """Return both parts, each defined where it runs as much as the smaller one of them: one
        workgroup where the relation combines words.
        """
        first, second = (seeds[role] for role in ROLES)
        groups = tuple(map(min, first.inputs.groups, second.inputs.groups))
        if relation is not None and relation.words is not None:
            groups = (1, 1, 1)
        size = {
            "width": min(first.inputs.width, second.inputs.width),
            "height": min(first.inputs.height, second.inputs.height),
            "groups": groups,
        }
        one, other = (
            self._part(self._shaders.repair(replace(seed, inputs=replace(seed.inputs, **size))), k)
            for k, seed in enumerate((first, second))
        )
        return one, other

    def _part(self, program: Program, number: int) -> Part:
        key = (program.digest, number)
        if key not in self._parts:
            shader = self._shaders.execution(program).shader
            remember(self._parts, key, read_part(program, shader, number), _KEPT)
        return self._parts[key]

    def _case(self, recipe: Recipe, fusion: Fusion, steps: tuple[Step, ...]) -> TestCase:
        parts = [part.program for part in fusion.parts]
        program = fusion.program(" and ".join(part.name for part in parts))
        found = self._shaders.result(program)
        if isinstance(found, Undefined):
            raise BadInput(f"it is no test: {found.reason}", where=program.name)
        check_relation(fusion, [self._defined_result(part) for part in parts], found)
        oracle = Expected(found, may_refuse=True)
        return TestCase(recipe.with_steps(steps), {"program": program}, oracle)

    def _defined_result(self, part: Program) -> Image | Buffers:
        found = self._result(part)
        if isinstance(found, Undefined):
            raise InternalError(f"{part.name}: it was defined, and is not: {found.reason}")
        return found

    def _result(self, part: Program) -> Image | Buffers | Undefined:
        """Return what a part gives alone: colours as floats."""
        if part.stage != "fragment":
            return self._shaders.result(part)
        if part.digest not in self._colours:
            found = self._shaders.execution(part).float_image(part.inputs)
            remember(self._colours, part.digest, found, _KEPT)
        return self._colours[part.digest]


def _second_seed(request: Request, first: Program, rng: Rng, *, alone: bool) -> Program:
    """Return a donor of the first part's stage; the first part itself, which gets other inputs,
    where there is none, or where it is to be `alone`.
    """
    fitting = [
        one for one in request.donors if one.language in LANGUAGES and one.stage == first.stage
    ]
    return rng.choose(fitting) if fitting and not alone else first


def _wanted_relation(request: Request, parts: tuple[Part, Part], rng: Rng) -> Relation:
    """Return a relation of those that are asked for, if it can be had of these parts."""
    wanted, stage = request.options.get("relation", ""), parts[0].program.stage
    with_cells = stage == "compute" and all(cells_of(part) is not None for part in parts)
    return rng.choose(relations_for(wanted, stage, with_cells=with_cells))


def _relation_of(seeds: Mapping[str, Program], options: Mapping[str, str]) -> Relation:
    return relation_named(options.get("relation", ""), seeds[ROLES[0]].stage)


def _side_by_side(
    parts: tuple[Part, Part], relation: Relation, options: Mapping[str, str]
) -> Fusion:
    return Fusion(*parts, relation, weight_of(options))


def _is_of_modules(recipe: Recipe) -> bool:
    return all(_is_module(recipe.seeds.get(role)) for role in ROLES)


def _is_module(program: Program | None) -> bool:
    return program is not None and program.language == MODULES
