"""The method "transform": variants of a SPIR-V module that must render like it (Donaldson et
al., PLDI 2021).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput, ReplayMismatch
from aberration.core.method import LanguageSupport, Method, Replay, Request
from aberration.core.oracle import Same
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import disassemble
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.known_constants import learn_constants
from aberration.methods.transform.known_inputs import Given, given_to, with_given
from aberration.methods.transform.known_ranges import KnownRanges
from aberration.methods.transform.known_textures import learn_textures
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.precise import without_contraction
from aberration.methods.transform.registry import BY_NAME, SUPPORTING, from_steps, to_step
from aberration.methods.transform.scheduler import fuzz, no_collector
from aberration.methods.transform.strategies import STRATEGIES
from aberration.methods.transform.suitable import pair_refusal, refusal

NAME: Final = "transform"
VERSION: Final = 2
STEPS: Final = 360
"""Steps of a run, unless the option `steps` says otherwise."""
MOST_STEPS: Final = 5000
FIRST: Final = (30, 80)
"""Steps of the first variant of a run, if it has several: few, so that it is quickly run and
reduced.
"""
IGNORED: Final = frozenset(
    ("SplitBlock", "AddFunction", "ReplaceIdWithSynonym", "AddLocalVariable", "AddGlobalVariable")
)


class TransformMethod(Method):
    """See the protocol `Method`.

    Options: `steps`, how many transformations a run applies at most; `strategy`, one of
    `STRATEGIES`, by which passes take turns (drawn for each run without it); `passes`, names of
    passes with commas between, or `all` (without it, each run draws its own).
    """

    name: str = NAME
    version: int = VERSION
    languages: tuple[LanguageSupport, ...] = (
        LanguageSupport("spirv", ("spirv",), needs_seed=True),
    )
    ignored_types: frozenset[str] = SUPPORTING | IGNORED
    supporting_types: frozenset[str] = SUPPORTING

    def __init__(self) -> None:
        self._donors: dict[str, Donor] = {}
        self._ranges = KnownRanges()

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return variants of the seed program, `request.variants` at most: prefixes of one run,
        each with its own final steps.

        A seed that cannot be transformed soundly is a `BadInput` (`suitable.py`).
        """
        seed = _spirv(request.seed_program)
        limit, strategy, passes = (
            _limit(request.options),
            _strategy(request.options),
            _passes(request.options),
        )
        donors = [self._donor(donor) for donor in request.donors]
        rng = Rng.of(request.run_seed, NAME, seed.digest)
        lengths = variant_lengths(
            limit, request.variants, Rng.of(request.run_seed, NAME, "lengths")
        )
        with no_collector():
            module = _suitable(seed)
            self._ranges.learn(module, seed, request.ranges)
            log, snapshots = fuzz(
                module,
                donors,
                rng,
                limit,
                lengths,
                every_pass="passes" in request.options,
                passes=passes,
                strategy=strategy,
            )
            steps = [to_step(step) for step in log[: snapshots[-1].prefix]] if snapshots else []
            sequences = [
                (*steps[: taken.prefix], *map(to_step, taken.final)) for taken in snapshots
            ]
        recipe = Recipe(NAME, VERSION, {"seed": seed}, rng_seed=request.run_seed)
        return [
            _case(recipe.with_steps(sequence), seed, _variant(seed, taken.data, taken.given))
            for sequence, taken in zip(sequences, snapshots, strict=True)
        ]

    def _donor(self, donor: Program) -> Donor:
        """Return the donor, parsed once; passes only read it."""
        if donor.digest not in self._donors:
            self._donors[donor.digest] = Donor.parse(_spirv(donor).source)
        return self._donors[donor.digest]

    def replay(self, recipe: Recipe) -> Replay:
        """Apply the recipe's steps to its seed; one whose precondition does not hold is skipped."""
        seed = _seed_of(recipe)
        variant, applied = replay_steps(seed, recipe.steps)
        case = _case(recipe.with_steps(tuple(recipe.steps[k] for k in applied)), seed, variant)
        return Replay(case, len(recipe.steps) - len(applied))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Yield recipes with one step replaced by a smaller one, such as a function with fewer
        instructions.
        """
        for k, step in enumerate(recipe.steps):
            if not BY_NAME[str(step.get("type"))].can_shrink:
                continue
            for smaller in from_steps([step])[0].smaller():
                yield recipe.with_step(k, to_step(smaller))

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the case with NoContraction on every floating-point result, in reference and
        variant.
        """
        programs = {role: _precise(program) for role, program in case.programs.items()}
        return msgspec.structs.replace(case, programs=programs)

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return a unified diff of the assemblies of the two variants, of pairs with both
        stages.
        """
        before, after = (_assembly(case.programs["variant"]) for case in (neighbour, failing))
        return "\n".join(
            difflib.unified_diff(before, after, "passing", "failing", lineterm="", n=4)
        )


def variant_lengths(limit: int, variants: int, rng: Rng) -> list[int]:
    """Return the lengths of the variants of a run, ascending: the last one is `limit`, the first
    one short, and they grow by the same factor from one to the next.
    """
    if variants < 2:
        return [limit]
    first = min(rng.between(*FIRST), limit)
    growth = (limit / first) ** (1 / (variants - 1))
    return [*(round(first * growth**k) for k in range(variants - 1)), limit]


def replay_steps(seed: Program, steps: Sequence[Step]) -> tuple[Program, list[int]]:
    """Return the seed after the steps that apply, with its inputs, and the indexes of these."""
    with no_collector():
        transformations = from_steps(steps)
        module = parse_module(seed)
        applied = [k for k, step in enumerate(transformations) if step.apply_if_applicable(module)]
        variant = _variant(seed, module.to_bytes(), given_to(module))
        module.clear()
        return variant, applied


def _variant(seed: Program, data: bytes, given: Given) -> Program:
    inputs, companion = with_given(seed.inputs, given), given.companion or seed.companion
    return msgspec.structs.replace(seed, source=data, inputs=inputs, companion=companion)


def _case(recipe: Recipe, seed: Program, variant: Program) -> TestCase:
    variant = msgspec.structs.replace(variant, name=f"{seed.name}+{len(recipe.steps)}")
    return TestCase(recipe, {"reference": seed, "variant": variant}, Same())


def _seed_of(recipe: Recipe) -> Program:
    recipe.check_version(VERSION)
    if "seed" not in recipe.seeds:
        raise ReplayMismatch("the recipe has no program in the role 'seed'")
    return _spirv(recipe.seeds["seed"])


def _spirv(program: Program | None) -> Program:
    if program is None or program.language != "spirv":
        came = "none" if program is None else f"one in {program.language!r}"
        raise BadInput(f"the method {NAME!r} transforms SPIR-V programs, but {came} came")
    return program


def parse_module(seed: Program) -> Module:
    """Return the module of a seed; it knows what the seed's inputs say about its uniforms,
    textures and specialisation constants.
    """
    module = Module.parse(seed.source)
    learn_uniforms(module, seed.inputs)
    learn_textures(module, seed.inputs)
    learn_constants(module, seed.inputs.constants)
    module.facts.companion = seed.companion
    return module


def _suitable(seed: Program) -> Module:
    module = parse_module(seed)
    reason = refusal(module) or pair_refusal(module, seed.companion)
    if reason:
        module.clear()
        raise BadInput(
            f"the method {NAME!r} cannot transform this module: {reason}", where=seed.name
        )
    return module


def _assembly(program: Program) -> list[str]:
    sources = [program.source, program.companion] if program.is_pair else [program.source]
    return [line for source in sources for line in disassemble(source).splitlines()]


def _precise(program: Program) -> Program:
    other = without_contraction(program.companion) if program.is_pair else b""
    source = without_contraction(program.source)
    return msgspec.structs.replace(program, source=source, companion=other)


def _limit(options: dict[str, str]) -> int:
    text = options.get("steps", str(STEPS))
    if not text.isdecimal() or not 1 <= int(text) <= MOST_STEPS:
        raise BadInput(f"expected 1 to {MOST_STEPS} steps, but {text!r} came", where="option steps")
    return int(text)


def _strategy(options: Mapping[str, str]) -> str:
    name = options.get("strategy", "")
    if name and name not in STRATEGIES:
        raise BadInput(f"expected a strategy ({', '.join(STRATEGIES)}), but {name!r} came")
    return name


def _passes(options: Mapping[str, str]) -> tuple[FuzzerPass, ...]:
    wanted = options.get("passes", "all")
    if wanted == "all":
        return PASSES
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    known = {one.name: one for one in PASSES}
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise BadInput(
            f"expected names of passes, with commas between, but "
            f"{', '.join(unknown) or 'none'} came"
        )
    return tuple(known[name] for name in names)
