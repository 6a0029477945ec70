"""Fetch a number that a texture is known to hold."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.core.textures import CHANNELS, MODULUS, Texture, texel
from aberration.languages.spirv import types
from aberration.languages.spirv.floats import bits_of_float
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpConstant,
    OpImage,
    OpLoad,
    OpTypeImage,
    OpTypeSampledImage,
    OpTypeVector,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.building.texel_fetches import can_fetch, fetch_line
from aberration.methods.transform.transformation import Transformation, all_fresh


class AddTexelSynonym(Transformation, frozen=True, gc=False):
    """Precondition: the inputs of the seed program give a texture for `variable`, and component
    `channel` of its texel at `place` (x, y, and z or the layer; 0 without) is what `constant` is, a
    32-bit number of the texture's kind that can be a synonym. `before` lies in a block that is not
    dead and takes an insertion. Relevant signed constants exist, of the place and of the level 0,
    and the type of four of these numbers; the four ids are fresh.
    Effect: inserts the load of the variable, OpImage if it has a sampler, OpImageFetch of level 0,
    and the extraction of the component.
    Facts: uses what is known of the texture. The component is a synonym of the constant.
    """

    constant: int
    variable: int
    place: tuple[int, int, int]
    channel: int
    load: int
    image: int
    fetch: int
    fresh: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.load, self.image, self.fetch, self.fresh):
            return False
        texture = module.facts.textures.get(self.variable)
        constant, number = module.definition(self.constant), texel_type(module, self.variable)
        if texture is None or constant is None or not number:
            return False
        if not self._is_texel(texture, constant) or constant.type_id != number:
            return False
        if not can_be_operand(module, self.constant) or not can_fetch(module, texture, self.place):
            return False
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return module.find(OpTypeVector, 0, number, CHANNELS) != 0

    def _is_texel(self, texture: Texture, constant: Instruction) -> bool:
        if not all(0 <= one < side for one, side in zip(self.place, texture.size, strict=True)):
            return False
        if not 0 <= self.channel < CHANNELS or constant.op != OpConstant:
            return False
        return constant.ops == [texel_word(texture, self.place, self.channel)]

    def apply(self, module: Module) -> None:
        texture = must_exist(module.facts.textures.get(self.variable))
        number = texel_type(module, self.variable)
        loaded = types.pointee_of(module, self.variable)
        kind = must_exist(module.definition(loaded))
        image = self.load
        lines = [Instruction(OpLoad, loaded, self.load, [self.variable])]
        if kind.op == OpTypeSampledImage:
            image = self.image
            lines.append(Instruction(OpImage, kind.ops[0], image, [self.load]))
        vector = module.find(OpTypeVector, 0, number, CHANNELS)
        lines.append(fetch_line(module, texture, self.place, image, vector, self.fetch))
        extract = Instruction(OpCompositeExtract, number, self.fresh, [self.fetch, self.channel])
        module.insert_before(self.before.get(module), *lines, extract)
        module.facts.add_synonym(self.constant, self.fresh)


def texel_word(texture: Texture, place: tuple[int, int, int], channel: int) -> int:
    """Return the word of a component of a texel: a float is a share of 256, and exact."""
    number = texel(texture, place, channel)
    return bits_of_float(number / (MODULUS - 1), 32) if texture.numbers == "float" else number


def texel_type(module: Module, variable_id: int) -> int:
    """Return the type of the numbers of an image that is a variable, with a sampler or without; 0
    if it is none.
    """
    kind = module.definition(types.pointee_of(module, variable_id))
    if kind is not None and kind.op == OpTypeSampledImage:
        kind = module.definition(kind.ops[0])
    return kind.ops[0] if kind is not None and kind.op == OpTypeImage else 0
