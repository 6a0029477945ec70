"""What is asked of each smaller program: rewritten just in time, does it still show the bug?"""

from __future__ import annotations

import struct
from typing import Final, Protocol

from aberration.core.comparison import equal
from aberration.core.errors import BadInput
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.write import write
from aberration.methods.shaders.executed import OPTIONS
from aberration.targets.shading_mutants.mutant import ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_shader

OURS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, struct.error)
"""What no program may raise: a defect of ours, which is counted, and the program is not taken."""


class Shows(Protocol):
    """Whether the bug shows in a test; in a program as it stands, with `None` for undefined."""

    def in_case(self, case: TestCase) -> bool:
        """Say whether the bug shows in what was rewritten."""

    def in_text(self, program: Program) -> bool:
        """Say whether a program is defined as it stands, and the bug shows in it."""


def differ(one: object, other: object) -> bool:
    """Say whether both are results, and not the same."""
    if not isinstance(one, Image | Buffers) or not isinstance(other, Image | Buffers):
        return False
    return not equal(one, other)


def shows(case: TestCase, mutant: ShadingMutant) -> bool:
    """Say whether the mutant's text is defined, and gives something else than is expected."""
    oracle = case.oracle
    assert isinstance(oracle, Expected)
    changed = mutated(case.programs["program"], mutant)
    return changed is not None and differ(oracle.outcome, run(changed))


def mutated(program: Program, mutant: ShadingMutant) -> Program | None:
    """Return the program as a mutant understands it; None where it is as the text says."""
    assert program.language in ("glsl", "essl", "wgsl")
    assert program.stage != "program"
    shader = read(program.source, program.language, program.name)
    changed = rewrite_shader(mutant, shader, program.stage)
    if changed == shader.module:
        return None
    return Program(
        program.language, program.stage, write(changed).encode(), program.inputs, program.name
    )


def run(program: Program) -> Image | Buffers | Trap | Endless | None:
    """Return what a program gives, by our interpreter, or what it meets; None for what is not
    interpreted.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    assert program.stage != "program"
    try:
        shader = read(program.source, program.language, program.name)
        return execute(shader, program.stage, program.inputs, OPTIONS)
    except BadInput:
        return None


def is_defined(program: Program) -> bool:
    """Say whether a program does nothing undefined, as its text stands."""
    return isinstance(run(program), Image | Buffers)
