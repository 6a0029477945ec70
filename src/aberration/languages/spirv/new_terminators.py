"""Which new terminators leave each use dominated and each block after the blocks that dominate it.

One new edge and any number of lost ones are decided by looking at the blocks they concern; all else
by a trial: new dominators for the whole function.
"""

from __future__ import annotations

from . import opcodes
from .control_flow import ControlFlow
from .dominators import dominates, number_blocks
from .instruction import Block, Function, Instruction
from .layout_order import number_layout


def keeps_dominance_with(module: ControlFlow, block: Block, new_terminator: Instruction) -> bool:
    """Say whether, with another terminator in `block`, each use stays dominated and each block
    stays after the blocks that dominate it. The module is left as it was.
    """
    module.need_dominators(block.function)
    if block.pre == -1:
        return True  # the rules of dominance ask nothing of blocks that no path leads to
    old = module.successors(block)
    new = module.targets(new_terminator)
    added = [target for target in new if target not in old]
    removed = [target for target in old if target not in new]
    # An edge to a block that nothing reached before gives the tree blocks that it has not: a trial.
    if not removed and all(target.pre != -1 for target in added):
        # The tree stays as it is exactly if a target's immediate dominator dominates the block.
        harmful = [
            target
            for target in added
            if target.idom is not None and not dominates(target.idom, block)
        ]
        # Two harmful edges may only together lead around a block: that takes the trial.
        if len(harmful) < 2:
            return _in_order(module, block, added) and all(
                _fits(module, block, target) for target in harmful
            )
    # Without an edge paths only go: whatever dominated still does, so no use can lose its
    # dominator. What can break is the order of blocks, as a block may come to dominate one that
    # stands before it.
    elif not added:
        return _order_survives_loss(module, block, new)
    return _try_terminators(module, block.function, [(block, new_terminator)])


# ---- a new edge


def _in_order(module: ControlFlow, source: Block, added: list[Block]) -> bool:
    for target in added:
        backwards = module.layout_index(source) > module.layout_index(target)
        # A block has to stand after its dominators (SPIR-V: blocks appear before all blocks that
        # they dominate): here the source dominates the target and stands behind it.
        if backwards and target is not source and module.dominates(source, target):
            return False
    return True


def _fits(module: ControlFlow, source: Block, target: Block) -> bool:
    """Only a block that dominates `target` strictly, but not `source`, can lose what it
    dominates: the blocks that the new edge reaches around it. None of them may use what it
    defines.
    """
    bypassed = target.idom
    # All blocks from the target's old dominator up to the first that dominates the new edge's
    # source lose what lies below the target.
    while bypassed is not None and not dominates(bypassed, source):
        if not _unused_beyond(module, bypassed, target):
            return False
        bypassed = bypassed.idom
    return True


def _unused_beyond(module: ControlFlow, bypassed: Block, target: Block) -> bool:
    beyond = _blocks_around(module, bypassed, target)
    for definition in bypassed.instructions:
        if definition.result_id == 0:
            continue
        for user in module.users(definition.result_id):
            if user.block is not None and _uses_in(module, user, definition.result_id, beyond):
                return False
    return True


def _blocks_around(module: ControlFlow, bypassed: Block, target: Block) -> set[Block]:
    """Return the blocks below `bypassed` in the tree that `target` leads to without passing
    it.
    """
    found = {target}
    waiting = [target]
    while waiting:
        for following in module.targets(waiting.pop().instructions[-1]):
            if (
                following not in found
                and following is not bypassed
                and dominates(bypassed, following)
            ):
                found.add(following)
                waiting.append(following)
    return found


def _uses_in(module: ControlFlow, user: Instruction, value_id: int, blocks: set[Block]) -> bool:
    if user.op != opcodes.OpPhi:
        return user.block in blocks
    # A value is used by an OpPhi at the end of the parent block, not where the OpPhi stands.
    pairs = range(0, len(user.ops), 2)
    return any(user.ops[k] == value_id and module.block(user.ops[k + 1]) in blocks for k in pairs)


# ---- lost edges


