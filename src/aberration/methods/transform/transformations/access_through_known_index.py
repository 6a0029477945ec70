"""Compute an index from a uniform of which the value is known."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpBitcast,
    OpBitwiseXor,
    OpConstant,
    OpIAdd,
    OpISub,
    OpLoad,
    OpVectorExtractDynamic,
    OpVectorInsertDynamic,
)
from aberration.languages.spirv.place import ACCESS_CHAINS, Use, can_replace
from aberration.languages.spirv.uniforms import UniformValue
from aberration.methods.transform.analysis.constants import find_constant, indices
from aberration.methods.transform.analysis.uniform_precision import is_relaxed
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.replace_constant_with_uniform import pointer_type

OPERATIONS: Final = (OpBitwiseXor, OpIAdd, OpISub)
DYNAMIC: Final = {OpVectorExtractDynamic: 1, OpVectorInsertDynamic: 2}
"""Position of the index."""
MASK: Final = 0xFFFFFFFF


class AccessThroughKnownIndex(Transformation, frozen=True, gc=False):
    """Precondition: the used id is a 32-bit integer constant that matters, an index of an access
    chain that may be no constant too (so not into a structure) or of a vector's component. The
    inputs of the seed program are known to hold an integer, or a float that is zero or normal, at
    `path` of the block of `variable`, not RelaxedPrecision. The pointer type exists, relevant
    signed 32-bit constants for the path, and the constant of the index's type with which `opcode`,
    OpBitwiseXor, OpIAdd or OpISub, makes the index of the uniform's bits.
    Effect: inserts an access chain, a load, for a float a bitcast, and the operation before the
    use; it is used.
    Facts: uses what is known of the uniform, adds none.
    """

    use: Use
    variable: int
    path: tuple[int, ...]
    opcode: int
    chain: int
    load: int
    cast: int
    result: int

    def is_applicable(self, module: Module) -> bool:
        known, index = (
            module.facts.uniforms.at(self.variable, self.path),
            known_index(module, self.use),
        )
        if (
            known is None
            or index is None
            or self.opcode not in OPERATIONS
            or not has_known_bits(module, known)
        ):
            return False
        if not all_fresh(module, self.chain, self.load, self.cast, self.result):
            return False
        if not find_constant(module, False, OpConstant, index.type_id, self._other(known, index)):
            return False
        return pointer_type(module, self.variable, known.type_id) != 0 and all(
            indices(module, self.path)
        )

    def _other(self, known: UniformValue, index: Instruction) -> int:
        return other_operand(self.opcode, known.word, index.ops[0])

    def apply(self, module: Module) -> None:
        known = must_exist(module.facts.uniforms.at(self.variable, self.path))
        index = must_exist(known_index(module, self.use))
        user = must_exist(self.use.find(module))
        other = find_constant(module, False, OpConstant, index.type_id, self._other(known, index))
        pointer = pointer_type(module, self.variable, known.type_id)
        lines = [
            Instruction(
                OpAccessChain, pointer, self.chain, [self.variable, *indices(module, self.path)]
            ),
            Instruction(OpLoad, known.type_id, self.load, [self.chain]),
        ]
        if types.is_float(module, known.type_id):
            lines.append(Instruction(OpBitcast, index.type_id, self.cast, [self.load]))
        lines.append(
            Instruction(self.opcode, index.type_id, self.result, [lines[-1].result_id, other])
        )
        module.insert_before(user, *lines)
        module.set_operand(user, self.use.operand, self.result)


def known_index(module: Module, use: Use) -> Instruction | None:
    """Return the constant that is an index at a use, and may be another value; None if there is
    no such.
    """
    user, index = use.find(module), module.definition(use.id)
    if (
        user is None
        or index is None
        or index.op != OpConstant
        or module.facts.is_declared_irrelevant(use.id)
    ):
        return None
    if not types.is_int(module, index.type_id) or types.width(module, index.type_id) != 32:
        return None
    is_index = (
        use.operand > 0 if user.op in ACCESS_CHAINS else DYNAMIC.get(user.op, -1) == use.operand
    )
    return index if is_index and can_replace(module, user, use.operand) else None


def has_known_bits(module: Module, known: UniformValue) -> bool:
    """Say whether the bits of a known value arrive as they are: a float must not be flushed to
    zero, or no number; less precise values lose some.
    """
    if is_relaxed(module, known):
        return False
    if types.is_int(module, known.type_id):
        return types.width(module, known.type_id) == 32
    if not types.is_float(module, known.type_id) or types.width(module, known.type_id) != 32:
        return False
    return known.word == 0 or 0 < known.word >> 23 & 0xFF < 0xFF


def other_operand(opcode: int, word: int, wanted: int) -> int:
    """Return the second operand with which an operation on a word gives what is wanted."""
    if opcode == OpBitwiseXor:
        return word ^ wanted
    return (wanted - word if opcode == OpIAdd else word - wanted) & MASK
