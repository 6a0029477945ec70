"""What the inputs of a seed program say about its textures: which one is bound to a variable."""

from __future__ import annotations

from aberration.core.inputs import Inputs
from aberration.languages.spirv import types
from aberration.languages.spirv.declared_images import (
    DECLARATIONS,
    DeclaredImage,
    image_type,
    texture_for,
)
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpName, OpVariable
from aberration.languages.spirv.operands import decode_string
from aberration.methods.transform.known_uniforms import place_of


def learn_textures(module: Module, inputs: Inputs) -> None:
    """Record the texture of each variable that is an image, with a sampler or without, and has a
    descriptor set and a binding; not where the inputs give one of another shape or other numbers.
    """
    if not inputs.textures:
        return
    kinds = {
        found.result_id: (found.op, tuple(found.ops))
        for found in module.globals
        if found.op in DECLARATIONS
    }
    names = {found.ops[0]: decode_string(found.ops[1:]) for found in module.by_opcode(OpName)}
    for variable in module.globals:
        if variable.op != OpVariable:
            continue
        kind = image_type(kinds, types.pointee(module, variable.type_id))
        place = place_of(module, variable)
        if kind is None or place is None:
            continue
        declared = DeclaredImage(names.get(variable.result_id, ""), place, kind)
        texture = texture_for(declared, inputs.textures)
        if texture and (texture.shape, texture.numbers) == (kind.shape, kind.numbers):
            module.facts.textures[variable.result_id] = texture
