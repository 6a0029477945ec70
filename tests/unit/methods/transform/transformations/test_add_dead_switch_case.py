from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.constructs import construct_header
from aberration.methods.transform.transformations.add_dead_switch_case import AddDeadSwitchCase

SWITCH = """
    %bit = OpBitwiseAnd %int %i %int_1
    OpSelectionMerge %merge None
    OpSwitch %bit %default 0 %zero 1 %one
    %zero = OpLabel
    OpBranch %merge
    %one = OpLabel
    %in = OpPhi %int %int_5 %entry
    OpBranch %merge
    %default = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %int_0 %zero %in %one %i %default
"""
FALLS = """
    %bit = OpBitwiseAnd %int %i %int_1
    OpSelectionMerge %merge None
    OpSwitch %bit %default 0 %zero 1 %one
    %zero = OpLabel
    OpBranch %one
    %one = OpLabel
    OpBranch %merge
    %default = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
DEFAULT_CASE = SWITCH.replace("0 %zero 1 %one", "0 %zero 1 %one 7 %default")
TWICE = SWITCH.replace("1 %one", "1 %one 7 %one")
LONG = """
    %bit = OpBitwiseAnd %int %i %int_1
    OpSelectionMerge %merge None
    OpSwitch %bit %default 0 %zero
    %zero = OpLabel
    %got = OpIAdd %int %i %int_1
    OpBranch %merge
    %default = OpLabel
    OpReturn
    %merge = OpLabel
    %use = OpIAdd %int %got %int_1
"""
UNREACHED = SWITCH.replace("OpBranch %merge", "OpReturn").replace(
    "%picked = OpPhi %int %int_0 %zero %in %one %i %default", ""
)
LOOP_CASE = """
    %bit = OpBitwiseAnd %int %i %int_1
    OpSelectionMerge %merge None
    OpSwitch %bit %merge 0 %zero
    %zero = OpLabel
    OpLoopMerge %done %again None
    OpBranchConditional %condition %again %done
    %again = OpLabel
    OpBranch %zero
    %done = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
UNDEFINED = SWITCH.replace(
    "%bit = OpBitwiseAnd %int %i", "%u = OpUndef %int\n%bit = OpBitwiseAnd %int %u"
)


def case(
    target: str, literal: int = 2, *phi_ids: str, header: str = "%entry", fresh: int = 7
) -> AddDeadSwitchCase:
    return AddDeadSwitchCase(
        fresh, ident(header), literal, ident(target), tuple(map(ident, phi_ids))
    )


def test_a_case_leads_to_the_merge_block() -> None:
    module = expect(
        SWITCH,
        case("%merge", 2, "%i"),
        (
            "OpSwitch %bit %default 0 %zero 1 %one 2 %7\n%7 = OpLabel\nOpBranch %merge\n"
            "%zero = OpLabel"
        ),
        "%picked = OpPhi %int %int_0 %zero %in %one %i %default %i %7",
    )
    assert block_of(module, 7).dead
    assert construct_header(module, block_of(module, 7)) is block_of(module, "%entry")


@pytest.mark.parametrize(
    ("target", "phi_ids", "expected"),
    [
        (
            "%one",
            ("%int_1",),
            "OpSwitch %bit %default 0 %zero -3 %7 1 %one\n%7 = OpLabel\nOpBranch %one",
        ),
        ("%zero", (), "OpSwitch %bit %default -3 %7 0 %zero 1 %one\n%7 = OpLabel\nOpBranch %zero"),
    ],
)
def test_a_case_falls_through(target: str, phi_ids: tuple[str, ...], expected: str) -> None:
    module = expect(SWITCH, case(target, 0xFFFFFFFD, *phi_ids), expected)
    given = [phi.ops for phi in phis(block_of(module, target))]
    assert given == [[ident("%int_5"), ident("%entry"), ident(value), 7] for value in phi_ids]


def test_a_case_may_fall_through_to_one_that_does() -> None:
    expect(
        FALLS,
        case("%zero"),
        "OpSwitch %bit %default 2 %7 0 %zero 1 %one",
        "%7 = OpLabel\nOpBranch %zero",
    )


def test_several_cases() -> None:
    module = expect(SWITCH, case("%one", 2, "%int_1"))
    expect(
        module,
        AddDeadSwitchCase(8, ident("%entry"), 3, 7),
        "OpSwitch %bit %default 0 %zero 3 %8 2 %7 1 %one",
    )


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (SWITCH, case("%merge", 2, "%i", fresh=ident("%i")), "the id is not fresh"),
        (SWITCH, case("%merge", 2, "%i", header="%zero"), "no switch"),
        (SWITCH, case("%merge", 1, "%i"), "a case has the literal"),
        (SWITCH, case("%merge", 0, "%i"), "a case has the literal, and it is picked"),
        (SWITCH, case("%merge", 2), "no id for the OpPhi"),
        (SWITCH, case("%merge", 2, "%f"), "an id of another type"),
        (SWITCH, case("%merge", 2, "%in"), "an id that is not available"),
        (SWITCH, case("%merge", 1 << 32, "%i"), "no word"),
        (SWITCH, case("%merge", -1, "%i"), "no word"),
        (SWITCH, case("%default"), "the default"),
        (DEFAULT_CASE, case("%default"), "the default, which is a case as well"),
        (SWITCH, case("%entry"), "no case"),
        (SWITCH, case("%i"), "no block"),
        (TWICE, case("%one", 2, "%int_1"), "a case of two literals"),
        (FALLS, case("%one"), "another case falls through to it"),
        (LONG, case("%merge"), "the merge block uses what a case computes"),
        (UNREACHED, case("%merge"), "nobody gets to the merge block"),
        (LOOP_CASE, case("%zero"), "the case is a loop header"),
        (
            SWITCH.replace("OpSwitch %bit", "OpSwitch %i"),
            case("%merge", 2, "%i"),
            "nothing is known of the selector",
        ),
        (UNDEFINED, case("%merge", 2, "%i"), "the selector may be undefined"),
    ],
)
def test_refuses(body: str, step: AddDeadSwitchCase, reason: str) -> None:
    refuse(body, step, reason)


def test_refuses_a_selector_that_does_not_matter() -> None:
    module = module_of(SWITCH)
    module.facts.add_irrelevant(ident("%bit"))
    refuse(module, case("%merge", 2, "%i"), "irrelevant")


test_sound = soundness(AddDeadSwitchCase)
test_proved = proved(AddDeadSwitchCase)
