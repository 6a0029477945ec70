"""Rewrite a function so that it ends, stays in bounds and never kills (catalogue, section 2.14).

Works on a function that is in no module yet. All that it needs besides ids is looked up by value.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpBranch,
    OpBranchConditional,
    OpConstant,
    OpIAdd,
    OpInBoundsAccessChain,
    OpKill,
    OpLoad,
    OpLogicalAnd,
    OpLogicalOr,
    OpLoopMerge,
    OpPhi,
    OpReturn,
    OpReturnValue,
    OpSelect,
    OpSelectionMerge,
    OpStore,
    OpTerminateInvocation,
    OpTypeArray,
    OpTypeBool,
    OpTypeInt,
    OpTypeMatrix,
    OpTypePointer,
    OpTypeStruct,
    OpTypeVector,
    OpTypeVoid,
    OpUGreaterThanEqual,
    OpULessThan,
    OpULessThanEqual,
    OpUnreachable,
    OpVariable,
)
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.donation.function_text import Detached, is_dominated

MOST_ROUNDS: Final = 19
"""Loop rounds per call: far below what rasterisers grant a whole invocation."""
CHAINS: Final = (OpAccessChain, OpInBoundsAccessChain)
ENDS: Final = (OpKill, OpUnreachable, OpTerminateInvocation)
MERGES: Final = (OpLoopMerge, OpSelectionMerge)


class LoopLimit(msgspec.Struct, frozen=True, gc=False):
    """Ids for limiting the loop with this header; `phi_ids` serve the OpPhis of its merge
    block, in order.
    """

    header: int
    load: int
    increment: int
    compare: int
    logical: int
    phi_ids: tuple[int, ...] = ()


class Clamp(msgspec.Struct, frozen=True, gc=False):
    """Ids for clamping the indexes of an access chain: compare and select for each index."""

    chain: int
    pairs: tuple[tuple[int, int], ...]


class Guards(msgspec.Struct, frozen=True, gc=False):
    """All that the rewriting of one function takes: the counter, the rounds granted, and fresh
    ids.
    """

    counter: int
    rounds: int
    limits: tuple[LoopLimit, ...] = ()
    clamps: tuple[Clamp, ...] = ()
    return_value: int = 0

    def fresh_ids(self) -> list[int]:
        """Return the ids that the rewriting may define."""
        found = [self.counter]
        for limit in self.limits:
            found += [limit.load, limit.increment, limit.compare, limit.logical]
        for clamp in self.clamps:
            found += [new_id for pair in clamp.pairs for new_id in pair]
        return found


class Parts(msgspec.Struct, frozen=True):
    """Types and constants of the module that the guards are made of."""

    uint: int
    boolean: int
    pointer: int
    zero: int
    one: int
    rounds: int


def parts_of(module: Module, rounds: int) -> Parts:
    """Look the parts up; 0 where one is missing."""
    uint = module.find(OpTypeInt, 0, 32, 0)
    boolean = module.find(OpTypeBool, 0)
    pointer = module.find(OpTypePointer, 0, StorageClass.FUNCTION, uint)
    zero, one, limit = (
        find_constant(module, False, OpConstant, uint, value) for value in (0, 1, rounds)
    )
    return Parts(uint, boolean, pointer, zero, one, limit)


def make_livesafe(module: Module, text: Detached, guards: Guards) -> bool:
    """Rewrite the function; false (and the function is of no use) if something that this takes
    is missing.
    """
    if not 0 < guards.rounds <= MOST_ROUNDS:
        return False
    done = _clamp_chains(module, text, guards) and _limit_loops(module, text, guards)
    return done and _replace_ends(module, text, guards)


# ---- loops


def back_edges(text: Detached) -> list[tuple[Block, Block]] | None:
    """Return (header, back-edge block) of each loop that is entered; None where a loop has two
    or no header.
    """
    idom = text.dominators()
    found: list[tuple[Block, Block]] = []
    for block in text.function.blocks:
        # The entry has no dominator either; all others without one are not reached.
        if block.index and idom[block.index] == -1:
            continue
        for target in dict.fromkeys(text.successors(block)):
            if is_dominated(idom, block.index, target.index):
                found.append((target, block))
            # A branch backwards to what does not dominate it: not the text of a structured loop.
            elif target.index <= block.index:
                return None
    headers = [header.id for header, _ in found]
    # SPIR-V allows one back edge for a loop; a donor that was transformed might not be valid yet.
    if len(set(headers)) != len(headers) or any(loop_merge(header) is None for header, _ in found):
        return None
    return found


def loop_merge(header: Block) -> Instruction | None:
    """Return the OpLoopMerge of a block."""
    if len(header.instructions) > 1 and header.instructions[-2].op == OpLoopMerge:
        return header.instructions[-2]
    return None


def _limit_loops(module: Module, text: Detached, guards: Guards) -> bool:
    edges = back_edges(text)
    if edges is None:
        return False
    if not edges:
        return True
    parts = parts_of(module, guards.rounds)
    limits = {limit.header: limit for limit in guards.limits}
    # All parts have to be declared by earlier steps: a transformation adds nothing that it did not
    # announce.
    if 0 in msgspec.structs.astuple(parts):
        return False
    text.edges_changed()
    for header, back in edges:
        limit = limits.get(header.id)
        if limit is None or not _limit_loop(text, header, back, limit, guards.counter, parts):
            return False
    counter = Instruction(
        OpVariable, parts.pointer, guards.counter, [StorageClass.FUNCTION, parts.zero]
    )
    # One counter for all loops of a call: nested ones share the rounds, so that the cost of a call
    # is bounded by the number and not by its power.
    put(text.function.blocks[0], 0, counter)
    return True


def _limit_loop(
    text: Detached, header: Block, back: Block, limit: LoopLimit, counter: int, parts: Parts
) -> bool:
    merge = loop_merge(header)
    target = None if merge is None else text.block(merge.ops[0])
    if target is None:
        return False
    old = back.terminator
    # A loop that is left in the middle: the end of its last block becomes a second way out.
    if old.op == OpBranch:
        compare, extra = OpUGreaterThanEqual, None
        ops = [limit.compare, target.id, header.id]
        # The merge block gets a new predecessor, and each of its OpPhis needs a value from there.
        if not _supply_phis(text, target, back, limit):
            return False
    # The loop already ends here: its condition is joined with ours, and no edge is new.
    elif old.op == OpBranchConditional and sorted(old.ops[1:3]) == sorted([header.id, target.id]):
        again = old.ops[1] == header.id
        compare = OpULessThan if again else OpUGreaterThanEqual
        logical = OpLogicalAnd if again else OpLogicalOr
        extra = Instruction(logical, parts.boolean, limit.logical, [old.ops[0], limit.compare])
        ops = [limit.logical, *old.ops[1:3]]
    else:
        return False
    # A merge instruction has to stay right before the terminator (a loop of one block).
    at = len(back.instructions) - (
        2 if back.instructions[-2:-1] and back.instructions[-2].op in MERGES else 1
    )
    steps = [
        Instruction(OpLoad, parts.uint, limit.load, [counter]),
        Instruction(OpIAdd, parts.uint, limit.increment, [limit.load, parts.one]),
        Instruction(OpStore, 0, 0, [counter, limit.increment]),
        Instruction(compare, parts.boolean, limit.compare, [limit.load, parts.rounds]),
    ]
    for step in [*steps, extra] if extra is not None else steps:
        put(back, at, step)
        at += 1
    back.instructions[-1] = Instruction(OpBranchConditional, 0, 0, ops)
    back.instructions[-1].block = back
    return True


def _supply_phis(text: Detached, target: Block, back: Block, limit: LoopLimit) -> bool:
    phis = [each for each in target.instructions if each.op == OpPhi]
    if len(limit.phi_ids) < len(phis):
        return False
    for phi, value_id in zip(phis, limit.phi_ids, strict=False):
        if text.type_of(value_id) != phi.type_id:
            return False
        phi.ops += [value_id, back.id]
    return True


# ---- kills


def _replace_ends(module: Module, text: Detached, guards: Guards) -> bool:
    return_type = text.function.definition.type_id
    found = module.definition(return_type)
    if found is None:
        return False
    for block in text.function.blocks:
        if block.terminator.op not in ENDS:
            continue
        if found.op == OpTypeVoid:
            end = Instruction(OpReturn, 0, 0, [])
        elif module.type_of(guards.return_value) == return_type:
            end = Instruction(OpReturnValue, 0, 0, [guards.return_value])
        else:
            return False
        block.instructions[-1] = end
        end.block = block
    return True


# ---- access chains


class Index(msgspec.Struct, frozen=True):
    """An index of an access chain that may be out of bounds: its place among the operands, its
    greatest value.
    """

    operand: int
    type_id: int
    last: int


def open_indexes(module: Module, text: Detached, chain: Instruction) -> list[Index] | None:
    """Return the indexes that need a clamp; None if one has no bound that is known."""
    current = pointee(module, text.type_of(chain.ops[0]))
    found: list[Index] = []
    for k in range(1, len(chain.ops)):
        definition = module.definition(current)
        index = text.definition(chain.ops[k])
        if definition is None or index is None:
            return None
        # A spec constant may be given another value by the user: it counts as unknown.
        value = index.ops[0] if index.op == OpConstant and len(index.ops) == 1 else -1
        if definition.op == OpTypeStruct:
            if not 0 <= value < len(definition.ops):
                return None
            current = definition.ops[value]
            continue
        # 0 for a runtime array, whose length nobody knows.
        bound = _bound_of(module, definition)
        index_type = module.definition(index.type_id)
        if not bound or index_type is None or index_type.op != OpTypeInt or index_type.ops[0] != 32:
            return None
        if not 0 <= value < bound:
            found.append(Index(k, index.type_id, bound - 1))
        current = definition.ops[0]
    return found


def _bound_of(module: Module, composite: Instruction) -> int:
    if composite.op in (OpTypeVector, OpTypeMatrix):
        return composite.ops[1]
    if composite.op != OpTypeArray:
        return 0
    length = module.definition(composite.ops[1])
    if length is not None and length.op == OpConstant and len(length.ops) == 1:
        return length.ops[0]
    return 0


def _clamp_chains(module: Module, text: Detached, guards: Guards) -> bool:
    clamps = {clamp.chain: clamp for clamp in guards.clamps}
    for block in text.function.blocks:
        for chain in [each for each in block.instructions if each.op in CHAINS]:
            found = open_indexes(module, text, chain)
            if found is None:
                return False
            clamp = clamps.get(chain.result_id)
            if found and (clamp is None or not _clamp(module, chain, found, clamp)):
                return False
    return True


def _clamp(module: Module, chain: Instruction, found: list[Index], clamp: Clamp) -> bool:
    block = chain.block
    boolean = module.find(OpTypeBool, 0)
    if block is None or not boolean or len(clamp.pairs) < len(found):
        return False
    for (compare, select), index in zip(clamp.pairs, found, strict=False):
        last = find_constant(module, False, OpConstant, index.type_id, index.last)
        if not last:
            return False
        value = chain.ops[index.operand]
        at = block.instructions.index(chain)
        # Unsigned: a negative index is a large one then, and becomes the last as well.
        put(block, at, Instruction(OpULessThanEqual, boolean, compare, [value, last]))
        put(block, at + 1, Instruction(OpSelect, index.type_id, select, [compare, value, last]))
        chain.ops[index.operand] = select
    return True


def put(block: Block, index: int, instruction: Instruction) -> None:
    """Insert into a block that no module owns."""
    instruction.block = block
    block.instructions.insert(index, instruction)
