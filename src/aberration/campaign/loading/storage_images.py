"""The storage images that a program declares, held to those that its inputs give."""

from __future__ import annotations

from msgspec.structs import replace

from aberration.campaign.loading.asked import WantedInputs
from aberration.campaign.loading.stand_ins import LANGUAGES
from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.images.declared import image_variable, variables_of
from aberration.languages.shading.interpret.images.lowering import is_image
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.storage_images import declared_storage
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.storage_images import storage_refusal

Places = dict[str, tuple[int, int]]
"""Images by their names, and where they are."""


def with_given_images(program: Program, asked: WantedInputs, where: str) -> WantedInputs:
    """Return what is asked for besides the storage images that the inputs give, which are noted by
    place. Raise `BadInput` for an image of another kind than the one given.
    """
    if not program.inputs.storage_images:
        return asked
    try:
        found = _of_module(program) if program.language == "spirv" else _of_text(program, asked)
    except BadInput as error:
        raise BadInput(error.message, where=where) from None
    declared = asked.declared
    opaque = tuple(name for name in declared.opaque if name not in found)
    return replace(
        asked, declared=replace(declared, opaque=opaque), images=frozenset(found.values())
    )


def _of_module(program: Program) -> Places:
    found = declared_storage(Module.parse(program.source)).values()
    for one in found:
        reason = storage_refusal(one, program.inputs)
        if reason:
            raise BadInput(reason)
    return {one.name or f"binding {one.place[1]}": one.place for one in found}


def _of_text(program: Program, asked: WantedInputs) -> Places:
    """Return those that the text uses; others need nothing."""
    if program.language not in LANGUAGES:
        return {}
    shader = read(program.source, LANGUAGES[program.language])
    typing = check(shader.module, program.shader_stage, shader.source)
    used = {*asked.names_in_use(asked.declared.opaque)}
    given = program.inputs.storage_images
    return {
        node.name: image_variable(typing, node, given).place
        for node in variables_of(shader.module)
        if node.name in used and is_image(typing.declared[id(node)].type)
    }
