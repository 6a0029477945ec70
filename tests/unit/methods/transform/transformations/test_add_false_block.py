from __future__ import annotations

import msgspec
import pytest
from helpers.live_code import condition, doubt, know, tampered, wrong_steps
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.methods.transform.analysis.known_conditions import KnownCondition, KnownRange
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_false_block import AddFalseBlock

BODY = """
    OpBranch %second
    %second = OpLabel
    %phi = OpPhi %int %i %entry
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
FALSE = condition(o.OpSGreaterThan, ("%i", -2, 4), 5)
TRUE = condition(o.OpSLessThan, ("%i", -2, 4), 5)
STEP = AddFalseBlock(20, ident("%entry"), FALSE)


def test_adds_a_block_on_the_side_that_is_never_taken() -> None:
    module = expect(
        BODY,
        STEP,
        """
        %30 = OpSGreaterThan %bool %i %int_5
        OpSelectionMerge %second None
        OpBranchConditional %30 %20 %second
        %20 = OpLabel
        OpBranch %second
        """,
        "%phi = OpPhi %int %i %entry %i %20",
    )
    assert block_of(module, 20).dead
    assert not block_of(module, "%second").dead


def test_a_true_condition_leads_to_the_other_side() -> None:
    expect(
        BODY,
        AddFalseBlock(20, ident("%entry"), TRUE),
        "OpBranchConditional %30 %second %20\n%20 = OpLabel",
    )


def test_two_values_whose_ranges_lie_apart() -> None:
    two = KnownCondition(
        30, o.OpIEqual, KnownRange(ident("%i"), -2, 4), KnownRange(ident("%n"), 7, 9)
    )
    module = module_of("%n = OpIAdd %int %i %int_5" + BODY)
    expect(module, AddFalseBlock(20, ident("%entry"), two), "%30 = OpIEqual %bool %i %n")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (
            "it may be true",
            msgspec.structs.replace(STEP, condition=condition(o.OpSGreaterThan, ("%i", -2, 6), 5)),
        ),
        (
            "no such constant",
            msgspec.structs.replace(STEP, condition=condition(o.OpSGreaterThan, ("%i", -2, 6), 7)),
        ),
        (
            "not available yet",
            msgspec.structs.replace(STEP, condition=condition(o.OpSLessThan, ("%phi", 0, 4), 5)),
        ),
        ("its successor is a merge block", msgspec.structs.replace(STEP, block=ident("%then"))),
        ("no OpBranch", msgspec.structs.replace(STEP, block=ident("%second"))),
        ("no block", msgspec.structs.replace(STEP, block=ident("%phi"))),
        ("the id is in use", msgspec.structs.replace(STEP, fresh=ident("%int"))),
        ("the same id twice", msgspec.structs.replace(STEP, fresh=30)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


def test_refuses_what_is_known_to_be_otherwise() -> None:
    expect(BODY, STEP, prepare=know("%i", -2, 4))
    refuse(BODY, STEP, "a value outside of the range was seen", prepare=know("%i", -2, 5))


def test_refuses_what_is_executed_elsewhere_too() -> None:
    refuse(
        BODY,
        STEP,
        "its range was forgotten",
        prepare=lambda module: module.facts.ranges.forget(ident("%i")),
    )


def test_refuses_an_irrelevant_value() -> None:
    refuse(BODY, STEP, "it may become anything", prepare=doubt("%i"))


test_sound = soundness(AddFalseBlock)


test_proved = proved(AddFalseBlock)


@pytest.mark.slow
def test_a_wrong_range_is_noticed() -> None:
    noticed = [
        tampered(program, recipe)
        for program, recipe in wrong_steps("add_false_blocks", "AddFalseBlock")
    ]
    assert noticed
    assert any(any("dead blocks are entered" in each for each in found) for found in noticed)
