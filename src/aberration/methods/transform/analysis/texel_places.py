"""Which texel of a known texture an instruction reads, and how a texture is sampled."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.texels import gathered_places, is_amid, is_between, picture_of, sampled_place
from aberration.core.textures import LINEAR, Texture
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.floats import float_of_bits
from aberration.languages.spirv.image_reads import Given, image_operands, variable_of_image
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.images import relevant_words, texture_of_image
from aberration.methods.transform.known_textures import has_one_level

AXES: Final = MappingProxyType({"2D": 2, "3D": 3, "2DArray": 2})
"""How many directions a texture of a shape has; layers are none."""
COORDINATES: Final = MappingProxyType({"2D": 2, "3D": 3, "2DArray": 3})
"""How many numbers name a texel, the layer among them."""
PROJECTED: Final = (o.OpImageSampleProjImplicitLod, o.OpImageSampleProjExplicitLod)
EXPLICIT: Final = (o.OpImageSampleExplicitLod, o.OpImageSampleProjExplicitLod)
SAMPLES: Final = (o.OpImageSampleImplicitLod, o.OpImageSampleExplicitLod, *PROJECTED)
"""Samples that compare nothing."""
PLACE: Final = 1
"""Where the coordinate stands among the operands of a read."""
Texel = tuple[int, int, int]
Asked = tuple[tuple[float, float, float, float], Texel]
_SIGN: Final = 1 << 31
_WORD: Final = 1 << 32


class KnownFetch(msgspec.Struct, frozen=True):
    """A fetch of level 0 from a known texture: `sampled` is the image with its sampler, of which
    it takes the image, and `offset` what is added to its coordinate, a number for each direction.
    """

    texture: Texture
    sampled: int
    place: int
    offset: tuple[int, ...]


def coordinate_count(texture: Texture) -> int:
    """Return how many numbers name a texel of a texture, the layer among them; 0 if none do, as for
    cubes and depths.
    """
    return COORDINATES.get(texture.shape, 0)


def axis_count(texture: Texture) -> int:
    """Return how many directions a texture has; 0 if its texels have no coordinates."""
    return AXES.get(texture.shape, 0)


def sampled_as(module: Module, value_id: int) -> Texture | None:
    """Return the texture that an image with a sampler is, wrapped and filtered as that one says;
    None if it is not known.
    """
    found = module.definition(value_id)
    if found is not None and found.op == o.OpLoad:
        return module.facts.textures.get(found.ops[0])
    if found is None or found.op != o.OpSampledImage:
        return None
    texture = texture_of_image(module, found.ops[0])
    sampler = module.facts.samplers.get(variable_of_image(module, found.ops[1]))
    if texture is None or sampler is None:
        return None
    words = {"filter": sampler.filter, "mip": sampler.mip}
    return msgspec.structs.replace(texture, wrap=sampler.wrap, **words)


def is_nearest(texture: Texture | None) -> bool:
    """Say whether a texture is known, and samples give its nearest texel, of one level."""
    if texture is None or texture.filter == LINEAR:
        return False
    return texture.level_count == 1 or texture.mip != LINEAR


def known_fetch(module: Module, fetch: Instruction) -> KnownFetch | None:
    """Return what a fetch in a block asks for; None if that is not known, if its level is no
    constant 0, if its texture is a cube or has depths, or if its image comes without a sampler that
    its block may use.
    """
    given = image_operands(fetch) if fetch.op == o.OpImageFetch else None
    image = module.definition(fetch.ops[0]) if given is not None else None
    if fetch.block is None or given is None or image is None or image.op != o.OpImage:
        return None
    sampled = module.definition(image.ops[0])
    texture = sampled_as(module, image.ops[0])
    if sampled is None or texture is None or not coordinate_count(texture):
        return None
    if not is_usable_in(sampled, fetch):
        return None
    offset = constant_offset(module, given, axis_count(texture))
    if offset is None or not given.keys() <= {ImageOperands.LOD, ImageOperands.CONST_OFFSET}:
        return None
    if relevant_words(module, given.get(ImageOperands.LOD, [0])[0]) != [0]:
        return None
    return KnownFetch(texture, image.ops[0], fetch.ops[PLACE], offset)


def is_usable_in(sampled: Instruction, user: Instruction) -> bool:
    """Say whether the block of a user may use an image with a sampler that is available there:
    what OpSampledImage gives stays in its block (SPIR-V 2.16.1).
    """
    return sampled.op == o.OpLoad or sampled.block is user.block


def constant_offset(module: Module, given: Given, axes: int) -> tuple[int, ...] | None:
    """Return the constant offset among image operands, zeros if there is none; None if it is not
    known.
    """
    if ImageOperands.OFFSET in given or ImageOperands.CONST_OFFSETS in given:
        return None
    if ImageOperands.CONST_OFFSET not in given:
        return (0,) * axes
    words = relevant_words(module, given[ImageOperands.CONST_OFFSET][0])
    if len(words) != axes:
        return None
    return tuple(word - _WORD if word & _SIGN else word for word in words)


# ---- which texel it is


def sampled_texel_place(module: Module, sample: Instruction) -> Texel | None:
    """Return the place (x, y, and z or the layer) of the texel that a sample is known to give: the
    nearest one to a constant, of level 0. None if it is not known.
    """
    texture = sampled_as(module, sample.ops[0]) if sample.op in SAMPLES else None
    asked = None if texture is None else _asked_place(module, sample, texture)
    if texture is None or asked is None or not is_nearest(texture) or sample.block is None:
        return None
    if not has_one_level(texture) and not is_of_level_zero(module, sample):
        return None
    picture = picture_of(texture)
    if is_between(*asked, texture.size, picture):
        return None
    return sampled_place(*asked, texture.size, picture)


def gathered_texel_places(module: Module, gather: Instruction) -> tuple[Texel, ...] | None:
    """Return the places of the four texels that a gather is known to give components of, as its
    coordinate is a constant; None if they are not known.
    """
    texture = sampled_as(module, gather.ops[0]) if gather.op == o.OpImageGather else None
    asked = None if texture is None else _asked_place(module, gather, texture)
    if texture is None or asked is None or gather.block is None:
        return None
    picture = picture_of(texture)
    if is_amid(*asked, texture.size, picture):
        return None
    return gathered_places(*asked, texture.size, picture)


def is_of_level_zero(module: Module, sample: Instruction) -> bool:
    """Say whether a sample names the level 0."""
    level = (image_operands(sample) or {}).get(ImageOperands.LOD)
    return level is not None and relevant_words(module, level[0]) == [0]


def chooses_level_by(module: Module, sample: Instruction, operand: int) -> bool:
    """Say whether an image operand of a sample, Lod or Grad, chooses a level of a texture that is
    known to have one.
    """
    given = image_operands(sample) if sample.op in EXPLICIT else None
    if given is None or sample.block is None or operand not in given:
        return False
    return ImageOperands.MIN_LOD not in given and has_one_level(
        texture_of_image(module, sample.ops[0])
    )


def _asked_place(module: Module, read: Instruction, texture: Texture) -> Asked | None:
    """Return where a sample or gather looks: x, y, z or the layer, what divides, and the offset."""
    given, count = image_operands(read), coordinate_count(texture)
    numbers = [float_of_bits(word, 32) for word in relevant_words(module, read.ops[PLACE])]
    needed = count + 1 if read.op in PROJECTED else count
    if given is None or not count or len(numbers) < needed:
        return None
    offset = constant_offset(module, given, axis_count(texture))
    if offset is None or ImageOperands.MIN_LOD in given:
        return None
    x, y, z = (*numbers[:count], 0.0)[:3]
    x_offset, y_offset, z_offset = (*offset, 0)[:3]
    divisor = numbers[count] if read.op in PROJECTED else 1.0
    return (x, y, z, divisor), (x_offset, y_offset, z_offset)
