"""Copies of instructions and of what is known about their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.calls import MOST_EXPANDED, expanded_calls
from aberration.methods.transform.building.carrying import carry_decorations, is_decorated_only_with

OF_COPIES: Final = frozenset(
    (Decoration.RELAXED_PRECISION, Decoration.NO_CONTRACTION, Decoration.NON_UNIFORM)
)
OF_PHIS: Final = OF_COPIES - {Decoration.NO_CONTRACTION}
"""Decorations that a copy of a result, and an OpPhi of it, have like the result; copied code
may have no others.
"""

MOST_CALLS: Final = 2


def ids_in(blocks: list[Block]) -> list[int]:
    """Return the labels and results of blocks, in the order of the text."""
    found: list[int] = []
    for block in blocks:
        found.append(block.id)
        found += [each.result_id for each in block.instructions if each.result_id]
    return found


def has_copies(blocks: list[Block], pairs: Sequence[tuple[int, int]]) -> bool:
    """Say whether there is a new id for each label and result of blocks."""
    known = dict(pairs)
    return all(old in known for old in ids_in(blocks))


def copies_in(blocks: list[Block], pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the new ids of the labels and results of blocks; a step may have ids for more, if
    it was made for more.
    """
    known = dict(pairs)
    return {old: known[old] for old in ids_in(blocks)}


def copy_of(module: Module, old: Instruction, ids: dict[int, int]) -> Instruction:
    """Return a copy of an instruction that defines and uses the ids that `ids` gives for old
    ones.
    """
    made = Instruction(old.op, old.type_id, ids.get(old.result_id, old.result_id), list(old.ops))
    for k in module.id_positions(old):
        made.ops[k] = ids.get(made.ops[k], made.ops[k])
    return made


def carry_facts(module: Module, old: int, new: int, decorations: frozenset[int]) -> None:
    """Let a new id be irrelevant, have an irrelevant pointee, and be decorated like the old one."""
    facts = module.facts
    if facts.is_declared_irrelevant(old):
        facts.add_irrelevant(new)
    if facts.is_pointee_irrelevant(old):
        facts.add_pointee_irrelevant(new)
    carry_decorations(module, old, new, decorations)


def carry_facts_of_blocks(
    module: Module, blocks: list[Block], copies: dict[int, int], phis: dict[int, int]
) -> None:
    """Do so for the copies of all results of blocks, and for OpPhis of results and copies."""
    for old in ids_in(blocks):
        carry_facts(module, old, copies[old], OF_COPIES)
    for old, new in phis.items():
        carry_facts(module, old, new, OF_PHIS)


def results_used_outside(module: Module, blocks: list[Block]) -> list[int]:
    """Return the results of blocks that are used in other blocks, in the order of the text."""
    # What stands in no block, a name or a decoration, does not count as a use.
    inside = {None, *blocks}
    made = [each.result_id for block in blocks for each in block.instructions if each.result_id]
    return [each for each in made if any(user.block not in inside for user in module.users(each))]


def replace_outside(module: Module, blocks: list[Block], new_ids: dict[int, int]) -> None:
    """Replace results by other ids wherever blocks but the given ones use them."""
    inside = set(blocks)
    for old, new in new_ids.items():
        for user in list(module.users(old)):
            if user.block is not None and user.block not in inside:
                module.replace_in(user, old, new)


def can_copy(module: Module, region: list[Block]) -> bool:
    """Say whether a region may run under a condition, and its decorations are known."""
    if needs_uniform_control_flow(module, region):
        return False
    calls = [
        each.ops[0] for block in region for each in block.instructions if each.op == OpFunctionCall
    ]
    caller = region[0].function.id
    if len(calls) > MOST_CALLS:
        return False
    if any(expanded_calls(module, caller, callee) * MOST_CALLS > MOST_EXPANDED for callee in calls):
        return False
    return all(is_decorated_only_with(module, old, OF_COPIES) for old in ids_in(region))
