"""What tests of live code share: conditions, proofs by the interpreter, and recipes with ranges
that are wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from experiments.transform_soundness.proof import problems

from aberration.core.method import Request
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step
from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.known_conditions import KnownCondition, KnownRange
from aberration.methods.transform.method import TransformMethod

from .corpus import programs
from .transform import ident

SEEDS: Final = (
    "edit_distance.opt",
    "hilbert_curve",
    "prime_sieve",
    "matrix_tiles",
    "run_length.opt",
)
OTHERS: Final = "split_blocks, add_dead_blocks, apply_id_synonyms, flatten_conditional_branches"
PIXELS: Final = 4
OPPOSITE: Final = {
    o.OpSLessThan: o.OpSGreaterThanEqual,
    o.OpSGreaterThan: o.OpSLessThanEqual,
    o.OpSLessThanEqual: o.OpSGreaterThan,
    o.OpSGreaterThanEqual: o.OpSLessThan,
    o.OpULessThan: o.OpUGreaterThanEqual,
    o.OpUGreaterThan: o.OpULessThanEqual,
    o.OpULessThanEqual: o.OpUGreaterThan,
    o.OpUGreaterThanEqual: o.OpULessThan,
}


def condition(op: int, known: tuple[str, int, int], value: int) -> KnownCondition:
    """Return the comparison %30 of a name with a range to a constant."""
    name, low, high = known
    return KnownCondition(30, op, KnownRange(ident(name), low, high), KnownRange(0, value, value))


def know(name: str, low: int, high: int) -> Callable[[Module], None]:
    """Return what records a range in a module."""

    def prepare(module: Module) -> None:
        module.facts.ranges.add(ident(name), low, high)

    return prepare


def doubt(name: str) -> Callable[[Module], None]:
    """Return what declares a value irrelevant in a module."""

    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident(name))

    return prepare


def recipes(passes: str, steps: int = 120) -> list[tuple[Program, Recipe]]:
    """Return a run of these passes on each of a few modules."""
    found: list[tuple[Program, Recipe]] = []
    for seed in [
        program
        for kind in ("references", "compute")
        for program in programs(kind)
        if program.name in SEEDS
    ]:
        cases = TransformMethod().make(
            Request(3, 1, seed, (), {"steps": str(steps), "passes": passes})
        )
        found.extend((seed, case.recipe) for case in cases)
    return found


def wrong_steps(name: str, kind: str) -> list[tuple[Program, Recipe]]:
    """Return recipes in which all steps of a kind that compare to a constant rely on the
    contrary of what is true.
    """
    found = []
    for seed, recipe in recipes(f"{name}, split_blocks", 60):
        wrong = [_contrary(step) if step["type"] == kind else None for step in recipe.steps]
        if any(wrong):
            steps = tuple(other or step for step, other in zip(recipe.steps, wrong, strict=True))
            found.append((seed, recipe.with_steps(steps)))
    return found


def _contrary(step: Step) -> Step | None:
    """Return the step with ranges for which its condition would have the other value, if it
    compares to a constant.
    """
    known = msgspec.convert(step["condition"], KnownCondition)
    if known.right.id or known.op not in OPPOSITE:
        return None
    bound = known.right.low
    for value in (max(bound - 1, 0), bound, bound + 1):
        wrong = msgspec.structs.replace(known, left=KnownRange(known.left.id, value, value))
        if wrong.truth() is not known.truth():
            return {**step, "condition": msgspec.to_builtins(wrong)}
    return None


def tampered(seed: Program, recipe: Recipe) -> list[str]:
    """Return what the interpreter finds wrong with a recipe."""
    return problems(recipe, seed, Rng.of(1, "proof"), PIXELS)
