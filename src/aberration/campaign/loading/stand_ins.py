"""Shaders that need textures, and fragment shaders that need what a vertex stage passes on: nobody
here gives these, so functions of the pixel stand for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.campaign.loading.asked import ShadingName, WantedInputs, asked_of, list_titles
from aberration.core.errors import BadInput
from aberration.core.program import POINTED, Program
from aberration.languages.shading.read import read
from aberration.languages.shading.stand_ins import family, wgsl
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.stand_ins import with_stand_ins as in_module

LANGUAGES: Final[Mapping[str, ShadingName]] = MappingProxyType(
    {"glsl": "glsl", "essl": "essl", "wgsl": "wgsl"}
)


class Completed(msgspec.Struct, frozen=True):
    """A program with what it asks for, and a line for what stands in it for something else."""

    program: Program
    asked: WantedInputs
    notes: tuple[str, ...] = ()


def with_stand_ins(program: Program, asked: WantedInputs, where: str) -> Completed:
    """Return a fragment or vertex shader with functions in place of what nobody gives; a program
    that lacks nothing of it, and one in which nothing can stand for it, as it came.
    """
    given = Completed(program, asked)
    lacking = asked.names_in_use((*asked.declared.opaque, *asked.declared.inputs))
    if program.language == "spirv":
        return _in_module(given, where)
    language = LANGUAGES.get(program.language)
    if not lacking or language is None or not program.draws:
        return given
    module = wgsl if language == "wgsl" else family
    textures = bool(asked.names_in_use(asked.declared.opaque))
    try:
        shader = read(program.source, language, where)
        text = module.with_stand_ins(shader, stage=program.shader_stage, textures=textures)
        made = replace(program, source=text.encode())
        now = asked_of(made, where)
    except BadInput:
        return given
    # Textures are left where something gives them, and are asked for no more.
    # Inputs of a vertex shader are attributes, which are given.
    inputs = () if program.stage in POINTED else now.declared.inputs
    now = replace(now, declared=replace(now.declared, opaque=(), inputs=inputs))
    return Completed(made, now, (_note(lacking),))


def _in_module(given: Completed, where: str) -> Completed:
    """Return a fragment shader's module with functions in place of what a vertex stage passes on:
    nothing can stand for a texture in it.
    """
    program, inputs = given.program, given.asked.declared.inputs
    if program.stage != "fragment" or not inputs:
        return given
    module = Module.parse(program.source)
    try:
        in_module(module)
    except BadInput as error:
        raise BadInput(error.message, where=where) from None
    asked = replace(given.asked, declared=replace(given.asked.declared, inputs=()))
    return Completed(replace(program, source=module.to_bytes()), asked, (_note(inputs),))


def _note(names: tuple[str, ...]) -> str:
    return f"functions of the pixel stand for {list_titles(names)}, which nobody gives"
