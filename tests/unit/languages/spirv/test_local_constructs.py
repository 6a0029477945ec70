"""Patched constructs against new ones."""

from __future__ import annotations

import pytest
from helpers.corpus import donor_modules, reference_modules
from helpers.small_modules import LOOP, block_of, small

from aberration.core.rng import Rng
from aberration.languages.spirv import constructs, control_flow, opcodes
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.constructs import construct_header, find_constructs
from aberration.languages.spirv.control_flow import ControlFlow
from aberration.languages.spirv.instruction import (
    Block,
    Construct,
    Function,
    Instruction,
    new_block,
)
from aberration.languages.spirv.local_constructs import enter, patch_constructs
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.scheduler import fuzz

UNREACHABLE_PARTS = """
    %20 = OpLabel
          OpBranch %21
    %21 = OpLabel
          OpLoopMerge %40 %35 None
          OpBranch %22
    %22 = OpLabel
          OpSelectionMerge %30 None
          OpBranchConditional %8 %23 %24
    %23 = OpLabel
          OpBranch %40
    %24 = OpLabel
          OpReturn
    %30 = OpLabel
          OpSelectionMerge %33 None
          OpBranchConditional %8 %31 %33
    %31 = OpLabel
          OpBranch %33
    %33 = OpLabel
          OpBranch %35
    %35 = OpLabel
          OpBranch %36
    %36 = OpLabel
          OpBranch %21
    %40 = OpLabel
          OpReturn
"""


DEAD_PART = """
    %20 = OpLabel
          OpBranch %21
    %21 = OpLabel
          OpReturn
    %50 = OpLabel
          OpBranch %54
    %54 = OpLabel
          OpBranch %55
    %55 = OpLabel
          OpBranch %51
    %51 = OpLabel
          OpSelectionMerge %53 None
          OpBranchConditional %8 %52 %53
    %52 = OpLabel
          OpBranch %53
    %53 = OpLabel
          OpBranch %21
"""


def where(block: Block) -> tuple[list[int], int, bool]:
    """Return the headers around a block, its own label if it is one, and whether it is in a
    continue construct.
    """
    around: list[int] = []
    construct = block.construct
    while construct is not None:
        around.append(construct.header.id)
        construct = construct.parent
    return around, 0 if block.heads is None else block.heads.header.id, block.in_continue


def ask(module: Module, function: Function) -> None:
    """Let the constructs be patched and hold them against new ones."""
    construct_header(module, function.blocks[0])
    patched = {block.id: where(block) for block in function.blocks}
    find_constructs(module, function)
    assert patched == {block.id: where(block) for block in function.blocks}


def branch(target: int) -> Instruction:
    return Instruction(opcodes.OpBranch, 0, 0, [target])


