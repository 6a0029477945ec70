from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import switch_header
from aberration.methods.transform.transformations.peel_switch_case import PeelSwitchCase

SWITCH = """
    OpSelectionMerge %merge DontFlatten
    OpSwitch %i %default 0 %zero 1 %one 5 %five
    %zero = OpLabel
    %a = OpPhi %int %int_1 %entry
    OpBranch %one
    %one = OpLabel
    %b = OpPhi %int %int_5 %entry %a %zero
    %c = OpPhi %int %int_0 %zero %i %entry
    OpBranch %merge
    %five = OpLabel
    OpBranch %default
    %default = OpLabel
    %d = OpPhi %int %int_0 %entry %int_1 %five
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %b %one %d %default
"""
SWITCH_BECOMES = """
    %10 = OpIEqual %bool %i %int_0
    OpSelectionMerge %20 None
    OpBranchConditional %10 %zero %20
    %20 = OpLabel
    %21 = OpPhi %int %int_5 %entry %a %zero
    %22 = OpPhi %int %int_0 %zero %i %entry
    OpSelectionMerge %merge DontFlatten
    OpSwitch %i %default 0 %one 1 %one 5 %five
    %zero = OpLabel
    %a = OpPhi %int %int_1 %entry
    OpBranch %20
    %one = OpLabel
    %b = OpPhi %int %21 %20
    %c = OpPhi %int %22 %20
    OpBranch %merge
    %five = OpLabel
    OpBranch %default
    %default = OpLabel
    %d = OpPhi %int %int_0 %20 %int_1 %five
"""
SEVERAL = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %zero 5 %five
    %zero = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpReturn
    %join = OpLabel
    OpBranch %five
    %five = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %i %entry %int_0 %five
"""
APART = SEVERAL.replace("0 %zero 1 %zero 5 %five", "0 %zero 5 %five 1 %zero").replace(
    "OpBranch %five", "OpReturn"
)
LOOP = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %again None
    OpBranch %body
    %body = OpLabel
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %one
    %zero = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpBranch %again
    %right = OpLabel
    OpBranch %done
    %join = OpLabel
    OpBranch %one
    %one = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %again
    %again = OpLabel
    OpBranch %head
    %done = OpLabel
"""
LEAVES = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %one
    %zero = OpLabel
    OpBranchConditional %condition %merge %one
    %one = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
NO_CONSTANT = SWITCH.replace("0 %zero 1 %one", "9 %zero 1 %one")
UNDEFINED = "%u = OpUndef %int\n%v = OpIAdd %int %u %i\n" + SWITCH.replace(
    "OpSwitch %i", "OpSwitch %v"
)
FIVE = SEVERAL.replace("0 %zero 1 %zero", "0 %zero 1 %zero 2 %zero 3 %zero 4 %zero")


def peel(
    case: str = "%zero",
    comparisons: tuple[int, ...] = (10,),
    phis: tuple[int, ...] = (21, 22),
    header: str = "%entry",
    switch: int = 20,
) -> PeelSwitchCase:
    return PeelSwitchCase(ident(header), ident(case), comparisons, switch, phis)


def test_a_case_is_executed_before_the_switch() -> None:
    module = expect(SWITCH, peel(), SWITCH_BECOMES)
    assert not block_of(module, 20).dead
    assert switch_header(module, block_of(module, "%one")) is block_of(module, 20)
    assert switch_header(module, block_of(module, "%zero")) is None


def test_a_case_may_fall_through_to_the_default() -> None:
    expect(
        SWITCH,
        peel("%five", phis=(21,)),
        "%20 = OpLabel\n%21 = OpPhi %int %int_0 %entry %int_1 %five",
        (
            "OpSwitch %i %default 0 %zero 1 %one 5 %default\n%zero = OpLabel\n"
            "%a = OpPhi %int %int_1 %20"
        ),
        "%b = OpPhi %int %int_5 %20 %a %zero",
        "%five = OpLabel\nOpBranch %20\n%default = OpLabel\n%d = OpPhi %int %21 %20",
    )


def test_a_case_may_have_several_literals_and_constructs() -> None:
    expect(
        SEVERAL,
        peel(comparisons=(10, 11, 12), phis=()),
        (
            "%10 = OpIEqual %bool %i %int_0\n%11 = OpIEqual %bool %i %int_1\n"
            "%12 = OpLogicalOr %bool %10 %11"
        ),
        "OpSelectionMerge %20 None\nOpBranchConditional %12 %zero %20",
        "OpSwitch %i %merge 0 %five 1 %five 5 %five",
        "%join = OpLabel\nOpBranch %20",
        "%picked = OpPhi %int %i %20 %int_0 %five",
    )


def test_a_case_need_not_fall_through_for_good() -> None:
    join = LOOP.replace("%condition %left %right", "%condition %left %join").replace(
        "%right = OpLabel\n    OpBranch %done\n", ""
    )
    expect(
        join,
        peel(phis=(), header="%body"),
        "%left = OpLabel\nOpBranch %again\n%join = OpLabel\nOpBranch %20",
    )


def test_the_new_block_is_as_dead_as_the_header() -> None:
    module = module_of(
        "OpBranch %header\n%header = OpLabel\n" + SWITCH.replace("%entry", "%header")
    )
    block_of(module, "%header").dead = True
    expect(module, peel(header="%header"))
    assert block_of(module, 20).dead


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (SWITCH, peel(switch=ident("%i")), "the id is not fresh"),
        (SWITCH, peel(switch=10), "an id twice"),
        (SWITCH, peel(comparisons=(10, 11)), "too many ids for the comparison"),
        (SWITCH, peel(phis=(21,)), "too few ids for the OpPhis"),
        (SWITCH, peel(header="%zero"), "no switch"),
        (SWITCH, peel(header="%i"), "no block"),
        (SWITCH, peel("%entry"), "no case"),
        (SWITCH, peel("%default"), "the default"),
        (SWITCH, peel("%one"), "the case does not fall through, and another one does to it"),
        (
            SWITCH.replace("5 %five", "5 %five 7 %default"),
            peel("%default"),
            "the default, which is a case as well",
        ),
        (SEVERAL, peel("%five"), "the case does not fall through"),
        (APART, peel(comparisons=(10, 11, 12), phis=()), "the literals are no neighbours"),
        (FIVE, peel(comparisons=tuple(range(10, 19)), phis=()), "too many literals"),
        (LOOP, peel(phis=(), header="%body"), "the way on is never taken"),
        (LEAVES, peel(phis=()), "the case leads to the merge block, too"),
        (NO_CONSTANT, peel(), "no constant for the literal"),
        (UNDEFINED, peel(), "the selector may be undefined"),
    ],
)
def test_refuses(body: str, step: PeelSwitchCase, reason: str) -> None:
    refuse(body, step, reason)


@pytest.mark.parametrize("value", ["%i", "%int_0"])
def test_refuses_what_does_not_matter(value: str) -> None:
    module = module_of(SWITCH)
    module.facts.add_irrelevant(ident(value))
    refuse(module, peel(), f"{value} is irrelevant")


test_sound = soundness(PeelSwitchCase)


test_proved = proved(PeelSwitchCase)
