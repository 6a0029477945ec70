"""The interpreter of the shading languages gives what every executing target here gives, on the
whole corpus.

Integers to the bit; images of inexact programs within the tolerance. A refusal proves nothing, but
a target that refuses more than half of what its rules allow fails. Bugs of compilers are named, and
`docs/bugs.md` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
import pytest
from helpers.conformance import names_by_age
from helpers.here import here, resolve
from helpers.printed import taken_by
from helpers.sampling import one_in

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Buffers, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.targets.pool import TargetPool

LANGUAGES: Final = ("glsl", "essl", "wgsl")
CHAINS: Final = (
    *("glslang+lavapipe", "glslang+swiftshader", "glslang@12.0.0+lavapipe", "shaderc:-O+lavapipe"),
    *(
        "glslang+spirv-opt@2023.1:-O+swiftshader",
        "glslang+spirv-cross:450+llvmpipe",
        "glslang+wgpu-lavapipe",
    ),
)
KNOWN_BUGS: Final[Mapping[str, Mapping[str, str]]] = {
    "softpipe@20.3.5": {
        **dict.fromkeys(("records", "queue_of_cells"), "softpipe-divergent-array-store"),
        "lattice_paths": "llvmpipe of the same Mesa is right, and softpipe of all later ones",
    },
    "softpipe": dict.fromkeys(("records", "queue_of_cells"), "softpipe-divergent-array-store"),
    "glslang+spirv-cross:450+llvmpipe": {"records": "mesa-gl-continue-lost-copy"},
    "wgpu": {
        "late_writers": "naga-glsl-component-argument",
        "wrapped_arithmetic": "naga-glsl-remainder-negative",
        **dict.fromkeys(("many_ternaries", "assignments_inside"), "naga-glsl-eager-logic"),
    },
}
"""By the beginning of a target's id, the programs that it gets wrong, and why."""
AGAINST_THE_RULES: Final = (
    "ES shaders for SPIR-V require version 310 or higher",
    "'non-opaque uniforms outside a block' : not allowed when using GLSL for Vulkan",
)
"""What front ends for Vulkan say of texts that GL_KHR_vulkan_glsl excludes."""
WIDTH, HEIGHT = 61, 43
SAMPLE: Final = 4
"""One program in so many, other ones for each target; all of them in the long tests."""
_SECONDS: Final = 60.0


def _executing() -> list[Target]:
    found = [
        target
        for target in here()
        if target.kind == "executes" and set(target.languages) & set(LANGUAGES)
    ]
    plain = [
        target
        for target in found
        if not {"mutants", "identity"} & {*target.groups} and not target.id.endswith(":rgba32f")
    ]
    return [*plain, *(target for name in CHAINS if (target := resolve(name)) is not None)]


TARGETS: Final = {target.id: target for target in _executing()}


@cache
def _small(program: Program) -> Program:
    return msgspec.structs.replace(
        program, inputs=msgspec.structs.replace(program.inputs, width=WIDTH, height=HEIGHT)
    )


@cache
def _ours(program: Program) -> tuple[Image | Buffers, bool]:
    """What the interpreter gives, and whether the program is exact."""
    assert program.language in ("glsl", "essl", "wgsl")
    assert program.stage != "program"
    interpreter = Interpreter(
        read(program.source, program.language, program.name), program.stage, program.inputs
    )
    made = interpreter.image() if program.draws else interpreter.dispatch()
    assert isinstance(made, Image | Buffers), str(made)
    return made, not interpreter.inexact


def _wrong(program: Program, theirs: Outcome) -> str:
    """Return what is wrong about an outcome, or nothing."""
    if isinstance(theirs, Rejected):
        return ""
    if not isinstance(theirs, Image | Buffers):
        return str(theirs)
    ours, exact = _ours(program)
    difference = compare(ours, theirs, Tolerance())
    if within(difference, Tolerance()) and not (exact and difference.differing):
        return ""
    return f"{difference}"


def _breaks_the_rules(outcome: Outcome) -> bool:
    return isinstance(outcome, Rejected) and any(
        rule in outcome.message for rule in AGAINST_THE_RULES
    )


@pytest.mark.parametrize("every", [SAMPLE, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", one_in(3, names_by_age(TARGETS)))
def test_a_target_gives_what_we_give(name: str, every: int) -> None:
    target = TARGETS[name]
    if not target.available:
        pytest.skip(target.reason)
    first = list(TARGETS).index(name) % every
    spoken = [_small(program) for program in taken_by(target)[first::every]]
    with TargetPool() as pool:
        outcomes = {program: pool.run(target, program, _SECONDS).outcome for program in spoken}
    taken = [program for program, outcome in outcomes.items() if not isinstance(outcome, Rejected)]
    allowed = [program for program in spoken if not _breaks_the_rules(outcomes[program])]
    assert taken
    assert 2 * len(taken) >= len(allowed), {
        program.name: str(outcome)[:200] for program, outcome in outcomes.items()
    }
    wrong = {
        program.name: fault
        for program, outcome in outcomes.items()
        if (fault := _wrong(program, outcome))
    }
    known = next((bugs for start, bugs in KNOWN_BUGS.items() if name.startswith(start)), {})
    assert {stem: fault for stem, fault in wrong.items() if stem not in known} == {}
