"""Adding and removing what stands outside of functions: types, constants, variables,
decorations, the head.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import InternalError

from . import opcodes
from .index import DECORATIONS
from .instruction import Instruction
from .operand_editing import OperandEditing

VERSION_1_4: Final = 0x00010400
_ANNOTATIONS: Final = frozenset(
    (
        opcodes.OpDecorate,
        opcodes.OpMemberDecorate,
        opcodes.OpDecorationGroup,
        opcodes.OpGroupDecorate,
        opcodes.OpGroupMemberDecorate,
        opcodes.OpDecorateId,
        opcodes.OpDecorateString,
        opcodes.OpMemberDecorateString,
    )
)


class Declarations(OperandEditing):
    """Editing functions for globals and preamble."""

    def append_global(self, instruction: Instruction) -> None:
        """Append a type, constant, variable or undef after the other globals."""
        instruction.block = None
        self.globals.append(instruction)
        self._link(instruction)
        self._enter_key(instruction)

    def insert_global(self, index: int, instruction: Instruction) -> None:
        """Insert a global before the one at `index`; slower than `append_global`."""
        instruction.block = None
        self.globals.insert(index, instruction)
        self._link(instruction)
        self._keys = None

    def add_capability(self, capability: int) -> None:
        """Add a capability, unless it is there."""
        count = 0
        while count < len(self.preamble) and self.preamble[count].op == opcodes.OpCapability:
            if self.preamble[count].ops[0] == capability:
                return
            count += 1
        self._insert_preamble(count, Instruction(opcodes.OpCapability, 0, 0, [capability]))

    def add_extension(self, words: list[int]) -> None:
        """Add an OpExtension with the string in `words`, unless it is there."""
        index = 0
        while index < len(self.preamble) and self.preamble[index].op in (
            opcodes.OpCapability,
            opcodes.OpExtension,
        ):
            if self.preamble[index].op == opcodes.OpExtension and self.preamble[index].ops == words:
                return
            index += 1
        self._insert_preamble(index, Instruction(opcodes.OpExtension, 0, 0, list(words)))

    def add_import(self, instruction: Instruction) -> None:
        """Add an OpExtInstImport in its place, before the memory model."""
        index = 0
        before = (opcodes.OpCapability, opcodes.OpExtension, opcodes.OpExtInstImport)
        while index < len(self.preamble) and self.preamble[index].op in before:
            index += 1
        self._insert_preamble(index, instruction)

    def add_execution_mode(self, instruction: Instruction) -> None:
        """Add an execution mode after the entry points and the other modes."""
        modes = (opcodes.OpEntryPoint, opcodes.OpExecutionMode, opcodes.OpExecutionModeId)
        index = len(self.preamble)
        while index > 0 and self.preamble[index - 1].op not in modes:
            index -= 1
        self._insert_preamble(index, instruction)

    def add_name(self, instruction: Instruction) -> None:
        """Add an OpName or OpMemberName: after the last debug instruction, before the
        annotations.
        """
        index = len(self.preamble)
        while index > 0 and self.preamble[index - 1].op in _ANNOTATIONS:
            index -= 1
        self._insert_preamble(index, instruction)

    def add_decoration(self, instruction: Instruction) -> None:
        """Append an annotation: decorations end the preamble."""
        self._insert_preamble(len(self.preamble), instruction)

    def _insert_preamble(self, index: int, instruction: Instruction) -> None:
        instruction.block = None
        self.preamble.insert(index, instruction)
        self._link(instruction)
        if self._decorated is not None and instruction.op in DECORATIONS:
            self._decorated.update(self.operand_ids(instruction))

    def add_interface(self, variable_id: int) -> None:
        """List a global variable in every entry point's interface, as versions from 1.4 on
        require.
        """
        if self.version >= VERSION_1_4:
            self.add_input(variable_id)

    def add_input(self, variable_id: int) -> None:
        """List an input or output variable in every entry point's interface, as every version
        requires.
        """
        for entry in self.preamble:
            if entry.op == opcodes.OpEntryPoint and entry not in self.users(variable_id):
                entry.ops.append(variable_id)
                self._add_user(variable_id, entry)

    def _remove_outside(self, instruction: Instruction) -> None:
        for section in (self.globals, self.preamble):
            if instruction in section:
                self._leave_key(instruction)
                section.remove(instruction)
                self._decorated = None
                self._unlink(instruction)
                return
        raise InternalError(f"{instruction!r} is neither in a block nor among globals or preamble")
