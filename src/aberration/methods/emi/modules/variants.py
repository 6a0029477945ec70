"""Variants of SPIR-V modules: how `emi` makes, replays and reduces them.

The seed of a recipe is a module on its inputs, of large images some tiles; its steps are mutations.
What a variant must give is what our interpreter proves of it: and that is what it proves of the
seed, or the mutations are wrong.
"""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput, InternalError
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import Replay, Request
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import disassemble
from aberration.languages.spirv.enums import BuiltIn, Decoration
from aberration.languages.spirv.interpret.probes import Probe
from aberration.languages.spirv.interpret.proof import Proof
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points
from aberration.languages.spirv.uniform_only import has_choices_in_subgroups

from ...shaders.proved import ANSWERS, Proofs, claim_of, in_tiles
from ..shading.environment import with_knowledge
from ..steps import to_step
from ..wanted import wanted_names
from .draft import Draft, Guard
from .mutation import Mutation
from .profile import Profile, profile
from .registry import BY_NAME, WEIGHTS, from_steps
from .scheduler import Kind, draw_plan, mutate

LANGUAGE: Final = "spirv"
LEAST_LIVE: Final = 4
"""Places that have to run."""
_MOST_BYTES: Final = 200_000
_KEPT: Final = 8
_PROFILED: Final = "profiled"
"""The option that says which program the mutations were made for."""


class Made(msgspec.Struct, frozen=True):
    """The text of a variant, the steps of a recipe that it has by number, and its conditions."""

    source: bytes
    applied: tuple[int, ...]
    guards: tuple[Guard, ...]