@pytest.mark.parametrize("seed", range(6))
def test_after_any_transformations_constructs_are_as_if_found_anew(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[bool] = []

    def compared(flow: ControlFlow, function: Function, dirty: list[Block]) -> bool:
        answers.append(patch_constructs(flow, function, dirty))
        if answers[-1]:
            patched = {block.id: where(block) for block in function.blocks}
            find_constructs(flow, function)
            assert patched == {block.id: where(block) for block in function.blocks}
        return answers[-1]

    monkeypatch.setattr(constructs, "patch_constructs", compared)
    donors = [Donor.parse(data) for _, data in donor_modules()[:6]]
    for number, (_, data) in enumerate(reference_modules()[seed::6]):
        fuzz(Module.parse(data), donors, Rng.of(seed, "local constructs", number), 120)
    assert len(answers) > 20
    assert answers.count(False) * 20 <= len(answers)


def test_unreachable_merge_blocks_and_what_follows_them() -> None:
    module = small(UNREACHABLE_PARTS)
    construct_header(module, block_of(module, 20))
    assert not module.reachable(block_of(module, 30))
    expected = {
        30: ([21], 30, False),
        31: ([30, 21], 0, False),
        33: ([21], 0, False),
        36: ([21], 0, True),
    }
    assert {label: where(block_of(module, label)) for label in expected} == expected


def test_an_edge_makes_unreachable_parts_reachable_and_back() -> None:
    module = small(UNREACHABLE_PARTS)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    module.set_terminator(block_of(module, 24), branch(30))
    assert module.reachable(block_of(module, 36))
    ask(module, function)
    module.set_terminator(block_of(module, 24), Instruction(opcodes.OpReturn, 0, 0, []))
    ask(module, function)
    assert where(block_of(module, 31)) == ([30, 21], 0, False)


def test_what_nothing_leads_to_any_more_is_in_no_construct() -> None:
    module = small(UNREACHABLE_PARTS)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    (selection,) = [
        each for each in module.by_opcode(opcodes.OpSelectionMerge) if each.ops[0] == 30
    ]
    module.set_terminator(block_of(module, 22), branch(23))
    module.remove(selection)
    ask(module, function)
    assert where(block_of(module, 31)) == ([], 0, False)
    assert where(block_of(module, 23)) == ([21], 0, False)


@pytest.mark.parametrize("few", [2, 100])
def test_a_dead_part_that_is_reached_gets_its_constructs(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_flow, "FEW_BLOCKS", few)
    module = small(DEAD_PART)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    assert where(block_of(module, 52)) == ([], 0, False)
    module.set_terminator(block_of(module, 20), branch(50))
    ask(module, function)
    assert where(block_of(module, 52)) == ([51], 0, False)


def test_a_merge_instruction_that_moves_takes_its_construct_along() -> None:
    module = small(LOOP)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    upper = block_of(module, 26)
    lower = module.split(last_insertion_point(upper), 50)
    ask(module, function)
    assert where(block_of(module, 32)) == ([50, 23, 21], 0, False)
    construct_header(module, lower)
    module.move(lower.instructions[0], upper, 0)
    ask(module, function)
    assert where(block_of(module, 32)) == ([26, 23, 21], 0, False)
    assert where(lower) == ([26, 23, 21], 0, False)


def test_a_loop_around_a_part_holds_all_in_it() -> None:
    module = small(LOOP)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    lower = module.split(block_of(module, 30).terminator, 50)
    back = new_block(function, 51, [branch(20)])
    module.insert_block(function, 8, back)
    head = module.split(block_of(module, 20).terminator, 52)
    module.set_operands(back.terminator, [52])
    module.add_merge(head, Instruction(opcodes.OpLoopMerge, 0, 0, [50, 51, 0]))
    module.set_terminator(
        block_of(module, 30), Instruction(opcodes.OpBranchConditional, 0, 0, [8, 51, 50])
    )
    ask(module, function)
    assert where(block_of(module, 32)) == ([26, 23, 21, 52], 0, False)
    assert where(back) == ([52], 0, True)
    assert where(lower) == ([], 0, False)


def test_two_headers_that_name_one_merge_block_leave_no_telling() -> None:
    module = small(LOOP)
    function = module.functions[0]
    construct_header(module, block_of(module, 20))
    module.add_merge(block_of(module, 27), Instruction(opcodes.OpSelectionMerge, 0, 0, [30, 0]))
    dirty = function.dirty_constructs
    assert dirty is not None
    assert not patch_constructs(module, function, dirty)


def test_a_header_opens_a_construct_and_closes_it_without_its_merge() -> None:
    module = small(LOOP)
    block = block_of(module, 28)
    outer = Construct(block_of(module, 21))
    merge = Instruction(opcodes.OpLoopMerge, 0, 0, [30, 28, 0])
    enter(block, merge, outer, False)
    heads = block.heads
    assert heads is not None
    assert heads.parent is outer
    assert block.in_continue
    assert heads.in_continue
    assert not heads.around_in_continue
    enter(block, merge, None, True)
    assert block.heads is heads
    enter(block, None, outer, False)
    assert block.heads is None
    assert not block.in_continue
