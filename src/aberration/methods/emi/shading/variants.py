"""Variants of shaders: how `emi` makes, replays and reduces them.

A run begins as one of `agree`: a seed in the language of the test, on inputs that were drawn. The
program on these inputs is the seed of the recipe, and its steps are mutations. What a variant must
give is what our interpreter says of it: and that is what it says of the seed, or the mutations are
wrong.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput, InternalError, MalformedShader
from aberration.core.freedom import Freedom
from aberration.core.method import Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read, read_program
from aberration.languages.shading.rules import SECOND_GENERATION
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.languages.shading.tree import Module
from aberration.languages.shading.write import write
from aberration.methods.shaders.executed import OPTIONS, Undefined
from aberration.methods.shaders.shader_tests import ShaderTests

from ..steps import to_step
from ..wanted import wanted_names
from .draft import Draft
from .environment import with_knowledge
from .mutation import Mutation
from .points import Seed, contends
from .profile import Profile, profile
from .registry import BY_NAME, WEIGHTS, from_steps
from .scheduler import Kind, draw_plan, mutate

LEAST_LIVE: Final = 4
"""Points that have to run."""
_MOST_PIXELS: Final = 640
_SIDE: Final = 8
_MOST_BYTES: Final = 60_000
_KEPT: Final = 8
_PROFILED: Final = "profiled"
"""The option that says which program the mutations were made for."""
_DEFECT: Final = "a defect of ours"
_RESERVED_NAME: Final = re.compile(r"\blive_\d\w*")


class ShaderVariants:
    """Makes and replays variants of shaders; what was read and profiled last is kept."""

    def __init__(self, method: str, version: int) -> None:
        self._method: Final = method
        self._version: Final = version
        self._shaders: Final = ShaderTests(method, version)
        self._seeds: dict[str, Seed] = {}
        self._profiles: Final[dict[tuple[str, int], Profile]] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return variants of one seed on one set of inputs; raise `BadInput` for a seed that is
        unfit.
        """
        weights = _weights(request.options)
        program = self._program(request)
        seed, found = self._seed(program), self._profile(program, request.run_seed)
        known = with_knowledge(found.environments, request.options)
        found = replace(found, environments=known)
        if len(found.environments) < LEAST_LIVE:
            raise BadInput(
                f"expected {LEAST_LIVE} points that run, but {len(found.environments)} do",
                where=program.name,
            )
        options = {_PROFILED: program.digest}
        recipe = Recipe(
            self._method, self._version, {"seed": program}, (), options, request.run_seed
        )
        cases = []
        for number in range(request.variants):
            # A generator for each variant: how many numbers one takes does not move the next.
            draw = Rng.of(request.run_seed, self._method, "variant", number)
            case = self._draw_case(recipe, seed, found, weights, draw)
            cases += [case] if case is not None else []
        return cases

    def replay(self, recipe: Recipe) -> Replay:
        """Apply the recipe's mutations; one whose precondition does not hold is skipped."""
        recipe.check_version(self._version)
        seed = self._seed(recipe.seeds["seed"])
        draft, applied = _apply(seed, from_steps(recipe.steps), checking=False)
        kept = recipe.with_steps(tuple(recipe.steps[at] for at in applied))
        return Replay(self._case(kept, draft), len(recipe.steps) - len(applied))

    def with_checks(self, case: TestCase) -> TestCase:
        """Return the case with a program that never ends where anything is not as the mutations
        take for granted: our interpreter says so.
        """
        seed = self._seed(case.recipe.seeds["seed"])
        draft, _ = _apply(seed, from_steps(case.recipe.steps), checking=True)
        program = replace(case.programs["program"], source=write(draft.render()).encode())
        return replace(case, programs={"program": program})

    def broken_assumption(self, case: TestCase) -> str:
        """Return what the checking form of a case meets when our interpreter runs it; nothing where
        all is as the mutations take for granted.
        """
        program = case.recipe.seeds["seed"]
        if case.recipe.options.get(_PROFILED) != program.digest:
            # In a smaller program values are others: the claim is what the interpreter says of it.
            return ""
        try:
            found = self._shaders.result(self.with_checks(case).programs["program"])
        except BadInput as error:
            return f"the checking form cannot be run: {error.message}"
        return found.reason if isinstance(found, Undefined) else ""

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give recipes with one mutation made smaller."""
        for at, mutation in enumerate(from_steps(recipe.steps)):
            for smaller in mutation.smaller():
                yield recipe.with_step(at, to_step(smaller))

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the case with `highp` for all precisions, None where it has no other."""
        return self._shaders.precise(case)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves another result open, or what the mutations take for
        granted and is not so.
        """
        broken = self.broken_assumption(case)
        if broken:
            return Freedom(f"{_DEFECT}: the mutations take for granted what is not so: {broken}")
        return self._shaders.permitted_otherwise(case, outcome)

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return a unified diff of two variants."""
        before, after = (
            case.programs["program"].source.decode("utf-8", "replace").splitlines()
            for case in (neighbour, failing)
        )
        return "\n".join(
            difflib.unified_diff(before, after, "passing", "failing", lineterm="", n=4)
        )

    # ---- seeds

    def _program(self, request: Request) -> Program:
        """Return the seed in the language of the test, on inputs that were drawn."""
        (case, *_) = self._shaders.make(replace(request, variants=1))
        program = case.programs["program"]
        inputs = program.inputs
        if not program.draws:
            return program
        width, height = _whole_vectors(inputs.width, inputs.height)
        if (width, height) == (inputs.width, inputs.height) and not inputs.tiles:
            return program
        small = replace(inputs, width=width, height=height, tiles=())
        smaller = replace(program, inputs=small)
        if isinstance(self._shaders.result(smaller), Undefined):
            raise BadInput("it is no test on an image of another size", where=program.name)
        return smaller

    def _seed(self, program: Program) -> Seed:
        """Return the seed as its mutations see it; raise `BadInput` for one that has none."""
        if program.digest not in self._seeds:
            if program.inputs.constants:
                raise BadInput(
                    "expected no given values of specialisation constants: mutations may take "
                    "those of the text for known",
                    where=program.name,
                )
            shader = read_program(program)
            least = SECOND_GENERATION.get(program.language, 0)
            if shader.module.version < least:
                raise BadInput(
                    f"expected version {least} or newer, but {shader.module.version} came",
                    where=program.name,
                )
            named = _RESERVED_NAME.search(program.source.decode("utf-8", "replace"))
            if named:
                raise BadInput(
                    f"expected a program without names such as `live_1_0`, but {named[0]!r} came",
                    where=program.name,
                    hint="Mutations bring such names. Is it a variant? Give its seed.",
                )
            seed = Seed(shader, program.shader_stage, GivenTextures.by(program.inputs))
            if contends(seed):
                raise BadInput(
                    "expected no exchanges between invocations: how often each tries again is up "
                    "to the driver",
                    where=program.name,
                )
            remember(self._seeds, program.digest, seed, _KEPT)
        return self._seeds[program.digest]

    def _profile(self, program: Program, run_seed: int) -> Profile:
        key = (program.digest, run_seed)
        if key not in self._profiles:
            rng = Rng.of(run_seed, self._method, "shading")
            found = profile(self._seed(program), program.inputs, OPTIONS, rng)
            remember(self._profiles, key, found, _KEPT)
        return self._profiles[key]

    # ---- variants

    def _draw_case(
        self,
        recipe: Recipe,
        seed: Seed,
        found: Profile,
        weights: Mapping[Kind, int],
        rng: Rng,
    ) -> TestCase | None:
        """Return a variant; None where nothing is left of it that may be given to a compiler."""
        made = mutate(Draft(seed), found, draw_plan(rng, weights), rng)
        legal = _largest_legal(seed, made)
        if not legal:
            return None
        draft, applied = _apply(seed, legal, checking=False)
        steps = tuple(to_step(legal[at]) for at in applied)
        if len(write(draft.render())) > _MOST_BYTES:
            return None
        return self._case(recipe.with_steps(steps), draft)

    def _case(self, recipe: Recipe, draft: Draft) -> TestCase:
        program = recipe.seeds["seed"]
        text = write(draft.render()).encode()
        name = f"{program.name}+{len(recipe.steps)}"
        variant = replace(program, source=text, name=name)
        result = self._shaders.result(variant)
        mine = recipe.options.get(_PROFILED) == program.digest
        if mine:
            self._require_same(program, result, variant)
        if isinstance(result, Undefined):
            raise BadInput(f"it is no test: {result.reason}", where=name)
        return TestCase(recipe, {"program": variant}, Expected(result, may_refuse=True))

    def _require_same(
        self, program: Program, result: Image | Buffers | Undefined, variant: Program
    ) -> None:
        """Raise `InternalError` where a variant does not give what its seed gives: a smaller seed's
        values are others, but here what the mutations take for granted was seen.
        """
        wanted = self._shaders.result(program)
        if result == wanted:
            return
        reason = result.reason if isinstance(result, Undefined) else "another result"
        raise InternalError(
            f"{variant.name}: a variant does not give what its seed gives: {reason}"
        )


