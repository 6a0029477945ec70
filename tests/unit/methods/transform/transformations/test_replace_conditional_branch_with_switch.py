from __future__ import annotations

import pytest
from helpers.around import looped, switched
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import switch_header
from aberration.methods.transform.transformations.replace_conditional_branch_with_switch import (
    ReplaceConditionalBranchWithSwitch,
)

BOTH = """
    OpSelectionMerge %merge DontFlatten
    OpBranchConditional %condition %then %else 3 4
    %then = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpBranch %merge
    %else = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %sum %then %i %else
"""
ONE = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %merge %then
    %then = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpReturn
    %right = OpLabel
    OpReturn
    %join = OpLabel
    OpUnreachable
    %merge = OpLabel
"""
LOOP = looped("""
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    OpBranch %again
    %else = OpLabel
    OpBranch %done
    %merge = OpLabel
    OpUnreachable
""")
DIRECT = looped("""
    OpSelectionMerge %merge None
    OpBranchConditional %condition %again %merge
    %merge = OpLabel
    OpBranchConditional %condition %again %done
""")
ARMS_MEET = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    OpBranch %meeting
    %else = OpLabel
    OpBranch %meeting
    %meeting = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
BEYOND = """
    OpSelectionMerge %outer None
    OpSwitch %i %case
    %case = OpLabel
    OpSelectionMerge %merge None
    OpBranchConditional %condition %outer %merge
    %merge = OpLabel
    OpReturn
    %outer = OpLabel
"""
LEADS_BACK = BEYOND.replace("OpReturn", "OpBranch %outer")
FALLS = BOTH.replace("OpBranch %merge\n    %else", "OpBranch %else\n    %else").replace(
    "%sum %then ", ""
)
OUT_OF_SWITCH = switched("""
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %outer
    %merge = OpLabel
    OpBranch %outer
""")
IN_SWITCH = OUT_OF_SWITCH.replace(
    "%then = OpLabel\n    OpBranch %outer", "%then = OpLabel\n    OpBranch %merge"
)


def switch(
    header: str = "%entry",
    values: tuple[int, int] = (1, 0),
    listed: tuple[bool, ...] = (True,),
    default: bool = False,
    fresh: int = 7,
    type_name: str = "%int",
) -> ReplaceConditionalBranchWithSwitch:
    return ReplaceConditionalBranchWithSwitch(
        fresh, ident(header), ident(type_name), values, listed, default
    )


@pytest.mark.parametrize(
    ("listed", "default", "targets"),
    [
        ((True,), False, "%else 1 %then"),
        ((False,), True, "%then 0 %else"),
        ((True, False), False, "%else 1 %then 0 %else"),
        ((False, True), True, "%then 0 %else 1 %then"),
    ],
)
def test_a_switch_picks_the_side(listed: tuple[bool, ...], default: bool, targets: str) -> None:
    expect(
        BOTH,
        switch(listed=listed, default=default),
        f"""
        %7 = OpSelect %int %condition %int_1 %int_0
        OpSelectionMerge %merge DontFlatten
        OpSwitch %7 {targets}
        %then = OpLabel
        """,
        "%picked = OpPhi %int %sum %then %i %else",
    )


def test_the_values_may_be_any_that_differ() -> None:
    expect(
        BOTH,
        switch(values=(0, 3), type_name="%uint"),
        "%7 = OpSelect %uint %condition %uint_0 %uint_3",
        "OpSwitch %7 %else 0 %then",
    )


def test_a_side_may_be_empty_and_have_constructs() -> None:
    expect(ONE, switch(), "OpSelectionMerge %merge None\nOpSwitch %7 %then 1 %merge")


def test_the_sides_may_leave_the_loop_around() -> None:
    expect(LOOP, switch("%body"), "OpSelectionMerge %merge None\nOpSwitch %7 %else 1 %then")


def test_a_switch_may_stand_in_a_switch() -> None:
    expect(IN_SWITCH, switch("%case"), "OpSelectionMerge %merge None\nOpSwitch %7 %merge 1 %then")


def test_the_new_header_is_one_of_a_switch() -> None:
    module = module_of(BOTH)
    assert switch_header(module, block_of(module, "%then")) is None
    expect(module, switch())
    assert switch_header(module, block_of(module, "%then")) is block_of(module, "%entry")


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (BOTH, switch(fresh=ident("%sum")), "the id is not fresh"),
        (BOTH, switch("%i"), "no block"),
        (BOTH, switch("%then"), "no header"),
        (BOTH, switch(values=(1, 1)), "equal values"),
        (BOTH, switch(values=(1, 77)), "no such constant"),
        (BOTH, switch(type_name="%float"), "no integer type"),
        (BOTH, switch(listed=()), "no case"),
        (BOTH, switch(listed=(False,)), "the side that is not the default has no case"),
        (BOTH, switch(listed=(True, True)), "a case twice"),
        (LOOP, switch("%head"), "a loop header"),
        (DIRECT, switch("%body"), "a case that is a continue target"),
        (DIRECT, switch("%merge"), "no merge instruction"),
        (ARMS_MEET, switch(), "the sides meet before the merge block"),
        (BEYOND, switch("%case"), "a side is the end of a switch around"),
        (LEADS_BACK, switch("%case"), "a side is the end of a switch around"),
        (FALLS, switch(), "one side leads to the other"),
        (OUT_OF_SWITCH, switch("%case"), "a side leaves a switch around"),
        (OUT_OF_SWITCH, switch(), "a switch already"),
    ],
)
def test_refuses(body: str, step: ReplaceConditionalBranchWithSwitch, reason: str) -> None:
    refuse(body, step, reason)


def test_refuses_a_condition_that_does_not_matter() -> None:
    module = module_of(BOTH)
    module.facts.add_irrelevant(ident("%condition"))
    refuse(module, switch(), "irrelevant")


def test_refuses_constants_that_do_not_matter() -> None:
    module = module_of(BOTH)
    module.facts.add_irrelevant(ident("%int_0"))
    refuse(module, switch(), "irrelevant")


def test_refuses_a_selection_that_is_not_reached() -> None:
    text = "OpReturn\n    %nowhere = OpLabel\n" + BOTH.replace("%i %else", "%i %else")
    text = (
        text.replace("%sum = OpIAdd %int %i %int_1", "")
        .replace("%sum", "%int_1")
        .replace("%condition", "%true")
    )
    refuse(module_of(text.replace("%i ", "%int_0 ")), switch("%nowhere"), "unreachable")


def test_refuses_sides_of_very_many_blocks() -> None:
    blocks = "".join(f"OpBranch %long_{k}\n%long_{k} = OpLabel\n" for k in range(60))
    long = BOTH.replace("%sum = OpIAdd %int %i %int_1", blocks).replace(
        "%sum %then", "%int_1 %long_59"
    )
    refuse(long, switch(), "too many blocks")


test_sound = soundness(ReplaceConditionalBranchWithSwitch)
test_proved = proved(ReplaceConditionalBranchWithSwitch)
