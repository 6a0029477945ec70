"""Ask a texture for a side that is known."""

from __future__ import annotations

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
        texture, sides = module.facts.textures.get(self.variable), side_count(module, self.variable)
        constant = module.definition(self.constant)
        if texture is None or constant is None or not 0 <= self.component < sides:
            return False
        if not is_integer(module, constant, texture.size[self.component]):
            return False
        if not has_capability(module, Capability.IMAGE_QUERY) or not _level(module):
            return False
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return module.find(OpTypeVector, 0, constant.type_id, sides) != 0

    def apply(self, module: Module) -> None:
        type_id = module.type_of(self.constant)
        vector = module.find(OpTypeVector, 0, type_id, side_count(module, self.variable))
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


def side_count(module: Module, variable_id: int) -> int:
    """Return how many numbers the size of a texture is; 0 if the variable is known to be none."""
    texture = module.facts.textures.get(variable_id)
    if texture is None or module.definition(variable_id) is None:
        return 0
    return 2 if texture.shape in ("2D", "2DShadow", "Cube") else 3


def is_integer(module: Module, constant: Instruction, value: int) -> bool:
    """Say whether a constant is a 32-bit integer of this value that can be a synonym."""
    if constant.op != OpConstant or constant.ops != [value]:
        return False
    return types.is_int(module, constant.type_id) and can_be_operand(module, constant.result_id)


def _level(module: Module) -> int:
    integer = module.find(OpTypeInt, 0, 32, 1)
    return find_constant(module, False, OpConstant, integer, 0) if integer else 0
