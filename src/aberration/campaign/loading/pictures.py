"""Pictures of ours for the textures of a shader or module."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from aberration.campaign.loading.asked import WantedInputs, list_titles
from aberration.campaign.loading.module_pictures import with_module_textures
from aberration.campaign.loading.stand_ins import LANGUAGES, Completed, with_stand_ins
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.textures import MOST_IN_WGSL, Texture
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.declared import complete, declared_textures
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.languages.shading.sampled.unused import without_unused_handles
from aberration.languages.shading.write import write
from aberration.languages.spirv.module import Module


def with_pictures(program: Program, asked: WantedInputs, where: str) -> Completed:
    """Return a program with pictures for all its textures, those of the file first, and functions
    of the pixel for what a vertex stage passes on.

    Where our interpreter cannot say what that gives, functions of the pixel stand for the textures,
    too.
    """
    names = asked.names_in_use(asked.declared.opaque)
    if program.language == "wgsl" and len(names) < len(asked.declared.opaque):
        program = _without_unused(program, where)
    plain = replace(program, inputs=_without(program.inputs))
    if names and program.language == "spirv":
        return _with_those_of_module(program, asked, where)
    if not names or program.language not in LANGUAGES:
        return with_stand_ins(plain, asked, where)
    try:
        return _with_all(program, asked, names, where)
    except BadInput as error:
        found = with_stand_ins(plain, asked, where)
        note = f"no pictures are given for {list_titles(names)}: {error.message}"
        return replace(found, notes=(note, *found.notes))


def _without(inputs: Inputs) -> Inputs:
    return replace(inputs, textures=(), samplers=())


def _with_all(
    program: Program, asked: WantedInputs, names: tuple[str, ...], where: str
) -> Completed:
    stage = program.shader_stage
    shader = read(program.source, LANGUAGES[program.language], where)
    declared = declared_textures(check(shader.module, stage, shader.source))
    given = complete(declared, names, GivenTextures.by(program.inputs))
    if program.language == "wgsl" and max(len(given.textures), len(given.samplers)) > MOST_IN_WGSL:
        raise BadInput(f"WebGPU promises {MOST_IN_WGSL} textures and samplers of a stage, no more")
    inputs = replace(program.inputs, textures=given.textures, samplers=given.samplers)
    made = replace(program, inputs=inputs)
    left = replace(asked, declared=replace(asked.declared, opaque=()))
    found = with_stand_ins(made, left, where)
    text = read(found.program.source, LANGUAGES[program.language], where)
    Compiled(text, stage, Options(), None, given)
    notes = _notes(given.textures, {one.name for one in program.inputs.textures})
    return replace(found, notes=(*notes, *found.notes))


def _without_unused(program: Program, where: str) -> Program:
    """Return a program in WGSL without textures and samplers that nothing names."""
    shader = read(program.source, "wgsl", where)
    typing = check(shader.module, program.shader_stage, shader.source)
    return replace(program, source=write(without_unused_handles(typing)).encode())


def _with_those_of_module(program: Program, asked: WantedInputs, where: str) -> Completed:
    """Return a module with pictures for all that it declares: nothing can stand for a texture."""
    try:
        inputs = with_module_textures(Module.parse(program.source), program.inputs)
    except BadInput as error:
        raise BadInput(error.message, where=where) from None
    left = replace(asked, declared=replace(asked.declared, opaque=()))
    notes = _notes(inputs.textures, {one.name for one in program.inputs.textures})
    found = with_stand_ins(replace(program, inputs=inputs), left, where)
    return replace(found, notes=(*notes, *found.notes))


def _notes(textures: tuple[Texture, ...], told: Collection[str]) -> tuple[str, ...]:
    """Return a line about the textures that the file beside a program does not name."""
    ours = tuple(one.name for one in textures if one.name not in told)
    return (f"pictures of ours are given for {list_titles(ours)}",) if ours else ()
