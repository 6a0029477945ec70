"""Make a plain constant of a specialisation constant."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.given_constants import (
    BOOLEANS,
    constant_type,
    numbered_constants,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.transformation import Transformation


class FreezeSpecConstant(Transformation, frozen=True, gc=False):
    """Precondition: `constant` is a specialisation constant with a number, a boolean or a number of
    32 bits, and no type is declared with it.
    Effect: it becomes a plain constant of the value that the inputs give, or else of its default.
    Facts: uses what the inputs give, adds none.
    """

    constant: int

    def is_applicable(self, module: Module) -> bool:
        numbers = [
            number
            for number, found in numbered_constants(module)
            if found.result_id == self.constant
        ]
        found = module.definition(self.constant)
        if found is None or len(numbers) != 1 or constant_type(module, found) is None:
            return False
        return not any(types.is_type(module, one.result_id) for one in module.users(self.constant))

    def apply(self, module: Module) -> None:
        [mark] = [
            one for one in decorations(module, self.constant) if one.ops[1] == Decoration.SPEC_ID
        ]
        found = must_exist(module.definition(self.constant))
        word = module.facts.constants.get(mark.ops[2], default_of(found))
        op, ops = (o.OpConstantTrue if word else o.OpConstantFalse), list[int]()
        if found.op not in BOOLEANS:
            op, ops = o.OpConstant, [word]
        module.remove(mark)
        module.replace_global(found, Instruction(op, found.type_id, found.result_id, ops))


def default_of(constant: Instruction) -> int:
    """Return the 32 bits that a specialisation constant has by default, 1 for true."""
    return constant.ops[0] if constant.ops else int(constant.op == o.OpSpecConstantTrue)
