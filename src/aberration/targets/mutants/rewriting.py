"""What several mutants need to look at a module and to break it without making it invalid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module

BOOLEAN_CONSTANTS: Final = (opcodes.OpConstantTrue, opcodes.OpConstantFalse)
INT_ONE: Final = 1
FLOAT_ONE: Final = 0x3F800000
DATA: Final = frozenset(
    (
        opcodes.OpIMul,
        opcodes.OpBitwiseAnd,
        opcodes.OpBitwiseOr,
        opcodes.OpBitwiseXor,
        opcodes.OpNot,
        opcodes.OpShiftLeftLogical,
        opcodes.OpShiftRightLogical,
        opcodes.OpShiftRightArithmetic,
        opcodes.OpFAdd,
        opcodes.OpFSub,
        opcodes.OpFMul,
        opcodes.OpFDiv,
        opcodes.OpFNegate,
        opcodes.OpDot,
        opcodes.OpVectorTimesScalar,
        opcodes.OpVectorTimesMatrix,
        opcodes.OpMatrixTimesVector,
        opcodes.OpCompositeConstruct,
        opcodes.OpCompositeExtract,
        opcodes.OpCompositeInsert,
        opcodes.OpVectorShuffle,
        opcodes.OpConvertSToF,
        opcodes.OpConvertUToF,
        opcodes.OpConvertFToS,
        opcodes.OpConvertFToU,
        opcodes.OpBitcast,
        opcodes.OpSelect,
        opcodes.OpExtInst,
    )
)
"""Operations that compute what is drawn; counting and comparing, which steer loops, are not
among them.
"""


def is_constant(module: Module, value_id: int) -> bool:
    """Say whether the id is a constant."""
    definition = module.definition(value_id)
    return definition is not None and definition.op in CONSTANTS


def is_scalar_constant(module: Module, value_id: int, word: int) -> bool:
    """Say whether the id is a scalar of this single word, or a vector of such scalars; null is
    all zeros.
    """
    definition = module.definition(value_id)
    if definition is None:
        return False
    if definition.op == opcodes.OpConstantNull:
        return word == 0
    if definition.op == opcodes.OpConstantComposite:
        return all(is_scalar_constant(module, part, word) for part in definition.ops)
    return definition.op == opcodes.OpConstant and definition.ops == [word]


def boolean_constant(module: Module, value_id: int) -> bool | None:
    """Return the value of a boolean constant (a vector of equal ones counts); None for anything
    else.
    """
    definition = module.definition(value_id)
    if definition is None:
        return None
    if definition.op == opcodes.OpConstantComposite:
        values = {boolean_constant(module, part) for part in definition.ops}
        return values.pop() if len(values) == 1 else None
    return definition.op == opcodes.OpConstantTrue if definition.op in BOOLEAN_CONSTANTS else None


def null(module: Module, type_id: int) -> int:
    """Return the id of the null constant of a type, declared if need be."""
    return declare(module, opcodes.OpConstantNull, type_id)


def one(module: Module, type_id: int) -> int:
    """Return the id of the constant one of a scalar type of 32 bits, declared if need be; 0 for
    other types.
    """
    kind = module.definition(type_id)
    if kind is None or kind.op not in (opcodes.OpTypeInt, opcodes.OpTypeFloat) or kind.ops[0] != 32:
        return 0
    word = INT_ONE if kind.op == opcodes.OpTypeInt else FLOAT_ONE
    return declare(module, opcodes.OpConstant, type_id, word)


def boolean(module: Module, like_id: int, value: bool) -> int:
    """Return the id of a boolean constant of the type of `like_id`, declared if need be."""
    op = opcodes.OpConstantTrue if value else opcodes.OpConstantFalse
    return declare(module, op, module.type_of(like_id))


def redirect(
    module: Module, old_id: int, new_id: int, wanted: Callable[[Instruction], bool]
) -> None:
    """Let the wanted users of one value read another one that is available everywhere."""
    for user in list(module.users(old_id)):
        if user.block is None or not wanted(user):
            continue
        for k in module.id_positions(user):
            if user.ops[k] == old_id:
                module.set_operand(user, k, new_id)


def forget(module: Module, value: Instruction, wanted: Callable[[Instruction], bool]) -> None:
    """Let the wanted users of a value read zero."""
    if any(user.block is not None and wanted(user) for user in module.users(value.result_id)):
        redirect(module, value.result_id, null(module, value.type_id), wanted)


def computes(user: Instruction) -> bool:
    """Say whether an instruction computes what is drawn."""
    return user.op in DATA


def reads_zero_well(user: Instruction) -> bool:
    """Say whether an instruction computes, or indexes (where zero is always within the bounds)."""
    return user.op in DATA or user.op == opcodes.OpAccessChain


def follows(module: Module, user: Instruction, instruction: Instruction) -> bool:
    """Say whether a user stands after an instruction in the same block."""
    return user.block is instruction.block and precedes(module, instruction, user)


def all_blocks(module: Module) -> list[Block]:
    """Return the blocks in the order of the text."""
    return [block for function in module.functions for block in function.blocks]


def body(function: Function) -> list[Instruction]:
    """Return the instructions of a function in the order of the text."""
    return [instruction for block in function.blocks for instruction in block.instructions]


def instructions(module: Module, *ops: int) -> list[Instruction]:
    """Return the instructions of all functions with one of these opcodes, in the order of the
    text.
    """
    found: list[Instruction] = []
    for block in all_blocks(module):
        found.extend(instruction for instruction in block.instructions if instruction.op in ops)
    return found


def constant_branches(module: Module) -> list[tuple[Block, Block, Block]]:
    """Return (block, taken, not taken) for every conditional branch on a boolean constant."""
    found: list[tuple[Block, Block, Block]] = []
    for block in all_blocks(module):
        branch = block.terminator
        value = (
            boolean_constant(module, branch.ops[0])
            if branch.op == opcodes.OpBranchConditional
            else None
        )
        if value is None:
            continue
        targets = [module.block(branch.ops[1]), module.block(branch.ops[2])]
        taken, other = targets if value else targets[::-1]
        if taken is not None and other is not None and taken is not other:
            found.append((block, taken, other))
    return found


def invert(module: Module, block: Block) -> None:
    """Let a conditional branch on a boolean constant go the other way."""
    condition = block.terminator.ops[0]
    other = boolean(module, condition, not boolean_constant(module, condition))
    module.set_operand(block.terminator, 0, other)
