"""Dominance against its definition: `a` dominates `b` if without `a` nothing leads to `b`."""

from helpers.small_modules import graph, random_graph
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.dominators import immediate_dominators, intervals, post_order
from aberration.languages.spirv.instruction import Instruction, new_block


def reached(successors: list[list[int]], start: int, without: int = -1) -> set[int]:
    seen: set[int] = set()
    waiting = [start] if start != without else []
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [target for target in successors[node] if target != without]
    return seen


def expected_pairs(successors: list[list[int]], root: int) -> set[tuple[int, int]]:
    alive = reached(successors, root)
    return {(a, b) for a in alive for b in alive if b not in reached(successors, root, a)}


graphs = st.builds(random_graph, st.integers(0, 1 << 40).map(Rng), st.integers(1, 12))


@settings(deadline=None)
@given(graphs)
def test_dominators_of_random_graphs(successors: list[list[int]]) -> None:
    module, blocks = graph(successors)
    nodes = range(len(blocks))
    pairs = {(a, b) for a in nodes for b in nodes if module.dominates(blocks[a], blocks[b])}
    assert pairs == expected_pairs(successors, 0)
    assert [node for node in nodes if module.reachable(blocks[node])] == sorted(
        reached(successors, 0)
    )


@settings(deadline=None)
@given(graphs)
def test_post_dominators_of_random_graphs(successors: list[list[int]]) -> None:
    module, blocks = graph(successors)
    nodes = range(len(blocks))
    backwards: list[list[int]] = [[] for _ in range(len(blocks) + 1)]
    for node, following in enumerate(successors):
        for target in following:
            backwards[target].append(node)
        if not following:
            backwards[-1].append(node)
    pairs = {(a, b) for a in nodes for b in nodes if module.post_dominates(blocks[a], blocks[b])}
    assert pairs == {
        (a, b) for a, b in expected_pairs(backwards, len(blocks)) if len(blocks) not in (a, b)
    }


@settings(deadline=None)
@given(
    graphs,
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 99), st.integers(0, 99)), max_size=12),
)
def test_patches_agree_with_a_new_computation(
    successors: list[list[int]], edits: list[tuple[int, int, int]]
) -> None:
    module, blocks = graph(successors)
    function = blocks[0].function
    for kind, a, b in edits:
        for block in function.blocks:
            module.predecessors(block)
            module.reachable(block)
        source, target = blocks[a % len(blocks)], blocks[b % len(blocks)]
        if kind == 0:
            blocks.append(module.split(source.terminator, module.fresh_id()))
        elif kind == 1 and target is not blocks[0]:
            ends = [8, *(module.successor_ids(source.terminator) or [target.id])[:1], target.id]
            module.set_terminator(source, Instruction(opcodes.OpBranchConditional, 0, 0, ends))
        elif kind == 2 and target is not blocks[0] and len(module.successors(source)) == 1:
            leaf = new_block(
                function, module.fresh_id(), [Instruction(opcodes.OpBranch, 0, 0, [target.id])]
            )
            module.insert_block(function, 1, leaf)
            ends = [8, source.terminator.ops[-1], leaf.id]
            module.set_terminator(source, Instruction(opcodes.OpBranchConditional, 0, 0, ends))
            blocks.append(leaf)
        assert [
            problem for problem in contradictions(module) if "stands before" not in problem
        ] == []


def test_many_splits_at_one_place_use_up_the_gap_and_stay_right() -> None:
    module, blocks = graph([[1], [2], []])
    module.reachable(blocks[1])
    for _ in range(100):
        module.split(blocks[1].instructions[0], module.fresh_id())
        assert module.dominates(blocks[1], blocks[2])
    assert contradictions(module) == []


def test_most_splits_keep_the_tree() -> None:
    module, blocks = graph([[1], [2], []])
    kept = 0
    for _ in range(100):
        module.reachable(blocks[1])
        module.split(blocks[1].instructions[0], module.fresh_id())
        kept += blocks[1].function.dominators_valid
    assert kept > 90


def test_deep_graphs_do_not_overflow_the_stack() -> None:
    count = 20000
    successors = [[i + 1] for i in range(count - 1)] + [[]]
    idom = immediate_dominators(successors, 0)
    assert idom == [-1, *range(count - 1)]
    pre, post, children = intervals(idom, 0)
    assert pre[0] < pre[-1] < post[-1] < post[0]
    assert children[5] == [6]
    assert post_order(successors, 0)[0] == count - 1
