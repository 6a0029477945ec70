"""A pipeline such as `smith+transform`: the second method starts from what the first one makes.

It is one method with one recipe. The first stage says what the program gives; whatever the second
one makes of it must give the same. So a reducer drops steps of both, and a smaller program of the
first stage takes its place as long as the steps of the second still apply to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.freedom import Freedom
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected, Same, roles_of
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng

from .forms import Compile, Form, carry, forms_of
from .stages import (
    BETWEEN,
    STAGE,
    first_part,
    is_compiled,
    join,
    options_of,
    plain_step,
    second_part,
    stage_name,
)
from .translations import Translations

_ATTEMPTS: Final = 4
"""Programs of the first stage, until there is one that the second can start from."""
_VERSIONS: Final = 1000
_KEPT: Final = 8


class Pipeline(Method):
    """See `aberration.core.method.Method`. The first stage must say what its programs give."""

    def __init__(self, first: Method, second: Method, compile_program: Compile) -> None:
        self.first: Final = first
        self.second: Final = second
        self._stage: Final = stage_name(first, second)
        self._compile: Final = compile_program
        self._forms: Final = forms_of(first.languages, second.languages)
        self._carried: Final[dict[tuple[str, bool], Program]] = {}
        self._translations: Final = Translations()
        if not self._forms:
            raise BadInput(
                f"the method {second.name!r} starts from no program that {first.name!r} makes",
                hint="`aberration methods` lists the languages of each.",
            )

    @property
    def name(self) -> str:
        """The names of the stages with a plus between them."""
        return f"{self.first.name}{BETWEEN}{self.second.name}"

    @property
    def version(self) -> int:
        """Raised with that of either stage."""
        return self.first.version * _VERSIONS + self.second.version

    @property
    def languages(self) -> tuple[LanguageSupport, ...]:
        """Those of the second stage for which the first one makes seeds."""
        found = []
        for support in self.second.languages:
            starts = [form.start for form in self._forms if form.language == support.language]
            if starts:
                seeds = tuple(sorted({seed for start in starts for seed in start.seeds}))
                needs = any(start.needs_seed for start in starts)
                found.append(LanguageSupport(support.language, seeds, needs, by_request=True))
        return tuple(found)

    @property
    def least_targets(self) -> int:
        """As many as either stage needs."""
        return max(self.first.least_targets, self.second.least_targets)

    @property
    def ignored_types(self) -> frozenset[str]:
        """Those of both stages."""
        return self.first.ignored_types | self.second.ignored_types

    @property
    def supporting_types(self) -> frozenset[str]:
        """Those of both stages."""
        return self.first.supporting_types | self.second.supporting_types

    @property
    def ingredients(self) -> Mapping[str, frozenset[str]]:
        """Those of both stages."""
        return {**self.first.ingredients, **self.second.ingredients}

    @property
    def without_steps(self) -> str:
        """That of the second stage."""
        return self.second.without_steps

    def in_words(self, step: Step) -> str:
        """Return what the stage says whose step it is."""
        if step.get(STAGE) == self._stage:
            return self.second.in_words(plain_step(step, self._stage))
        return self.first.in_words(plain_step(step, self.first.name))

    def unavailable(self, language: str = "") -> str:
        """Return why a stage cannot run here."""
        return self.first.unavailable() or self.second.unavailable(language)

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return tests of one program of the first stage: of the next where it is no seed."""
        reasons = []
        forms = [one for one in self._forms if _fits(one, request)]
        if not forms:
            raise BadInput(f"{self.first.name} makes no program of such a seed that fits")
        for attempt in range(_ATTEMPTS):
            rng = Rng.of(request.run_seed, self.name, attempt)
            form = rng.choose(forms)
            try:
                return self._make(request, form, rng)
            except BadInput as error:
                reasons.append(error.message)
        raise BadInput(f"none of {_ATTEMPTS} programs is a seed: {reasons[-1]}")

    def replay(self, recipe: Recipe) -> Replay:
        """Replay the first stage, and the second on what it gives."""
        start, compiled = self.first.replay(self._first_part(recipe)), self._is_compiled(recipe)
        carried = self._carry(start.case, compiled=compiled)
        end = self.second.replay(self._second_part(recipe, carried))
        test = self._test_of_both(start.case, end.case, carried, compiled=compiled)
        return Replay(test, start.skipped + end.skipped)

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give recipes with a step of the second stage made smaller, then of the first."""
        start, compiled = (
            self.first.replay(self._first_part(recipe)).case,
            self._is_compiled(recipe),
        )
        carried = self._carry(start, compiled=compiled)
        second = self._second_part(recipe, carried)
        for smaller in self.second.simplify(second):
            yield self._join(start.recipe, smaller, carried, compiled=compiled)
        for smaller in self.first.simplify(start.recipe):
            yield self._join(smaller, second, carried, compiled=compiled)

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the case as the second stage makes it precise."""
        return self.second.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return what explains another result: of the program that the second stage made, where
        that stage says what its program gives; else of the one that the first stage made.
        """
        start = self.first.replay(self._first_part(case.recipe)).case
        carried = self._carry(start, compiled=self._is_compiled(case.recipe))
        second = self._second_part(case.recipe, carried)
        if isinstance(self.second.replay(second).case.oracle, Expected):
            return self.second.permitted_otherwise(replace(case, recipe=second), outcome)
        return self.first.permitted_otherwise(start, outcome)

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the difference that the second stage shows; that of the first where its steps
        differ.
        """
        starts = [self._first_part(case.recipe) for case in (neighbour, failing)]
        if starts[0] == starts[1]:
            return self.second.delta(neighbour, failing)
        return self.first.delta(*(self.first.replay(start).case for start in starts))

    # ---- stages

    def _make(self, request: Request, form: Form, rng: Rng) -> list[TestCase]:
        asked = replace(
            request,
            run_seed=rng.bits(),
            variants=1,
            donors=_of_language(request.donors, form),
            language=form.start.language,
            options=self._options(request.options),
            ranges=None,
        )
        start = self._start(asked)
        carried = self._carry(start, compiled=form.compiled)
        donors = request.donors
        if self._takes_seeds_for_donors(form) and not (donors and rng.below(2)):
            donors = self._others_of_stage(carried, asked, rng, compiled=form.compiled)
        begun = replace(
            request,
            seed_program=carried,
            donors=donors,
            options=options_of(self._stage, request.options),
            ranges=None,
        )
        return [
            self._test_of_both(start, end, carried, compiled=form.compiled)
            for end in self.second.make(begun)
        ]

    def _start(self, asked: Request) -> TestCase:
        starts = self.first.make(asked)
        if not starts:
            raise BadInput(f"{self.first.name} made no program of its seed")
        return starts[-1]

    def _others_of_stage(
        self, carried: Program, asked: Request, rng: Rng, *, compiled: bool
    ) -> tuple[Program, ...]:
        """Return another program of the first stage that runs in the same stage of the GPU; nothing
        where a few are of others.
        """
        for _ in range(_ATTEMPTS):
            start = self._start(replace(asked, run_seed=rng.bits()))
            other = self._carry(start, compiled=compiled)
            if other.stage == carried.stage:
                return (other,)
        return ()

    def _takes_seeds_for_donors(self, form: Form) -> bool:
        """Whether another program of the first stage can help the second one: the first stage makes
        programs freely, and the second takes seeds for helpers.
        """
        supports = (one for one in self.second.languages if one.language == form.language)
        return not form.start.needs_seed and any(one.seeds_are_donors for one in supports)

    def _options(self, options: Mapping[str, str]) -> dict[str, str]:
        if isinstance(self.first, Pipeline):
            return dict(options)
        return options_of(self.first.name, options)

    def _is_compiled(self, recipe: Recipe) -> bool:
        return is_compiled(recipe, self._stage)

    def _carry(self, start: TestCase, *, compiled: bool) -> Program:
        """Return what the first stage made as the seed of the second; the last few are kept."""
        (role,) = roles_of(start.oracle)
        program = start.programs[role]
        key = program.digest, compiled
        if key not in self._carried:
            seed = carry(program, self.second.languages, self._compile, compiled=compiled)
            remember(self._carried, key, seed, _KEPT)
        return self._carried[key]

    def _test_of_both(
        self, start: TestCase, end: TestCase, carried: Program, *, compiled: bool
    ) -> TestCase:
        """Return the test of both stages: what the second makes of a program must give what the
        first one says of it.
        """
        expected, oracle = start.oracle, end.oracle
        assert isinstance(expected, Expected)
        if isinstance(oracle, Same):
            oracle = Expected(
                expected.outcome, oracle.variant, oracle.tolerance, limits=expected.limits
            )
        recipe = self._join(start.recipe, end.recipe, carried, compiled=compiled)
        return TestCase(recipe, end.programs, oracle)

    def _join(self, first: Recipe, second: Recipe, carried: Program, *, compiled: bool) -> Recipe:
        return join(
            self.name,
            self.version,
            first,
            second,
            self._stage,
            carried,
            self._translations,
            compiled=compiled,
        )

    def _first_part(self, recipe: Recipe) -> Recipe:
        return first_part(recipe, self.first, self._stage)

    def _second_part(self, recipe: Recipe, carried: Program) -> Recipe:
        return second_part(recipe, self.second, self._stage, carried, self._translations)


def _fits(form: Form, request: Request) -> bool:
    """Whether the first stage can make what is asked for of the seed."""
    seed, start = request.seed_program, form.start
    if form.language != request.language:
        return False
    return seed is None or not start.needs_seed or seed.language in start.seeds


def _of_language(donors: Sequence[Program], form: Form) -> tuple[Program, ...]:
    """Return the donors that the first stage may use: those in its own language, where it is that
    of the second.
    """
    if form.start.language != form.language:
        return ()
    return tuple(one for one in donors if one.language in form.start.seeds)
