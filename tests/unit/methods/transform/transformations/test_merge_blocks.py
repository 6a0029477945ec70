from __future__ import annotations

import pytest
from helpers.additions import add_execution_mode, add_name
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration, ExecutionMode
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpExecutionMode, OpName
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.merge_blocks import MergeBlocks

CHAIN = """
    %sum = OpIAdd %int %i %int_1
    OpBranch %next
    %next = OpLabel
    %phi = OpPhi %int %sum %entry
    %product = OpIMul %int %phi %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %after = OpPhi %int %phi %next %product %then
"""
ONLY_WAY = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    OpBranch %merge
    %else = OpLabel
    OpReturn
    %merge = OpLabel
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %last %after
    %last = OpLabel
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
"""
SMALLEST = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %counter %int_1
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %header %after
    %after = OpLabel
"""
LATER = SMALLEST.replace(
    "    OpBranchConditional %more",
    "    OpBranch %back\n    %back = OpLabel\n    OpBranchConditional %more",
).replace("%next %continue", "%next %back")
SWITCH = """
    OpSelectionMerge %merge None
    OpSwitch %i %default 1 %case
    %default = OpLabel
    OpReturn
    %case = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""


def merge(block: str) -> MergeBlocks:
    return MergeBlocks(ident(block))


def test_appends_a_block_and_replaces_its_phis_and_label() -> None:
    expect(
        CHAIN,
        merge("%next"),
        (
            "%sum = OpIAdd %int %i %int_1\n%product = OpIMul %int %sum %i\n"
            "OpSelectionMerge %merge None\nOpBranchCond"
        ),
        "%after = OpPhi %int %sum %entry %product %then",
        absent=("%next = OpLabel", "OpBranch %next"),
    )


def test_a_merge_block_may_be_appended() -> None:
    expect(
        ONLY_WAY,
        merge("%merge"),
        "OpSelectionMerge %then None\nOpBranchConditional %condition %then %else",
    )


def test_a_continue_target_may_be_appended() -> None:
    expect(
        LOOP,
        merge("%continue"),
        "%counter = OpPhi %int %int_0 %entry %next %last\nOpLoopMerge %after %last None",
        "%last = OpLabel\n%next = OpIAdd %int %counter %int_1\nOpBranch %header",
    )


def test_the_merge_instruction_of_a_loop_goes_along() -> None:
    expect(
        LOOP,
        merge("%body"),
        (
            "%more = OpSLessThan %bool %counter %int_5\nOpLoopMerge %after %continue None\n"
            "OpBranchConditional %more"
        ),
    )
    expect(
        SMALLEST,
        merge("%continue"),
        "%counter = OpPhi %int %int_0 %entry %next %header\n%next = OpIAdd %int %counter %int_1",
        "OpLoopMerge %after %header None\nOpBranchConditional %more %header %after",
    )


def test_names_go() -> None:
    def name(module: Module) -> None:
        add_name(module, Instruction(OpName, 0, 0, [ident("%next"), 0x61]))
        add_name(module, Instruction(OpName, 0, 0, [ident("%phi"), 0x61]))

    assert not expect(CHAIN, merge("%next"), prepare=name).by_opcode(OpName)


def test_dead_blocks_may_be_appended_to_dead_ones_only() -> None:
    def kill(module: Module) -> None:
        block_of(module, "%next").dead = True

    def kill_both(module: Module) -> None:
        block_of(module, "%next").dead = block_of(module, "%entry").dead = True

    refuse(CHAIN, merge("%next"), "the entry would be dead", prepare=kill)
    assert block_of(expect(CHAIN, merge("%next"), prepare=kill_both), "%entry").dead


def test_refuses_a_decorated_phi() -> None:
    def relax(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%phi"), Decoration.RELAXED_PRECISION])
        )

    refuse(CHAIN, merge("%next"), "its value is not relaxed", prepare=relax)


def test_refuses_merge_blocks_under_maximal_reconvergence() -> None:
    def reconverge(module: Module) -> None:
        words = [ident("%main"), ExecutionMode.MAXIMALLY_RECONVERGES_KHR]
        add_execution_mode(module, Instruction(OpExecutionMode, 0, 0, words))

    refuse(ONLY_WAY, merge("%merge"), "invocations converge at its start", prepare=reconverge)
    module = module_of(CHAIN)
    reconverge(module)
    assert merge("%next").is_applicable(module)


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("two predecessors", CHAIN, merge("%merge")),
        ("its predecessor may lead elsewhere", CHAIN, merge("%then")),
        ("the first block", CHAIN, merge("%entry")),
        ("no block", CHAIN, merge("%sum")),
        ("no such id", CHAIN, MergeBlocks(99999)),
        ("a loop header", LOOP, merge("%header")),
        ("only the last block of a continue construct may be a header", LATER, merge("%continue")),
        ("a case would be a merge block", SWITCH, merge("%merge")),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(body, step, reason)


def test_refuses_two_blocks_that_end_constructs() -> None:
    inner = CHAIN.replace("%then = OpLabel\n", "%then = OpLabel\nOpSelectionMerge %join None\n")
    inner = inner.replace("OpBranch %merge\n", "OpBranchConditional %condition %deep %join\n")
    inner = inner.replace(
        "%merge = OpLabel",
        "%deep = OpLabel\nOpBranch %join\n%join = OpLabel\nOpReturn\n%merge = OpLabel",
    )
    inner = inner.replace("%after = OpPhi %int %phi %next %product %then", "")
    both = inner.replace("%join = OpLabel\nOpReturn", "%join = OpLabel\nOpBranch %merge")
    both = both.replace("%condition %then %merge", "%condition %then %else")
    both = both.replace("%merge = OpLabel", "%else = OpLabel\nOpReturn\n%merge = OpLabel")
    refuse(both, merge("%merge"), "both are merge blocks")


def test_refuses_a_loop_that_ends_at_once() -> None:
    body = """
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %after %continue None
        OpBranch %after
        %continue = OpLabel
        OpBranch %header
        %after = OpLabel
        OpBranch %end
        %end = OpLabel
    """
    refuse(body, merge("%after"), "the back edge would have no loop")


def test_refuses_another_construct_in_a_loop_header() -> None:
    body = LOOP.replace(
        "OpBranchConditional %more %last %after",
        "OpSelectionMerge %last None\n    OpSwitch %i %last",
    )
    body = body.replace(
        "%last = OpLabel\n    OpBranch %continue",
        "%last = OpLabel\nOpBranchConditional %more %continue %after",
    )
    refuse(body, merge("%body"), "a block has one merge instruction at most")
    body = LOOP.replace(
        "OpBranchConditional %more %last %after",
        "OpSelectionMerge %last None\n    OpBranchConditional %more %side %last",
    )
    body = body.replace(
        "%last = OpLabel", "%side = OpLabel\n    OpBranch %last\n    %last = OpLabel"
    )
    refuse(body, merge("%body"), "nor two that end in conditional branches")


def test_refuses_a_loop_header_that_ends_the_function() -> None:
    body = """
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %after %continue None
        OpBranch %body
        %body = OpLabel
        OpReturn
        %continue = OpLabel
        OpBranch %header
        %after = OpLabel
    """
    refuse(body, merge("%body"), "a branch follows OpLoopMerge")


def test_refuses_unreachable_blocks() -> None:
    body = "OpReturn\n%lost = OpLabel\nOpBranch %more\n%more = OpLabel"
    refuse(body, merge("%more"), "nothing is known of its predecessor")


test_sound = soundness(MergeBlocks)
