"""Prepare what makes a function livesafe: constants, types and fresh ids for its guards."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.opcodes import OpBranch, OpPhi
from aberration.methods.transform.donation.function_text import Detached, is_dominated
from aberration.methods.transform.donation.livesafe import (
    CHAINS,
    ENDS,
    MOST_ROUNDS,
    Clamp,
    Guards,
    LoopLimit,
    back_edges,
    loop_merge,
    open_indexes,
)
from aberration.methods.transform.donation.livesafe_rules import offence
from aberration.methods.transform.draw import Draw


def guards_for(draw: Draw, text: Detached) -> Guards | None:
    """Return guards for a function that is to be added; None if it cannot be made livesafe."""
    if offence(draw.module, text):
        return None
    edges = back_edges(text)
    clamps = _clamps(draw, text)
    if edges is None or clamps is None:
        return None
    rounds = 1 + draw.rng.below(MOST_ROUNDS)
    uint = draw.int_type(32, False)
    draw.bool_type()
    draw.local_pointer_type(uint)
    for value in (0, 1, rounds):
        draw.int_constant(uint, value)
    idom = text.dominators()
    limits = tuple(_limit(draw, text, header, back, idom) for header, back in edges)
    return_value = _return_value(draw, text)
    return Guards(draw.fresh(), rounds, limits, clamps, return_value)


def _limit(draw: Draw, text: Detached, header: Block, back: Block, idom: list[int]) -> LoopLimit:
    merge = loop_merge(header)
    target = None if merge is None else text.block(merge.ops[0])
    phis: list[Instruction] = []
    if target is not None and back.terminator.op == OpBranch:
        phis = [each for each in target.instructions if each.op == OpPhi]
    phi_ids = tuple(_phi_value(draw, text, phi, back, idom) for phi in phis)
    return LoopLimit(header.id, draw.fresh(), draw.fresh(), draw.fresh(), draw.fresh(), phi_ids)


def _phi_value(draw: Draw, text: Detached, phi: Instruction, back: Block, idom: list[int]) -> int:
    """Return a value for the new edge: one that the OpPhi has already, where it is available,
    else a zero.
    """
    for value_id in phi.ops[::2]:
        own = text.own.get(value_id)
        if own is None or own.block is None or is_dominated(idom, back.index, own.block.index):
            return value_id
    return draw.null_constant(phi.type_id)


def _return_value(draw: Draw, text: Detached) -> int:
    return_type = text.function.definition.type_id
    kills = any(block.terminator.op in ENDS for block in text.function.blocks)
    if kills and not types.is_void(draw.module, return_type):
        return draw.null_constant(return_type)
    return 0


def _clamps(draw: Draw, text: Detached) -> tuple[Clamp, ...] | None:
    found: list[Clamp] = []
    for chain in [each for each in text.instructions() if each.op in CHAINS]:
        indexes = open_indexes(draw.module, text, chain)
        if indexes is None:
            return None
        if not indexes:
            continue
        draw.bool_type()
        for index in indexes:
            draw.int_constant(index.type_id, index.last)
        found.append(Clamp(chain.result_id, tuple((draw.fresh(), draw.fresh()) for _ in indexes)))
    return tuple(found)
