"""What the inputs of a seed program say about its textures: which one is bound to a variable."""

from __future__ import annotations

from aberration.core.inputs import Inputs
from aberration.languages.spirv.declared_images import texture_for
from aberration.languages.spirv.interpret.images import declared_image
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.known_uniforms import place_of


def learn_textures(module: Module, inputs: Inputs) -> None:
    """Record the texture of each variable that is an image, with a sampler or without, and has a
    descriptor set and a binding; not where the inputs give one of another shape or other numbers.
    """
    if not inputs.textures:
        return
    leaves = Leaves(module)
    for variable in module.globals:
        if variable.op != OpVariable or place_of(module, variable) is None:
            continue
        try:
            declared = declared_image(leaves, variable)
        except Refused:
            continue
        kind, texture = declared.type, texture_for(declared, inputs.textures)
        if texture and (texture.shape, texture.numbers) == (kind.shape, kind.numbers):
            module.facts.textures[variable.result_id] = texture
