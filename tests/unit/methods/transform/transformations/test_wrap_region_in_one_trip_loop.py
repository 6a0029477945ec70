from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.wrap_region_in_one_trip_loop import (
    Form,
    WrapRegionInOneTripLoop,
)

ZERO = "%other_0 = OpConstant %int 0\n"
BODY = """
    OpBranch %first
    %first = OpLabel
    %start = OpPhi %int %i %entry
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpBranch %join
    %join = OpLabel
    %sum = OpIAdd %int %start %int_1
    OpBranch %last
    %last = OpLabel
    %product = OpIMul %int %sum %i
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %back
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %check
    %check = OpLabel
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %tail %after
    %tail = OpLabel
    OpBranch %continue
    %continue = OpLabel
    OpBranch %back
    %back = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
    OpBranch %end
    %end = OpLabel
"""
RETURNED = """
    OpBranch %only
    %only = OpLabel
    %sum = OpIAdd %int %i %int_1
"""
POINTER = """
    %v = OpVariable %local_pair Function
    OpBranch %only
    %only = OpLabel
    %p = OpAccessChain %local_int %v %int_0
    OpBranch %last
    %last = OpLabel
    %got = OpLoad %int %p
"""
PAIR = "%local_pair = OpTypePointer Function %v2int\n"


def with_zero(body: str, globals_: str = "") -> Module:
    module = module_of(body, globals_=ZERO + globals_)
    module.facts.add_irrelevant(ident("%other_0"))
    return module


def wrap(
    entry: str, end: str, form: Form = "repeat", value: bool = True
) -> WrapRegionInOneTripLoop:
    return WrapRegionInOneTripLoop(ident(entry), ident(end), 1, 2, 3, form, value)


def count(
    entry: str, end: str, *results: str, counts: tuple[int, ...] = (4, 5, 6), first: int = 7
) -> WrapRegionInOneTripLoop:
    phis = tuple((ident(old), first + k) for k, old in enumerate(results))
    return WrapRegionInOneTripLoop(
        ident(entry), ident(end), 1, 2, 3, "count", counts=counts, phis=phis
    )


def test_leaves_the_loop_at_the_continue_target() -> None:
    module = expect(
        BODY,
        wrap("%first", "%join"),
        """
        OpBranch %1
        %1 = OpLabel
        OpLoopMerge %3 %2 None
        OpBranch %first
        %first = OpLabel
        %start = OpPhi %int %i %1
        OpSelectionMerge %join None
        """,
        """
        %sum = OpIAdd %int %start %int_1
        OpBranch %2
        %2 = OpLabel
        OpBranchConditional %true %3 %1
        %3 = OpLabel
        OpBranch %last
        """,
    )
    assert loop_header(module, block_of(module, "%then")) is block_of(module, 1)
    assert not block_of(module, 2).dead
    expect(BODY, wrap("%first", "%join", value=False), "OpBranchConditional %false %1 %3")


def test_breaks_before_a_continue_target_that_is_dead() -> None:
    text = (
        "OpBranchConditional %true %3 %2\n%2 = OpLabel\nOpBranch %1\n%3 = OpLabel\nOpBranch %last"
    )
    module = expect(BODY, wrap("%first", "%join", "break"), text)
    assert [block.id for block in module.blocks if block.dead] == [2]
    expect(BODY, wrap("%first", "%join", "break", False), "OpBranchConditional %false %2 %3")


def test_counts_to_one_and_carries_results_through_the_header() -> None:
    module = expect(
        with_zero(BODY),
        count("%first", "%join", "%sum"),
        """
        %1 = OpLabel
        %4 = OpPhi %int %int_0 %entry %5 %2
        %7 = OpPhi %int %other_0 %entry %sum %2
        %6 = OpSLessThan %bool %4 %int_1
        OpLoopMerge %3 %2 None
        OpBranchConditional %6 %first %3
        """,
        (
            "OpBranch %2\n%2 = OpLabel\n%5 = OpIAdd %int %4 %int_1\nOpBranch %1\n"
            "%3 = OpLabel\nOpBranch %last"
        ),
        "%product = OpIMul %int %7 %i",
    )
    assert not module.facts.is_declared_irrelevant(7)


