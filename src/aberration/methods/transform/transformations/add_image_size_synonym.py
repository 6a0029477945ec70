"""Ask a texture for a side that is known."""

from __future__ import annotations

from aberration.core.shapes import sides_of
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpConstant,
    OpImage,
    OpImageQuerySizeLod,
    OpLoad,
    OpTypeInt,
    OpTypeSampledImage,
    OpTypeVector,
)
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh


class AddImageSizeSynonym(Transformation, frozen=True, gc=False):
    """Precondition: the inputs of the seed program give a texture for `variable`, and `constant` is
    a 32-bit integer constant that can be a synonym and equals number `component` of its sides
    (width, height, and depth or layers). `before` lies in a block that is not dead and takes an
    insertion. The module has the capability ImageQuery, the type of a vector of so many of these
    integers, and the relevant signed constant 0; the four ids are fresh.
    Effect: inserts the load of the variable, OpImage if it has a sampler, OpImageQuerySizeLod at
    level 0, and the extraction of the component.
    Facts: uses what is known of the texture. The component is a synonym of the constant.
    """

    constant: int
    variable: int
    component: int
    load: int
    image: int
    query: int
    fresh: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.load, self.image, self.query, self.fresh):
            return False
        sides, constant = known_sides(module, self.variable), module.definition(self.constant)
        if constant is None or not 0 <= self.component < len(sides):
            return False
        if not is_integer(module, constant, sides[self.component]):
            return False
        if not has_capability(module, Capability.IMAGE_QUERY) or not _level(module):
            return False
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return module.find(OpTypeVector, 0, constant.type_id, len(sides)) != 0

    def apply(self, module: Module) -> None:
        type_id = module.type_of(self.constant)
        vector = module.find(OpTypeVector, 0, type_id, len(known_sides(module, self.variable)))
        loaded = types.pointee_of(module, self.variable)
        image = self.load
        lines = [Instruction(OpLoad, loaded, self.load, [self.variable])]
        kind = module.definition(loaded)
        if kind is not None and kind.op == OpTypeSampledImage:
            image = self.image
            lines.append(Instruction(OpImage, kind.ops[0], image, [self.load]))
        lines.append(Instruction(OpImageQuerySizeLod, vector, self.query, [image, _level(module)]))
        extract = Instruction(OpCompositeExtract, type_id, self.fresh, [self.query, self.component])
        module.insert_before(self.before.get(module), *lines, extract)
        module.facts.add_synonym(self.constant, self.fresh)


def known_sides(module: Module, variable_id: int) -> tuple[int, ...]:
    """Return the numbers of the size of a texture, where they are a vector; nothing where they are
    none, or the variable is known to be no texture.
    """
    texture = module.facts.textures.get(variable_id)
    if texture is None or module.definition(variable_id) is None:
        return ()
    sides = sides_of(texture.shape, texture.size)
    return sides if len(sides) > 1 else ()


def is_integer(module: Module, constant: Instruction, value: int) -> bool:
    """Say whether a constant is a 32-bit integer of this value that can be a synonym."""
    if constant.op != OpConstant or constant.ops != [value]:
        return False
    return types.is_int(module, constant.type_id) and can_be_operand(module, constant.result_id)


def _level(module: Module) -> int:
    integer = module.find(OpTypeInt, 0, 32, 1)
    return find_constant(module, False, OpConstant, integer, 0) if integer else 0
