"""A test by the interpreter: what a pass does between other passes changes no result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from experiments.transform_soundness.proof import problems
from helpers.corpus import donor_modules, programs
from helpers.transform import flaw_of, seed_module

from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.methods.transform.donor import Donor
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformation import Transformation

ROUNDS: Final = 3
OTHERS: Final = 20
OWN: Final = 12
"""In each round, so many attempts of other passes and of the one that is tested."""
PROGRAMS: Final = 6
PIXELS: Final = 3


def proved(
    known: FuzzerPass,
    kind: type[Transformation],
    programs_looked_at: int = PROGRAMS,
    kinds: Sequence[str] = ("references", "compute"),
) -> Callable[[], None]:
    """Return a test: variants with steps of `kind` among others are valid and give what their references give."""

    def test() -> None:
        seeds = [program for folder in kinds for program in programs(folder)]
        met = 0
        for number, program in enumerate(seeds[:: len(seeds) // programs_looked_at]):
            steps = _steps(known, program, Rng.of(number, known.name))
            met += sum(isinstance(step, kind) for step in steps)
            recipe = Recipe("transform", 1, {}, tuple(to_step(step) for step in steps), seed=number)
            assert problems(recipe, program, Rng.of(number, "proof"), PIXELS) == [], program.name
        assert met >= ROUNDS, f"only {met} steps of {kind.__name__}"

    return test


def _steps(known: FuzzerPass, program: Program, rng: Rng) -> list[Transformation]:
    kind = "references" if program.stage == "fragment" else "compute"
    module = seed_module(f"{kind}/{program.name}", program.source)
    draw = Draw(module, rng, [Donor.parse(data) for _, data in donor_modules()[:2]])
    others = [each for each in PASSES if not each.final]
    for _ in range(ROUNDS):
        for _ in range(OTHERS):
            _attempt(draw, rng.choose(others))
        for _ in range(OWN):
            _attempt(draw, known)
    for _ in range(OTHERS):
        _attempt(draw, rng.choose(others))
    flaw = flaw_of(module.to_bytes())
    assert flaw is None, f"{program.name}: {flaw}"
    return draw.log


def _attempt(draw: Draw, known: FuzzerPass) -> None:
    draw.begin()
    proposed = known.attempt(draw)
    if proposed is not None:
        draw.apply(proposed)
