"""What variants are made of: the programs of the corpus, also in a newer version of SPIR-V, small
ones, and ones with textures.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from benchmarks import corpus

from aberration.core.program import Program
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.donation.donor import Donor

from .small import small_programs
from .textured import textured_programs

NEWER: Final = b"\x00\x05\x01\x00"
VERSION: Final = slice(4, 8)


@cache
def all_programs() -> tuple[Program, ...]:
    """Return all programs; donors too have a main function that can be run."""
    large = [program for kind in corpus.KINDS for program in corpus.programs(kind)]
    return (*large, *small_programs(), *textured_programs())


@cache
def all_donors() -> tuple[Donor, ...]:
    """Return the modules whose functions are donated."""
    return tuple(corpus.donors())


def newer(program: Program) -> Program:
    """Return the program in SPIR-V 1.5, whose entry point lists all variables of the module
    that it uses.
    """
    source = program.source[: VERSION.start] + NEWER + program.source[VERSION.stop :]
    module = Module.parse(source)
    for variable in module.globals:
        if variable.op == OpVariable:
            module.add_interface(variable.result_id)
    return Program(
        program.language, program.stage, module.to_bytes(), program.inputs, f"{program.name} 1.5"
    )
