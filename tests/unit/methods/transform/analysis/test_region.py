from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import ident, module_of

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpDecorationGroup, OpGroupDecorate
from aberration.methods.transform.analysis.region import inputs_of, outputs_of, region_between

BODY = """
    OpBranch %first
    %first = OpLabel
    OpBranch %second
    %second = OpLabel
    OpBranch %choice
    %choice = OpLabel
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %float_sum = OpFAdd %float %f %f
    OpBranch %done
    %done = OpLabel
    %use = OpFAdd %float %float_sum %f
    OpBranch %loop
    %loop = OpLabel
    %n = OpPhi %int %int_0 %done %next %again
    OpLoopMerge %out %again None
    OpBranchConditional %condition %body %out
    %body = OpLabel
    %twice = OpIAdd %int %n %n
    OpBranch %again
    %again = OpLabel
    %next = OpIAdd %int %n %int_1
    OpBranch %loop
    %out = OpLabel
"""


def test_regions() -> None:
    made = module_of(BODY)

    def between(entry: str, exit_: str) -> list[int]:
        return [each.id for each in region_between(made, block(made, entry), block(made, exit_))]

    assert between("%choice", "%merge") == [ident(name) for name in ("%choice", "%then", "%merge")]
    assert between("%done", "%out") == [
        ident(name) for name in ("%done", "%loop", "%body", "%again", "%out")
    ]
    assert between("%body", "%body") == [ident("%body")]
    assert between("%again", "%again") == [ident("%again")]
    region = region_between(made, block(made, "%done"), block(made, "%out"))
    assert inputs_of(made, region, region[-1]) == sorted(
        ident(name) for name in ("%condition", "%f", "%float_sum")
    )
    assert outputs_of(made, region, region[-1]) == []


@pytest.mark.parametrize(
    ("reason", "entry", "exit_"),
    [
        ("the entry is a loop header", "%loop", "%out"),
        ("the exit is a loop header", "%done", "%loop"),
        ("the exit does not follow", "%second", "%first"),
        ("there is another way out", "%choice", "%then"),
        ("the merge block is that of an outer header", "%then", "%merge"),
        ("the continue target is that of an outer header", "%body", "%again"),
    ],
)
def test_what_is_no_region(reason: str, entry: str, exit_: str) -> None:
    made = module_of(BODY)
    assert region_between(made, block(made, entry), block(made, exit_)) == [], reason


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        (
            "an unreachable block leads into it",
            (
                "OpBranch %start\n%start = OpLabel\nOpBranch %end\n%lost = OpLabel\n"
                "OpBranch %end\n%end = OpLabel"
            ),
        ),
        (
            "the exit leads back into it",
            "OpBranch %start\n%start = OpLabel\nOpBranch %turn\n%turn = OpLabel\n"
            "OpBranch %end\n%end = OpLabel\n"
            "OpBranchConditional %condition %turn %on\n%on = OpLabel",
        ),
        (
            "the function may return within",
            "OpBranch %start\n%start = OpLabel\nOpSelectionMerge %end None\n"
            "OpBranchConditional %condition %early %end"
            "\n%early = OpLabel\nOpReturn\n%end = OpLabel",
        ),
        (
            "a merge block within is not reachable",
            "OpBranch %start\n%start = OpLabel\nOpSelectionMerge %never None\n"
            "OpBranchConditional %condition %end %end\n%never = OpLabel\nOpUnreachable\n"
            "%end = OpLabel",
        ),
    ],
)
def test_regions_that_are_torn(reason: str, body: str) -> None:
    made = module_of(body, valid=False)
    assert region_between(made, block(made, "%start"), block(made, "%end")) == [], reason


def test_what_may_be_undefined_goes_neither_in_nor_out() -> None:
    body = """
        %unset = OpUndef %int
        OpBranch %start
        %start = OpLabel
        %copy = OpCopyObject %int %unset
        OpBranch %end
        %end = OpLabel
        %use = OpIAdd %int %copy %i
        OpBranch %last
        %last = OpLabel
        %later = OpIAdd %int %use %i
    """
    made = module_of(body)
    first, second = [block(made, "%start")], [block(made, "%end")]
    assert inputs_of(made, first, first[0]) is None
    assert outputs_of(made, first, first[0]) is None
    assert inputs_of(made, second, second[0]) is None
    assert outputs_of(made, second, second[0]) == [ident("%use")]


def test_what_is_decorated_in_a_group_does_not_go_out() -> None:
    made = module_of(
        "OpBranch %start\n%start = OpLabel\n%sum = OpIAdd %int %i %i\nOpBranch %end\n"
        "%end = OpLabel\n"
        "%use = OpIAdd %int %sum %i"
    )
    region = [block(made, "%start")]
    assert outputs_of(made, region, region[0]) == [ident("%sum")]
    made.add_decoration(Instruction(OpDecorationGroup, 0, 20, []))
    made.add_decoration(Instruction(OpGroupDecorate, 0, 0, [20, ident("%sum")]))
    assert outputs_of(made, region, region[0]) is None
