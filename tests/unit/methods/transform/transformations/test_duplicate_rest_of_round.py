from __future__ import annotations

import pytest
from helpers.around import counted
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.blocks import is_continue_target
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.transformations.duplicate_rest_of_round import (
    DuplicateRestOfRound,
    needed_behind,
    rest_from,
)

LOOP = "%local = OpVariable %local_int Function %int_0" + counted(
    """
    %odd = OpSGreaterThan %bool %n %int_1
    %twice = OpIAdd %int %n %n
    OpBranch %rest
    %rest = OpLabel
    %thrice = OpIAdd %int %twice %n
    OpStore %local %thrice
    OpBranch %continue
""",
    "%got = OpPhi %int %thrice %rest",
)
USED = LOOP.replace("%next = OpIAdd %int %n %int_1", "%next = OpIAdd %int %thrice %int_1")
BRANCHES = LOOP.replace(
    "OpStore %local %thrice",
    """OpStore %local %thrice
    OpSelectionMerge %join None
    OpBranchConditional %odd %left %join
    %left = OpLabel
    OpBranch %continue
    %join = OpLabel
    OpStore %local %n""",
).replace("%got = OpPhi %int %thrice %rest", "%got = OpPhi %int %thrice %join %twice %left")
LEAVES = LOOP.replace(
    "OpStore %local %thrice",
    """OpStore %local %thrice
    OpSelectionMerge %join None
    OpBranchConditional %odd %left %join
    %left = OpLabel
    OpBranch %after
    %join = OpLabel""",
).replace("%thrice %rest", "%thrice %join").replace(
    "%after = OpLabel", "%after = OpLabel\n%last = OpPhi %int %n %header %thrice %left"
)  # fmt: skip
BOTTOM = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %rest
    %rest = OpLabel
    %next = OpIAdd %int %n %int_1
    %more = OpSLessThan %bool %next %int_5
    OpBranch %continue
    %continue = OpLabel
    OpBranchConditional %more %header %after
    %after = OpLabel
    %result = OpIMul %int %next %n
"""
SWITCH = """
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpSelectionMerge %join None
    OpSwitch %i %join 1 %one 5 %five
    %one = OpLabel
    OpBranch %onward
    %onward = OpLabel
    OpBranchConditional %condition %join %continue
    %five = OpLabel
    OpBranch %rest
    %rest = OpLabel
    OpBranchConditional %condition %after %continue
    %join = OpLabel
    OpBranch %continue
    %continue = OpLabel
    OpBranch %header
    %after = OpLabel
