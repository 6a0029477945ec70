from helpers.small_modules import graph, random_graph

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.dirty_groups import Group, dirty_groups
from aberration.languages.spirv.dominators import dominates
from aberration.languages.spirv.flow import Forwards
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module


def ladder(rungs: int) -> tuple[Module, Function]:
    """Return diamonds one after the other."""
    successors: list[list[int]] = []
    for rung in range(rungs):
        top = 3 * rung
        successors += [[top + 1, top + 2], [top + 3], [top + 3]]
    module, blocks = graph([*successors, []])
    module.dominates(blocks[0], blocks[0])
    module.predecessors(blocks[0])
    return module, blocks[0].function


def groups_of(module: Module, function: Function) -> list[Group[Block]]:
    old = [block for block in dict.fromkeys(function.dirty or ()) if block.pre != -1]
    return dirty_groups(Forwards(module.targets), function.blocks[0], old)


def bend_rung(module: Module, function: Function, rung: int) -> None:
    """Let the left side of a diamond lead to its right side."""
    left, right = function.blocks[3 * rung + 1 : 3 * rung + 3]
    module.set_terminator(left, branch(right.id))


def kept(group: Group[Block]) -> set[Block]:
    found = {group.root}
    for node in group.touched:
        at = node.idom
        while at is not None and at not in found:
            found.add(at)
            at = at.idom
    return found


def test_edits_far_from_each_other_are_apart_and_the_deeper_one_comes_first() -> None:
    module, function = ladder(100)
    bend_rung(module, function, 10)
    bend_rung(module, function, 90)
    groups = groups_of(module, function)
    assert [group.root for group in groups] == [function.blocks[270], function.blocks[30]]
    assert [set(group.touched) for group in groups] == [
        set(function.blocks[start : start + 3]) for start in (271, 31)
    ]
    assert [kept(group) for group in groups] == [{function.blocks[270]}, {function.blocks[30]}]


def test_edits_at_one_place_belong_together() -> None:
    module, function = ladder(100)
    bend_rung(module, function, 40)
    module.set_terminator(function.blocks[122], branch(function.blocks[126].id))
    (group,) = groups_of(module, function)
    assert group.root is function.blocks[120]
    assert set(group.touched) == {function.blocks[at] for at in (121, 122, 123, 126)}


def test_a_new_edge_that_leads_far_takes_all_between() -> None:
    module, function = ladder(20)
    far = function.blocks[3 * 15]
    bend_rung(module, function, 8)
    module.set_terminator(function.blocks[3 * 5 + 1], Instruction(opcodes.OpBranch, 0, 0, [far.id]))
    (group,) = groups_of(module, function)
    assert dominates(group.root, function.blocks[3 * 5])
    assert function.blocks[3 * 10] in kept(group)


def test_groups_keep_nothing_in_common_and_miss_nothing() -> None:
    counts = set()
    for seed in range(60):
        rng = Rng.of(seed, "dirty groups")
        module, blocks = graph(random_graph(rng, 10 + rng.below(40)))
        function = blocks[0].function
        module.dominates(blocks[0], blocks[0])
        module.predecessors(blocks[0])
        for _ in range(1 + rng.below(4)):
            target = rng.choose(blocks[1:])
            module.set_terminator(
                rng.choose(blocks), Instruction(opcodes.OpBranch, 0, 0, [target.id])
            )
        groups = groups_of(module, function)
        counts.add(len(groups))
        together = [block for group in groups for block in kept(group)]
        assert len(together) == len(set(together))
        touched = {block for group in groups for block in group.touched}
        dirty = {
            block for block in function.dirty or () if block.pre != -1 and block.idom is not None
        }
        assert dirty <= touched
        assert all(dominates(group.root, block) for group in groups for block in group.touched)
        for group in groups:
            for block in group.new:
                assert block.pre == -1
    assert max(counts) > 1


def test_new_blocks_belong_to_what_they_join() -> None:
    module, function = ladder(30)
    top, left, right, merge = function.blocks[30:34]
    lower = module.split(left.terminator, module.fresh_id())
    made = module.fresh_id()
    module.insert_block(
        function, 0, Block(Instruction(opcodes.OpLabel, 0, made, []), [branch(merge.id)], function)
    )
    module.set_terminator(right, branch(made))
    groups = [group for group in groups_of(module, function) if group.new]
    assert [[block.id for block in group.new] for group in groups] == [[made]]
    assert {right, merge} <= set(groups[0].touched)
    assert lower not in groups[0].touched
    assert dominates(groups[0].root, top)


def branch(target: int) -> Instruction:
    return Instruction(opcodes.OpBranch, 0, 0, [target])
