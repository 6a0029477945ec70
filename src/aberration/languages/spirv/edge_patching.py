"""Patches the analyses of a function after its edges have changed.

Predecessors are always patched. The dominator tree is, where the new edges leave it as it is or
hang one block into it that no path led to; otherwise the ends of the edges are noted.
"""

from __future__ import annotations

from .analyses import stir_constructs, stir_exits, stir_tree
from .control_flow import ControlFlow
from .dominators import dominates, patch_leaf
from .instruction import Block


def edges_changed(module: ControlFlow, block: Block, old: list[Block], new: list[Block]) -> None:
    """Patch or drop the analyses after the successors of `block` changed from `old` to `new`."""
    added = [target for target in new if target not in old]
    removed = [target for target in old if target not in new]
    if not added and not removed:
        return
    function = block.function
    stir_exits(function, [block, *added, *removed])
    stir_constructs(function, [*added, *removed])
    if function.predecessors_valid:
        patch_predecessors(block, added, removed)
    if not function.dominators_valid or not _patch_dominators(module, block, added, removed):
        stir_tree(function, [block, *added, *removed])


def patch_predecessors(block: Block, added: list[Block], removed: list[Block]) -> None:
    """Make a block a predecessor of some blocks, and none of others."""
    for target in removed:
        target.predecessors.remove(block)
    for target in added:
        target.predecessors.append(block)
        target.predecessors_sorted = len(target.predecessors) == 1


def _patch_dominators(
    module: ControlFlow, block: Block, added: list[Block], removed: list[Block]
) -> bool:
    # Edges from where no path leads change no dominator.
    if block.pre == -1:
        return True
    # A lost edge may let blocks sink deeper, and which ones follows from all paths.
    if removed:
        return False
    for target in added:
        if target.pre == -1:
            if not _patch_new_leaf(module, block, target):
                return False
        # The tree stays as it is exactly if the target's immediate dominator dominates the source.
        elif target.idom is not None and not dominates(target.idom, block):
            return False
    return True


def _patch_new_leaf(module: ControlFlow, source: Block, target: Block) -> bool:
    # With a second edge from a reachable block its dominator is further up: no leaf.
    for user in module.users(target.label.result_id):
        other = user.block
        if (
            other is not None
            and other is not source
            and other.pre != -1
            and user is other.instructions[-1]
        ):
            return False
    for following in module.targets(target.instructions[-1]):
        # What comes after the leaf would become reachable with it, or lose a dominator by it.
        if following.pre == -1 or (
            following.idom is not None and not dominates(following.idom, source)
        ):
            return False
    return patch_leaf(source, target)
