"""Propose conditions that pick one of two copies of the rest of a loop's round."""

from __future__ import annotations

from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpLoopMerge, OpPhi, OpTypeBool, OpVariable
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.divergence import divergent_value
from aberration.methods.transform.drawing.regions import dominators_of
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_continue import continue_target
from aberration.methods.transform.transformations.duplicate_rest_of_round import (
    DuplicateRestOfRound,
    Rest,
    needed_behind,
    rest_from,
)
from aberration.methods.transform.transformations.split_block import SplitBlock


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("replace_irrelevant_ids", "add_loop_continues"))
def duplicate_rests_of_rounds(draw: Draw) -> Transformation | None:
    """One attempt: any loop and a way to its continue target; a block on the way is split where the
    rest has to begin. The condition is an irrelevant constant, any boolean that is available, or
    one that differs between invocations.
    """
    entry = _entry(draw)
    rest = None if entry is None else rest_from(draw.module, entry)
    condition = 0 if rest is None else _condition(draw, rest)
    if rest is None or not condition:
        return None
    merge = draw.fresh() if draw.rng.bits() & 1 else 0
    copies = tuple((old, draw.fresh()) for old in sorted(ids_in(rest.blocks)))
    phis = tuple((old, draw.fresh()) for old in sorted(needed_behind(draw.module, rest)))
    return DuplicateRestOfRound(
        rest.entry.id, condition, bool(draw.rng.bits() & 1), merge, copies, phis
    )


def _entry(draw: Draw) -> Block | None:
    """Return a block on the way to a continue target, which is split off where it is not there
    yet.
    """
    module, rng = draw.module, draw.rng
    merge = draw.instruction((OpLoopMerge,))
    target = None if merge is None else module.block(merge.ops[1])
    if target is None or not module.reachable(target):
        return None
    last = rng.choose(module.predecessors(target))
    chosen = next(
        (each for each in dominators_of(draw, last) if continue_target(module, each) is target),
        None,
    )
    if chosen is None or rest_from(module, chosen) is not None:
        return chosen
    anchor = chosen.instructions[rng.below(module.position(last_insertion_point(chosen)) + 1)]
    fresh = draw.fresh()
    if anchor.op in (OpPhi, OpVariable) or not draw.apply(
        SplitBlock(Place.of(module, anchor), fresh)
    ):
        return None
    return module.block(fresh)


def _condition(draw: Draw, rest: Rest) -> int:
    """Return a boolean that is available at the end of the block before the rest."""
    if draw.rng.bits() & 1:
        found = draw.available_id(draw.module.find(OpTypeBool, 0), rest.before.terminator)
        if found:
            return found
    elif draw.rng.bits() & 1:
        before = last_insertion_point(rest.before)
        found = divergent_value(draw, before, bool(draw.rng.bits() & 1), is_condition=True)
        if found:
            return found
    return draw.bool_constant(bool(draw.rng.bits() & 1), irrelevant=True)
