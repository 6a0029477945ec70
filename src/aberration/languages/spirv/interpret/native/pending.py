"""Which stores to shared memory an invocation may do after a decision that hangs on rounding,
before the next barrier.

Other implementations may take the other way: what they may store there, on whichever way, is not
known. Of a store whose place hangs on nothing but the invocation's own number, the one word is
spoilt when it is reached; of all others, and of those that are not reached, the whole variable.
"""

from __future__ import annotations

from typing import NamedTuple

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import precedes, strictly_post_dominates
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.analysis import CHAINS, Analysis
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.types import pointee

from .written import uses_of

_PLAIN = frozenset(
    (
        o.OpCopyObject,
        o.OpCompositeExtract,
        o.OpCompositeConstruct,
        o.OpVectorShuffle,
        o.OpBitcast,
        o.OpUConvert,
        o.OpSConvert,
        *range(o.OpSNegate, o.OpSMod + 1),
        *range(o.OpShiftRightLogical, o.OpNot + 1),
    )
)
"""Pure operations on integers, and copies."""
_READ_ONLY = (StorageClass.INPUT, StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT)


Place = tuple[Block, int]
"""A block, and a position in it."""


class Store(NamedTuple):
    """A store to shared memory, or an atomic operation that changes it."""

    instruction: Instruction
    pointer_id: int
    fixed: bool


