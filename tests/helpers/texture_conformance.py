"""What a driver draws of a shader or module with textures is what is known of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from helpers.conformance import available
from helpers.loop_hints import without_loop_hints
from helpers.shading_runs import BothPaths

from aberration.core.comparison import pixels
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

_ALL: Final = available()
_SECONDS: Final = 60.0
_NEAR: Final = 1e-5
"""How far a sum of three texels may lie from ours."""


def drawn_on(pool: TargetPool, name: str, program: Program) -> Image:
    """Return the image in floats that a target draws."""
    (target,) = select(_ALL, [f"{name}:rgba32f"])
    outcome = pool.run(target, program, _SECONDS).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


def assert_draws_what_is_known(
    pool: TargetPool, name: str, program: Program, language: LanguageName
) -> None:
    """Assert that a target draws what both paths of our interpreter say of a fragment shader,
    where they know it.
    """
    interpreter = BothPaths(read(program.source.decode(), language), "fragment", program.inputs)
    width, height = program.inputs.width, program.inputs.height
    wanted = [interpreter.pixel(x, y) for y in range(height) for x in range(width)]
    found = pixels(drawn_on(pool, name, program)).reshape(-1, 4)
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Trap) or np.abs(np.array(one) - other).max() <= _NEAR


def assert_draws_what_is_proved(
    pool: TargetPool, name: str, seed: Program, drawn: Program | None = None
) -> None:
    """Assert that a target draws of a module, or of a variant of it, what is proved of the
    module.
    """
    proof = prove(seed)
    assert proof.limits is not None, proof.reason
    assert beyond(drawn_on(pool, name, drawn or seed), proof.limits).differing == 0


def variant_of(number: int, seed: Program, donor: Program) -> Program:
    """Return a valid variant of a module, of a hundred steps and without hints for loops."""
    request = Request(number, 1, seed, (donor,), {"steps": "100"})
    made = without_loop_hints(TransformMethod().make(request)[-1].programs["variant"])
    assert validate(made.source, environment_of(made.source)) is None
    return made
