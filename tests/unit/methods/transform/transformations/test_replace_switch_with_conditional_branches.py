from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.methods.transform.transformations.replace_switch_with_conditional_branches import (
    InnerSelection,
    ReplaceSwitchWithConditionalBranches,
)

THREE = """
    OpSelectionMerge %merge DontFlatten
    OpSwitch %i %default 0 %zero 1 %one 5 %one
    %zero = OpLabel
    %a = OpIAdd %int %i %int_1
    OpBranch %merge
    %one = OpLabel
    %b = OpPhi %int %int_5 %entry
    OpBranch %merge
    %default = OpLabel
    %c = OpPhi %int %int_0 %entry
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %a %zero %b %one %c %default
    %other = OpPhi %int %i %default %int_5 %zero %int_1 %one
"""
THREE_BECOMES = """
    %10 = OpIEqual %bool %i %int_0
    OpSelectionMerge %merge None
    OpBranchConditional %10 %zero %20
    %20 = OpLabel
    %11 = OpIEqual %bool %i %int_1
    %12 = OpIEqual %bool %i %int_5
    %13 = OpLogicalOr %bool %11 %12
    OpSelectionMerge %21 None
    OpBranchConditional %13 %one %default
    %zero = OpLabel
    %a = OpIAdd %int %i %int_1
    OpBranch %merge
    %one = OpLabel
    %b = OpPhi %int %int_5 %20
    OpBranch %21
    %default = OpLabel
    %c = OpPhi %int %int_0 %20
    OpBranch %21
    %21 = OpLabel
    %22 = OpPhi %int %b %one %c %default
    %23 = OpPhi %int %int_1 %one %i %default
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %a %zero %22 %21
    %other = OpPhi %int %int_5 %zero %23 %21
"""
SINGLE = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %merge
    %zero = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %int_1 %entry %int_5 %zero
"""
EMPTY = """
    OpSelectionMerge %merge None
    OpSwitch %i %default 0 %merge 1 %one
    %one = OpLabel
    OpReturn
    %default = OpLabel
    OpReturn
    %merge = OpLabel
    %picked = OpPhi %int %int_1 %entry
"""
FOUR = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %merge 5 %five
    %zero = OpLabel
    OpReturn
    %five = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %int_1 %entry %int_5 %five
"""
UNREACHED = """
    OpSelectionMerge %merge None
    OpSwitch %i %default 0 %zero 1 %one
    %zero = OpLabel
    OpReturn
    %one = OpLabel
    OpReturn
    %default = OpLabel
    OpReturn
    %merge = OpLabel
    OpUnreachable
    %nowhere = OpLabel
"""
INSIDE = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %one
    %zero = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpBranch %join
    %join = OpLabel
    OpBranch %merge
    %one = OpLabel
    OpBranchConditional %condition %merge %rest
    %rest = OpLabel
    OpReturn
    %merge = OpLabel
"""
NESTED_BREAK = INSIDE.replace(
    "%then = OpLabel\n    OpBranch %join", "%then = OpLabel\n    OpBranch %merge"
)
HEADER_BREAK = INSIDE.replace("%condition %then %join", "%condition %merge %join").replace(
    "%then = OpLabel\n    OpBranch %join\n", ""
)
FALLS = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %one
    %zero = OpLabel
    OpBranch %one
    %one = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
NO_CASE = """
    OpSelectionMerge %merge None
    OpSwitch %i %default
    %default = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
EARLY_MERGE = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %zero 1 %one
    %merge = OpLabel
    OpReturn
    %zero = OpLabel
    OpBranch %merge
    %one = OpLabel
    OpBranch %merge
    %nowhere = OpLabel
"""
LOOP = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %again None
    OpBranch %body
    %body = OpLabel
    OpSelectionMerge %merge None
    OpSwitch %i %default 0 %zero 1 %one
    %zero = OpLabel
    OpBranch %again
    %one = OpLabel
    OpBranch %done
    %default = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %again
    %again = OpLabel
    OpBranch %head
    %done = OpLabel
"""
NO_CONSTANT = FALLS.replace("OpBranch %one", "OpBranch %merge").replace("1 %one", "9 %one")
UNDEFINED = "%u = OpUndef %int\n%v = OpIAdd %int %u %i\n" + SINGLE.replace(
    "OpSwitch %i", "OpSwitch %v"
)
MANY = "OpSelectionMerge %merge None\nOpSwitch %i %merge {}\n{}%merge = OpLabel\n"


def many(cases: int, literals: int) -> str:
    """Return a switch with so many cases, and so many literals for each; all of them are 0, 1,
    5 or have none.
    """
    heads = " ".join(
        f"{case * 100 + k} %case_{case}" for case in range(cases) for k in range(literals)
    )
    return MANY.format(
        heads, "".join(f"%case_{case} = OpLabel\nOpBranch %merge\n" for case in range(cases))
    )


def chain(
    comparisons: tuple[tuple[int, ...], ...], *selections: InnerSelection, header: str = "%entry"
) -> ReplaceSwitchWithConditionalBranches:
    return ReplaceSwitchWithConditionalBranches(ident(header), comparisons, selections)


ONE = chain(((10,),))
TWO = chain(((10,), (11,)), InnerSelection(20, 21, (22,)))
IN_LOOP = chain(((10,), (11,)), InnerSelection(20, 21, (22,)), header="%body")
FIRST = (10,), (11, 12, 13)


def test_cases_become_nested_selections() -> None:
    module = expect(
        THREE,
        chain(FIRST, InnerSelection(20, 21, (22, 23))),
        THREE_BECOMES.replace("None", "DontFlatten", 1),
    )
    assert not block_of(module, 20).dead


