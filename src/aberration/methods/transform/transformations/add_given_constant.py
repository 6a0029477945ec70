"""Let the host give the value of a constant when it makes the pipeline."""

from __future__ import annotations

from aberration.core.constants import Constant
from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.floats import float_of_bits, is_zero_or_normal
from aberration.languages.spirv.given_constants import constant_type, numbered_constants
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.methods.transform.transformation import Transformation

PLAIN = (o.OpConstant, o.OpConstantTrue, o.OpConstantFalse)
_WIDTH = 32


class AddGivenConstant(Transformation, frozen=True, gc=False):
    """Precondition: `constant` is a relevant, undecorated boolean or number of 32 bits, no
    specialisation constant, with the type and the value of `given`; a float, like its `default`, is
    zero or normal. No constant of the module has the number `given.id`.
    Effect: declares a specialisation constant with this number, whose value is `default` unless the
    host gives another one. The inputs of the variant give `given`.
    Facts: it is a synonym of the constant.
    """

    fresh: int
    constant: int
    given: Constant
    default: int

    def is_applicable(self, module: Module) -> bool:
        found, number = module.definition(self.constant), self.given.number
        if found is None or found.op not in PLAIN or not module.is_fresh(self.fresh):
            return False
        if module.is_decorated(self.constant):
            return False
        if module.facts.is_declared_irrelevant(self.constant) or number is None:
            return False
        if constant_type(module, found) != self.given.type or word_of(found) != self.given.word:
            return False
        if any(taken == number for taken, _ in numbered_constants(module)):
            return False
        return all(is_steady(module, found, word) for word in (self.given.word, self.default))

    def apply(self, module: Module) -> None:
        type_id, number = module.type_of(self.constant), must_exist(self.given.number)
        made = Instruction(o.OpSpecConstant, type_id, self.fresh, [self.default])
        if self.given.type == "bool":
            op = o.OpSpecConstantTrue if self.default else o.OpSpecConstantFalse
            made = Instruction(op, type_id, self.fresh, [])
        module.append_global(made)
        decorate(module, self.fresh, Decoration.SPEC_ID, number)
        module.facts.constants[number] = self.given.word
        others = (one for one in module.facts.given_constants or () if one.id != self.given.id)
        module.facts.given_constants = (*others, self.given)
        module.facts.add_synonym(self.constant, self.fresh)


def word_of(constant: Instruction) -> int:
    """Return the 32 bits of a plain constant, 1 for true."""
    return constant.ops[0] if constant.ops else int(constant.op == o.OpConstantTrue)


def is_steady(module: Module, constant: Instruction, word: int) -> bool:
    """Say whether these bits are the same value of a constant's type on all devices."""
    if constant.op != o.OpConstant:
        return word in (0, 1)
    if not types.is_float(module, constant.type_id):
        return 0 <= word < 1 << _WIDTH
    return 0 <= word < 1 << _WIDTH and is_zero_or_normal(float_of_bits(word, _WIDTH), _WIDTH)
