from helpers.small_modules import DIAMOND, block_of, definition_of, small

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.instruction import Instruction, new_block


def test_a_dead_block_keeps_the_tree() -> None:
    module = small(DIAMOND)
    left, function = block_of(module, 22), module.functions[0]
    module.predecessors(left)
    assert module.reachable(left)
    leaf = new_block(function, 40, [Instruction(opcodes.OpBranch, 0, 0, [26])])
    module.insert_block(function, 2, leaf)
    module.add_phi_pair(definition_of(module, 27), 21, 40)
    module.set_terminator(left, Instruction(opcodes.OpBranchConditional, 0, 0, [8, 26, 40]))
    assert function.dominators_valid
    assert module.immediate_dominator(leaf) is left
    assert contradictions(module) == []


def test_a_removed_edge_drops_the_tree() -> None:
    module = small(DIAMOND)
    module.reachable(block_of(module, 20))
    module.set_terminator(block_of(module, 20), Instruction(opcodes.OpBranch, 0, 0, [22]))
    assert not module.functions[0].dominators_valid
    assert not module.reachable(block_of(module, 24))
