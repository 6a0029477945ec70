from __future__ import annotations

import pytest
from helpers.transform import at, block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_block import AddDeadBlock
from aberration.methods.transform.transformations.split_block import SplitBlock

BODY = """
    OpBranch %second
    %second = OpLabel
    %phi = OpPhi %int %i %entry
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %last
    %last = OpLabel
    OpBranchConditional %condition %continue %after
    %continue = OpLabel
    OpBranch %header
    %after = OpLabel
"""


def test_adds_a_block_on_the_side_that_is_never_taken() -> None:
    module = expect(
        BODY,
        AddDeadBlock(20, ident("%entry"), True),
        (
            "OpSelectionMerge %second None\nOpBranchConditional %true %second %20\n"
            "%20 = OpLabel\nOpBranch %second"
        ),
        "%phi = OpPhi %int %i %entry %i %20",
    )
    assert block_of(module, 20).dead
    assert not block_of(module, "%second").dead


def test_false_leads_to_the_other_side() -> None:
    expect(
        BODY,
        AddDeadBlock(20, ident("%body"), False),
        "OpBranchConditional %false %20 %last\n%20 = OpLabel\nOpBranch %last",
    )


def test_the_phi_takes_the_value_of_the_block_itself() -> None:
    module = module_of(BODY)
    SplitBlock(at("%f"), 21).apply(module)
    expect(module, AddDeadBlock(20, 21, True), "%phi = OpPhi %int %i %21 %i %20")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("its successor is a merge block", AddDeadBlock(20, ident("%then"), True)),
        ("its successor is a loop header", AddDeadBlock(20, ident("%merge"), True)),
        ("a back edge", AddDeadBlock(20, ident("%continue"), True)),
        ("a loop header", AddDeadBlock(20, ident("%header"), True)),
        ("no OpBranch", AddDeadBlock(20, ident("%last"), True)),
        ("no block", AddDeadBlock(20, ident("%phi"), True)),
        ("the id is in use", AddDeadBlock(ident("%int"), ident("%entry"), True)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


def test_refuses_an_irrelevant_condition() -> None:
    def forget(module: Module) -> None:
        module.facts.add_irrelevant(ident("%true"))

    refuse(BODY, AddDeadBlock(20, ident("%entry"), True), "it may become false", prepare=forget)


def test_refuses_an_unreachable_block() -> None:
    body = BODY + "OpReturn\n%lost = OpLabel\nOpBranch %found\n%found = OpLabel\n"
    refuse(body, AddDeadBlock(20, ident("%lost"), True), "not reachable")


test_sound = soundness(AddDeadBlock)
