"""Runner of the shading languages' mutants: rewrites a shader as a compiler with one planted
mistake would understand it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.errors import MalformedShader
from aberration.core.outcome import Invalid, Outcome, Rejected, Translated
from aberration.core.program import Program
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.write import write
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.shading_mutants.catalogue import shading_mutant
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_shader

VERSION: Final = "1"
IDENTITY: Final = ShadingMutant("identity", "no bug", "nothing", ALL, lambda _, __, new: new)


class ShadingMutantRunner:
    """Option: `mutant`, a name of the catalogue, or `identity`."""

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    pairs: Final = True
    geometry: Final = True

    def __init__(self) -> None:
        self._mutant = IDENTITY

    def open(self, options: Mapping[str, str]) -> str:
        name = options.get("mutant", IDENTITY.name)
        self._mutant = IDENTITY if name == IDENTITY.name else shading_mutant(name)
        return VERSION

    def run(self, program: Program, clock: Clock) -> Outcome:
        language, stage = program.language, program.stage
        if language == "spirv" or language == "c" or stage == "program":
            message = f"expected GLSL, ESSL or WGSL, but a {language} program came"
            return Rejected(message, unasked=True)
        if language not in self._mutant.languages:
            message = f"{self._mutant.name} is not a mistake that can be made in {language}"
            return Rejected(message, unasked=True)
        with clock:
            try:
                shader = read(program.source, language, program.name)
                text = write(rewrite_shader(self._mutant, shader, stage))
            except MalformedShader as error:
                # What our front end does not know proves nothing about the driver.
                return Rejected(str(error), unasked=True)
        made = msgspec.structs.replace(program, source=text.encode())
        try:
            check_text(made, stage)
        except MalformedShader as error:
            return Invalid(str(error), made)
        return Translated(made)

    def close(self) -> None:
        self._mutant = IDENTITY


def check_text(program: Program, stage: Stage) -> None:
    """Raise `MalformedShader` for a program that is no legal shader."""
    assert program.language in ALL
    shader = read(program.source, program.language, program.name)
    check(shader.module, stage, shader.source)
