"""A seed module on its way to a variant: edits at its places, with ids that the mutations bring.

All places are found in the seed before anything is edited. An instruction stays the same object
wherever edits move it, so a place that one mutation moved is still there for the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place

from ..shading.expressions import Kind, Tree
from .code import Code
from .ids import id_of

IDS: Final = 512
"""Ids that one mutation may bring."""


class Choice(msgspec.Struct, frozen=True):
    """A predicate, the only value that it has, and what the selection by it asks of compilers."""

    predicate: Tree
    value: bool
    control: Literal[0, 1, 2] = 0


class Guard(msgspec.Struct, frozen=True):
    """A condition that a branch at the end of a block hangs on, and the only value that it has."""

    block: int
    condition: int
    expected: bool


class Draft:
    """See the module's text."""

    def __init__(self, source: bytes, places: Iterable[Place]) -> None:
        self.module: Final = Module.parse(source)
        self._branches: Final[list[tuple[Instruction, bool]]] = []
        self._anchors: Final = {place: place.find(self.module) for place in places}
        self._others: Final[dict[int, list[int]]] = {}
        self._next: int = 0
        self._end: int = 0

    def anchor(self, place: Place) -> Instruction | None:
        """Return the instruction of a place, None where it is gone or nothing leads to it."""
        found = self._anchors.get(place)
        if found is None or found.block is None or not self.module.reachable(found.block):
            return None
        return found

    def to_bytes(self) -> bytes:
        """Return the module as it is now, which is of no use afterwards."""
        data = self.module.to_bytes()
        self.module.clear()
        return data

    def guards(self) -> tuple[Guard, ...]:
        """Return all conditions that were added, where they are now."""
        return tuple(
            Guard(branch.block.id, branch.ops[0], expected)
            for branch, expected in self._branches
            if branch.block is not None
        )

    # ---- ids

    def may_begin(self, first: int) -> bool:
        """Say whether all ids of a mutation are free."""
        return all(self.module.is_fresh(first + k) for k in range(IDS))

    def begin(self, first: int) -> None:
        """Give out the ids from this one on."""
        self._next, self._end = first, first + IDS

    def fresh(self) -> int:
        if self._next >= self._end:
            raise InternalError(f"a mutation takes more than {IDS} ids")
        self._next += 1
        return self._next - 1

    def available(self, value_id: int, before: Instruction) -> int:
        """Return the id that stands for one of the seed before an instruction, 0 if none does."""
        for one in (value_id, *self._others.get(value_id, [])):
            if available_before(self.module, one, before):
                return one
        return 0

    def stand_for(self, new_id: int, old_id: int) -> None:
        """Note that a new id has the value of an old one, where that is not available."""
        self._others.setdefault(old_id, []).append(new_id)

    # ---- types and constants

    def type_of(self, kind: Kind) -> int:
        if kind == "bool":
            return self._global(o.OpTypeBool, 0)
        return self._global(o.OpTypeInt, 0, 32, int(kind == "int"))

    def number(self, value: int, kind: Kind) -> int:
        if kind == "bool":
            return self._global(
                o.OpConstantTrue if value else o.OpConstantFalse, self.type_of(kind)
            )
        return self._global(o.OpConstant, self.type_of(kind), value & 0xFFFFFFFF)

    def null(self, type_id: int) -> int:
        """Return the zero of a type."""
        return self._global(o.OpConstantNull, type_id)

    def _global(self, op: int, type_id: int, *ops: int) -> int:
        found = self.module.find(op, type_id, *ops)
        if not found:
            found = self.fresh()
            self.module.append_global(Instruction(op, type_id, found, list(ops)))
        return found

    # ---- code

    def code(self, before: Instruction, own: Mapping[str, int] | None = None) -> Code:
        """Return code that will stand before an instruction; `own` are ids by the names of what a
        mutation loads itself.
        """
        known = own or {}

        def name(place: str) -> int:
            value_id = id_of(place)
            return self.available(value_id, before) if value_id else known[place]

        return Code(self, name)

    def condition(self, before: Instruction, choice: Choice) -> int:
        """Insert the value of a predicate before an instruction."""
        code = self.code(before)
        condition = code.value(choice.predicate)
        self.module.insert_before(before, *code.instructions)
        return condition

    def block(self, before: Block, instructions: Sequence[Instruction], target: int) -> Block:
        """Insert a block in the text after another one, that branches to a target unless its last
        instruction ends it already.
        """
        module, made = self.module, list(instructions)
        if not made or made[-1].op not in ENDS:
            made.append(Instruction(o.OpBranch, 0, 0, [target]))
        found = new_block(before.function, self.fresh(), made)
        module.insert_block(before.function, module.layout_index(before) + 1, found)
        return found

    def branch(
        self, header: Block, merge: int, condition: int, choice: Choice, live: int, never: int
    ) -> None:
        """Let a block end in a branch by a condition, which has the value that the choice says, so
        that the one side is always taken and the other one never; both meet at `merge`.
        """
        module, control = self.module, choice.control
        module.add_merge(header, Instruction(o.OpSelectionMerge, 0, 0, [merge, control]))
        sides = (live, never) if choice.value else (never, live)
        branch = Instruction(o.OpBranchConditional, 0, 0, [condition, *sides])
        module.set_terminator(header, branch)
        self._branches.append((branch, choice.value))


ENDS: Final = (o.OpReturn, o.OpReturnValue, o.OpKill, o.OpUnreachable)