class Pending:
    """The stores of a module by number, and which of them may follow a place."""

    def __init__(self, module: Module, leaves: Leaves, analysis: Analysis) -> None:
        self.module = module
        self.leaves = leaves
        self.analysis = analysis
        self.stores: list[Store] = []
        self._numbers: dict[int, int] = {}
        self._calls: dict[int, list[Place]] = {}
        self._known: tuple[int, dict[Place, int]] | None = None
        for function in analysis.functions:
            for block in analysis.blocks[function.id]:
                for position, found in enumerate(block.instructions):
                    if found.op == o.OpFunctionCall:
                        self._calls.setdefault(found.ops[0], []).append((block, position + 1))

    def number(self, found: Instruction, pointer_id: int) -> int:
        """Return the number of a store, which gets one when it is first asked for."""
        # By identity: stores have no result id. The module is not edited while it is interpreted,
        # so the instructions live.
        known = self._numbers.get(id(found))
        if known is None:
            known = self._numbers[id(found)] = len(self.stores)
            self.stores.append(Store(found, pointer_id, self._is_fixed(pointer_id, set())))
        return known

    # ---- places

    def _is_fixed(self, value_id: int, seen: set[int]) -> bool:
        """Say whether a value is a function of what the invocation is given, however it came to
        be computed.
        """
        found = self.module.definition(value_id)
        # A value that leads back to itself is that of a loop, and another one in each round.
        if found is None or value_id in seen:
            return False
        if self.leaves.is_constant(value_id) and found.op != o.OpUndef:
            return True
        seen.add(value_id)
        if found.op == o.OpVariable:
            return found.block is None
        if found.op in CHAINS or found.op in _PLAIN:
            return all(
                self._is_fixed(used, seen - {value_id}) for used in self.module.operand_ids(found)
            )
        return found.op == o.OpLoad and self._is_fixed_load(found, seen)

    def _is_fixed_load(self, load: Instruction, seen: set[int]) -> bool:
        root = self.module.definition(self.analysis.root_of(load.ops[0]))
        if root is None or root.op != o.OpVariable:
            return False
        # Nobody writes to these: what is read depends on the place alone.
        if root.ops[0] in _READ_ONLY and self._is_fixed(load.ops[0], seen):
            return not has_decoration(
                self.module, pointee(self.module, root.type_id), Decoration.BUFFER_BLOCK
            )
        if (
            root.ops[0] != StorageClass.FUNCTION
            or load.ops[0] != root.result_id
            or len(root.ops) > 1
        ):
            return False
        stores = [user for user in uses_of(self.module, root.result_id) if user.op != o.OpLoad]
        # A local variable with a single store that always comes before the load is but a name for
        # its value: front ends write each expression that way.
        if len(stores) != 1 or stores[0].op != o.OpStore or stores[0].ops[0] != root.result_id:
            return False
        return self._dominates(stores[0], load) and self._is_fixed(stores[0].ops[1], seen)

    def _dominates(self, a: Instruction, b: Instruction) -> bool:
        if a.block is None or b.block is None:
            return False
        if a.block is b.block:
            return precedes(self.module, a, b)
        return self.module.dominates(a.block, b.block)

    # ---- what follows

    def after(self, site: Instruction) -> list[int]:
        """Return the numbers of the stores that may follow an instruction with no barrier
        between, ascending.
        """
        if site.block is None:
            return []
        followers = self._followers()
        found, onwards = self._segment(site.block, self.module.position(site) + 1)
        for place in onwards:
            found |= followers[place]
        return [number for number in range(len(self.stores)) if found >> number & 1]

    def _followers(self) -> dict[Place, int]:
        """Return the stores that may follow each place to which control goes, as bits."""
        # What is known is of the stores that had a number then.
        if self._known is None or self._known[0] != len(self.stores):
            self._known = len(self.stores), self._follow_all()
        return self._known[1]

    def _follow_all(self) -> dict[Place, int]:
        segments = {}
        for function in self.analysis.functions:
            for block in self.analysis.blocks[function.id]:
                segments[block, 0] = self._segment(block, 0)
        for place in (place for places in self._calls.values() for place in places):
            segments[place] = self._segment(*place)
        found = {place: own for place, (own, _) in segments.items()}
        # Blocks come in an order in which most lead to later ones: from the back, a pass for each
        # loop around loops is enough.
        order, is_changed = list(reversed(segments)), True
        while is_changed:
            is_changed = False
            for place in order:
                before = after = found[place]
                for onward in segments[place][1]:
                    after |= found[onward]
                found[place] = after
                is_changed = is_changed or after != before
        return found

    def _segment(self, block: Block, start: int) -> tuple[int, list[Place]]:
        """Return the stores of a block from a position on, up to a barrier, as bits; and where it
        goes on.
        """
        found = 0
        onwards: list[Place] = []
        for each in block.instructions[start:]:
            number = self._numbers.get(id(each))
            if number is not None:
                found |= 1 << number
            # All invocations of the group meet here, and what was stored before is ordered with
            # what comes after.
            if each.op == o.OpControlBarrier:
                return found, onwards
            if each.op == o.OpFunctionCall:
                onwards.append((self.analysis.blocks[each.ops[0]][0], 0))
        # Back to all callers, not to the one it came from: too many stores, never too few.
        if block.terminator.op in (o.OpReturn, o.OpReturnValue):
            onwards += self._calls.get(block.function.id, ())
        return found, onwards + [(target, 0) for target in self.module.successors(block)]

    def risk_of(self, site: Instruction) -> Instruction | None:
        """Return a barrier that some may reach, and others not, where a decision is not the
        same for all.
        """
        block = site.block
        if block is None or block.function.id not in self.analysis.pausing:
            return None
        seen: set[int] = set()
        waiting = self.module.successors(block)
        while waiting:
            here = waiting.pop()
            if here.id in seen:
                continue
            seen.add(here.id)
            waiting.extend(self.module.successors(here))
            pause = self._pause_in(here)
            # A barrier that not each way leads to may be reached by some of the group only, which
            # is undefined.
            if pause is not None and not strictly_post_dominates(self.module, here, block):
                return pause
        return None

    def _pause_in(self, block: Block) -> Instruction | None:
        for each in block.instructions:
            if each.op == o.OpControlBarrier:
                return each
            if each.op == o.OpFunctionCall and each.ops[0] in self.analysis.pausing:
                return each
        return None
