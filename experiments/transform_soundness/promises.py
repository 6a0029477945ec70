"""What every transformation promises, asked of variants: it replays, keeps the module valid and the
result the same, records only facts that are true, keeps invocations together, and answers on any
module whether it applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step
from aberration.core.rng import Rng
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import parse_module
from aberration.methods.transform.registry import from_steps, to_step
from aberration.methods.transform.scheduler import no_collector
from aberration.methods.transform.transformation import Transformation

from .gathering import Variant
from .proof import places_of, problems
from .togetherness import partings

PIXELS: Final = 4
KEPT: Final = 0.75
"""Share of the steps of a kind that a part of a variant keeps; of other steps it keeps half."""


def broken(kind: type[Transformation], variant: Variant, stranger: Program, seed: int) -> list[str]:
    """Return the promises that a variant breaks, and parts of it, and its steps of a kind on
    another program.
    """
    with no_collector():
        told = _replay_flaws(kind, variant) + _stranger_flaws(kind, variant, stranger)
        told += _proof_flaws(variant.program, variant.steps, seed)
        told += partings(
            variant.program, variant.steps, places_of(variant.program.inputs, Rng.of(seed), PIXELS)
        )
        for what, steps in _parts(kind, variant, Rng.of(seed, "parts")):
            flaws = _part_flaws(variant.program, steps) + _proof_flaws(variant.program, steps, seed)
            told += [f"{what}: {flaw}" for flaw in flaws]
    where = f"{kind.__name__} on {variant.program.name}"
    return [f"{where}: {each}" for each in told]


def _parts(
    kind: type[Transformation], variant: Variant, rng: Rng
) -> list[tuple[str, Sequence[Transformation]]]:
    """Return what is left of a variant when steps are dropped: some of them, and all of other
    kinds.
    """
    some = [step for step in variant.steps if rng.chance(KEPT if type(step) is kind else 0.5)]
    alone = [step for step in variant.steps if type(step) is kind]
    return [("some steps", some), ("its steps alone", alone)]


def _replay_flaws(kind: type[Transformation], variant: Variant) -> list[str]:
    """Return what goes wrong when the steps come back from JSON; each step of the kind is
    looked at.
    """
    module = parse_module(variant.program)
    for step in from_steps(msgspec.json.decode(_as_json(variant.steps), type=list[Step])):
        before = module.to_bytes() if type(step) is kind else b""
        refused = not step.is_applicable(module)
        if refused or (before and before != module.to_bytes()):
            return [f"{step} does not replay" if refused else f"asking changed the module: {step}"]
        step.apply(module)
        told = _module_flaws(module) if type(step) is kind else []
        if told:
            return [f"after {step}: {told}"]
    told = [] if module.to_bytes() == variant.data else ["the replay gives other bytes"]
    module.clear()
    return told


def _as_json(steps: Sequence[Transformation]) -> bytes:
    return msgspec.json.encode([to_step(step) for step in steps])


def _part_flaws(program: Program, steps: Sequence[Transformation]) -> list[str]:
    module = parse_module(program)
    for step in steps:
        step.apply_if_applicable(module)
    return _module_flaws(module)


def _stranger_flaws(kind: type[Transformation], variant: Variant, stranger: Program) -> list[str]:
    """Return what is wrong with another program to which those steps are applied that agree to
    be.
    """
    steps = [step for step in variant.steps if type(step) is kind]
    return [f"on {stranger.name}: {flaw}" for flaw in _part_flaws(stranger, steps)]


def _module_flaws(module: Module) -> list[str]:
    data = module.to_bytes()
    flaw = validate(data, environment_of(data))
    return contradictions(module) + ([] if flaw is None else [f"invalid: {flaw}"])


def _proof_flaws(program: Program, steps: Sequence[Transformation], seed: int) -> list[str]:
    recipe = Recipe("transform", 1, {"seed": program}, tuple(map(to_step, steps)))
    return problems(recipe, program, Rng.of(seed, "proof"), PIXELS)
