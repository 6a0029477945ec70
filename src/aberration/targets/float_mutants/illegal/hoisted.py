"""A product of a loop's variable and something that the loop does not change is computed once,
before the loop.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import (
    is_loop_header,
    last_insertion_point,
    merge_instruction,
)
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, body

from ..site import is_floats

_MOVED: Final = frozenset((opcodes.OpFMul, opcodes.OpVectorTimesScalar))
_CONVERSIONS: Final = frozenset((opcodes.OpConvertSToF, opcodes.OpConvertUToF))


def rewrite(module: Module) -> None:
    """Hoist out of each loop."""
    for header in all_blocks(module):
        before = _entry(module, header) if is_loop_header(header) else None
        if before is not None:
            _hoist_from(module, header, before)


def _entry(module: Module, header: Block) -> Block | None:
    """Return the one block from which the loop is entered."""
    outside = [
        block for block in module.predecessors(header) if not module.dominates(header, block)
    ]
    return outside[0] if len(outside) == 1 else None


def _hoist_from(module: Module, header: Block, before: Block) -> None:
    merge = merge_instruction(header)
    after = module.block(merge.ops[0]) if merge is not None else None
    for instruction in body(header.function):
        block = instruction.block
        if (
            instruction.op not in _MOVED
            or block is None
            or not is_floats(module, instruction.type_id)
        ):
            continue
        if not module.dominates(header, block) or (
            after is not None and module.dominates(after, block)
        ):
            continue
        # Computed with what the operands are when the loop is entered; one must be the loop's own.
        operands = [_on_entry(module, header, before, one) for one in instruction.ops]
        if operands != list(instruction.ops) and all(operands):
            _write(module, before, instruction, operands)


def _write(module: Module, before: Block, instruction: Instruction, operands: list[int]) -> int:
    fresh = module.fresh_id()
    made = Instruction(instruction.op, instruction.type_id, fresh, operands)
    module.insert_before(last_insertion_point(before), made)
    if instruction.op in _MOVED:
        for user in list(module.users(instruction.result_id)):
            if user.block is not None:
                module.replace_in(user, instruction.result_id, fresh)
    return fresh


def _on_entry(module: Module, header: Block, before: Block, operand: int) -> int:
    """Return the value that an operand has when the loop is entered: itself, if it is computed
    before; 0 if none.
    """
    definition = module.definition(operand)
    if definition is None or definition.op in CONSTANTS or definition.block is None:
        return operand
    if not module.dominates(header, definition.block):
        return operand
    if definition.op == opcodes.OpPhi and definition.block is header:
        values = dict(zip(definition.ops[1::2], definition.ops[::2], strict=True))
        return values.get(before.id, 0)
    if definition.op in _CONVERSIONS:
        value = _on_entry(module, header, before, definition.ops[0])
        return (
            _write(module, before, definition, [value])
            if value and value != definition.ops[0]
            else 0
        )
    return _loaded_on_entry(module, before, definition)


def _loaded_on_entry(module: Module, before: Block, load: Instruction) -> int:
    """Return a load before the loop of a variable that is stored to before it, so that it does
    hold something.
    """
    variable = module.definition(load.ops[0]) if load.op == opcodes.OpLoad else None
    if (
        variable is None
        or variable.op != opcodes.OpVariable
        or variable.ops[0] != StorageClass.FUNCTION
    ):
        return 0
    stores = [user for user in module.users(variable.result_id) if user.op == opcodes.OpStore]
    if not any(
        store.block is not None and module.dominates(store.block, before) for store in stores
    ):
        return 0
    return _write(module, before, load, list(load.ops))


MUTANT = Mutant(
    "float-hoisted",
    "code motion out of a loop that takes the loop's variable for invariant",
    (),
    rewrite,
)
