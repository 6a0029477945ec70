"""Take note that a texture says of itself what a constant says."""

from __future__ import annotations

from aberration.core.shapes import sides_of
from aberration.core.textures import each_level
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpImageQueryLevels,
    OpImageQuerySizeLod,
)
from aberration.methods.transform.analysis.constants import constant_words
from aberration.methods.transform.analysis.images import texture_of_image
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_image_size_synonym import is_integer


class RecordImageSize(Transformation, frozen=True, gc=False):
    """Precondition: the inputs of the seed program give the texture of which `answer` is a
    component of the size at a level that it has, a constant, or the number of levels. `constant` is
    a 32-bit integer constant of that value and of the same type; both can be synonyms, and are not
    known to be.
    Effect: none.
    Facts: uses what is known of the texture. The answer is a synonym of the constant.
    """

    answer: int
    constant: int

    def is_applicable(self, module: Module) -> bool:
        answer, constant = module.definition(self.answer), module.definition(self.constant)
        if answer is None or constant is None or answer.type_id != constant.type_id:
            return False
        known = known_answer(module, answer)
        if known is None or not is_integer(module, constant, known):
            return False
        return can_be_operand(module, self.answer) and not module.facts.synonymous(
            self.answer, self.constant
        )

    def apply(self, module: Module) -> None:
        module.facts.add_synonym(self.constant, self.answer)


def known_answer(module: Module, answer: Instruction) -> int | None:
    """Return the number that an instruction is known to give, a component of a size or a number of
    levels; None for another one.
    """
    if answer.op == OpImageQueryLevels:
        asked = texture_of_image(module, answer.ops[0])
        return None if asked is None else asked.level_count
    if answer.op != OpCompositeExtract or len(answer.ops) != 2:
        return None
    query = module.definition(answer.ops[0])
    if query is None or query.op != OpImageQuerySizeLod:
        return None
    texture, level = texture_of_image(module, query.ops[0]), query.ops[1]
    if texture is None or module.facts.is_declared_irrelevant(level):
        return None
    levels = each_level(texture)
    named = constant_words(module, level)
    is_there = len(named) == 1 and named[0] < len(levels)
    return sides_of(texture.shape, levels[named[0]].size)[answer.ops[1]] if is_there else None