def _whole_vectors(width: int, height: int) -> tuple[int, int]:
    """Return the size of an image small enough to profile all of it, whose sides are multiples of
    eight.

    Drivers run a few pixels beyond an edge that is none, of which no profile says anything: a loop
    that ends for all others may go on there, and take llvmpipe past the turns after which it ends
    all loops.
    """
    width = min(max(width // _SIDE, 1) * _SIDE, _MOST_PIXELS // _SIDE)
    most = max(_MOST_PIXELS // width // _SIDE, 1) * _SIDE
    return width, min(max(height // _SIDE, 1) * _SIDE, most)


def _apply(seed: Seed, mutations: Sequence[Mutation], *, checking: bool) -> tuple[Draft, list[int]]:
    """Return the draft with the mutations that apply, and the indexes of these."""
    draft, applied = Draft(seed, checking=checking), []
    for at, mutation in enumerate(mutations):
        if mutation.is_applicable(draft):
            mutation.apply(draft)
            applied.append(at)
    return draft, applied


def _largest_legal(seed: Seed, mutations: Sequence[Mutation]) -> list[Mutation]:
    """Return mutations that the checker of the language takes together: WGSL wants uniform control
    flow around barriers by rules of its own.
    """
    kept: list[Mutation] = []
    waiting = [list(mutations)]
    while waiting:
        chunk = waiting.pop()
        draft, _ = _apply(seed, [*kept, *chunk], checking=False)
        if _is_legal(draft.render(), seed):
            kept += chunk
        elif len(chunk) > 1:
            middle = len(chunk) // 2
            waiting += [chunk[middle:], chunk[:middle]]
    return kept


def _is_legal(module: Module, seed: Seed) -> bool:
    try:
        # The text is what compilers get: a tree may be legal where its text is not.
        again = read(write(module), module.language)
        check(again.module, seed.stage, again.source)
    except MalformedShader:
        return False
    return True


def _weights(options: Mapping[str, str]) -> Mapping[Kind, int]:
    """Return the kinds that are wanted: all of them where none of these is one of shaders."""
    names = wanted_names(options, "kinds")
    return {BY_NAME[one]: WEIGHTS[BY_NAME[one]] for one in names if one in BY_NAME} or WEIGHTS