def test_a_result_that_leaves_stays_irrelevant_and_relaxed() -> None:
    module = with_zero(BODY)
    module.facts.add_irrelevant(ident("%sum"))
    count("%first", "%join", "%sum").apply(module)
    assert module.facts.is_declared_irrelevant(7)


def test_a_result_in_the_branch_and_in_a_phi_behind_it_is_carried() -> None:
    body = """
    OpBranch %only
    %only = OpLabel
    %flag = OpSLessThan %bool %i %int_1
    %sum = OpIAdd %int %i %int_1
    OpBranch %split
    %split = OpLabel
    OpSelectionMerge %end None
    OpBranchConditional %condition %loose %end
    %loose = OpLabel
    %twice = OpIAdd %int %sum %sum
    OpBranch %end
    %end = OpLabel
    %either = OpPhi %int %twice %loose %sum %split
    """
    expect(
        with_zero(body),
        count("%loose", "%loose", "%twice"),
        "OpBranchConditional %condition %1 %end",
        "%3 = OpLabel\nOpBranch %end",
        "%either = OpPhi %int %7 %3 %sum %split",
    )


def test_the_last_block_of_a_function_may_return_from_behind_the_loop() -> None:
    expect(
        RETURNED, wrap("%only", "%only"), "OpBranchConditional %true %3 %1\n%3 = OpLabel\nOpReturn"
    )
    expect(
        RETURNED,
        count("%only", "%only"),
        "OpBranchConditional %6 %only %3",
        "%3 = OpLabel\nOpReturn",
    )


def test_the_branch_out_of_a_loop_around_moves_behind_the_new_loop() -> None:
    module = expect(
        LOOP, wrap("%body", "%check"), "%3 = OpLabel\nOpBranchConditional %more %tail %after"
    )
    assert loop_header(module, block_of(module, 3)) is block_of(module, "%header")


def test_wraps_a_pointer_where_it_stays_available() -> None:
    expect(with_zero(POINTER, PAIR), wrap("%only", "%only"), "%got = OpLoad %int %p")


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("the end is a header", BODY, wrap("%first", "%first")),
        ("the selection ends outside", BODY, wrap("%then", "%join")),
        ("the first block", BODY, wrap("%entry", "%join")),
        ("a merge block of what is outside", BODY, wrap("%join", "%join")),
        ("a loop in part", LOOP, wrap("%entry", "%body")),
        ("a way past its end", LOOP, wrap("%body", "%tail")),
        ("in a continue construct", LOOP, wrap("%back", "%back")),
        ("no block", BODY, WrapRegionInOneTripLoop(9999, ident("%join"), 1, 2, 3, "repeat", True)),
        (
            "an id twice",
            BODY,
            WrapRegionInOneTripLoop(ident("%first"), ident("%join"), 1, 2, 2, "repeat", True),
        ),
        (
            "an id in use",
            BODY,
            WrapRegionInOneTripLoop(ident("%first"), ident("%join"), ident("%i"), 2, 3, "break"),
        ),
        ("no id for a result", BODY, count("%first", "%join")),
        (
            "too few ids for the counter",
            BODY,
            count("%first", "%join", "%sum", counts=(4, 5), first=7),
        ),
        (
            "the result's id is one of the counter's",
            BODY,
            count("%first", "%join", "%sum", first=6),
        ),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(with_zero(body), step, reason)


def test_refuses_without_its_constants() -> None:
    refuse(BODY, count("%first", "%join", "%sum"), "no irrelevant zero")
    module = module_of(BODY)
    module.facts.add_irrelevant(ident("%true"))
    refuse(module, wrap("%first", "%join"), "%true may become false")
    module = with_zero(BODY)
    module.facts.add_irrelevant(ident("%int_1"))
    refuse(module, count("%first", "%join", "%sum"), "%int_1 may become another number")


def test_refuses_to_carry_a_pointer() -> None:
    refuse(with_zero(POINTER, PAIR), count("%only", "%only", "%p"), "no OpPhi of pointers")


def test_refuses_what_needs_uniform_control_flow() -> None:
    body = RETURNED.replace("%sum = OpIAdd %int %i %int_1", "%slope = OpDPdx %float %f")
    refuse(body, wrap("%only", "%only"), "a derivative")


test_sound = soundness(WrapRegionInOneTripLoop)
test_proved = proved(WrapRegionInOneTripLoop)
