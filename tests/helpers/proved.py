"""A test that the interpreter judges: a pass between others on modules of the corpus, and `proof.problems` of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from experiments.transform_soundness.proof import problems
from helpers.corpus import donor_modules, programs
from helpers.transform import flaw_of

from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donor import Donor
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.registry import PASSES, to_step
from aberration.methods.transform.transformation import Transformation

BEFORE: Final = 60
OWN: Final = 25
AFTER: Final = 60
PIXELS: Final = 3
EACH: Final = 11
"""One module out of so many is looked at."""


@cache
def _donors() -> tuple[Donor, ...]:
    return tuple([Donor.parse(data) for _, data in donor_modules()[:3]])


def proved(
    kind: type[Transformation], known: FuzzerPass, kinds: Sequence[str] = ("references", "compute"), each: int = EACH
) -> Callable[[], None]:
    """Return a test: wherever the pass found something to do, between other passes, the variant is proved."""

    def test() -> None:
        applied = 0
        for number, program in enumerate([one for folder in kinds for one in programs(folder)][::each]):
            applied += _prove(kind, known, program, Rng.of(number, known.name, program.name))
        assert applied, f"{known.name} found nothing to do"

    return test


def _prove(kind: type[Transformation], known: FuzzerPass, program: Program, rng: Rng) -> int:
    module = Module.parse(program.source)
    learn_uniforms(module, program.inputs)
    draw = Draw(module, rng, _donors())
    for count, passes in ((BEFORE, PASSES), (OWN, (known,)), (AFTER, PASSES)):
        for _ in range(count):
            draw.begin()
            step = rng.choose(passes).attempt(draw)
            if step is not None:
                draw.apply(step)
    assert module.check() == [], program.name
    flaw = flaw_of(module.to_bytes())
    assert flaw is None, f"{program.name}: {flaw}"
    recipe = Recipe("transform", 1, {"seed": program}, tuple([to_step(step) for step in draw.log]))
    assert problems(recipe, program, rng, PIXELS) == [], program.name
    return sum(isinstance(step, kind) for step in draw.log)
