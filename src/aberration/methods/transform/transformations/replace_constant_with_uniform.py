"""Load a constant from a uniform that is known to hold it (catalogue:
ReplaceConstantWithUniform).
"""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpAccessChain, OpConstant, OpLoad, OpTypePointer
from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.analysis.constants import indices
from aberration.methods.transform.analysis.uniform_precision import is_relaxed
from aberration.methods.transform.transformation import Transformation, all_fresh

from .replace_boolean_constant_with_constant_binary import (
    insertion_point,
)


class ReplaceConstantWithUniform(Transformation, frozen=True, gc=False):
    """Precondition: the used id is an OpConstant and may be replaced there, so it has to be no
    constant; the inputs of the seed program are known to hold a value of its type and bits at
    `path` of the block of `variable`, a uniform or push constants, not RelaxedPrecision. The
    pointer type exists, and a relevant signed 32-bit constant for each index.
    Effect: inserts an access chain and a load before the use (for an OpPhi, at the end of the
    predecessor); the load is used.
    Facts: uses what is known of the uniform, adds none.
    """

    use: Use
    variable: int
    path: tuple[int, ...]
    chain: int
    load: int

    def is_applicable(self, module: Module) -> bool:
        constant = module.definition(self.use.id)
        known = module.facts.uniforms.at(self.variable, self.path)
        if constant is None or known is None or constant.op != OpConstant:
            return False
        if (
            constant.type_id != known.type_id
            or constant.ops != [known.word]
            or is_relaxed(module, known)
        ):
            return False
        user = self.use.find(module)
        if user is None or not all_fresh(module, self.chain, self.load):
            return False
        if (
            not can_replace(module, user, self.use.operand)
            or insertion_point(module, user, self.use.operand) is None
        ):
            return False
        return pointer_type(module, self.variable, known.type_id) != 0 and all(
            indices(module, self.path)
        )

    def apply(self, module: Module) -> None:
        user = must_exist(self.use.find(module))
        anchor = must_exist(insertion_point(module, user, self.use.operand))
        type_id = module.type_of(self.use.id)
        pointer = pointer_type(module, self.variable, type_id)
        chain = Instruction(
            OpAccessChain, pointer, self.chain, [self.variable, *indices(module, self.path)]
        )
        module.insert_before(anchor, chain)
        module.insert_before(anchor, Instruction(OpLoad, type_id, self.load, [self.chain]))
        module.set_operand(user, self.use.operand, self.load)


def pointer_type(module: Module, variable: int, type_id: int) -> int:
    """Return the type of a pointer into the block of a variable; 0 if there is none."""
    storage = types.storage_class(module, module.type_of(variable))
    return module.find(OpTypePointer, 0, storage, type_id)