class ModuleVariants:
    """Makes and replays variants of modules; what was proved and profiled last is kept."""

    def __init__(self, method: str, version: int) -> None:
        self._method: Final = method
        self._version: Final = version
        self._proofs: Final = Proofs()
        self._profiles: Final[dict[tuple[str, int], Profile]] = {}

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return variants of one seed; raise `BadInput` for a seed that is unfit."""
        weights = _weights(request.options)
        program = _prepare(request.seed_program)
        found = self._profile(program, request.run_seed)
        known = with_knowledge(found.environments, request.options)
        found = replace(found, environments=known)
        if len(found.environments) < LEAST_LIVE:
            raise BadInput(
                f"expected {LEAST_LIVE} places that run, but {len(found.environments)} do",
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
            steps = tuple(map(to_step, _draw_mutations(program, found, weights, draw)))
            # One that is too much work is left out.
            with contextlib.suppress(BadInput):
                cases += [self.replay(recipe.with_steps(steps)).case] if steps else []
        return cases

    def replay(self, recipe: Recipe) -> Replay:
        """Apply the recipe's mutations; one whose precondition does not hold is skipped."""
        recipe.check_version(self._version)
        made = variant_of(recipe.seeds["seed"], from_steps(recipe.steps))
        kept = recipe.with_steps(tuple(recipe.steps[at] for at in made.applied))
        return Replay(self._case(kept, made), len(recipe.steps) - len(made.applied))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give recipes with one mutation made smaller."""
        for at, mutation in enumerate(from_steps(recipe.steps)):
            for smaller in mutation.smaller():
                yield recipe.with_step(at, to_step(smaller))

    def with_checks(self, case: TestCase) -> TestCase | None:
        """Return nothing: all conditions of each variant are looked at from outside."""
        return None

    def precise(self, case: TestCase) -> TestCase | None:
        """Return nothing: limits say what rounding leaves open."""
        return None

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return nothing: what the limits leave open is known, and no more is."""
        return NO_REASON

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return a unified diff of the assemblies of two variants."""
        before, after = (
            disassemble(case.programs["program"].source).splitlines()
            for case in (neighbour, failing)
        )
        return "\n".join(
            difflib.unified_diff(before, after, "passing", "failing", lineterm="", n=4)
        )

    def _profile(self, program: Program, run_seed: int) -> Profile:
        key = (program.digest, run_seed)
        if key not in self._profiles:
            rng = Rng.of(run_seed, self._method, "modules")
            remember(self._profiles, key, profile(program, self._proofs, rng), _KEPT)
        return self._profiles[key]

    def _case(self, recipe: Recipe, made: Made) -> TestCase:
        program = recipe.seeds["seed"]
        name = f"{program.name}+{len(recipe.steps)}"
        if len(made.source) > _MOST_BYTES:
            raise BadInput(f"expected {_MOST_BYTES} bytes at most, but more came", where=name)
        variant = replace(program, source=made.source, name=name)
        found = self._prove(recipe, variant, made.guards)
        return TestCase(recipe, {"program": variant}, claim_of(found))

    def _prove(self, recipe: Recipe, variant: Program, guards: Sequence[Guard]) -> Proof:
        """Return what is proved of a variant. Raise `InternalError` where it does not give what its
        seed gives, or one of its conditions does not hold: what the mutations take for granted was
        seen in this very seed. In a smaller one values are others.
        """
        program, probes = recipe.seeds["seed"], probes_of(variant, guards)
        found = self._proofs.any_of(variant, probes)
        # What is added takes instructions of its own: that may be too much work.
        if recipe.options.get(_PROFILED) != program.digest or found.answer == "too-long":
            return self._proofs.of(variant, probes)
        reason = str(found.trap or found.reason)
        if found.answer in ANSWERS:
            same = found.outcome == self._proofs.of(program).outcome
            reason = broken_guard(found, guards) if same else "another result"
            if not reason:
                return found
        raise InternalError(
            f"{variant.name}: a variant does not give what its seed gives: {reason}"
        )


def variant_of(program: Program, mutations: Sequence[Mutation]) -> Made:
    """Return the variant of a seed with those mutations that apply."""
    draft, applied = Draft(program.source, [one.point for one in mutations]), []
    for at, mutation in enumerate(mutations):
        if mutation.is_applicable(draft):
            mutation.apply(draft)
            applied.append(at)
    guards = draft.guards()
    return Made(draft.to_bytes(), tuple(applied), guards)


def probes_of(variant: Program, guards: Sequence[Guard]) -> tuple[Probe, ...]:
    """Return the probes that show whether the conditions of a variant hold."""
    module = Module.parse(variant.source)
    try:
        return tuple(_probe(module, guard) for guard in guards)
    finally:
        module.clear()


def broken_guard(found: Proof, guards: Sequence[Guard]) -> str:
    """Return which condition of a variant does not always have its value, or might not on another
    implementation; nothing where all hold. `found` is what is proved of it with `probes_of`.
    """
    for guard, seen in zip(guards, found.seen, strict=True):
        if seen is None:
            return f"block {guard.block} may be reached otherwise"
        is_constant = not seen.limits
        if not seen.count or is_constant:
            continue
        if found.ranges.get(guard.condition) != (guard.expected, guard.expected):
            return f"the condition {guard.condition} is not always {guard.expected}"
    return ""


def _probe(module: Module, guard: Guard) -> Probe:
    block, condition = module.block(guard.block), module.definition(guard.condition)
    assert block is not None
    assert condition is not None
    values = () if condition.block is None else (guard.condition,)
    return Probe(block.id, module.position(block.terminator), values)


def _draw_mutations(
    program: Program, found: Profile, weights: Mapping[Kind, int], rng: Rng
) -> list[Mutation]:
    seed = Module.parse(program.source)
    draft = Draft(program.source, [*found.environments, *found.dead])
    try:
        return mutate(seed, draft, found, draw_plan(rng, weights), rng)
    finally:
        seed.clear()
        draft.module.clear()


def _prepare(program: Program | None) -> Program:
    """Return a seed that draws some tiles of a large image, and whole quads of any."""
    if program is None or program.language != LANGUAGE:
        raise BadInput("expected a SPIR-V module to start from, but none came")
    _require_suitable(program)
    return in_tiles(program)


def _require_suitable(program: Program) -> None:
    module = Module.parse(program.source)
    try:
        count, chooses = len(entry_points(module)), has_choices_in_subgroups(module)
        numbers = _numbers_subgroups(module)
    finally:
        module.clear()
    if chooses:
        message = "it chooses one invocation of each subgroup, or asks a ballot for its own vote"
        raise BadInput(message, where=program.name)
    if numbers:
        # What is known of a shuffle from oneself is known of the number alone, not of a value that
        # it went through.
        raise BadInput("it asks for its number in a subgroup", where=program.name)
    if count != 1:
        raise BadInput(f"expected one entry point, but {count} came", where=program.name)


def _numbers_subgroups(module: Module) -> bool:
    """Say whether an input tells which invocation of its subgroup one is."""
    return any(
        mark.ops[1:] == [Decoration.BUILT_IN, BuiltIn.SUBGROUP_LOCAL_INVOCATION_ID]
        for mark in module.by_opcode(OpDecorate)
    )


def _weights(options: Mapping[str, str]) -> Mapping[Kind, int]:
    """Return the kinds that are wanted: all of them where none of these is one of modules."""
    names = wanted_names(options, "kinds")
    return {BY_NAME[one]: WEIGHTS[BY_NAME[one]] for one in names if one in BY_NAME} or WEIGHTS
