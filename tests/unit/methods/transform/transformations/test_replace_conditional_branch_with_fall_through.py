from __future__ import annotations

import pytest
from helpers.around import looped, switched
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import switch_header
from aberration.methods.transform.transformations import (
    replace_conditional_branch_with_fall_through as module,
)
from aberration.methods.transform.transformations.peel_switch_case import PeelSwitchCase

ReplaceConditionalBranchWithFallThrough = module.ReplaceConditionalBranchWithFallThrough
IF = """
    OpSelectionMerge %merge DontFlatten
    OpBranchConditional %condition %then %merge 3 4
    %then = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %sum %then %i %entry
    %twice = OpIAdd %int %picked %picked
    OpBranch %end
    %end = OpLabel
    %kept = OpPhi %int %twice %merge
    %result = OpIMul %int %kept %picked
"""
UNLESS = IF.replace("%condition %then %merge 3 4", "%condition %merge %then")
NESTED = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpReturn
    %right = OpLabel
    OpBranch %join
    %join = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %end
    %end = OpLabel
"""
LOOP = looped("""
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpSelectionMerge %rest None
    OpBranchConditional %condition %again %rest
    %rest = OpLabel
    OpBranchConditional %condition %merge %done
    %merge = OpLabel
    OpBranch %end
    %end = OpLabel
    OpBranch %again
""")
SWITCH = switched("""
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %end
    %end = OpLabel
    OpBranch %outer
""")
OUT_OF_SWITCH = SWITCH.replace(
    "%then = OpLabel\n    OpBranch %merge",
    "%then = OpLabel\n    OpSelectionMerge %on None\n"
    "    OpBranchConditional %condition %outer %on\n"
    "    %on = OpLabel\n    OpBranch %merge",
)
BACK = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %again None
    OpBranchConditional %condition %again %done
    %again = OpLabel
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %head
    %done = OpLabel
"""
CONTINUES = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %end None
    OpBranch %body
    %body = OpLabel
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %end
    %end = OpLabel
    OpBranchConditional %condition %head %done
    %done = OpLabel
"""


def fall(
    form: str = "case",
    header: str = "%entry",
    values: tuple[int, int] = (1, 0),
    fresh: int = 7,
    type_name: str = "%int",
) -> ReplaceConditionalBranchWithFallThrough:
    return ReplaceConditionalBranchWithFallThrough(
        fresh, ident(header), ident(type_name), values, form
    )


@pytest.mark.parametrize(
    ("form", "targets"),
    [
        ("case", "%merge 1 %then"),
        ("default", "%then 0 %merge"),
        ("both", "%merge 1 %then 0 %merge"),
    ],
)
def test_the_side_falls_through(form: str, targets: str) -> None:
    module = expect(
        IF,
        fall(form),
        f"%7 = OpSelect %int %condition %int_1 %int_0\nOpSelectionMerge %end DontFlatten\n"
        f"OpSwitch %7 {targets}\n"
        "%then = OpLabel\n%sum = OpIAdd %int %i %int_1\nOpBranch %merge",
        "%picked = OpPhi %int %sum %then %i %entry",
        "%kept = OpPhi %int %twice %merge",
    )
    assert switch_header(module, block_of(module, "%merge")) is block_of(module, "%entry")
    assert switch_header(module, block_of(module, "%end")) is None


@pytest.mark.parametrize(
    ("form", "targets"),
    [
        ("case", "%merge 0 %then"),
        ("default", "%then 1 %merge"),
        ("both", "%merge 0 %then 1 %merge"),
    ],
)
def test_the_side_may_be_that_of_false(form: str, targets: str) -> None:
    expect(
        UNLESS,
        fall(form),
        (
            f"%7 = OpSelect %int %condition %int_1 %int_0\n"
            f"OpSelectionMerge %end DontFlatten\nOpSwitch %7 {targets}"
        ),
    )


def test_the_side_may_have_constructs_and_returns() -> None:
    expect(NESTED, fall(), "OpSwitch %7 %merge 1 %then", "%join = OpLabel\nOpBranch %merge")


def test_the_case_can_be_peeled_off_again() -> None:
    module = expect(IF, fall())
    expect(
        module,
        PeelSwitchCase(ident("%entry"), ident("%then"), (8,), 9, (10,)),
        "%8 = OpIEqual %bool %7 %int_1",
    )


def test_the_innermost_loop_may_be_left_but_no_switch_around() -> None:
    expect(SWITCH, fall(header="%case"), "OpSelectionMerge %end None\nOpSwitch %7 %merge 1 %then")
    refuse(OUT_OF_SWITCH, fall(header="%case"), "a branch to the switch around")


def test_the_innermost_loop_may_be_left() -> None:
    expect(
        LOOP,
        fall(header="%body"),
        "OpSwitch %7 %merge 1 %then",
        "OpBranchConditional %condition %again %rest",
        "OpBranchConditional %condition %merge %done",
    )


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (IF, fall("neither"), "no such form"),
        (IF, fall(values=(1, 1)), "one value for both"),
        (IF, fall(values=(1, 17)), "no constant for a value"),
        (IF, fall(fresh=ident("%i")), "the id is not fresh"),
        (IF, fall(type_name="%float"), "no integer type"),
        (IF, fall(header="%then"), "no selection"),
        (IF, fall(header="%i"), "no block"),
        (IF.replace("%then %merge 3 4", "%then %then 3 4").replace("%i %entry", ""), fall(),
            "no side is empty"),
        (
            IF.replace("OpBranch %merge\n    %merge",
                "OpReturn\n    %merge").replace("%sum %then ", ""),
            fall(),
            "the side does not fall through",
        ),
        (BACK, fall(header="%again"), "what follows is the head of a loop"),
        (CONTINUES, fall(header="%body"), "what follows is a continue target"),
        (
            IF.replace("%twice = OpI", "%slope = OpDPdx %float %f\n%twice = OpI"),
            fall(),
            "a derivative is where the sides met",
        ),
        (
            IF.replace("OpBranch %end", "OpSelectionMerge %end None\n"
                       "OpBranchConditional %condition %in %end\n%in = OpLabel\nOpBranch %end")
            .replace("%kept = OpPhi %int %twice %merge\n", "").replace("%int %kept", "%int %twice"),
            fall(),
            "another selection follows",
        ),
        (
            IF.replace(("OpBranch %end\n    %end = OpLabel\n    %kept = "
                "OpPhi %int %twice %merge\n"), "").replace(
                "%int %kept", "%int %twice"
            ),
            fall(),
            "nothing follows",
        ),
    ],
)  # fmt: skip
def test_refuses(body: str, step: ReplaceConditionalBranchWithFallThrough, reason: str) -> None:
    refuse(body, step, reason)


def test_refuses_what_does_not_matter() -> None:
    module = module_of(IF)
    module.facts.add_irrelevant(ident("%condition"))
    refuse(
        module,
        fall(),
        "the condition is irrelevant: read by a switch, it would not be one of two values",
    )


test_sound = soundness(ReplaceConditionalBranchWithFallThrough)
test_proved = proved(ReplaceConditionalBranchWithFallThrough)
