"""Which results a shader may give, as its module in SPIR-V tells: the intervals that the shading
languages' own interpreter does not compute.

It explains, and claims nothing: glslang folds constants in one way of several, so the module may
allow less than the text does.
"""

from __future__ import annotations

from aberration.campaign.known_results import KnownResults
from aberration.campaign.triage.known_result import ROUNDING
from aberration.core.errors import AberrationError
from aberration.core.limits import beyond
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.targets.front_end import SHADING_LANGUAGES, compile_glsl

_VERSION = 450


def reason_allowed(case: TestCase, outcome: Outcome, known: KnownResults) -> str:
    """Return that a result lies within what the shader may give; nothing where it does not, or
    nobody can tell.
    """
    oracle = case.oracle
    if not isinstance(oracle, Expected) or not isinstance(outcome, Image | Buffers):
        return ""
    module = _module_of(case.programs[oracle.program])
    if module is None:
        return ""
    proof = known.of(module)
    if proof.limits is None:
        return ""
    # An expected result that the module may not give is another matter, and no rounding.
    differences = [
        beyond(each, proof.limits)
        for each in (outcome, oracle.outcome)
        if isinstance(each, Image | Buffers)
    ]
    return "" if any(apart.beyond or apart.note for apart in differences) else ROUNDING


def _module_of(program: Program) -> Program | None:
    """Return a shader as SPIR-V; None where it does not compile for Vulkan."""
    if program.language not in (*SHADING_LANGUAGES, "wgsl"):
        return None
    # Loading it takes a fifth of a second, which each executor would feel.
    from aberration.languages.shading.translate import translate

    try:
        return compile_glsl(
            translate(program, "glsl", _VERSION) if program.language == "wgsl" else program
        )
    except AberrationError:
        return None
