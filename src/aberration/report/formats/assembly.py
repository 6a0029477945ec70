"""The modules of a case as text, which the assembler of SPIRV-Tools takes: with
`--preserve-numeric-ids` it makes the same instructions of it.
"""

from __future__ import annotations

from aberration.core.program import companion_file
from aberration.core.recipe import TestCase
from aberration.languages.spirv.assembly import disassemble
from aberration.report.formats.format import Files, Outcomes, programs_of


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return `files/<role>.spvasm` for each module, and of a pair the file of the other stage, too;
    raise `BadInput` for a module that cannot be read.
    """
    files = {}
    for role, program in programs_of(case).items():
        files[f"files/{role}.spvasm"] = disassemble(program.source)
        if program.is_pair:
            files[f"files/{companion_file(program, role)}asm"] = disassemble(program.companion)
    return files
