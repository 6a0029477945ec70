"""Mutants that only stages of pairs show."""

from __future__ import annotations

import pytest
from helpers.module_pairs import MODULES, named_modules
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import replay_steps
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformations.move_varying import MoveVarying
from aberration.targets.mutants.catalogue import mutant
from aberration.targets.runners.spirv.mutant import apply_mutant

SWIZZLED = mutant("swizzled-varying")


def broken(program: Program) -> Program:
    return replace(program, source=apply_mutant(SWIZZLED, program.source))


@needs_compiler
def test_a_vector_behind_the_first_component_is_swizzled() -> None:
    seed = named_modules("450", "floats")
    wanted = prove(seed).outcome
    steps = [to_step(MoveVarying(location, 0, location, 1)) for location in range(4)]
    variant, applied = replay_steps(seed, steps)
    assert applied
    assert prove(variant).outcome == wanted
    found = broken(variant)
    assert validate(found.source, environment_of(found.source)) is None
    assert prove(found).outcome != wanted


@pytest.mark.parametrize(("version", "name"), [one for one in MODULES if one[1] != "components"])
def test_all_others_stay(version: str, name: str) -> None:
    for stage in ("fragment", "vertex"):
        seed = named_modules(version, name)
        seed = seed if stage == seed.stage else seed.companion_program()
        assert broken(seed) == seed
