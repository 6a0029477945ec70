"""What a module knows about its ids: definitions, users, opcodes, values by type, declared types
and constants.

Definitions and users are exact at any time. The opcode index, the index by type and the hash-cons
table are built on first use and are exact from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from aberration.core.errors import InternalError

from . import opcodes
from .facts import Facts
from .grammar import (
    ALL_IDS,
    DECORATIONS,
    EXACT,
    FIRST_ID_ONLY,
    HASHED,
    ID_MASK,
    LEADING_IDS,
    id_positions,
)
from .indexing import index_by_opcode, index_by_shape, index_by_type
from .instruction import Block, Function, Instruction

VERSION_1_4: Final = 0x00010400
LARGEST_BOUND: Final = 4194303
"""Universal limit of the specification, section 2.17."""


class ModuleIndex:
    """The storage of a module and its indexes by id."""

    def __init__(self, version: int, generator: int, bound: int, schema: int) -> None:
        self.version: int = version
        self.generator: int = generator
        self.bound: int = bound
        self.schema: int = schema
        self.preamble: list[Instruction] = []
        self.globals: list[Instruction] = []
        self.functions: list[Function] = []
        self.blocks: list[Block] = []
        self.facts: Facts = Facts()
        self.debug_lines: dict[int, list[Instruction]] = {}
        self._definitions: dict[int, Instruction] = {}
        # The bound method itself: a call less in the question that is asked most.
        self.definition: Callable[[int], Instruction | None] = self._definitions.get
        """Return the instruction that defines the id (a label, function or parameter too), or
        None.
        """
        self._users: list[list[Instruction] | None] = [None] * bound
        self._decorated: set[int] | None = None
        self._functions: dict[int, Function] = {}
        self._by_opcode: dict[int, list[Instruction]] | None = None
        self._by_type: dict[int, list[int]] | None = None
        self._lost_of_opcode: dict[int, int] = {}
        self._lost_of_type: dict[int, int] = {}
        self._keys: dict[tuple[int, ...], list[int]] | None = None

    # ---- ids

    def users(self, used_id: int) -> list[Instruction]:
        """Return the users of an id, once per operand; names and decorations included, result types
        not.

        It is the live list: copy it before editing. Its order depends on the history of edits, so
        nothing that a transformation does may depend on it.
        """
        if 0 <= used_id < len(self._users):
            found = self._users[used_id]
            if found is not None:
                return found
        return []

    def type_of(self, value_id: int) -> int:
        """Return the result type of an id; 0 for none."""
        found = self.definition(value_id)
        return 0 if found is None else found.type_id

    def is_fresh(self, new_id: int) -> bool:
        """Say whether the id is positive, below the largest bound, and has no definition."""
        return 0 < new_id < LARGEST_BOUND and new_id not in self._definitions

    def reserve(self, new_id: int) -> None:
        """Raise the bound above `new_id`, if need be."""
        if new_id >= self.bound:
            self.bound = new_id + 1
        if self.bound > len(self._users):
            # In proportion, as lists grow: ids are added one by one, thousands of times.
            grown = self.bound + (self.bound >> 3) + 16 - len(self._users)
            self._users.extend([None] * grown)

    def fresh_id(self) -> int:
        """Return a new id and raise the bound above it."""
        new_id = self.bound
        self.reserve(new_id)
        return new_id

    # ---- operands

    def id_positions(self, instruction: Instruction) -> list[int]:
        """Return the operand positions that hold ids. The selector of an OpSwitch has to be
        defined.
        """
        op = instruction.op
        if op == opcodes.OpSwitch:
            return id_positions(op, instruction.ops, self.selector_words(instruction))
        if op in FIRST_ID_ONLY:
            return [0]
        return id_positions(op, instruction.ops)

    def is_id(self, instruction: Instruction, k: int) -> bool:
        """Say whether operand `k` holds an id."""
        # Up to that many operands the grammar alone says which are ids; beyond, variable parts
        # follow (pairs, literals of two words, strings).
        if len(instruction.ops) <= EXACT[instruction.op]:
            return (ID_MASK[instruction.op] >> k) & 1 == 1
        return k in self.id_positions(instruction)

    def operand_ids(self, instruction: Instruction) -> list[int]:
        """Return the ids among the operands, in order, repeated as often as used. It may be the
        live list of them.
        """
        op = instruction.op
        ops = instruction.ops
        leading = LEADING_IDS[op]
        if leading == ALL_IDS:
            return ops
        if len(ops) > EXACT[op]:
            return [ops[k] for k in self.id_positions(instruction)]
        if leading >= 0:
            return ops[:leading]
        mask = ID_MASK[op]
        return [ops[k] for k in range(len(ops)) if (mask >> k) & 1]

    def selector_words(self, switch: Instruction) -> int:
        """Return the number of words of a case literal of an OpSwitch: 2 for a 64-bit selector,
        else 1.
        """
        selector_type = self.definition(self.type_of(switch.ops[0]))
        wide = (
            selector_type is not None
            and selector_type.op == opcodes.OpTypeInt
            and selector_type.ops[0] > 32
        )
        return 2 if wide else 1

    # ---- indexes

    def by_opcode(self, op: int) -> list[Instruction]:
        """Return all instructions of an opcode. The live list, its order depends on history;
        see `users`.
        """
        index = self._by_opcode
        if index is None:
            index = self._by_opcode = index_by_opcode(self.all_instructions())
            self._lost_of_opcode = {}
        return index.get(op, [])

    def by_opcodes(self, ops: Iterable[int]) -> list[list[Instruction]]:
        """Return the live lists of several opcodes, those that are not empty."""
        index = self._by_opcode
        if index is None:
            index = self._by_opcode = index_by_opcode(self.all_instructions())
            self._lost_of_opcode = {}
        return [known for known in map(index.get, ops) if known]

    def values_of_type(self, type_id: int) -> list[int]:
        """Return the ids of all values of a type: constants, undefs, variables, parameters and
        results.

        The live list, its order depends on history; see `users`.
        """
        index = self._by_type
        if index is None:
            index = self._by_type = index_by_type(self.all_instructions())
            self._lost_of_type = {}
        return index.get(type_id, [])

    def find(self, op: int, type_id: int, *ops: int) -> int:
        """Return the first declared type, constant or global undef of this shape; 0 if there is
        none.

        Decorations are not looked at.
        """
        keys = self._keys
        if keys is None:
            keys = self._keys = index_by_shape(self.globals)
        found = keys.get((op, type_id, *ops))
        return found[0] if found else 0

    def find_all(self, op: int, type_id: int, *ops: int) -> list[int]:
        """Return all declared types, constants or global undefs of this shape, in text order.
        The live list.
        """
        keys = self._keys
        if keys is None:
            keys = self._keys = index_by_shape(self.globals)
        return keys.get((op, type_id, *ops), [])

    def is_decorated(self, target_id: int) -> bool:
        """Say whether a decoration names the id, directly, as a member's owner or through a
        group.
        """
        known = self._decorated
        if known is None:
            known = set()
            for instruction in self.preamble:
                if instruction.op in DECORATIONS:
                    known.update(self.operand_ids(instruction))
            self._decorated = known
        return target_id in known

    def all_instructions(self) -> list[Instruction]:
        """Return every instruction in text order, labels and functions included: for checks and
        first indexing.
        """
        found = [*self.preamble, *self.globals]
        for function in self.functions:
            found.append(function.definition)
            found.extend(function.parameters)
            for block in function.blocks:
                found.append(block.label)
                found.extend(block.instructions)
        for key in sorted(self.debug_lines):
            found.extend(self.debug_lines[key])
        return found

    # ---- globals and preamble

    def append_global(self, instruction: Instruction) -> None:
        """Append a type, constant, variable or undef after the other globals."""
        instruction.block = None
        self.globals.append(instruction)
        self._link(instruction)
        self._enter_key(instruction)

    def replace_global(self, old: Instruction, new: Instruction) -> None:
        """Put another global with the same result in the place of one."""
        place = self.globals.index(old)
        self._remove_outside(old)
        self.globals.insert(place, new)
        self._link(new)
        # It may stand before others of its shape.
        self._keys = None

    def add_import(self, instruction: Instruction) -> None:
        """Add an OpExtInstImport in its place, before the memory model."""
        index = 0
        before = (opcodes.OpCapability, opcodes.OpExtension, opcodes.OpExtInstImport)
        while index < len(self.preamble) and self.preamble[index].op in before:
            index += 1
        self.insert_preamble(index, instruction)

    def add_decoration(self, instruction: Instruction) -> None:
        """Append an annotation: decorations end the preamble."""
        self.insert_preamble(len(self.preamble), instruction)

    def insert_preamble(self, index: int, instruction: Instruction) -> None:
        """Insert into the preamble before the instruction at `index`."""
        instruction.block = None
        self.preamble.insert(index, instruction)
        self._link(instruction)
        if self._decorated is not None and instruction.op in DECORATIONS:
            self._decorated.update(self.operand_ids(instruction))

    def add_interface(self, variable_id: int) -> None:
        """List a global variable in every entry point's interface, as versions from 1.4 on
        require.
        """
        # Up to 1.3 the interface lists inputs and outputs alone (OpEntryPoint).
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

    # ---- keeping the indexes exact

    def _link(self, instruction: Instruction) -> None:
        """Enter an instruction into definitions, users and the indexes by opcode and type."""
        op = instruction.op
        result_id = instruction.result_id
        if result_id:
            definitions = self._definitions
            if result_id in definitions:
                raise InternalError(f"id {result_id} is defined twice, by {instruction!r}")
            definitions[result_id] = instruction
            if result_id >= self.bound:
                self.reserve(result_id)
            type_id = instruction.type_id
            # A function has a result type and is no value of it.
            if type_id and self._by_type is not None and op != opcodes.OpFunction:
                values = self._by_type.get(type_id)
                if values is None:
                    values = self._by_type[type_id] = []
                instruction.type_rank = len(values)
                values.append(result_id)
        if self._by_opcode is not None:
            known = self._by_opcode.get(op)
            if known is None:
                known = self._by_opcode[op] = []
            instruction.opcode_rank = len(known)
            known.append(instruction)
        if instruction.ops:
            self._link_uses(instruction)

    def _link_uses(self, instruction: Instruction) -> None:
        users = self._users
        bound = len(users)
        all_ids = LEADING_IDS[instruction.op] == ALL_IDS
        for used in instruction.ops if all_ids else self.operand_ids(instruction):
            if used >= bound:
                self.reserve(used)
                bound = len(users)
            known = users[used]
            if known is None:
                users[used] = [instruction]
            else:
                known.append(instruction)

    def _add_user(self, used: int, instruction: Instruction) -> None:
        if used >= len(self._users):
            self.reserve(used)
        known = self._users[used]
        if known is None:
            self._users[used] = [instruction]
        else:
            known.append(instruction)

    def _unlink(self, instruction: Instruction) -> None:
        """Take an instruction out of definitions, users and the indexes by opcode and type."""
        if instruction.result_id:
            del self._definitions[instruction.result_id]
        if self._by_opcode is not None:
            self._leave_opcode(instruction, self._by_opcode[instruction.op])
        if (
            self._by_type is not None
            and instruction.type_id
            and instruction.op != opcodes.OpFunction
        ):
            self._leave_type(instruction, self._by_type[instruction.type_id])
        self._unlink_uses(instruction)

    def _leave_opcode(self, instruction: Instruction, known: list[Instruction]) -> None:
        """Remove from a list that keeps its order: the place is at most as many before the rank
        as others have left.
        """
        lost = self._lost_of_opcode.get(instruction.op, 0)
        rank = instruction.opcode_rank
        # Ranks are those of the time of the entry. Each departure moves those behind it by one: so
        # the search looks at a short part only.
        del known[known.index(instruction, max(0, rank - lost), rank + 1)]
        self._lost_of_opcode[instruction.op] = lost + 1

    def _leave_type(self, instruction: Instruction, known: list[int]) -> None:
        lost = self._lost_of_type.get(instruction.type_id, 0)
        rank = instruction.type_rank
        del known[known.index(instruction.result_id, max(0, rank - lost), rank + 1)]
        self._lost_of_type[instruction.type_id] = lost + 1

    def _unlink_uses(self, instruction: Instruction) -> None:
        for used in self.operand_ids(instruction):
            self._drop_user(used, instruction)

    def _drop_user(self, used: int, instruction: Instruction) -> None:
        try:
            self.users(used).remove(instruction)
        except ValueError:
            raise InternalError(f"{instruction!r} is not listed as a user of id {used}") from None

    def _forget_lookups(self, op: int) -> None:
        """A global or decoration changes in place, which is rare: look everything up again when
        asked.
        """
        if op in HASHED:
            self._keys = None
        elif op in DECORATIONS:
            self._decorated = None

    def _enter_key(self, instruction: Instruction) -> None:
        """Enter a global, which stands last among the globals, into the hash-cons table."""
        if self._keys is None or instruction.op not in HASHED:
            return
        self._keys.setdefault((instruction.op, instruction.type_id, *instruction.ops), []).append(
            instruction.result_id
        )

    def _leave_key(self, instruction: Instruction) -> None:
        if self._keys is None or instruction.op not in HASHED:
            return
        key = (instruction.op, instruction.type_id, *instruction.ops)
        known = self._keys[key]
        known.remove(instruction.result_id)
        if not known:
            del self._keys[key]
