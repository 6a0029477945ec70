"""What the inputs of a seed program say about its textures: which one is bound to a variable, or
which sampler.
"""

from __future__ import annotations

from aberration.core.inputs import Inputs
from aberration.core.textures import Texture
from aberration.languages.spirv.declared_images import sampler_for, texture_for
from aberration.languages.spirv.interpret.images import declared_image
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.known_uniforms import place_of


def has_one_level(texture: Texture | None) -> bool:
    """Say whether a texture is known, and whatever chooses a level of it chooses the same one."""
    return texture is not None and texture.level_count == 1


def learn_textures(module: Module, inputs: Inputs) -> None:
    """Record the texture of each variable that is an image, with a sampler or without, and has a
    descriptor set and a binding, and the sampler of each one that stands alone; not where the
    inputs give a texture of another shape or other numbers.
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
        if kind.kind == "sampler":
            sampler = sampler_for(declared, inputs.samplers)
            if sampler is not None:
                module.facts.samplers[variable.result_id] = sampler
            continue
        if texture and (texture.shape, texture.numbers) == (kind.shape, kind.numbers):
            module.facts.textures[variable.result_id] = texture
