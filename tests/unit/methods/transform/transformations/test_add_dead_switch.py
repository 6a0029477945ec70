from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import switch_header
from aberration.methods.transform.transformations.add_dead_switch import AddDeadSwitch, DeadCase

STRAIGHT = """
    OpBranch %next
    %next = OpLabel
    %copy = OpPhi %int %i %entry
    %use = OpIAdd %int %copy %int_1
"""
LOOP = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %again None
    OpBranch %body
    %body = OpLabel
    OpBranch %again
    %again = OpLabel
    OpBranchConditional %condition %head %done
    %done = OpLabel
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
INSIDE = """
    OpSelectionMerge %outer None
    OpSwitch %i %outer 3 %case 4 %last
    %case = OpLabel
    OpBranch %inside
    %inside = OpLabel
    OpBranch %last
    %last = OpLabel
    OpBranch %outer
    %outer = OpLabel
"""
NOWHERE = """
    OpReturn
    %nowhere = OpLabel
    OpBranch %next
    %next = OpLabel
"""
A, B, C = DeadCase(0, 10), DeadCase(4, 11), DeadCase(0xFFFFFFFF, 12)
FALLS = DeadCase(0, 10, True)


def switch(
    *cases: DeadCase,
    block: str = "%entry",
    value: int = 1,
    default: int = 0,
    before: int = 0,
    type_name: str = "%int",
) -> AddDeadSwitch:
    return AddDeadSwitch(ident(block), ident(type_name), value, cases, default, before)


def test_the_successor_is_the_default() -> None:
    module = expect(
        STRAIGHT,
        switch(A, B),
        """
        OpSelectionMerge %next None
        OpSwitch %int_1 %next 0 %10 4 %11
        %10 = OpLabel
        OpBranch %next
        %11 = OpLabel
        OpBranch %next
        %next = OpLabel
        %copy = OpPhi %int %i %entry %i %10 %i %11
        """,
    )
    assert [block_of(module, label).dead for label in (10, 11)] == [True, True]
    assert switch_header(module, block_of(module, 11)) is block_of(module, "%entry")


@pytest.mark.parametrize(
    ("before", "targets"),
    [
        (0, "1 %next 0 %10 4 %11"),
        (1, "0 %10 1 %next 4 %11"),
        (2, "0 %10 4 %11 1 %next"),
        (9, "0 %10 4 %11 1 %next"),
    ],
)
def test_the_default_is_dead(before: int, targets: str) -> None:
    module = expect(
        STRAIGHT,
        switch(A, B, default=13, before=before),
        f"OpSelectionMerge %next None\nOpSwitch %int_1 %13 {targets}",
        (
            "%13 = OpLabel\nOpBranch %next\n%next = OpLabel\n"
            "%copy = OpPhi %int %i %entry %i %10 %i %11 %i %13"
        ),
    )
    assert block_of(module, 13).dead


@pytest.mark.parametrize(
    ("before", "targets"), [(0, "1 %next 0 %10 4 %11 -1 %12"), (1, "0 %10 4 %11 1 %next -1 %12")]
)
def test_cases_fall_through(before: int, targets: str) -> None:
    expect(
        STRAIGHT,
        switch(FALLS, B, C, default=13, before=before),
        f"OpSwitch %int_1 %13 {targets}",
        "%10 = OpLabel\nOpBranch %11\n%11 = OpLabel\nOpBranch %next\n%12 = OpLabel\nOpBranch %next",
        "%copy = OpPhi %int %i %entry %i %11 %i %12 %i %13",
    )


def test_a_switch_may_stand_in_a_case() -> None:
    expect(
        INSIDE,
        switch(A, block="%case"),
        "OpSelectionMerge %inside None\nOpSwitch %int_1 %inside 0 %10",
    )


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        (STRAIGHT, switch(), "no case"),
        (STRAIGHT, switch(*[DeadCase(k + 2, k + 10) for k in range(9)]), "too many cases"),
        (STRAIGHT, switch(A, DeadCase(0, 11)), "a literal twice"),
        (STRAIGHT, switch(A, DeadCase(1, 11)), "the literal of the value"),
        (STRAIGHT, switch(A, DeadCase(1 << 32, 11)), "no word"),
        (STRAIGHT, switch(A, DeadCase(-2, 11)), "no word"),
        (STRAIGHT, switch(A, DeadCase(2, 10)), "an id twice"),
        (STRAIGHT, switch(A, default=10), "an id twice"),
        (STRAIGHT, switch(A, DeadCase(2, ident("%i"))), "the id is not fresh"),
        (STRAIGHT, switch(B, FALLS), "the last case falls through"),
        (STRAIGHT, switch(A, value=77), "no such constant"),
        (STRAIGHT, switch(A, type_name="%float"), "no integer type"),
        (STRAIGHT, switch(A, block="%next"), "no OpBranch"),
        (STRAIGHT, switch(A, block="%i"), "no block"),
        (LOOP, switch(A), "the successor is a loop header"),
        (LOOP, switch(A, block="%head"), "a loop header"),
        (LOOP, switch(A, block="%body"), "the successor is a continue target"),
        (LOOP, switch(A, block="%meeting"), "the successor is a merge block"),
        (LOOP, switch(A, block="%then"), "the successor is not dominated"),
        (INSIDE, switch(A, block="%inside"), "the successor is the next case"),
        (NOWHERE, switch(A, block="%nowhere"), "unreachable"),
    ],
)
def test_refuses(body: str, step: AddDeadSwitch, reason: str) -> None:
    refuse(body, step, reason)


def test_refuses_a_constant_that_does_not_matter() -> None:
    module = module_of(STRAIGHT)
    module.facts.add_irrelevant(ident("%int_1"))
    refuse(module, switch(A), "irrelevant")


test_sound = soundness(AddDeadSwitch)
test_proved = proved(AddDeadSwitch)
