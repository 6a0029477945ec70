"""Fetches of texels whose places are known, from images that have samplers."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.core.textures import Texture
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_type_of
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpImage, OpImageFetch, OpTypeInt, OpTypeVector
from aberration.methods.transform.analysis.images import find_integers
from aberration.methods.transform.analysis.texel_places import Texel, coordinate_count


def place_constant(module: Module, texture: Texture, place: Texel) -> int:
    """Return the relevant constant of a texel's place, of signed integers; 0 if there is none."""
    integer, count = module.find(OpTypeInt, 0, 32, 1), coordinate_count(texture)
    vector = module.find(OpTypeVector, 0, integer, count) if integer and count else 0
    return find_integers(module, vector, place[:count]) if vector else 0


def zero_level(module: Module) -> int:
    """Return the relevant signed constant 0; 0 if there is none."""
    integer = module.find(OpTypeInt, 0, 32, 1)
    return find_integers(module, integer, (0,)) if integer else 0


def can_fetch(module: Module, texture: Texture, place: Texel) -> bool:
    """Say whether the constants exist with which a texel of level 0 is fetched."""
    return place_constant(module, texture, place) != 0 and zero_level(module) != 0


def fetch_line(
    module: Module, texture: Texture, place: Texel, image: int, type_id: int, result_id: int
) -> Instruction:
    """Return what fetches a texel of level 0 of an image."""
    operands = [
        image,
        place_constant(module, texture, place),
        ImageOperands.LOD,
        zero_level(module),
    ]
    return Instruction(OpImageFetch, type_id, result_id, operands)


def image_line(module: Module, sampled: int, image: int) -> Instruction:
    """Return what takes an image of one with a sampler."""
    kind = must_exist(image_type_of(module, sampled))
    return Instruction(OpImage, kind.result_id, image, [sampled])
