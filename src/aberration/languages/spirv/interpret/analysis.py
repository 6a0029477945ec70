"""What has to be known of a module before its functions are written, as Python or as C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.interpret.blocks import numbered_blocks
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import NON_SEMANTIC, decode_string
from aberration.languages.spirv.types import pointee

LARGEST_PROMOTED: Final = 64
"""Leaves that a variable may have to be kept as locals."""

CHAINS: Final = frozenset((opcodes.OpAccessChain, opcodes.OpInBoundsAccessChain))
_PAUSES: Final = DERIVATIVES | {opcodes.OpControlBarrier}
_WITH_POINTER: Final = (GlslStd450.MODF, GlslStd450.FREXP)
ALIASES: Final = frozenset(
    (
        opcodes.OpCopyObject,
        opcodes.OpCopyLogical,
        opcodes.OpCompositeExtract,
        opcodes.OpCompositeConstruct,
        opcodes.OpCompositeInsert,
        opcodes.OpVectorShuffle,
        opcodes.OpTranspose,
        opcodes.OpBitcast,
        opcodes.OpAccessChain,
        opcodes.OpInBoundsAccessChain,
    )
)
"""Opcodes whose result may stand for parts of their operands without being computed."""


class Analysis:
    """The functions that the entry point reaches, their blocks, and which of them pause. `kept`
    are ids whose values are looked at outside of their blocks.
    """

    def __init__(
        self, module: Module, leaves: Leaves, entry_id: int, kept: frozenset[int] = frozenset()
    ) -> None:
        self.module = module
        self.kept = kept
        self.leaves = leaves
        self.blocks: dict[int, list[Block]] = {}
        self.functions: list[Function] = []
        self._written: dict[int, bool] = {}
        self._visit(entry_id)
        self.pausing = self._pausing()

    def _visit(self, function_id: int) -> None:
        """List functions with callees first."""
        function = self.module.function(function_id)
        if function is None or function_id in self.blocks:
            return
        self.blocks[function_id] = numbered_blocks(self.module, function)
        for call in self._calls(function_id):
            self._visit(call)
        self.functions.append(function)

    def _calls(self, function_id: int) -> list[int]:
        return [
            instruction.ops[0]
            for block in self.blocks[function_id]
            for instruction in block.instructions
            if instruction.op == opcodes.OpFunctionCall
        ]

    def find_pauses(self, pauses: Callable[[Instruction], bool]) -> None:
        """Find the pausing functions again, where other instructions pause, too."""
        self.pausing = self._pausing(pauses)

    def _pausing(self, pauses: Callable[[Instruction], bool] | None = None) -> set[int]:
        """Return the functions that hold a barrier, a derivative or what else pauses, in themselves
        or in what they call.
        """
        found: set[int] = set()
        for function in self.functions:
            own = any(
                instruction.op in _PAUSES or (pauses is not None and pauses(instruction))
                for block in self.blocks[function.id]
                for instruction in block.instructions
            )
            if own or any(call in found for call in self._calls(function.id)):
                found.add(function.id)
        return found

    # ---- variables

    def is_promoted(self, variable: Instruction) -> bool:
        """Say whether all that is done with a variable is loads and stores along constant paths."""
        type_id = pointee(self.module, variable.type_id)
        if self.leaves.count(type_id) > LARGEST_PROMOTED:
            return False
        return all(
            self._is_static_use(user, variable.result_id)
            for user in self.module.users(variable.result_id)
        )

    def _is_static_use(self, user: Instruction, pointer_id: int) -> bool:
        op = user.op
        if user.block is None or op == opcodes.OpLoad or op == opcodes.OpCopyMemory:
            return True
        if op == opcodes.OpStore:
            return user.ops[1] != pointer_id
        if op in CHAINS:
            if not all(self.leaves.is_constant(index) for index in user.ops[1:]):
                return False
        elif op == opcodes.OpExtInst:
            return user.ops[1] in _WITH_POINTER
        elif op != opcodes.OpCopyObject:
            return False
        return all(
            self._is_static_use(further, user.result_id)
            for further in self.module.users(user.result_id)
        )

    def root_of(self, pointer_id: int) -> int:
        """Return the variable or parameter that a pointer leads into."""
        found = self.module.definition(pointer_id)
        while found is not None and (found.op in CHAINS or found.op == opcodes.OpCopyObject):
            pointer_id = found.ops[0]
            found = self.module.definition(pointer_id)
        return pointer_id

    def is_written(self, root_id: int) -> bool:
        """Say whether anything in the module may write to a variable."""
        known = self._written.get(root_id)
        if known is None:
            known = self._written[root_id] = self._finds_write(root_id)
        return known

    def _finds_write(self, pointer_id: int) -> bool:
        for user in self.module.users(pointer_id):
            if user.block is None or user.op == opcodes.OpLoad or user.op == opcodes.OpArrayLength:
                continue
            if user.op in CHAINS or user.op == opcodes.OpCopyObject:
                if self._finds_write(user.result_id):
                    return True
            elif user.op != opcodes.OpCopyMemory or user.ops[0] == pointer_id:
                return True
        return False

    def last_use(self, value: Instruction) -> int:
        """Return the position of the last use in the value's block, through aliases; -1 if it
        leaves the block.
        """
        if value.result_id in self.kept:
            return -1
        last = self.module.position(value)
        for user in self.module.users(value.result_id):
            if user.block is None:
                continue
            if user.block is not value.block or user.op == opcodes.OpPhi:
                return -1
            position = self.last_use(user) if user.op in ALIASES else self.module.position(user)
            if position < 0:
                return -1
            last = max(last, position)
        return last


def is_of_glsl(module: Module, found: Instruction) -> bool:
    """Say whether an extended instruction is one of GLSL.std.450, and none that means nothing;
    refuse others.
    """
    imported = module.definition(found.ops[0])
    name = "" if imported is None else decode_string(imported.ops)
    if name.startswith(NON_SEMANTIC):
        return False
    if name != "GLSL.std.450":
        raise refuse(f"instructions of {name}", found)
    return True
