"""The module: one object to ask about a SPIR-V program and to edit it.

Layers, each in its file, bottom up: `index` (ids), `control_flow` (edges, dominance), `constructs`,
`availability`, `new_terminators`, `operand_editing`, `declarations`, `editing`, and here reading,
writing, entry points, calls and the check of it all.
"""

from __future__ import annotations

from aberration.core.errors import MalformedModule

from . import opcodes
from .binary import to_bytes, words_of
from .check import check_against
from .editing import Editing
from .grammar import CONSTANTS, TERMINATORS, TYPES
from .index import HASHED
from .instruction import Block, Construct, Function, Instruction, new_block
from .reader import fill

__all__ = [
    "CONSTANTS",
    "HASHED",
    "TERMINATORS",
    "TYPES",
    "Block",
    "Construct",
    "Function",
    "Instruction",
    "Module",
    "new_block",
]


class Module(Editing):
    """A SPIR-V module with everything asked about it.

    `preamble` holds capabilities to annotations, `globals` types, constants, global variables and
    undefs. Reading an id that does not exist answers None, 0 or false; nothing but the editing
    functions raises.
    """

    @classmethod
    def parse(cls, data: bytes) -> Module:
        """Read a binary; `MalformedModule` says what is wrong at which word."""
        words = words_of(data)
        module = cls(words[1], words[2], words[3], words[4])
        fill(module, words)
        return module

    def to_bytes(self) -> bytes:
        """Return the binary, little-endian; byte-identical to what was parsed, if nothing was
        edited.
        """
        return to_bytes(self)

    def clone(self) -> Module:
        """Return an independent module with the same text and facts; user lists may be ordered
        otherwise.
        """
        other = Module.parse(self.to_bytes())
        other.facts = self.facts.copy()
        for block in self.blocks:
            twin = other.block(block.label.result_id)
            if twin is not None:
                twin.dead = block.dead
        return other

    def clear(self) -> None:
        """Break every cycle of references; the module is of no use afterwards.

        With the cyclic collector off, memory is given back at once.
        """
        for function in self.functions:
            for block in function.blocks:
                block.label.block = None
                block.instructions.clear()
                block.predecessors.clear()
                block.children.clear()
                block.idom = block.construct = block.heads = None
                block.leave_exits()
            for block in function.dirty or ():
                block.leave_tree()
            for block in function.dirty_exits or ():
                block.leave_exits()
            function.dirty_exits = function.dirty_constructs = None
            function.exits.leave_tree()
            function.blocks = []
            function.dirty = None
        self.blocks = []
        self.functions = []
        self.globals = []
        self.preamble = []
        self._definitions.clear()
        self._users = []
        self._functions = {}
        self.debug_lines = {}
        self._by_opcode = self._by_type = self._keys = None

    # ---- decorations and entry points

    def decorations(self, target_id: int) -> list[Instruction]:
        """Return the decorations of the id itself (not of members), those of its groups
        included.
        """
        found: list[Instruction] = []
        groups = [
            user.ops[0] for user in self.users(target_id) if user.op == opcodes.OpGroupDecorate
        ]
        for target in (target_id, *(group for group in groups if group != target_id)):
            found.extend(
                user
                for user in self.users(target)
                if user.op in _DECORATES and user.ops[0] == target
            )
        return found

    def has_decoration(self, target_id: int, decoration: int) -> bool:
        """Say whether the id itself carries a decoration."""
        return any(
            found.ops[1] == decoration
            for found in self.decorations(target_id)
            if len(found.ops) > 1
        )

    def has_capability(self, capability: int) -> bool:
        """Say whether the module declares a capability (implied ones are not looked at)."""
        for instruction in self.preamble:
            if instruction.op != opcodes.OpCapability:
                return False
            if instruction.ops[0] == capability:
                return True
        return False

    def entry_points(self) -> list[Instruction]:
        """Return the OpEntryPoints in text order."""
        return [
            instruction for instruction in self.preamble if instruction.op == opcodes.OpEntryPoint
        ]

    def entry_function_ids(self) -> set[int]:
        """Return the ids of the functions that are entry points."""
        return {entry.ops[1] for entry in self.entry_points()}

    def is_entry_function(self, function_id: int) -> bool:
        """Say whether the function is an entry point."""
        return any(
            user.op == opcodes.OpEntryPoint and user.ops[1] == function_id
            for user in self.users(function_id)
        )

    # ---- types of pointers

    def pointee(self, type_id: int) -> int:
        """Return the type a pointer type points to; 0 if it is no pointer type."""
        definition = self.definition(type_id)
        if definition is None or definition.op != opcodes.OpTypePointer:
            return 0
        return definition.ops[1]

    def pointee_of(self, pointer_id: int) -> int:
        """Return the type of what a value points to; 0 if it is no pointer."""
        return self.pointee(self.type_of(pointer_id))

    # ---- call graph

    def callers(self, function_id: int) -> list[Instruction]:
        """Return the calls of a function; their order depends on history."""
        return [user for user in self.users(function_id) if _calls(user, function_id)]

    def calls(self, function_id: int) -> list[int]:
        """Return the ids of the functions that a function calls itself, ascending."""
        found: set[int] = set()
        for call in self.by_opcode(opcodes.OpFunctionCall):
            if call.block is not None and call.block.function.definition.result_id == function_id:
                found.add(call.ops[0])
        return sorted(found)

    def reaches(self, function_a: int, function_b: int) -> bool:
        """Say whether calls lead from the first function to the second, in one step or more."""
        seen: set[int] = set()
        waiting = [function_b]
        while waiting:
            for call in self.callers(waiting.pop()):
                caller = 0 if call.block is None else call.block.function.definition.result_id
                if caller == function_a:
                    return True
                if caller not in seen:
                    seen.add(caller)
                    waiting.append(caller)
        return False

    def check(self) -> list[str]:
        """Return everything that contradicts the text of the module; for tests and debugging,
        slow.
        """
        try:
            fresh = Module.parse(self.to_bytes())
        except MalformedModule as error:
            return [f"the text cannot be read back: {error}"]
        return check_against(self, fresh)


def _calls(user: Instruction, function_id: int) -> bool:
    return user.op == opcodes.OpFunctionCall and user.ops[0] == function_id


_DECORATES = frozenset((opcodes.OpDecorate, opcodes.OpDecorateId, opcodes.OpDecorateString))
