from __future__ import annotations

import msgspec
import pytest
from helpers.live_code import condition, know, tampered, wrong_steps
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_live_guard import AddLiveGuard

GLOBALS = """
    %zero = OpConstant %int 77
    %other_zero = OpConstant %int 0
    %image = OpTypePointer Private %int
"""
PIECE = """
    OpBranch %body
    %body = OpLabel
    %x = OpIAdd %int %i %int_1
    %y = OpIAdd %int %x %int_1
    OpBranch %exit
    %exit = OpLabel
    %z = OpIAdd %int %y %int_1
"""
SELECTION = """
    OpBranch %body
    %body = OpLabel
    %x = OpIAdd %int %i %int_1
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %p = OpPhi %int %i %then %x %body
    OpBranch %exit
    %exit = OpLabel
    %phi = OpPhi %int %p %merge
    OpBranch %last
    %last = OpLabel
    %z = OpIAdd %int %x %phi
    %w = OpIAdd %int %x %x
"""
TRUE = condition(o.OpSLessThan, ("%i", -2, 4), 5)
FALSE = condition(o.OpSGreaterThan, ("%i", -2, 4), 5)
STEP = AddLiveGuard(ident("%entry"), ident("%exit"), TRUE, 20, ((ident("%y"), 21),))
LARGE = AddLiveGuard(ident("%entry"), ident("%exit"), TRUE, 20, ((ident("%x"), 21),))


def irrelevant_zero(module: Module) -> None:
    module.facts.add_irrelevant(ident("%int_0"))


def test_puts_a_piece_under_a_condition() -> None:
    module = expect(
        PIECE,
        STEP,
        """
        %30 = OpSLessThan %bool %i %int_5
        OpSelectionMerge %exit None
        OpBranchConditional %30 %body %20
        %20 = OpLabel
        OpBranch %exit
        %body = OpLabel
        """,
        """
        %exit = OpLabel
        %21 = OpPhi %int %y %body %int_0 %20
        %z = OpIAdd %int %21 %int_1
        """,
        prepare=irrelevant_zero,
    )
    assert block_of(module, 20).dead
    assert not block_of(module, "%body").dead


def test_the_other_side_may_be_empty_and_the_condition_false() -> None:
    step = msgspec.structs.replace(STEP, condition=FALSE, dead=0)
    expect(
        PIECE,
        step,
        "OpBranchConditional %30 %exit %body\n%body = OpLabel",
        "%21 = OpPhi %int %y %body %int_0 %entry",
        prepare=irrelevant_zero,
    )


def test_a_region_of_several_blocks_and_opphis_of_the_exit() -> None:
    expect(
        SELECTION,
        LARGE,
        "OpSelectionMerge %exit None\nOpBranchConditional %30 %body %20",
        "%p = OpPhi %int %i %then %x %body",
        "%21 = OpPhi %int %x %merge %int_0 %20\n%phi = OpPhi %int %p %merge %int_0 %20",
        "%z = OpIAdd %int %21 %phi\n%w = OpIAdd %int %21 %21",
        prepare=irrelevant_zero,
    )


def test_outputs_that_are_none_any_more_do_not_matter() -> None:
    more = msgspec.structs.replace(STEP, outputs=((ident("%y"), 21), (ident("%x"), 22), (9999, 23)))
    expect(PIECE, more, absent=["%22 = OpPhi %int %x %body %int_0 %20"], prepare=irrelevant_zero)


def test_what_stands_for_an_irrelevant_output_is_irrelevant() -> None:
    def prepare(module: Module) -> None:
        irrelevant_zero(module)
        module.facts.add_irrelevant(ident("%y"))

    module = expect(PIECE, STEP, prepare=prepare)
    assert module.facts.is_declared_irrelevant(21)


LOOP = """
    OpBranch %before
    %before = OpLabel
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %inner
    %inner = OpLabel
    OpBranchConditional %condition %continue %after
    %continue = OpLabel
    OpBranch %header
    %after = OpLabel
"""


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no id for an output", msgspec.structs.replace(STEP, outputs=())),
        ("the id is in use", msgspec.structs.replace(STEP, outputs=((ident("%y"), ident("%i")),))),
        ("the same id twice", msgspec.structs.replace(STEP, outputs=((ident("%y"), 20),))),
        ("an empty region", msgspec.structs.replace(STEP, exit=ident("%body"))),
        (
            "the exit comes first",
            msgspec.structs.replace(STEP, entry=ident("%exit"), exit=ident("%entry")),
        ),
        ("no block", msgspec.structs.replace(STEP, entry=ident("%i"))),
        (
            "not available",
            msgspec.structs.replace(STEP, condition=condition(o.OpSLessThan, ("%x", 0, 4), 5)),
        ),
        (
            "it may be false",
            msgspec.structs.replace(STEP, condition=condition(o.OpSLessThan, ("%i", 0, 5), 5)),
        ),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(PIECE, step, reason, prepare=irrelevant_zero)


def test_refuses_without_an_irrelevant_zero() -> None:
    refuse(PIECE, STEP, "a zero that matters could be replaced by nothing else")


def around(entry: str, exit_: str) -> AddLiveGuard:
    return AddLiveGuard(ident(entry), ident(exit_), TRUE, 20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a loop header at the end", around("%entry", "%header")),
        ("a merge block at the end", around("%entry", "%after")),
        ("a continue target at the end", around("%body", "%continue")),
        ("a loop header at the beginning", around("%header", "%inner")),
    ],
)
def test_refuses_loops_that_are_not_whole(reason: str, step: Transformation) -> None:
    refuse(LOOP, step, reason)


def test_refuses_pointers_that_are_used_elsewhere() -> None:
    body = PIECE.replace("%y = OpIAdd %int %x %int_1", "%y = OpCopyObject %local_int %variable")
    body = "%variable = OpVariable %local_int Function %int_0\n" + body.replace(
        "OpIAdd %int %y %int_1", "OpLoad %int %y"
    )
    refuse(body, STEP, "there is no OpPhi of pointers", prepare=irrelevant_zero)


def test_refuses_derivatives() -> None:
    body = PIECE.replace("%x = OpIAdd", "%slope = OpDPdx %float %f\n%x = OpIAdd")
    refuse(body, STEP, "they need uniform control flow", prepare=irrelevant_zero)


def test_refuses_large_regions() -> None:
    many = "\n".join(f"%many_{k} = OpIAdd %int %i %int_1" for k in range(150))
    refuse(
        PIECE.replace("%y =", f"{many}\n%y ="),
        STEP,
        "too many instructions",
        prepare=irrelevant_zero,
    )


def test_refuses_a_region_that_is_left_elsewhere() -> None:
    body = SELECTION.replace(
        "%then = OpLabel\n    OpBranch %merge", "%then = OpLabel\n    OpKill"
    ).replace("%i %then %x %body", "%x %body")
    refuse(module_of(body), LARGE, "not all comes to the exit", prepare=irrelevant_zero)


def test_refuses_what_is_known_to_be_otherwise() -> None:
    def prepare(module: Module) -> None:
        irrelevant_zero(module)
        know("%i", -2, 5)(module)

    refuse(PIECE, STEP, "a value outside of the range was seen", prepare=prepare)


test_sound = soundness(AddLiveGuard)


test_proved = proved(AddLiveGuard)


@pytest.mark.slow
def test_a_wrong_range_is_noticed() -> None:
    noticed = [
        tampered(program, recipe)
        for program, recipe in wrong_steps("add_live_guards", "AddLiveGuard")
    ]
    assert noticed
    assert any(noticed)