"""


def duplicate(
    module: Module,
    entry: str = "%rest",
    condition: str = "%odd",
    value: bool = True,
    merge: int = 80,
) -> DuplicateRestOfRound:
    """Return the step with the ids from 20 on for copies and from 60 on for OpPhis."""
    rest = rest_from(module, block_of(module, entry))
    assert rest is not None
    copies = tuple((old, 20 + k) for k, old in enumerate(ids_in(rest.blocks)))
    phis = tuple((old, 60 + k) for k, old in enumerate(needed_behind(module, rest)))
    return DuplicateRestOfRound(ident(entry), ident(condition), value, merge, copies, phis)


def test_both_copies_go_on_to_the_next_round() -> None:
    module = module_of(LOOP)
    expect(
        module,
        duplicate(module),
        """OpSelectionMerge %80 None
        OpBranchConditional %odd %rest %20
        %20 = OpLabel
        %21 = OpIAdd %int %twice %n
        OpStore %local %21
        OpBranch %continue
        %80 = OpLabel
        OpUnreachable
        %rest = OpLabel
        %thrice = OpIAdd %int %twice %n
        OpStore %local %thrice
        OpBranch %continue""",
        "%got = OpPhi %int %thrice %rest %21 %20",
    )
    assert is_continue_target(module, block_of(module, "%continue"))
    assert not block_of(module, 20).dead


def test_the_rest_may_be_what_the_selection_ends_with() -> None:
    module = module_of(LOOP)
    expect(
        module,
        duplicate(module, condition="%condition", value=False, merge=0),
        "OpSelectionMerge %rest None\nOpBranchConditional %condition %20 %rest\n%20 = OpLabel",
        absent=("OpUnreachable",),
    )


@pytest.mark.parametrize("merge", [0, 80])
def test_results_are_joined_in_the_continue_target(merge: int) -> None:
    module = module_of(USED)
    expect(
        module,
        duplicate(module, merge=merge),
        "%60 = OpPhi %int %thrice %rest %21 %20\n%got = OpPhi %int %thrice %rest %21 %20\n"
        "%next = OpIAdd %int %60 %int_1",
    )


def test_results_are_joined_for_the_next_round_and_behind_the_loop() -> None:
    module = module_of(BOTTOM)
    expect(
        module,
        duplicate(module, condition="%condition"),
        "%n = OpPhi %int %int_0 %entry %60 %continue",
        "%60 = OpPhi %int %next %rest %21 %20\n%61 = OpPhi %bool %more %rest %22 %20\n"
        "OpBranchConditional %61 %header %after",
        "%result = OpIMul %int %60 %n",
    )


@pytest.mark.parametrize("merge", [0, 80])
def test_the_rest_may_have_constructs_and_several_ways_on(merge: int) -> None:
    module = module_of(BRANCHES)
    expect(
        module,
        duplicate(module, merge=merge),
        (
            "%21 = OpIAdd %int %twice %n\nOpStore %local %21\nOpSelectionMerge %23 None\n"
            "OpBranchConditional %odd %22 %23"
        ),
        "%got = OpPhi %int %thrice %join %twice %left %twice %22 %21 %23",
    )


@pytest.mark.parametrize("merge", [0, 80])
def test_the_rest_may_leave_the_loop(merge: int) -> None:
    module = module_of(LEAVES)
    expect(
        module,
        duplicate(module, merge=merge),
        "%got = OpPhi %int %thrice %join %21 %23",
        "%last = OpPhi %int %n %header %thrice %left %21 %22",
    )


def test_an_exit_may_get_results_by_way_of_the_continue_target() -> None:
    """The OpPhi of the loop's merge block has what the rest leaves with, and what the continue
    construct does.
    """
    body = LEAVES.replace(
        "OpBranch %header\n    %after", "OpBranchConditional %odd %header %after\n    %after"
    )
    body = body.replace("%thrice %left", "%thrice %left %thrice %continue")
    module = module_of(body)
    expect(
        module,
        duplicate(module),
        "%60 = OpPhi %int %thrice %join %21 %23\n%got = OpPhi %int %thrice %join %21 %23",
        "%last = OpPhi %int %n %header %thrice %left %60 %continue %21 %22",
    )


@pytest.mark.parametrize("merge", [0, 80])
def test_the_rest_may_be_in_a_case_of_a_switch(merge: int) -> None:
    module = module_of(SWITCH)
    expect(
        module,
        duplicate(module, condition="%condition", merge=merge),
        "OpBranchConditional %condition %rest %20",
    )


def test_copies_are_irrelevant_decorated_and_dead_like_their_originals() -> None:
    module = module_of(USED)
    module.facts.add_irrelevant(ident("%thrice"))
    module.add_decoration(
        Instruction(o.OpDecorate, 0, 0, [ident("%thrice"), Decoration.RELAXED_PRECISION])
    )
    block_of(module, "%rest").dead = True
    expect(module, duplicate(module))
    assert all(module.facts.is_declared_irrelevant(new) for new in (21, 60))
    assert all(has_decoration(module, new, Decoration.RELAXED_PRECISION) for new in (21, 60))
    assert block_of(module, 20).dead
    assert block_of(module, 80).dead


COPIES = tuple((ident(name), 20 + k) for k, name in enumerate(("%rest", "%thrice")))


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (
            "no id for a label",
            DuplicateRestOfRound(ident("%rest"), ident("%odd"), True, 80, COPIES[1:]),
        ),
        (
            "no id for a result",
            DuplicateRestOfRound(ident("%rest"), ident("%odd"), True, 80, COPIES[:1]),
        ),
        (
            "no id for an OpPhi",
            DuplicateRestOfRound(ident("%rest"), ident("%odd"), True, 80, COPIES),
        ),
        (
            "no boolean",
            DuplicateRestOfRound(
                ident("%rest"), ident("%n"), True, 80, COPIES, ((ident("%thrice"), 60),)
            ),
        ),
        (
            "an id twice",
            DuplicateRestOfRound(
                ident("%rest"), ident("%odd"), True, 20, COPIES, ((COPIES[1][0], 60),)
            ),
        ),
        ("no block", DuplicateRestOfRound(9999, ident("%odd"), True, 80, COPIES)),
        (
            "no condition",
            DuplicateRestOfRound(ident("%rest"), 9999, True, 80, COPIES, ((COPIES[1][0], 60),)),
        ),
    ],
)
def test_refuses_steps(reason: str, step: DuplicateRestOfRound) -> None:
    refuse(USED, step, reason)


def test_refuses_a_condition_that_is_not_there_or_not_defined() -> None:
    module = module_of(
        "%what = OpUndef %bool\n" + LOOP.replace("OpStore", "%late = OpIEqual %bool %i %n\nOpStore")
    )
    refuse(module, duplicate(module, condition="%what"), "the condition is not defined")
    refuse(module, duplicate(module, condition="%late"), "the condition comes later")


def test_in_a_continue_construct_around_every_block_leads_to_the_back_edge() -> None:
    variable = "%local = OpVariable %local_int Function %int_0"
    body = f"""{variable}
    OpBranch %outer
    %outer = OpLabel
    OpLoopMerge %end %again None
    OpBranchConditional %condition %again %end
    %again = OpLabel
    {LOOP.replace(variable, "").replace("%entry", "%again")}
    OpBranch %outer
    %end = OpLabel
