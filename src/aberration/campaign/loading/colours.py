"""Fragment shaders whose outputs are not one colour of four floats, with such a colour."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.campaign.loading.asked import asked_of, list_titles
from aberration.campaign.loading.stand_ins import LANGUAGES, Completed
from aberration.core.errors import BadInput
from aberration.languages.shading.points.one_colour import with_one_colour
from aberration.languages.shading.read import read
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.one_colour import with_one_colour as in_module

_COLOUR: Final = 4


def with_colour(given: Completed, where: str) -> Completed:
    """Return a fragment shader in GLSL, ESSL or SPIR-V with one colour of four floats, made of all
    its outputs; one that has it, and one in which it cannot be, as it came.
    """
    program, declared = given.program, given.asked.declared
    if program.language == "spirv":
        return _in_module(given)
    if program.language not in ("glsl", "essl") or program.stage != "fragment":
        return given
    if declared.colour == _COLOUR or not declared.outputs:
        return given
    try:
        text = with_one_colour(read(program.source, LANGUAGES[program.language], where))
        made = replace(program, source=text.encode())
        asked = asked_of(made, where)
    except BadInput:
        return given
    note = f"the colour is made of {list_titles(declared.outputs)}"
    return Completed(made, asked, (*given.notes, note))


def _in_module(given: Completed) -> Completed:
    program, declared = given.program, given.asked.declared
    if program.stage != "fragment" or not 0 < declared.colour < _COLOUR:
        return given
    module = Module.parse(program.source)
    try:
        in_module(module)
    except BadInput:
        return given
    asked = replace(given.asked, declared=replace(declared, colour=_COLOUR))
    note = f"the colour of {declared.colour} of 4 components is made whole"
    return Completed(replace(program, source=module.to_bytes()), asked, (*given.notes, note))
