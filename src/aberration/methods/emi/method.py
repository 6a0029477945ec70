"""The method "emi": variants of a C program that print what it prints (Sun, Le and Su, OOPSLA
2016), and of shaders and SPIR-V modules that give what these give (`shading`, `modules`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.caches import remember
from aberration.core.errors import BadInput, ReplayMismatch
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome, Text
from aberration.core.process import search_path
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng
from aberration.languages.c import csmith, front_end, probes
from aberration.languages.c.probes import Profilers
from aberration.languages.c.source import Source

from ..shaders.shader_tests import LANGUAGES as SHADING
from .draft import Draft, Known
from .modules.registry import BY_NAME as OF_MODULES
from .modules.variants import LANGUAGE as MODULES
from .modules.variants import ModuleVariants
from .mutation import Mutation
from .mutations.insert_fragment import InsertFragment
from .profile import Profile, profile
from .registry import BY_NAME, INGREDIENTS, WEIGHTS, from_steps
from .scheduler import Kind, draw_plan, mutate
from .shading.registry import BY_NAME as OF_SHADERS
from .shading.registry import INGREDIENTS as INGREDIENTS_OF_SHADERS
from .shading.variants import ShaderVariants
from .steps import to_step
from .wanted import check_names, wanted_names

NAME: Final = "emi"
VERSION: Final = 1
LEAST_LIVE: Final = 12
_LEAST_BYTES: Final = 8192
_MOST_BYTES: Final = 400_000
_NUMBERS_TRIED: Final = 6
_CHAINED: Final = 4
_CHAINED_SHARE: Final = 0.5
"""In this share of the runs every so many variants one is made from an earlier one, which is
profiled again.
"""
_KEPT: Final = 6
_DONORS: Final = 2
_RESERVED_NAME: Final = re.compile(rb"\b(?:live|in)_\d\w*")
"""What mutations call their variables, parameters and functions."""


class EmiMethod(Method):
    """See the protocol `Method`.

    Options: `preset` of csmith; `kinds`, the names of mutations to use, with commas; `chain`
    (`yes`, `some` or `no`: which runs have variants that are made from a variant, profiled again);
    `guided` (`yes` or `no`: whether fragments are chosen for the distance that they bring).
    Shaders and modules have `kinds`, and `knowledge`: what predicates may rest on, with commas.
    """

    name: str = NAME
    version: int = VERSION
    languages: tuple[LanguageSupport, ...] = (
        LanguageSupport("c", ("c",), seeds_are_donors=True),
        # By request until ten thousand variants have met all drivers without a false alarm.
        *(
            LanguageSupport(
                language,
                SHADING,
                needs_seed=True,
                by_request=True,
                unfit=("storage images", "constants"),
            )
            for language in SHADING
        ),
        LanguageSupport(MODULES, (MODULES,), needs_seed=True, by_request=True, takes_compiled=True),
    )
    ingredients: Mapping[str, frozenset[str]] = INGREDIENTS | INGREDIENTS_OF_SHADERS

    def __init__(self) -> None:
        self._shaders = ShaderVariants(NAME, VERSION)
        self._modules = ModuleVariants(NAME, VERSION)
        self._profilers: Profilers | None = None
        self._parsed: dict[str, Known] = {}
        self._programs: dict[tuple[str, ...], Program] = {}

    def unavailable(self, language: str = "") -> str:
        """Return what is missing here for C: libclang, or two compilers to profile with. Shaders
        and modules need neither.
        """
        if language != "c":
            return ""
        return front_end.unavailable() or probes.unavailable(search_path())

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return variants of one seed, that share its profile; raise `BadInput` for a seed that
        is unfit.
        """
        given = request.seed_program
        other = self._other(request.language or (given.language if given is not None else "c"))
        if other is not None:
            return other.make(request)
        weights = _weights(request.options)
        rng = Rng.of(request.run_seed, NAME)
        seed, options, first = self._choose_seed(request, rng)
        seeds = {"seed": seed} if "csmith_seed" not in options else {}
        recipe = Recipe(NAME, VERSION, seeds, (), options, request.run_seed)
        made: list[list[Mutation]] = []
        cases: list[TestCase] = []
        chained: tuple[int, Profile] | None = None
        known = self._parse(seed)
        donors = self._donors(request, known, weights)
        guided = request.options.get("guided", "yes") == "yes"
        for number in range(request.variants):
            # A generator for each variant: how many numbers one takes does not move the next.
            draw = Rng.of(request.run_seed, NAME, "variant", number)
            if made and number == _CHAINED - 1 and _chains(request):
                chained = self._profile_again(known, made, seed, draw)
            base, seen = (
                (made[chained[0]], chained[1])
                if chained and number % _CHAINED == _CHAINED - 1
                else ([], first)
            )
            draft = _draft_with(known, base)
            # Numbers name what a mutation brings into the text; those of the variant underneath are
            # taken.
            after = 1 + max((mutation.number for mutation in base), default=-1)
            plan = draw_plan(draw, weights, donors, guided)
            mutations = [*base, *mutate(draft, seen, plan, draw, after)]
            if mutations:
                made.append(mutations)
                cases.append(
                    _case_of(
                        recipe.with_steps(tuple(map(to_step, mutations))), seed, draft.render()
                    )
                )
        return cases

    def replay(self, recipe: Recipe) -> Replay:
        """Apply the recipe's mutations to its seed; one whose precondition does not hold is
        skipped.
        """
        other = self._other(_language(recipe))
        if other is not None:
            return other.replay(recipe)
        seed = self._seed_of(recipe)
        known = self._parse(seed)
        draft, applied = _replay_steps(known, recipe.steps, checking=False)
        kept = recipe.with_steps(tuple(recipe.steps[at] for at in applied))
        return Replay(_case_of(kept, seed, draft.render()), len(recipe.steps) - len(applied))

    def with_checks(self, case: TestCase) -> TestCase | None:
        """Return the case with an abort on each path that must not run, and tests of all that
        is taken for granted.
        """
        other = self._other(_language(case.recipe))
        if other is not None:
            return other.with_checks(case)
        seed = self._seed_of(case.recipe)
        draft, _ = _replay_steps(self._parse(seed), case.recipe.steps, checking=True)
        return _case_of(case.recipe, seed, draft.render())

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Yield recipes with one mutation made smaller."""
        other = self._other(_language(recipe))
        if other is not None:
            yield from other.simplify(recipe)
            return
        for at, step in enumerate(recipe.steps):
            for smaller in from_steps([step])[0].smaller():
                yield recipe.with_step(at, to_step(smaller))

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return a unified diff of the two variants."""
        other = self._other(_language(failing.recipe))
        if other is not None:
            return other.delta(neighbour, failing)
        before, after = (
            case.programs["variant"].source.decode("utf-8", "replace").splitlines()
            for case in (neighbour, failing)
        )
        return "\n".join(
            difflib.unified_diff(before, after, "passing", "failing", lineterm="", n=4)
        )

    def precise(self, case: TestCase) -> TestCase | None:
        """Return a shader without `mediump` and `lowp`; None where there are none, for C, and for
        modules, of which all is known that rounding leaves open.
        """
        other = self._other(_language(case.recipe))
        return None if other is None else other.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return what explains another result of a shader or module: another legal rounding, or
        that its mutations take something for granted that is not so; nothing for C.
        """
        other = self._other(_language(case.recipe))
        return NO_REASON if other is None else other.permitted_otherwise(case, outcome)

    def _other(self, language: str) -> ShaderVariants | ModuleVariants | None:
        """Return who mutates programs of a language other than C, None for C."""
        if language == MODULES:
            return self._modules
        return self._shaders if language in SHADING else None

    def _choose_seed(self, request: Request, rng: Rng) -> tuple[Program, dict[str, str], Profile]:
        """Return a seed that can be mutated, the options that name it and its result, and its
        profile.
        """
        given = request.seed_program
        if given is not None:
            found = self._profile_of(_c(given), rng)
            return given, _result(found), found
        reason = ""
        for _ in range(_NUMBERS_TRIED):
            options = csmith.draw_options(request.options, rng)
            try:
                seed = self._generate(options, csmith.DRAWING)
                found = self._profile_of(seed, rng)
            except BadInput as error:
                reason = error.message
                continue
            return seed, options | _result(found), found
        raise BadInput(
            f"none of {_NUMBERS_TRIED} csmith programs can be mutated; the last: {reason}"
        )

    def _donors(
        self, request: Request, known: Known, weights: Mapping[Kind, int]
    ) -> tuple[Source, ...]:
        """Return the programs whose statements are inserted: the seed itself, and others."""
        if InsertFragment not in weights:
            return ()
        rng = Rng.of(request.run_seed, NAME, "donors")
        given = [program for program in request.donors if program.language == "c"]
        uses_given = bool(given) and rng.chance(0.5)
        others = [] if uses_given else self._made_donor(request, rng)
        others = others or rng.shuffled(given)[:_DONORS]
        found = [self._source_of_donor(program) for program in others]
        return known.source, *(source for source in found if source is not None)

    def _made_donor(self, request: Request, rng: Rng) -> list[Program]:
        """Return a program of csmith; none where it is not installed."""
        if not csmith.executable():
            return []
        try:
            return [self._generate(csmith.draw_options(request.options, rng), csmith.DRAWING)]
        except BadInput:
            return []

    def _source_of_donor(self, donor: Program) -> Source | None:
        if len(donor.source) > _MOST_BYTES:
            return None
        try:
            return self._parse(donor).source
        except BadInput:
            return None

    def _profile_of(self, seed: Program, rng: Rng) -> Profile:
        if len(seed.source) > _MOST_BYTES:
            raise BadInput(
                f"expected a program of at most {_MOST_BYTES} bytes, but {len(seed.source)} came"
            )
        _require_free_names(seed)
        known = self._parse(seed)
        keys = [str(program_point.ordinal) for program_point in known.source.program_points]
        found = profile(known.draft(), keys, rng, self._open_profilers(), seed.inputs, LEAST_LIVE)
        if not found.run.stdout:
            raise BadInput(
                "the program prints nothing, so that nothing could be compared", where=seed.name
            )
        return found

    def _profile_again(
        self, known: Known, made: Sequence[Sequence[Mutation]], seed: Program, rng: Rng
    ) -> tuple[int, Profile] | None:
        """Return an earlier variant, and what is seen when it runs, at the program points of the
        seed and at its own.

        None where it is too large, or cannot be profiled: its loops may take it past the time
        limit.
        """
        base = rng.below(len(made))
        draft = _draft_with(known, made[base])
        if len(draft.render()) > _MOST_BYTES:
            return None
        ordinals = [str(each.ordinal) for each in known.source.program_points]
        # Those in statements that went elsewhere are not there.
        there = [key for key in ordinals if draft.point(key) is not None]
        keys = [*there, *draft.inner_keys()]
        try:
            return base, profile(draft, keys, rng, self._open_profilers(), seed.inputs, 1)
        except BadInput:
            return None

    def _open_profilers(self) -> Profilers:
        if self._profilers is None:
            self._profilers = Profilers.find(search_path())
        return self._profilers

    def _parse(self, seed: Program) -> Known:
        """Return the parsed seed; the last few are kept."""
        if seed.digest not in self._parsed:
            source = front_end.parse(seed.source, f"{seed.name or 'program'}.c")
            remember(self._parsed, seed.digest, Known(source), _KEPT)
        return self._parsed[seed.digest]

    def _seed_of(self, recipe: Recipe) -> Program:
        recipe.check_version(VERSION)
        given = recipe.seeds.get("seed")
        return _c(given) if given is not None else self._generate(recipe.options)

    def _generate(self, options: Mapping[str, str], cpu_seconds: int = csmith.REPLAYING) -> Program:
        """Return a csmith program by number; the last few are kept."""
        key = tuple(options.get(name, "") for name in ("generator", "preset", "csmith_seed"))
        if key not in self._programs:
            program = csmith.program_of(options, cpu_seconds)
            if len(program.source) < _LEAST_BYTES:
                raise BadInput(
                    f"expected a program of at least {_LEAST_BYTES} bytes, but "
                    f"{len(program.source)} came"
                )
            remember(self._programs, key, program, _KEPT)
        return self._programs[key]


def _draft_with(known: Known, mutations: Sequence[Mutation]) -> Draft:
    draft = known.draft()
    for mutation in mutations:
        mutation.apply(draft)
    return draft


def _replay_steps(known: Known, steps: Sequence[Step], checking: bool) -> tuple[Draft, list[int]]:
    """Return the draft with the steps that apply, and the indexes of these."""
    draft = known.draft(checking)
    applied = []
    for at, mutation in enumerate(from_steps(steps)):
        if mutation.is_applicable(draft):
            mutation.apply(draft)
            applied.append(at)
    return draft, applied


def _chains(request: Request) -> bool:
    """Say whether a run has chained variants; the option asks for all runs or none."""
    wanted = request.options.get("chain", "some")
    return wanted == "yes" or (
        wanted == "some" and Rng.of(request.run_seed, NAME, "chain").chance(_CHAINED_SHARE)
    )


def _case_of(recipe: Recipe, seed: Program, text: bytes) -> TestCase:
    variant = msgspec.structs.replace(seed, source=text, name=f"{seed.name}+{len(recipe.steps)}")
    status = recipe.options.get("status", "")
    if not status.isdecimal():
        raise ReplayMismatch(
            f"expected the exit status of the seed in the options, but {status!r} came"
        )
    # The claim is what was seen when the seed was profiled, and goes with the recipe: a replay
    # needs no compiler.
    outcome = Text(recipe.options.get("stdout", "").encode("latin-1"), int(status))
    return TestCase(recipe, {"reference": seed, "variant": variant}, Expected(outcome, "variant"))


def _result(found: Profile) -> dict[str, str]:
    """Return what the seed prints as options of the recipe, byte by byte."""
    return {"stdout": found.run.stdout.decode("latin-1"), "status": str(found.run.status)}


def _weights(options: Mapping[str, str]) -> Mapping[Kind, int]:
    names = wanted_names(options, "kinds")
    check_names(names, {**BY_NAME, **OF_SHADERS, **OF_MODULES}, "kinds", "mutations")
    return {BY_NAME[one]: WEIGHTS[BY_NAME[one]] for one in names if one in BY_NAME} or WEIGHTS


def _language(recipe: Recipe) -> str:
    """Return the language of a recipe's seed; a csmith program has none that is kept."""
    seed = recipe.seeds.get("seed")
    return "c" if seed is None else seed.language


def _c(program: Program) -> Program:
    if program.language != "c":
        raise BadInput(
            f"the method {NAME!r} mutates C programs, but one in {program.language!r} came"
        )
    return program


def _require_free_names(seed: Program) -> None:
    match = _RESERVED_NAME.search(seed.source)
    if match:
        message = (
            f"expected a program without names such as `live_1_0`, but {match[0].decode()!r} came"
        )
        raise BadInput(
            message,
            where=seed.name,
            hint="Mutations bring such names. Is it a variant? Give its seed.",
        )
