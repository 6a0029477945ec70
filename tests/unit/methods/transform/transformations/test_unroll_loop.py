from __future__ import annotations

import pytest
from helpers.loops import BREAK, NOT_LOOPS, REPEAT, SINGLE, WHILE, round_from
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.constructs import in_continue, loop_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.building.loop_shape import Round
from aberration.methods.transform.transformations.unroll_loop import UnrollLoop


def unroll(module: Module, *after: str, first: int = 1) -> UnrollLoop:
    return UnrollLoop(ident("%header"), round_from(module, first, *after))


def test_both_rounds_leave_the_loop_at_their_headers() -> None:
    module = module_of(WHILE)
    expect(
        module,
        unroll(module, "%n"),
        """
        OpBranch %1
        %1 = OpLabel
        %2 = OpPhi %int %int_0 %entry %next %continue
        %3 = OpSLessThan %bool %2 %int_5
        OpLoopMerge %after %continue None
        OpBranchConditional %3 %4 %after
        %4 = OpLabel
        %5 = OpIAdd %int %2 %2
        OpBranch %6
        %6 = OpLabel
        %7 = OpIAdd %int %2 %int_1
        OpBranch %header
        %header = OpLabel
        %n = OpPhi %int %7 %6
        %more = OpSLessThan %bool %n %int_5
        OpBranchConditional %more %body %after
        """,
        "%next = OpIAdd %int %n %int_1\nOpBranch %1\n%after = OpLabel",
        """
        %8 = OpPhi %int %n %header %2 %1
        %last = OpPhi %int %n %header %2 %1
        %result = OpIMul %int %8 %last
        """,
    )
    assert loop_header(module, block_of(module, "%body")) is block_of(module, 1)


def test_both_rounds_break() -> None:
    module = module_of(BREAK)
    expect(
        module,
        unroll(module, "%twice"),
        (
            "%2 = OpPhi %int %int_0 %entry %next %continue\n"
            "OpLoopMerge %after %continue DontUnroll\nOpBranch %3"
        ),
        "OpSelectionMerge %8 None\nOpBranchConditional %7 %after %8",
        "%header = OpLabel\n%n = OpPhi %int %10 %9\nOpBranch %body",
        "OpSelectionMerge %rest None\nOpBranchConditional %done %after %rest",
        "%11 = OpPhi %int %twice %join %6 %5",
    )


def test_the_copy_of_a_continue_target_breaks() -> None:
    module = module_of(REPEAT)
    expect(
        module,
        unroll(module, "%next"),
        (
            "%6 = OpSLessThan %bool %4 %int_5\nOpBranchConditional %6 %header %after\n"
            "%header = OpLabel"
        ),
        "OpBranchConditional %more %1 %after",
        "%7 = OpPhi %int %next %continue %4 %5",
    )


def test_a_single_block_becomes_the_continue_target_of_its_copy() -> None:
    module = module_of(SINGLE)
    expect(
        module,
        unroll(module, "%next"),
        "OpLoopMerge %after %header None\nOpBranchConditional %4 %header %after\n%header = OpLabel",
        "%n = OpPhi %int %3 %1\n%next = OpIAdd %int %n %int_1",
        "OpBranchConditional %more %1 %after",
        "%5 = OpPhi %int %next %header %3 %1",
    )
    assert in_continue(module, block_of(module, "%header"))


def test_phis_that_change_places_go_on_doing_so() -> None:
    body = SINGLE.replace(
        "%next = OpIAdd",
        (
            "%a = OpPhi %int %i %entry %b %header\n%b = OpPhi %int %n %entry %a %header\n"
            "%next = OpIAdd"
        ),
    ).replace("%n %entry", "%int_1 %entry")
    module = module_of(body)
    expect(
        module,
        unroll(module, "%next"),
        "%3 = OpPhi %int %i %entry %b %header\n%4 = OpPhi %int %int_1 %entry %a %header",
        "%a = OpPhi %int %4 %1\n%b = OpPhi %int %3 %1",
    )


def test_what_is_known_of_a_result_is_not_known_behind_the_loop() -> None:
    module = module_of(REPEAT)
    expect(module, unroll(module, "%next"))
    assert not available_before(module, ident("%next"), block_of(module, "%after").instructions[-1])


def test_copies_are_irrelevant_like_their_originals() -> None:
    module = module_of(WHILE)
    module.facts.add_irrelevant(ident("%n"))
    module.facts.add_irrelevant(ident("%twice"))
    expect(module, unroll(module, "%n"))
    assert [value for value in range(1, 9) if module.facts.is_declared_irrelevant(value)] == [
        2,
        5,
        8,
    ]


@pytest.mark.parametrize(("reason", "body"), NOT_LOOPS, ids=[reason for reason, _ in NOT_LOOPS])
def test_refuses_what_cannot_be_taken_apart(reason: str, body: str) -> None:
    ids = (
        "%header",
        "%n",
        "%more",
        "%body",
        "%twice",
        "%continue",
        "%next",
        "%join",
        "%then",
        "%done",
        "%rest",
        "%on",
    )
    many = [*ids, "%no", "%up", "%slope", *(f"%big_{k}" for k in range(100))]
    enough = Round(
        tuple((ident(name), 5000 + k) for k, name in enumerate(many)), ((ident("%n"), 4999),)
    )
    refuse(body, UnrollLoop(ident("%header"), enough), reason)


def test_refuses_missing_and_used_ids() -> None:
    module = module_of(WHILE)
    refuse(module, unroll(module), "no id for what is used behind the loop")
    refuse(module, unroll(module, "%n", first=ident("%i")), "an id in use")
    refuse(
        module,
        UnrollLoop(ident("%header"), round_from(module, 1, "%n", without=["%next"])),
        "no id for %next",
    )
    refuse(module, UnrollLoop(ident("%body"), round_from(module, 1, "%n")), "no loop")
    refuse(module, UnrollLoop(9999, round_from(module, 1, "%n")), "no block")


test_sound = soundness(UnrollLoop)
test_proved = proved(UnrollLoop)
