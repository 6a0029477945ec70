"""Names for instructions and for uses of ids that survive edits elsewhere."""

from __future__ import annotations

import msgspec

from aberration.core.errors import InternalError

from . import opcodes, types
from .enums import Capability, StorageClass
from .grammar import HAS_TYPE, NAME
from .instruction import Instruction
from .module import Module
from .preamble import has_capability


class Place(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The instruction with opcode `op` that follows after `skip` others of its opcode, counted from
    the one with result id or label `id` on, that one included, in the same block. `op` 0 is the
    instruction `id` itself.
    """

    id: int
    op: int = 0
    skip: int = 0

    def find(self, module: Module) -> Instruction | None:
        """Return the instruction, or None; never raises."""
        base = module.definition(self.id)
        if base is None or self.op == 0:
            return base
        block = base.block
        if block is None:
            return None
        start = 0 if base.op == opcodes.OpLabel else module.position(base)
        instructions = block.instructions
        left = self.skip
        for i in range(start, len(instructions)):
            if instructions[i].op == self.op:
                if left == 0:
                    return instructions[i]
                left -= 1
        return None

    def get(self, module: Module) -> Instruction:
        """Return the instruction, which exists."""
        found = self.find(module)
        if found is None:
            raise InternalError(f"{self} names no instruction of the module")
        return found

    @classmethod
    def of(cls, module: Module, instruction: Instruction) -> Place:
        """Return the place of an instruction: it has a result id or is in a block."""
        if instruction.result_id:
            return cls(instruction.result_id)
        block = instruction.block
        if block is None:
            raise InternalError(f"{instruction!r} has neither a result id nor a block")
        op = instruction.op
        skip = 0
        for i in range(module.position(instruction) - 1, -1, -1):
            before = block.instructions[i]
            if before.op == op:
                skip += 1
            # The nearest result before it: what is edited further up in the block does not change
            # its name.
            if before.result_id:
                return cls(before.result_id, op, skip)
        return cls(block.label.result_id, op, skip)


class Use(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The use of `id` as operand number `operand` (words after type and result) of the
    instruction `at`.
    """

    id: int
    at: Place
    operand: int

    def find(self, module: Module) -> Instruction | None:
        """Return the using instruction, or None if it is gone or the operand is another one by
        now.
        """
        user = self.at.find(module)
        if (
            user is None
            or not 0 <= self.operand < len(user.ops)
            or user.ops[self.operand] != self.id
        ):
            return None
        return user if module.is_id(user, self.operand) else None

    @classmethod
    def of(cls, module: Module, instruction: Instruction, operand: int) -> Use:
        """Return the use at an operand of an instruction."""
        return cls(instruction.ops[operand], Place.of(module, instruction), operand)


ACCESS_CHAINS = frozenset(
    (
        opcodes.OpAccessChain,
        opcodes.OpInBoundsAccessChain,
        opcodes.OpPtrAccessChain,
        opcodes.OpInBoundsPtrAccessChain,
    )
)
ATOMICS = frozenset(
    (
        opcodes.OpAtomicLoad,
        opcodes.OpAtomicStore,
        opcodes.OpAtomicExchange,
        opcodes.OpAtomicCompareExchange,
        opcodes.OpAtomicCompareExchangeWeak,
        opcodes.OpAtomicIIncrement,
        opcodes.OpAtomicIDecrement,
        opcodes.OpAtomicIAdd,
        opcodes.OpAtomicISub,
        opcodes.OpAtomicSMin,
        opcodes.OpAtomicUMin,
        opcodes.OpAtomicSMax,
        opcodes.OpAtomicUMax,
        opcodes.OpAtomicAnd,
        opcodes.OpAtomicOr,
        opcodes.OpAtomicXor,
        opcodes.OpAtomicFlagTestAndSet,
        opcodes.OpAtomicFlagClear,
        opcodes.OpAtomicFAddEXT,
        opcodes.OpAtomicFMinEXT,
        opcodes.OpAtomicFMaxEXT,
    )
)
COMPARE_EXCHANGES = frozenset(
    (opcodes.OpAtomicCompareExchange, opcodes.OpAtomicCompareExchangeWeak)
)
SIGN_AGNOSTIC = frozenset(
    (
        opcodes.OpSNegate,
        opcodes.OpNot,
        opcodes.OpIAdd,
        opcodes.OpISub,
        opcodes.OpIMul,
        opcodes.OpSDiv,
        opcodes.OpSRem,
        opcodes.OpSMod,
        opcodes.OpShiftRightLogical,
        opcodes.OpShiftRightArithmetic,
        opcodes.OpShiftLeftLogical,
        opcodes.OpBitwiseOr,
        opcodes.OpBitwiseXor,
        opcodes.OpBitwiseAnd,
        opcodes.OpIEqual,
        opcodes.OpINotEqual,
        opcodes.OpULessThan,
        opcodes.OpSLessThan,
        opcodes.OpUGreaterThan,
        opcodes.OpSGreaterThan,
        opcodes.OpULessThanEqual,
        opcodes.OpSLessThanEqual,
        opcodes.OpUGreaterThanEqual,
        opcodes.OpSGreaterThanEqual,
    )
)
"""Opcodes that take any signedness in every operand (catalogue 6.9)."""
IMAGE_OPERANDS_AT = {
    opcodes.OpImageRead: 2,
    opcodes.OpImageFetch: 2,
    opcodes.OpImageSampleImplicitLod: 2,
    opcodes.OpImageSampleExplicitLod: 2,
    opcodes.OpImageSampleDrefImplicitLod: 3,
    opcodes.OpImageSampleDrefExplicitLod: 3,
    opcodes.OpImageSampleProjImplicitLod: 2,
    opcodes.OpImageSampleProjExplicitLod: 2,
    opcodes.OpImageSampleProjDrefImplicitLod: 3,
    opcodes.OpImageSampleProjDrefExplicitLod: 3,
    opcodes.OpImageGather: 2,
    opcodes.OpImageDrefGather: 3,
    opcodes.OpImageWrite: 3,
}
_GROUP_OPERATIONS = frozenset(
    op
    for op, name in enumerate(NAME)
    if name is not None and name.startswith("OpGroup") and HAS_TYPE[op]
)
"""Their first value operand alone is replaceable: scope, cluster size and lane may have to be
constants.
"""
_DESCRIPTORS = (StorageClass.UNIFORM_CONSTANT, StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)
_OPAQUE = (opcodes.OpTypeImage, opcodes.OpTypeSampler, opcodes.OpTypeSampledImage)
_CONSTANT_OPERANDS = {
    opcodes.OpLoad: (1, 2, 3, 4),
    opcodes.OpStore: (2, 3, 4, 5),
    opcodes.OpCopyMemory: (2, 3, 4, 5, 6, 7),
    opcodes.OpControlBarrier: (0, 1, 2),
    opcodes.OpMemoryBarrier: (0, 1),
    opcodes.OpVariable: (1,),
}


def can_replace(module: Module, instruction: Instruction, k: int) -> bool:
    """Say whether the id at operand `k` may be another value with the same meaning (catalogue 6.9).

    Positions that have to stay constants, memory objects or labels are not replaceable.
    """
    op = instruction.op
    if instruction.block is None or not module.is_id(instruction, k):
        return False
    definition = module.definition(instruction.ops[k])
    if definition is None or not definition.type_id or definition.op == opcodes.OpFunction:
        return False
    if op in ACCESS_CHAINS:
        return k == 0 or _index_is_replaceable(module, instruction, k)
    if op == opcodes.OpFunctionCall:
        return k > 0 and not types.is_pointer(module, definition.type_id)
    # Operand 2 is the sample, which has to be 0 for images of one sample.
    if op == opcodes.OpImageTexelPointer:
        return k != 2
    if op in ATOMICS:
        last = 3 if op in COMPARE_EXCHANGES else 2
        # Scope and semantics have to be constants in shaders (SPIR-V, universal validation rules).
        return not 1 <= k <= last or not has_capability(module, Capability.SHADER)
    if op in _GROUP_OPERATIONS:
        return k in module.id_positions(instruction)[1:2]
    if op in IMAGE_OPERANDS_AT:
        return k < IMAGE_OPERANDS_AT[op]
    return k not in _CONSTANT_OPERANDS.get(op, ())


def _index_is_replaceable(module: Module, chain: Instruction, k: int) -> bool:
    """An index into a struct is a constant; an irrelevant one might have to be clamped."""
    if module.facts.is_irrelevant(module, chain.ops[k]):
        return False
    first = 2 if chain.op in (opcodes.OpPtrAccessChain, opcodes.OpInBoundsPtrAccessChain) else 1
    if k < first:
        return True
    type_id = types.pointee_of(module, chain.ops[0])
    for i in range(first, k):
        type_id = types.walk_id(module, type_id, chain.ops[i])
    return not types.is_struct(module, type_id) and not _picks_descriptor(module, chain, k - first)


def _picks_descriptor(module: Module, chain: Instruction, depth: int) -> bool:
    """A constant index into an array of descriptors has to stay one: others need a capability
    and a feature.
    """
    base = module.type_of(chain.ops[0])
    part = types.component_type(module, types.pointee(module, base))
    if depth > 0 or types.storage_class(module, base) not in _DESCRIPTORS:
        return False
    return types.is_block_struct(module, part) or types.op_of(module, part) in _OPAQUE


def types_fit(
    module: Module, instruction: Instruction, k: int, old_type: int, new_type: int
) -> bool:
    """Say whether a value of `new_type` may replace one of `old_type` at operand `k` (catalogue
    6.9).
    """
    if old_type == new_type:
        return True
    if not types.equal_up_to_sign(module, old_type, new_type):
        return False
    op = instruction.op
    if op in SIGN_AGNOSTIC:
        return True
    return k > 0 and op in ACCESS_CHAINS