def test_a_case_that_goes_where_the_default_goes_is_none() -> None:
    expect(
        SINGLE,
        ONE,
        (
            "%10 = OpIEqual %bool %i %int_0\nOpSelectionMerge %merge None\n"
            "OpBranchConditional %10 %zero %merge"
        ),
        "%picked = OpPhi %int %int_5 %zero %int_1 %entry",
    )


def test_a_case_may_be_empty() -> None:
    expect(
        EMPTY,
        TWO,
        "OpSelectionMerge %merge None\nOpBranchConditional %10 %merge %20",
        "OpSelectionMerge %21 None\nOpBranchConditional %11 %one %default",
        "%21 = OpLabel\nOpUnreachable",
        "%picked = OpPhi %int %int_1 %entry",
    )


def test_an_inner_selection_may_be_left_at_once() -> None:
    expect(
        FOUR.replace("%merge 0", "%five 0").replace(" 5 %five", ""),
        TWO,
        "OpSelectionMerge %21 None\nOpBranchConditional %11 %21 %five",
        (
            "%five = OpLabel\nOpBranch %21\n%21 = OpLabel\n"
            "%22 = OpPhi %int %int_5 %five %int_1 %20\nOpBranch %merge"
        ),
        "%picked = OpPhi %int %22 %21",
    )


def test_the_default_may_be_empty() -> None:
    expect(
        FOUR.replace("1 %merge", ""),
        TWO,
        "OpSelectionMerge %21 None\nOpBranchConditional %11 %five %21",
        "%22 = OpPhi %int %int_5 %five %int_1 %20",
    )


def test_nobody_may_get_to_the_merge_block() -> None:
    expect(UNREACHED, TWO, "%21 = OpLabel\nOpUnreachable\n%merge = OpLabel\nOpUnreachable")


def test_cases_may_have_constructs_and_conditional_ways_out() -> None:
    expect(
        INSIDE,
        TWO,
        "%join = OpLabel\nOpBranch %merge",
        "%one = OpLabel\nOpBranchConditional %condition %21 %rest",
        "%21 = OpLabel\nOpBranch %merge",
    )


def test_cases_may_leave_the_loop_around() -> None:
    expect(
        LOOP,
        IN_LOOP,
        "%one = OpLabel\nOpBranch %done\n%default = OpLabel\nOpBranch %21\n%21 = OpLabel",
    )


def test_new_blocks_are_as_dead_as_the_header() -> None:
    module = module_of(LOOP)
    block_of(module, "%body").dead = True
    expect(module, IN_LOOP)
    assert block_of(module, 20).dead
    assert block_of(module, 21).dead


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (THREE, chain(FIRST, InnerSelection(20, 21, (22, 22))), "an id twice"),
        (THREE, chain(FIRST, InnerSelection(20, ident("%a"), (22, 23))), "an id is not fresh"),
        (THREE, chain(FIRST, InnerSelection(20, 21, (22,))), "too few ids for the OpPhis"),
        (
            THREE,
            chain(((10,), (11, 12)), InnerSelection(20, 21, (22, 23))),
            "too few ids for the comparisons",
        ),
        (THREE, chain(((10,),), InnerSelection(20, 21, (22, 23))), "a case without comparisons"),
        (THREE, chain(FIRST), "no labels"),
        (SINGLE, chain(((10,),), header="%zero"), "no switch"),
        (SINGLE, chain(((10,),), header="%i"), "no block"),
        (NO_CASE, chain(()), "no case but the default"),
        (FALLS, TWO, "a case falls through"),
        (NESTED_BREAK, TWO, "a selection inside is left for the merge block of the switch"),
        (
            HEADER_BREAK,
            TWO,
            "a selection inside is left for the merge block of the switch by its header",
        ),
        (EARLY_MERGE, TWO, "the merge block stands before what leads there"),
        (NO_CONSTANT, TWO, "no constant for a literal"),
        (UNDEFINED, ONE, "the selector may be undefined"),
    ],
)
def test_refuses(body: str, step: ReplaceSwitchWithConditionalBranches, reason: str) -> None:
    refuse(body, step, reason)


@pytest.mark.parametrize("value", ["%i", "%int_0"])
def test_refuses_what_does_not_matter(value: str) -> None:
    module = module_of(SINGLE)
    module.facts.add_irrelevant(ident(value))
    refuse(module, ONE, f"{value} is irrelevant")


@pytest.mark.parametrize(
    ("cases", "literals", "allowed"), [(4, 2, True), (5, 1, False), (3, 3, False)]
)
def test_refuses_large_switches(cases: int, literals: int, allowed: bool) -> None:
    values = [case * 100 + k for case in range(cases) for k in range(literals)]
    globals_ = "".join(
        f"%k_{value} = OpConstant %int {value}\n" for value in values if value not in (0, 1)
    )
    module = module_of(many(cases, literals), globals_=globals_)
    each = 2 * literals - 1
    comparisons = tuple(
        tuple(range(10 + case * each, 10 + case * each + each)) for case in range(cases)
    )
    selections = [InnerSelection(50 + 2 * case, 51 + 2 * case) for case in range(cases - 1)]
    step = chain(comparisons, *selections)
    if allowed:
        expect(module, step, "OpSelectionMerge %55 None")
    else:
        refuse(module, step, "too many cases or literals")


def test_sets_constants_apart_from_another_type() -> None:
    refuse(
        SINGLE.replace("OpSwitch %i", "OpSwitch %uint_3").replace("0 %zero", "5 %zero"),
        ONE,
        "no constant of uint",
    )


test_sound = soundness(ReplaceSwitchWithConditionalBranches)
test_proved = proved(ReplaceSwitchWithConditionalBranches)
