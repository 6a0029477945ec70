"""Pictures of ours for the textures of a SPIR-V module."""

from __future__ import annotations

from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.texture_arrays import element_name
from aberration.core.textures import Sampler, Texture, own_picture
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.declared_images import DeclaredImage, sampler_for, texture_for
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.images import declared_elements
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.storage_images import is_storage_image
from aberration.languages.spirv.module import Module


def with_module_textures(module: Module, inputs: Inputs) -> Inputs:
    """Return the inputs with a texture or sampler for each that a module declares: the given one,
    at the place that the module says, or the picture whose number is the texture's in the module.
    Raise `BadInput` for a kind of which none is made, and for a given one of another kind.
    """
    leaves = Leaves(module)
    images = [
        one
        for found in module.globals
        if found.op == opcodes.OpVariable
        and found.ops[0] == StorageClass.UNIFORM_CONSTANT
        and not (inputs.storage_images and is_storage_image(module, found))
        for one in declared_elements(leaves, found)
    ]
    alone = [one for one in images if one.type.kind == "sampler"]
    others = [one for one in images if one.type.kind != "sampler"]
    return replace(
        inputs,
        textures=tuple(_texture(one, inputs, number) for number, one in enumerate(others, 1)),
        samplers=tuple(_sampler(one, inputs) for one in alone),
    )


def _texture(image: DeclaredImage, inputs: Inputs, number: int) -> Texture:
    kind, name = image.type, image.name or f"image {number}"
    if image.element is not None and not image.name:
        name = element_name(f"image {number - image.element}", image.element)
    made = own_picture(name, kind.shape, kind.numbers, number)
    found = texture_for(image, inputs.textures) or made
    if (found.shape, found.numbers) != (kind.shape, kind.numbers):
        asked, came = (f"{one.shape} of {one.numbers}" for one in (made, found))
        raise BadInput(f"{name}: expected a texture of shape {asked}, but one of {came} came")
    return replace(found, descriptor_set=image.place[0], binding=image.place[1])


def _sampler(image: DeclaredImage, inputs: Inputs) -> Sampler:
    group, binding = image.place
    named = next((one for one in inputs.samplers if one.name == image.name), None)
    name = image.name or "sampler"
    if image.element is not None and not image.name:
        name = element_name(name, image.element)
    found = sampler_for(image, inputs.samplers) or named or Sampler(name)
    return replace(found, descriptor_set=group, binding=binding)
