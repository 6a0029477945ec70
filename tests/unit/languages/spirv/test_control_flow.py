import pytest
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.instruction import Block, Instruction

OTHER = "%60 = OpFunction %2 None %3\n%61 = OpLabel\nOpReturn\nOpFunctionEnd"


def ids(blocks: list[Block]) -> list[int]:
    return [block.id for block in blocks]


def test_blocks_and_functions_are_found_by_id() -> None:
    module = small(DIAMOND, functions=OTHER)
    assert ids(module.blocks) == [20, 22, 24, 26, 61]
    function = module.function(60)
    assert function is not None
    assert block_of(module, 61).function is function
    assert module.block(60) is None
    assert module.block(21) is None
    assert module.function(20) is None


def test_successors_are_distinct_and_in_operand_order() -> None:
    module = small(LOOP)
    assert ids(module.successors(block_of(module, 26))) == [33, 32]
    assert ids(module.successors(block_of(module, 28))) == [21, 30]
    assert module.successors(block_of(module, 30)) == []


def test_two_edges_to_one_block_count_once() -> None:
    module = small(
        "%20 = OpLabel\nOpSelectionMerge %21 None\nOpBranchConditional %8 %21 %21\n"
        "%21 = OpLabel\nOpReturn"
    )
    assert ids(module.successors(block_of(module, 20))) == [21]
    assert ids(module.predecessors(block_of(module, 21))) == [20]


def test_predecessors_are_in_layout_order_whatever_happened_before() -> None:
    module = small(LOOP)
    assert ids(module.predecessors(block_of(module, 30))) == [25, 28]
    module.set_terminator(block_of(module, 23), Instruction(opcodes.OpBranch, 0, 0, [30]))
    assert ids(module.predecessors(block_of(module, 30))) == [23, 25, 28]
    index = module.layout_index(block_of(module, 25))
    module.swap_blocks(module.functions[0], index)
    module.set_terminator(block_of(module, 26), Instruction(opcodes.OpBranch, 0, 0, [30]))
    assert ids(module.predecessors(block_of(module, 30))) == [23, 26, 25, 28]


def test_unreachable_predecessors_count() -> None:
    module = small(
        "%20 = OpLabel\nOpBranch %21\n%22 = OpLabel\nOpBranch %21\n%21 = OpLabel\nOpReturn"
    )
    assert ids(module.predecessors(block_of(module, 21))) == [20, 22]
    assert not module.reachable(block_of(module, 22))
    assert not module.dominates(block_of(module, 22), block_of(module, 22))
    assert module.immediate_dominator(block_of(module, 22)) is None


def test_positions_follow_edits() -> None:
    module = small(DIAMOND)
    first = definition_of(module, 21)
    assert module.position(first) == 0
    assert module.position(first.block.label if first.block else first) == -1
    module.insert_before(first, Instruction(opcodes.OpCopyObject, 5, 40, [10]))
    assert module.position(first) == 1
    assert precedes(module, definition_of(module, 40), first)
    assert not precedes(module, first, first)
    assert not precedes(module, first, definition_of(module, 23))
    with pytest.raises(InternalError, match="in no block"):
        module.position(definition_of(module, 10))


def test_dominance_needs_one_function() -> None:
    module = small(DIAMOND, functions=OTHER)
    entry, other = block_of(module, 20), block_of(module, 61)
    assert module.reachable(other)
    assert not module.dominates(entry, other)
    assert not module.post_dominates(entry, other)


def test_an_endless_loop_is_post_dominated_by_nothing() -> None:
    module = small("%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\nOpBranch %21")
    block = block_of(module, 21)
    assert not module.post_dominates(block, block)


def test_a_branch_to_a_missing_block_is_a_defect() -> None:
    module = small(DIAMOND)
    with pytest.raises(InternalError, match="insert it first"):
        module.set_terminator(block_of(module, 22), Instruction(opcodes.OpBranch, 0, 0, [99]))
