"""Patched trees against new ones: `module.check` compares them with those of the text read back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.sampling import one_in
from helpers.small_modules import graph, random_graph

from aberration.core.rng import Rng
from aberration.languages.spirv import control_flow, opcodes
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.local_dominators import patch_tree
from aberration.languages.spirv.module import Module


def branching(rng: Rng, targets: list[int]) -> Instruction:
    kind = rng.below(5)
    if kind == 0:
        return Instruction(opcodes.OpReturn, 0, 0, [])
    if kind < 3:
        return Instruction(opcodes.OpBranch, 0, 0, [rng.choose(targets)])
    return Instruction(
        opcodes.OpBranchConditional, 0, 0, [8, rng.choose(targets), rng.choose(targets)]
    )


def redirect(module: Module, function: Function, rng: Rng) -> None:
    """Give any block any other end."""
    labels = [block.id for block in function.blocks[1:]]
    module.set_terminator(rng.choose(function.blocks), branching(rng, labels))


def split(module: Module, function: Function, rng: Rng) -> None:
    module.split(rng.choose(function.blocks).terminator, module.fresh_id())


def insert_chain(module: Module, function: Function, rng: Rng) -> None:
    """Put some blocks that lead to each other behind any block."""
    labels = [module.fresh_id() for _ in range(1 + rng.below(4))]
    ends = [*labels[1:], rng.choose(function.blocks[1:]).id]
    made = [
        new_block(function, label, [Instruction(opcodes.OpBranch, 0, 0, [end])])
        for label, end in zip(labels, ends, strict=True)
    ]
    source = rng.choose(function.blocks)
    module.insert_blocks(function, module.layout_index(source) + 1, made)
    module.set_terminator(source, Instruction(opcodes.OpBranch, 0, 0, [labels[0]]))


def cut_out(module: Module, function: Function, rng: Rng) -> None:
    """Remove any block; what led to it ends."""
    gone = rng.choose(function.blocks[1:])
    for before in list(module.predecessors(gone)):
        if before is not gone:
            module.set_terminator(before, Instruction(opcodes.OpReturn, 0, 0, []))
    module.remove_blocks([gone])


def join(module: Module, function: Function, rng: Rng) -> None:
    lower = rng.choose(function.blocks[1:])
    before = module.predecessors(lower)
    if len(before) == 1 and before[0] is not lower and before[0].terminator.op == opcodes.OpBranch:
        module.join(before[0], lower)


EDITS = (redirect, redirect, redirect, split, insert_chain, cut_out, join)


def problems_of(module: Module) -> list[str]:
    """Return what is wrong, but for the rules of the text that random graphs break."""
    return [each for each in contradictions(module) if "stands before" not in each]


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_random_edits_leave_the_tree_right(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_flow, "FEW_BLOCKS", 2)
    rng = Rng.of(seed, "local dominators")
    module, blocks = graph(random_graph(rng, 3 + rng.below(40)))
    function = blocks[0].function
    for _ in range(40):
        assert module.dominates(function.blocks[0], function.blocks[0])
        for _ in range(1 + rng.below(3)):
            if len(function.blocks) > 2:
                rng.choose(EDITS)(module, function, rng)
        if rng.chance(0.7):
            module.immediate_dominator(function.blocks[-1])
            assert function.dominators_valid
        module.post_dominates(function.blocks[-1], function.blocks[-1])
        assert function.post_dominators_valid
        assert problems_of(module) == []


def test_most_edits_are_patched(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[bool] = []

    def counted(
        function: Function, dirty: list[Block], targets_of: Callable[[Instruction], list[Block]]
    ) -> bool:
        answers.append(patch_tree(function, dirty, targets_of))
        return answers[-1]

    monkeypatch.setattr(control_flow, "patch_tree", counted)
    module, function = ladder(50)
    rng = Rng.of(1, "ladder")
    for _ in range(100):
        upper = rng.choose(
            [
                block
                for block in function.blocks
                if block.terminator.op == opcodes.OpBranchConditional
            ]
        )
        one, other = upper.terminator.ops[1:]
        module.set_terminator(upper, Instruction(opcodes.OpBranch, 0, 0, [one]))
        module.immediate_dominator(upper)
        assert problems_of(module) == []
        module.set_terminator(
            upper, Instruction(opcodes.OpBranchConditional, 0, 0, [8, one, other])
        )
        module.immediate_dominator(upper)
        assert problems_of(module) == []
    assert sum(answers) > 10


def ladder(rungs: int) -> tuple[Module, Function]:
    """Return diamonds one after the other."""
    successors: list[list[int]] = []
    for rung in range(rungs):
        top = 3 * rung
        successors += [[top + 1, top + 2], [top + 3], [top + 3]]
    module, blocks = graph([*successors, []])
    return module, blocks[0].function


def test_a_patch_renumbers_only_what_it_concerns() -> None:
    module, function = ladder(100)
    module.immediate_dominator(function.blocks[0])
    before = {block: (block.pre, block.post) for block in function.blocks}
    middle = function.blocks[150]
    first, second = module.successors(middle)
    module.set_terminator(first, Instruction(opcodes.OpBranch, 0, 0, [second.id]))
    module.set_terminator(middle, Instruction(opcodes.OpBranch, 0, 0, [first.id]))
    assert module.immediate_dominator(second) is first
    assert problems_of(module) == []
    changed = [block for block in function.blocks if before[block] != (block.pre, block.post)]
    assert 0 < len(changed) < 6


def test_removed_blocks_leave_no_cycle_behind() -> None:
    module, function = ladder(20)
    module.immediate_dominator(function.blocks[0])
    doomed = function.blocks[1:30]
    module.set_terminator(
        function.blocks[0], Instruction(opcodes.OpBranch, 0, 0, [function.blocks[30].id])
    )
    module.remove_blocks(doomed)
    module.immediate_dominator(function.blocks[0])
    assert not linked(doomed)
    assert problems_of(module) == []


def test_clearing_breaks_the_cycles_of_blocks_that_are_removed_but_not_yet_forgotten() -> None:
    module, function = ladder(20)
    module.immediate_dominator(function.blocks[0])
    doomed = function.blocks[1:30]
    module.set_terminator(
        function.blocks[0], Instruction(opcodes.OpBranch, 0, 0, [function.blocks[30].id])
    )
    module.remove_blocks(doomed)
    module.clear()
    assert not linked(doomed)


def linked(blocks: list[Block]) -> bool:
    return any(block.idom is not None or block.children for block in blocks)


def test_a_patch_of_post_dominators_renumbers_only_what_it_concerns() -> None:
    module, function = ladder(100)
    module.post_dominates(function.blocks[0], function.blocks[0])
    before = exit_numbers(function)
    for rung in (20, 50, 80):
        left, right = function.blocks[3 * rung + 1 : 3 * rung + 3]
        module.set_terminator(left, Instruction(opcodes.OpBranch, 0, 0, [right.id]))
    right = function.blocks[3 * 50 + 2]
    assert module.post_dominates(right, function.blocks[3 * 50])
    assert problems_of(module) == []
    after = exit_numbers(function)
    assert 0 < sum(before[label] != after[label] for label in before) < 20


def test_an_early_end_is_patched_in() -> None:
    module, function = ladder(30)
    entry, last = function.blocks[0], function.blocks[-1]
    assert module.post_dominates(last, entry)
    module.set_terminator(function.blocks[31], Instruction(opcodes.OpReturn, 0, 0, []))
    assert not module.post_dominates(last, entry)
    assert module.post_dominates(last, function.blocks[33])
    assert problems_of(module) == []


def test_a_split_and_a_join_leave_the_post_dominators_as_they_are() -> None:
    module, function = ladder(30)
    module.post_dominates(function.blocks[0], function.blocks[0])
    module.predecessors(function.blocks[0])
    module.dominates(function.blocks[0], function.blocks[0])
    upper = function.blocks[30]
    lower = module.split(upper.terminator, module.fresh_id())
    assert function.post_dominators_valid
    assert module.post_dominates(lower, upper)
    assert problems_of(module) == []
    module.join(upper, lower)
    assert function.post_dominators_valid
    assert lower.exits is None
    assert problems_of(module) == []


def test_a_block_that_is_split_before_the_patch_takes_its_new_edge_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(control_flow, "FEW_BLOCKS", 2)
    module, (_, upper, one, other, _) = graph([[1, 3], [2], [4], [4], []])
    assert module.post_dominates(one, upper)
    module.set_terminator(upper, Instruction(opcodes.OpBranch, 0, 0, [other.id]))
    lower = module.split(upper.terminator, module.fresh_id())
    assert module.post_dominates(other, upper)
    assert module.post_dominates(lower, upper)
    assert not module.post_dominates(one, upper)
    assert problems_of(module) == []


def test_clearing_breaks_the_cycles_of_post_dominators() -> None:
    module, function = ladder(20)
    module.post_dominates(function.blocks[0], function.blocks[0])
    blocks, doomed = list(function.blocks), function.blocks[1:30]
    nodes = [block.exit_node() for block in blocks]
    module.set_terminator(
        function.blocks[0], Instruction(opcodes.OpBranch, 0, 0, [function.blocks[30].id])
    )
    module.remove_blocks(doomed)
    module.clear()
    assert all(
        node.block is None and node.idom is None and not node.children
        for node in [*nodes, function.exits]
    )
    assert all(block.exits is None for block in blocks)


def exit_numbers(function: Function) -> dict[int, tuple[int, int]]:
    return {block.id: (block.exit_node().pre, block.exit_node().post) for block in function.blocks}
