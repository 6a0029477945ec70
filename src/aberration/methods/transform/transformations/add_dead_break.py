"""Add a branch out of a construct that is never taken (catalogue: AddDeadBreak)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import is_loop_header, merge_instruction
from aberration.languages.spirv.constructs import construct_header, in_continue, loop_header
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.building.guards import add_guarded_edge, can_guard
from aberration.methods.transform.transformation import Transformation


class AddDeadBreak(Transformation, frozen=True, gc=False):
    """Precondition: a relevant boolean constant `value` exists; both blocks are reachable; `source`
    ends in OpBranch. `target` is the merge block of the loop that `source` heads; if it heads none,
    of the innermost construct or loop around it. Out of a loop, `source` is not in its continue
    construct, unless it is its back-edge block. `phi_ids` serve the OpPhis of `target`; the edge
    keeps the dominance rules.
    Effect: the branch becomes conditional, its side that is never taken leads to `target`.
    Facts: none added.
    """

    source: int
    target: int
    value: bool
    phi_ids: tuple[int, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        source, target = module.block(self.source), module.block(self.target)
        if source is None or target is None or source.terminator.op != OpBranch:
            return False
        if target not in break_targets(module, source):
            return False
        return can_guard(module, source, target, self.value, self.phi_ids)

    def apply(self, module: Module) -> None:
        source = must_exist(module.block(self.source))
        target = must_exist(module.block(self.target))
        add_guarded_edge(module, source, target, self.value, self.phi_ids)


def break_targets(module: Module, source: Block) -> list[Block]:
    """Return the merge blocks that structured control flow lets `source` branch to, distinct.

    A loop header is in its own loop as far as exits are concerned: it may not leave the constructs
    around it.
    """
    ids: list[int] = []
    around, loop = construct_header(module, source), loop_header(module, source)
    if is_loop_header(source):
        ids.append(_merge_id(source))
    elif loop is not None and (
        not in_continue(module, source) or source.terminator.ops[0] == loop.id
    ):
        ids.append(_merge_id(loop))
    if around is not None and not is_loop_header(around) and not is_loop_header(source):
        ids.append(_merge_id(around))
    blocks = [module.block(label_id) for label_id in dict.fromkeys(ids)]
    return [block for block in blocks if block is not None]


def _merge_id(header: Block) -> int:
    merge = merge_instruction(header)
    return merge.ops[0] if merge is not None else 0
