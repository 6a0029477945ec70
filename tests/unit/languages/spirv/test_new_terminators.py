"""The quick decisions about new terminators against the trial that recomputes everything."""

from collections import Counter

import pytest
from helpers.corpus import all_modules
from helpers.edits import EDITS
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import (
    keeps_dominance_with,
    keeps_dominance_with_all,
)

CORPUS = all_modules()
SAMPLE = CORPUS[:: max(1, len(CORPUS) // 20)]


def branches(*words: int) -> Instruction:
    op = opcodes.OpBranch if len(words) == 1 else opcodes.OpBranchConditional
    return Instruction(op, 0, 0, list(words))


def any_terminator(module: Module, block: Block, rng: Rng) -> Instruction:
    """A terminator that gains, loses or exchanges an edge."""
    condition = module.by_opcode(opcodes.OpConstantTrue)[0].result_id if rng.below(2) else block.id
    others = [other for other in block.function.blocks[1:] if module.reachable(other)] or [block]
    old = [successor.id for successor in module.successors(block)]
    kind = rng.below(4)
    if kind == 0 or not old:
        return branches(rng.choose(others).id)
    if kind == 1:
        return branches(rng.choose(old))
    return branches(condition, rng.choose(old), rng.choose(others).id)


@pytest.mark.parametrize(("name", "data"), SAMPLE, ids=[name for name, _ in SAMPLE])
def test_every_answer_is_that_of_the_trial(name: str, data: bytes) -> None:
    module = Module.parse(data)
    rng = Rng.of(3, name)
    edits = Rng.of(4, name)
    answers: Counter[bool] = Counter()
    for _ in range(300):
        rng.choose(EDITS)(module, edits)
        block = rng.choose(module.blocks)
        if not module.reachable(block) or not module.by_opcode(opcodes.OpConstantTrue):
            continue
        terminator = any_terminator(module, block, rng)
        answer = keeps_dominance_with(module, block, terminator)
        tried = keeps_dominance_with_all(module, block.function, [(block, terminator)])
        assert answer == tried, f"{block} with {terminator!r}"
        answers[answer] += 1
    assert contradictions(module) == []
    if len(module.blocks) > 40:
        assert min(answers[True], answers[False]) > 5


def test_a_phi_is_used_at_the_end_of_its_predecessor() -> None:
    module = small(
        "%20 = OpLabel\nOpBranchConditional %8 %21 %27\n%21 = OpLabel\n%22 = OpIAdd %5 %10 %11\n"
        "OpBranchConditional %8 %23 %24\n%23 = OpLabel\nOpBranch %25\n%24 = OpLabel\nOpBranch %25\n"
        "%25 = OpLabel\n%26 = OpPhi %5 %22 %23 %22 %24\nOpReturn\n%27 = OpLabel\nOpReturn"
    )
    block = block_of(module, 27)
    assert keeps_dominance_with(module, block, branches(25))
    assert not keeps_dominance_with(module, block, branches(23))
    module.set_operand(definition_of(module, 26), 0, 10)
    assert keeps_dominance_with(module, block, branches(23))


def test_two_new_edges_at_once_are_tried() -> None:
    module = small(
        "%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\n%22 = OpIAdd %5 %10 %11\nOpBranch %23\n"
        "%23 = OpLabel\nOpBranch %24\n%24 = OpLabel\nOpReturn"
    )
    switch = Instruction(opcodes.OpSwitch, 0, 0, [10, 21, 1, 23, 2, 24])
    assert keeps_dominance_with(module, block_of(module, 20), switch)
    module.insert(block_of(module, 24), 0, Instruction(opcodes.OpCopyObject, 5, 40, [22]))
    assert not keeps_dominance_with(module, block_of(module, 20), switch)
    assert contradictions(module) == []


def test_terminators_of_several_blocks_at_once() -> None:
    module = small(
        "%20 = OpLabel\nOpBranchConditional %8 %21 %22\n%21 = OpLabel\n"
        "%23 = OpIAdd %5 %10 %11\nOpBranch %24\n"
        "%22 = OpLabel\nOpReturn\n%24 = OpLabel\n%25 = OpIAdd %5 %23 %11\nOpBranch %26\n"
        "%26 = OpLabel\nOpReturn\n"
    )
    before = module.to_bytes()
    function = module.functions[0]
    start, left, right = (block_of(module, label) for label in (20, 21, 22))
    ends = Instruction(opcodes.OpReturn, 0, 0, [])
    assert keeps_dominance_with_all(module, function, [])
    assert not keeps_dominance_with_all(module, function, [(right, branches(24))])
    assert keeps_dominance_with_all(module, function, [(right, branches(26))])
    assert keeps_dominance_with_all(module, function, [(right, branches(26)), (left, ends)])
    assert not keeps_dominance_with_all(
        module, function, [(start, branches(8, 22, 26)), (right, branches(24))]
    )
    assert module.to_bytes() == before
    assert contradictions(module) == []


def test_a_break_keeps_dominance_and_leaves_no_trace() -> None:
    module = small(LOOP)
    before = module.to_bytes()
    assert keeps_dominance_with(module, block_of(module, 27), branches(8, 28, 30))
    assert module.to_bytes() == before
    assert contradictions(module) == []


def test_a_jump_past_a_definition_does_not_keep_dominance() -> None:
    module = small(
        "%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\n%22 = OpIAdd %5 %10 %11\nOpBranch %23\n"
        "%23 = OpLabel\n%24 = OpIAdd %5 %22 %11\nOpReturn"
    )
    jump = branches(8, 21, 23)
    assert not keeps_dominance_with(module, block_of(module, 20), jump)
    assert contradictions(module) == []
    module.set_operand(definition_of(module, 24), 0, 10)
    assert keeps_dominance_with(module, block_of(module, 20), jump)
    assert contradictions(module) == []


def test_a_lost_edge_may_contradict_the_layout() -> None:
    module = small(
        "%20 = OpLabel\nOpBranchConditional %8 %21 %23\n%22 = OpLabel\nOpReturn\n"
        "%21 = OpLabel\nOpBranchConditional %8 %22 %23\n%23 = OpLabel\nOpBranch %22"
    )
    assert keeps_dominance_with(module, block_of(module, 20), branches(8, 21, 23))
    assert not keeps_dominance_with(module, block_of(module, 21), branches(23))
    assert contradictions(module) == []


def test_an_unreachable_block_may_branch_anywhere() -> None:
    module = small("%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\nOpReturn\n%22 = OpLabel\nOpReturn")
    assert keeps_dominance_with(module, block_of(module, 22), branches(21))


def test_a_phi_of_a_moved_edge_has_to_stay_dominated() -> None:
    module = small(DIAMOND)
    assert (
        not keeps_dominance_with(module, block_of(module, 22), branches(24))
        or contradictions(module) == []
    )
    swapped = branches(9, 24, 22)
    assert keeps_dominance_with(module, block_of(module, 20), swapped)
