"""The programs of a case as plain files: the text, and its inputs beside it as JSON."""

from __future__ import annotations

from aberration.core.inputs import write_inputs
from aberration.core.program import companion_file
from aberration.core.recipe import TestCase
from aberration.report.formats.format import Files, Outcomes, programs_of, shader_text


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return `files/<role>.frag` (`.comp`, `.wgsl`) and `files/<role>.json` for each program, of a
    pair the file of the other stage, too.
    """
    files = {}
    for role, program in programs_of(case).items():
        files[f"files/{role}{program.suffix}"] = shader_text(program, "a text file")
        if program.is_pair:
            other = program.companion_program()
            files[f"files/{companion_file(program, role)}"] = shader_text(other, "a text file")
        files[f"files/{role}.json"] = write_inputs(program.inputs).decode()
    return files
