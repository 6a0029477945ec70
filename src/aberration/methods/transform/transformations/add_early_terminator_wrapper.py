"""Add a function that only ends the invocation (catalogue: AddEarlyTerminatorWrapper)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.enums import ExecutionModel, FunctionControl
from aberration.languages.spirv.instruction import Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpFunction,
    OpKill,
    OpTerminateInvocation,
    OpTypeFunction,
    OpTypeVoid,
    OpUnreachable,
)
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformation import Transformation, all_fresh

VERSION_1_6: Final = 0x00010600


class AddEarlyTerminatorWrapper(Transformation, frozen=True, gc=False):
    """Precondition: the type of functions without parameters and result exists; `op` is
    OpUnreachable or, with fragment entry points only, OpKill or, from SPIR-V 1.6 on,
    OpTerminateInvocation.
    Effect: adds such a function, whose only block has only that terminator.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    function: int
    label: int
    op: int

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.function, self.label) or not may_end_with(module, self.op):
            return False
        return _plain_type(module) != 0

    def apply(self, module: Module) -> None:
        ops = [FunctionControl.NONE, _plain_type(module)]
        function = Function(
            Instruction(OpFunction, module.find(OpTypeVoid, 0), self.function, ops), [], []
        )
        function.blocks.append(new_block(function, self.label, [Instruction(self.op, 0, 0, [])]))
        module.add_function(function)


def may_end_with(module: Module, op: int) -> bool:
    """Say whether a wrapper may end with the terminator."""
    if op == OpUnreachable:
        return True
    if op != OpKill and (op != OpTerminateInvocation or module.version < VERSION_1_6):
        return False
    return all(entry.ops[0] == ExecutionModel.FRAGMENT for entry in entry_points(module))


def _plain_type(module: Module) -> int:
    void = module.find(OpTypeVoid, 0)
    return module.find(OpTypeFunction, 0, void) if void else 0
