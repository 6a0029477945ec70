"""Instructions of a block that may be put under a condition which is always true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.grammar import TERMINATORS
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, decorations, has_decoration
from aberration.languages.spirv.splitting import can_split
from aberration.languages.spirv.uniform_only import are_uniform_only

from .draft import Draft

_KNOWN_MARKS: Final = (Decoration.RELAXED_PRECISION, Decoration.NO_CONTRACTION)
_STAY: Final = frozenset((o.OpPhi, o.OpVariable, o.OpSelectionMerge, o.OpLoopMerge))


def region_from(module: Module, anchor: Instruction, most: int) -> list[Instruction]:
    """Return up to `most` instructions of a block, from one on, that may come under a condition of
    its own; none where it may not.

    What waits for other invocations stays outside. What is used elsewhere comes out through an
    OpPhi, which has to have a zero for the other side.
    """
    found = list(_movable(module, anchor, most))
    while found and not _may_stand_alone(module, found):
        found.pop()
    return found


def _movable(module: Module, anchor: Instruction, most: int) -> Iterator[Instruction]:
    assert anchor.block is not None
    position = module.position(anchor)
    for each in anchor.block.instructions[position : position + most]:
        if each.op in _STAY or each.op in TERMINATORS or are_uniform_only(module, [each]):
            return
        yield each


def _may_stand_alone(module: Module, region: list[Instruction]) -> bool:
    block = region[-1].block
    assert block is not None
    after = block.instructions[module.position(region[-1]) + 1]
    if not can_split(module, after):
        return False
    inside = set(region)
    return all(
        types.can_create_constant(module, each.type_id) and _may_come_out(module, each.result_id)
        for each in region
        if any(_is_use(user) and user not in inside for user in module.users(each.result_id))
    )


def _may_come_out(module: Module, result: int) -> bool:
    """Whether an OpPhi can stand for a result: what it is decorated with says how it is computed,
    or holds for an OpPhi as well.
    """
    return all(mark.ops[1] in _KNOWN_MARKS for mark in decorations(module, result))


def _is_use(user: Instruction) -> bool:
    """Names and decorations are none."""
    return user.block is not None


def let_out(draft: Draft, inner: Block, beside: int, after: Block) -> None:
    """Let OpPhis at the start of the block after a region stand for what was computed in it: a zero
    where control comes from the block `beside`, which it never does; 0 where no block leads there.
    """
    module = draft.module
    for each in [one for one in inner.instructions if one.result_id]:
        users = [
            user
            for user in module.users(each.result_id)
            if _is_use(user) and user.block is not inner
        ]
        if not users:
            continue
        pairs = [each.result_id, inner.id]
        if beside:
            pairs += [draft.null(each.type_id), beside]
        phi = Instruction(o.OpPhi, each.type_id, draft.fresh(), pairs)
        for user in dict.fromkeys(users):
            module.replace_in(user, each.result_id, phi.result_id)
        module.insert(after, 0, phi)
        draft.stand_for(phi.result_id, each.result_id)
        if has_decoration(module, each.result_id, Decoration.RELAXED_PRECISION):
            decorate(module, phi.result_id, Decoration.RELAXED_PRECISION)
