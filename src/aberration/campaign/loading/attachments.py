"""Programs whose file names colour attachments: their outputs have to go to these."""

from __future__ import annotations

from aberration.core.attachments import Output, unfit_attachment
from aberration.core.errors import BadInput
from aberration.core.inputs_file import InputsFile
from aberration.core.program import Program
from aberration.languages.shading.checker import check
from aberration.languages.shading.fragment_outputs import outputs_of
from aberration.languages.shading.read import read_program
from aberration.languages.spirv.fragment_outputs import outputs_of as outputs_of_module
from aberration.languages.spirv.module import Module

KEY = "$attachments"


def check_attachments(program: Program, given: InputsFile | None, where: str) -> None:
    """Raise `BadInput` where the outputs of a program do not go to the attachments of its inputs,
    or it is no fragment shader alone.
    """
    attachments = program.inputs.attachments
    if not attachments:
        return
    place = given.place(KEY) if given is not None else where
    if program.stage != "fragment" or program.is_pair:
        raise BadInput("attachments are those of a fragment shader alone", where=place)
    reason = unfit_attachment(attachments, _outputs(program))
    if reason:
        raise BadInput(reason, where=place)


def _outputs(program: Program) -> dict[int, Output]:
    if program.language == "spirv":
        return outputs_of_module(Module.parse(program.source))
    shader = read_program(program)
    typing = check(shader.module, "fragment", shader.source)
    return outputs_of(typing, shader.module.language)
