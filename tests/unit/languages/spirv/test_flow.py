from helpers.small_modules import graph

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.flow import Backwards, Forwards
from aberration.languages.spirv.instruction import Instruction


def test_forwards_goes_along_the_edges() -> None:
    module, (top, left, right, end) = graph([[1, 2], [3], [3], []])
    module.predecessors(top)
    flow = Forwards(module.targets)
    assert flow.after(top) == [left, right]
    assert set(flow.before(end)) == {left, right}
    assert flow.before(top) == flow.after(end) == []


def test_backwards_goes_against_them_from_the_exit() -> None:
    module, (top, left, right, end) = graph([[1, 2], [3], [], []])
    module.predecessors(top)
    root = top.function.exits
    nodes = [block.exit_node() for block in (top, left, right, end)]
    flow = Backwards(root, nodes, module.targets)
    assert flow.ends == flow.after(root) == nodes[2:]
    assert flow.before(root) == []
    assert flow.before(nodes[0]) == nodes[1:3]
    assert flow.before(nodes[3]) == [root]
    assert flow.after(nodes[3]) == [nodes[1]]


def test_removed_blocks_are_gone() -> None:
    module, (top, left, right) = graph([[1, 2], [], []])
    module.predecessors(top)
    nodes = [block.exit_node() for block in (left, right)]
    module.set_terminator(top, Instruction(opcodes.OpBranch, 0, 0, [right.id]))
    module.remove_blocks([left])
    forwards, backwards = (
        Forwards(module.targets),
        Backwards(top.function.exits, [], module.targets),
    )
    assert [forwards.is_gone(block) for block in (left, right)] == [True, False]
    assert [backwards.is_gone(node) for node in nodes] == [True, False]
    assert not backwards.is_gone(top.function.exits)
