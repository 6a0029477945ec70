"""Ask an image the same question again, right behind the first time."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import insertable
from aberration.languages.spirv.image_reads import READS, image_type_of
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.move_instruction_down import next_of

QUESTIONS: Final = (*READS, o.OpImageQuerySizeLod, o.OpImageQuerySize, o.OpImageQueryLevels)
_SAMPLED: Final = 1


class ReadImageAgain(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples, gathers or fetches from an image that is never written, or asks
    its size or number of levels; its result can be a synonym (relevant, undecorated), and another
    instruction may stand behind it. `fresh` is fresh.
    Effect: the same instruction with another result follows it.
    Facts: the two results are synonyms.
    """

    at: Place
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        found = self.at.find(module)
        if found is None or found.op not in QUESTIONS or not all_fresh(module, self.fresh):
            return False
        kind, following = image_type_of(module, found.ops[0]), next_of(module, found)
        if kind is None or kind.ops[5] != _SAMPLED or following is None:
            return False
        return can_be_synonym(module, found) and insertable(module, found.op, following)

    def apply(self, module: Module) -> None:
        found = self.at.get(module)
        again = Instruction(found.op, found.type_id, self.fresh, list(found.ops))
        module.insert_before(must_exist(next_of(module, found)), again)
        module.facts.add_synonym(found.result_id, self.fresh)
