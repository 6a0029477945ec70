"""A program with a known result, and what a compiler with a planted mistake makes of it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.shaders.executed import OPTIONS
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_checked

Seen = Literal["same", "changed", "undefined", "shown"]
_SHOWN: Final = replace(OPTIONS, turns=4 * OPTIONS.turns, races=False)


class Subject:
    """A program that is read once, to be given to many mutants."""

    def __init__(self, program: Program, expected: Outcome) -> None:
        if program.stage == "program" or program.language not in ("glsl", "essl", "wgsl"):
            raise BadInput(f"expected a shader in GLSL, ESSL or WGSL, came {program.language}")
        self._program: Final = program
        self._stage: Final = program.stage
        self._expected: Final = expected
        self._shader: Final = read(program.source, program.language, program.name)
        self._checked: Final = Checked(self._shader, program.stage)

    def under(self, mutant: ShadingMutant) -> Seen:
        """Say whether a mutant leaves the program as it is, changes its text alone, makes it do
        something undefined (whose result depends on the driver), or changes what it gives.
        """
        module = rewrite_checked(mutant, self._checked)
        if module == self._shader.module:
            return "same"
        changed = replace(self._shader, module=module)
        try:
            given = execute(changed, self._stage, self._program.inputs, _SHOWN)
        except BadInput:
            return "undefined"
        if not isinstance(given, Buffers | Image):
            return "undefined"
        return "changed" if given == self._expected else "shown"


def mutants_of(language: LanguageName) -> tuple[ShadingMutant, ...]:
    """Return the mutants that have a language."""
    return tuple(one for one in SHADING_MUTANTS if language in one.languages)
