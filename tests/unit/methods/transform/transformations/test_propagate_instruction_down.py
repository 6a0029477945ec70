from __future__ import annotations

import pytest
from helpers.additions import add_name
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpName
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.propagate_instruction_down import (
    PropagateInstructionDown,
)

BODY = """
    %kept = OpLoad %int %in_int
    %sum = OpIAdd %int %i %int_1
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    %once = OpIMul %int %sum %sum
    OpBranch %merge
    %else = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %once %then %sum %else
    %late = OpISub %int %sum %phi
"""
STRAIGHT = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpIAdd %int %i %int_1
    OpBranch %on
    %on = OpLabel
    %used = OpIMul %int %inner %inner
    OpBranch %merge
    %merge = OpLabel
"""
LOOP = """
    OpBranch %loop
    %loop = OpLabel
    %count = OpPhi %int %int_0 %entry %more %again
    OpLoopMerge %after %again None
    OpBranchConditional %condition %after %again
    %again = OpLabel
    %more = OpIAdd %int %count %int_1
    %value = OpIMul %int %count %int_5
    OpBranchConditional %condition %loop %after
    %after = OpLabel
    %last = OpPhi %int %int_0 %loop %value %again
"""


def step_of(
    block_name: str, *successors: str, phi: int = 20, first: int = 21
) -> PropagateInstructionDown:
    ids = tuple((ident(each), first + k) for k, each in enumerate(successors))
    return PropagateInstructionDown(ident(block_name), phi, ids)


def test_both_sides_compute_it_and_the_merge_block_chooses() -> None:
    module = expect(
        BODY,
        step_of("%entry", "%then", "%else"),
        "%then = OpLabel\n%21 = OpIAdd %int %i %int_1\n%once = OpIMul %int %21 %21",
        "%else = OpLabel\n%22 = OpIAdd %int %i %int_1\nOpBranch %merge",
        (
            "%merge = OpLabel\n%20 = OpPhi %int %21 %then %22 %else\n"
            "%phi = OpPhi %int %once %then %22 %else"
        ),
        "%late = OpISub %int %20 %phi",
        absent=["%sum = OpIAdd %int %i %int_1"],
    )
    assert module.facts.synonymous(20, 21)
    assert module.facts.synonymous(21, 22)


def test_a_single_successor_takes_it_without_an_op_phi() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_synonym(ident("%i"), ident("%inner"))

    lines = "%on = OpLabel\n%21 = OpIAdd %int %i %int_1\n%used = OpIMul %int %21 %21"
    module = expect(STRAIGHT, step_of("%then", "%on"), lines, prepare=prepare)
    assert module.facts.synonymous(21, ident("%i"))
    assert module.definition(20) is None


def test_what_did_not_matter_does_not_matter() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%sum"))

    module = expect(BODY, step_of("%entry", "%then", "%else"), prepare=prepare)
    assert all(module.facts.is_declared_irrelevant(new) for new in (20, 21, 22))


def test_dead_values_are_no_synonyms() -> None:
    def prepare(module: Module) -> None:
        block(module, "%then").dead = block(module, "%on").dead = True

    module = expect(
        STRAIGHT, step_of("%then", "%on"), "%21 = OpIAdd %int %i %int_1", prepare=prepare
    )
    assert not module.facts.has_synonyms(21)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a successor is missing", step_of("%entry", "%then")),
        ("an id is in use", step_of("%entry", "%then", "%else", first=ident("%i"))),
        ("the id of the OpPhi is in use", step_of("%entry", "%then", "%else", phi=ident("%i"))),
        ("ids repeat", step_of("%entry", "%then", "%else", phi=21)),
        ("a successor is named twice", step_of("%entry", "%then", "%then", "%else")),
        ("an OpPhi of the successor uses it", step_of("%then", "%merge")),
        ("nothing to move", step_of("%else", "%merge")),
        ("no successor", step_of("%merge", "%then")),
        ("no block", step_of("%i", "%then", "%else")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


def test_a_successor_that_dominates_the_block_does_not_take_it() -> None:
    refuse(
        LOOP,
        step_of("%again", "%loop", "%after"),
        "the loop comes before, and the OpPhi after it uses the value",
    )


def test_an_unused_value_goes_where_its_operands_are() -> None:
    body = LOOP.replace("%value %again", "%more %again")
    lines = "%last = OpPhi %int %int_0 %loop %more %again\n%21 = OpIMul %int %count %int_5"
    expect(body, step_of("%again", "%after"), lines, absent=["%value = OpIMul %int %count %int_5"])


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("a division may be undefined where it was not executed", "%inner = OpSDiv %int %i %i"),
        ("memory may change", "%inner = OpLoad %int %in_int"),
        ("a shift may be too wide", "%inner = OpShiftLeftLogical %int %int_1 %i"),
    ],
)
def test_refuses_to_compute(reason: str, line: str) -> None:
    body = STRAIGHT.replace("%inner = OpIAdd %int %i %int_1", line)
    refuse(body, step_of("%then", "%on"), reason)


def test_refuses_where_a_use_would_not_be_dominated() -> None:
    body = STRAIGHT.replace("%inner = OpIAdd %int %i %int_1", "").replace(
        "OpSelectionMerge", "%inner = OpIAdd %int %i %int_1\nOpSelectionMerge"
    )
    body += "%beyond = OpIAdd %int %inner %inner\n"
    step = PropagateInstructionDown(
        ident("%entry"), 20, ((ident("%then"), 21), (ident("%merge"), 22))
    )
    module = expect(
        body, step, "%merge = OpLabel\n%22 = OpIAdd %int %i %int_1\n%beyond = OpIAdd %int %22 %22"
    )
    assert module.facts.synonymous(21, 22)
    phi = "%merge = OpLabel\n%phi = OpPhi %int %inner %entry %used %on\n"
    refuse(
        body.replace("%merge = OpLabel\n", phi), step, "from the block itself, neither is available"
    )


def test_a_live_successor_of_a_dead_block_does_not_take_it() -> None:
    def prepare(module: Module) -> None:
        block(module, "%then").dead = True

    refuse(STRAIGHT, step_of("%then", "%on"), "its operands may be undefined", prepare)


def test_what_is_decorated_stays() -> None:
    def prepare(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%inner"), Decoration.RELAXED_PRECISION])
        )

    refuse(STRAIGHT, step_of("%then", "%on"), "the decoration is for the addition", prepare)


def test_a_name_goes_with_the_value() -> None:
    module = module_of(STRAIGHT)
    add_name(module, Instruction(OpName, 0, 0, [ident("%inner"), 0x6E69]))
    expect(module, step_of("%then", "%on"), "%21 = OpIAdd %int %i %int_1")
    assert [user.op for user in module.users(21)].count(OpName) == 1


test_sound = soundness(PropagateInstructionDown)