"""
    module = module_of(body)
    refuse(module, duplicate(module), "nothing leads to the merge block")
    expect(
        module, duplicate(module, merge=0), "OpSelectionMerge %rest None", absent=("OpUnreachable",)
    )


@pytest.mark.parametrize(
    ("reason", "body", "entry"),
    [
        ("two blocks lead there", BRANCHES, "%join"),
        ("the block before heads a selection", BRANCHES, "%left"),
        ("the block before heads the loop", LOOP, "%body"),
        ("the continue target", LOOP, "%continue"),
        ("in the continue construct", LOOP.replace(
            "%next = OpI", "OpBranch %onward\n%onward = OpLabel\n%next = OpI").replace(
            "%next %continue", "%next %onward"), "%onward"),
        ("in no loop", "OpBranch %rest\n%rest = OpLabel\n", "%rest"),
        ("the switch around is left", SWITCH, "%onward"),
        ("a derivative in the loop", LOOP.replace("%next = OpI",
            "%slope = OpDPdx %float %f\n%next = OpI"), "%rest"),
        ("a pointer is used behind", LOOP.replace(
            "OpStore %local %thrice", "%pointer = OpCopyObject %local_int %local").replace(
            "%next = OpI", "OpStore %pointer %n\n%next = OpI"), "%rest"),
        ("many instructions", LOOP.replace(
            "OpStore %local %thrice",
            "\n".join(f"%big_{k} = OpIAdd %int %n %n" for k in range(80))), "%rest"),
        ("it never goes on", LOOP.replace(
            "OpStore %local %thrice\n    OpBranch %continue", "OpBranch %after").replace(
            "%got = OpPhi %int %thrice %rest", "").replace("OpBranch %rest\n",
            """OpSelectionMerge %on None
            OpBranchConditional %odd %there %on\n%on = OpLabel\nOpBranch %continue
            %there = OpLabel\nOpBranch %rest\n"""), "%rest"),
    ],
)  # fmt: skip
def test_refuses(reason: str, body: str, entry: str) -> None:
    module = module_of(body)
    assert rest_from(module, block_of(module, entry)) is None, reason


def test_refuses_a_result_that_is_used_where_the_loop_was_left_early() -> None:
    module = module_of(
        """
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %after %continue None
        OpBranch %body
        %body = OpLabel
        OpBranch %rest
        %rest = OpLabel
        %thrice = OpIAdd %int %i %i
        OpSelectionMerge %join None
        OpBranchConditional %condition %after %join
        %join = OpLabel
        OpBranch %continue
        %continue = OpLabel
        OpBranch %header
        %after = OpLabel
        %result = OpIMul %int %thrice %i
        """
    )
    assert rest_from(module, block_of(module, "%rest")) is None


test_sound = soundness(DuplicateRestOfRound)
test_proved = proved(DuplicateRestOfRound)