def _order_survives_loss(module: ControlFlow, source: Block, kept: list[Block]) -> bool:
    """Dominance grows: no branch backwards in the layout may come from a block that now
    dominates its target.
    """
    function = source.function
    if not function.layout_valid:
        number_layout(function)
    for block in function.blocks:
        if block.pre == -1:
            continue
        for target in kept if block is source else module.targets(block.instructions[-1]):
            if target.index < block.index and _dominates_after_loss(
                module, block, target, source, kept
            ):
                return False
    return True


def _dominates_after_loss(
    module: ControlFlow, block: Block, target: Block, source: Block, kept: list[Block]
) -> bool:
    entry = block.function.blocks[0]
    if _leads_to(module, entry, target, block, source, kept):
        return False
    # No path to the target avoids the block: either all pass it, or it lost its own path, and a
    # block that is not reached dominates nothing.
    return _leads_to(module, entry, block, None, source, kept)


def _leads_to(
    module: ControlFlow,
    start: Block,
    goal: Block,
    without: Block | None,
    source: Block,
    kept: list[Block],
) -> bool:
    """Say whether a path avoids `without`, when `source` leads to the `kept` blocks only."""
    if start is without:
        return False
    seen = {start}
    waiting = [start]
    while waiting:
        block = waiting.pop()
        if block is goal:
            return True
        for following in kept if block is source else module.targets(block.instructions[-1]):
            if following not in seen and following is not without:
                seen.add(following)
                waiting.append(following)
    return False


# ---- trial


def keeps_dominance_with_all(
    module: ControlFlow, function: Function, terminators: list[tuple[Block, Instruction]]
) -> bool:
    """Say whether the dominance rules hold with other terminators in several blocks of a
    function, which lead to blocks that are in it. The module is left as it was.
    """
    module.need_dominators(function)
    return _try_terminators(module, function, terminators)


def _try_terminators(
    module: ControlFlow, function: Function, terminators: list[tuple[Block, Instruction]]
) -> bool:
    """Install the terminators, recompute dominators, check, and put everything back.

    Only terminators and trees change, by hand and not by edits: so the flags and dirty blocks of
    the function are right again as soon as the old numbers are back.
    """
    # `number_blocks` makes new lists of children and leaves the old ones as they are: they can be
    # put back without a copy.
    saved = [(b.pre, b.post, b.idom, b.children) for b in function.blocks]
    old = [(block, block.instructions[-1]) for block, _ in terminators]
    for block, terminator in terminators:
        block.instructions[-1] = terminator
    number_blocks(function, module.successor_indexes(function))
    kept = _layout_follows_dominance(module, function) and _uses_are_dominated(module, function)
    for block, terminator in old:
        block.instructions[-1] = terminator
    for known, (pre, post, idom, children) in zip(function.blocks, saved, strict=True):
        known.pre, known.post, known.idom, known.children = pre, post, idom, children
    return kept


def _layout_follows_dominance(module: ControlFlow, function: Function) -> bool:
    for block in function.blocks:
        if block.pre == -1:
            continue
        for target in module.targets(block.instructions[-1]):
            if target is not block and dominates(block, target) and block.index > target.index:
                return False
    return True


def _uses_are_dominated(module: ControlFlow, function: Function) -> bool:
    for block in function.blocks:
        if block.pre == -1:
            continue
        for instruction in block.instructions:
            if not _operands_are_dominated(module, instruction, block):
                return False
    return True


def _operands_are_dominated(module: ControlFlow, instruction: Instruction, here: Block) -> bool:
    if instruction.op == opcodes.OpPhi:
        return _phi_is_dominated(module, instruction)
    for used in module.operand_ids(instruction):
        definition = module.definition(used)
        if definition is None or definition.op == opcodes.OpLabel:
            continue
        source = definition.block
        if source is None or source is here or source.function is not here.function:
            continue
        if source.pre == -1 or not dominates(source, here):
            return False
    return True


def _phi_is_dominated(module: ControlFlow, phi: Instruction) -> bool:
    for k in range(0, len(phi.ops), 2):
        definition = module.definition(phi.ops[k])
        predecessor = module.block(phi.ops[k + 1])
        if (
            definition is None
            or definition.block is None
            or predecessor is None
            or predecessor.pre == -1
        ):
            continue
        if definition.block.pre == -1 or not dominates(definition.block, predecessor):
            return False
    return True
