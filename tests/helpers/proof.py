"""Proves what a pass does to a few modules of the corpus, mixed with other passes, by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from experiments.transform_soundness.proof import problems
from helpers.corpus import programs

from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.scheduler import fuzz
from aberration.methods.transform.transformation import Transformation

OTHERS = ("apply_id_synonyms", "split_blocks", "add_dead_breaks", "flatten_conditional_branches", "add_loads")
STEPS = 120
PIXELS = 4


def proved(
    kind: type[Transformation], pass_name: str, names: Sequence[str], others: Sequence[str] = OTHERS, runs: int = 1
) -> Callable[[], None]:
    """Return a test: variants of the named programs, made by a pass among others, give the same result, and all that is
    recorded about them is true.
    """

    def test() -> None:
        known = {program.name.split("/")[-1].removesuffix(".spv"): program for program in programs("references")}
        known |= {program.name.split("/")[-1].removesuffix(".spv"): program for program in programs("compute")}
        chosen = [each for each in PASSES if each.name == pass_name or each.name in others]
        applied = 0
        for number, name in enumerate([name for _ in range(runs) for name in names]):
            program = known[name]
            module = Module.parse(program.source)
            learn_uniforms(module, program.inputs)
            log, _ = fuzz(module, [], Rng.of(number, pass_name, name), STEPS, (), every_pass=True, passes=chosen)
            applied += sum(isinstance(step, kind) for step in log)
            recipe = Recipe("transform", 1, {"seed": program}, tuple(map(to_step, log)), {}, number)
            assert problems(recipe, program, Rng.of(number, "proof"), PIXELS) == [], name
        assert applied > len(names), applied

    return test
