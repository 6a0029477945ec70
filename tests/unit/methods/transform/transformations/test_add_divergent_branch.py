from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Capability, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformations.add_divergent_branch import (
    AddDivergentBranch,
    Side,
)

GLOBALS = """
    %undef = OpUndef %bool
    %v2bool = OpTypeVector %bool 2
    %pair = OpConstantComposite %v2bool %true %false
    %ints = OpTypeStruct %int %int
"""
BODY = """
    %local = OpVariable %local_int Function
    %sum = OpIAdd %int %i %int_5
    %both = OpCompositeConstruct %ints %i %sum
    %unsure = OpLogicalOr %bool %condition %undef
    OpBranch %next
    %next = OpLabel
    %later = OpIAdd %int %sum %i
    OpSelectionMerge %after None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpBranch %after
    %right = OpLabel
    OpBranch %after
    %after = OpLabel
    %chosen = OpPhi %int %sum %left %later %right
    OpBranch %loop
    %loop = OpLabel
    %count = OpPhi %int %int_0 %after %more %again
    OpLoopMerge %out %again None
    OpBranchConditional %condition %again %out
    %again = OpLabel
    %more = OpIAdd %int %count %int_1
    OpBranch %loop
    %out = OpLabel
    OpBranch %end
    %end = OpLabel
"""
NOT_TWICE = Side(51, "not_twice", 0, (52, 53))
ADD = Side(54, "add_subtract", 5, (55, 56))


def given(body: str = BODY) -> Module:
    return module_of(body, globals_=GLOBALS)


def of(
    block: str = "%entry",
    source: str = "%sum",
    first: Side = NOT_TWICE,
    second: Side = ADD,
    condition: str = "%condition",
    merge: int = 57,
    fresh: int = 58,
) -> AddDivergentBranch:
    return AddDivergentBranch(
        ident(block), ident(condition), ident(source), first, second, merge, fresh
    )


def test_either_side_computes_the_value() -> None:
    module = expect(
        given(),
        of(),
        """
        OpSelectionMerge %57 None
        OpBranchConditional %condition %51 %54
        %51 = OpLabel
        %52 = OpNot %int %sum
        %53 = OpNot %int %52
        OpBranch %57
        %54 = OpLabel
        %55 = OpIAdd %int %sum %int_5
        %56 = OpISub %int %55 %int_5
        OpBranch %57
        %57 = OpLabel
        %58 = OpPhi %int %53 %51 %56 %54
        OpBranch %next
        %next = OpLabel
        """,
    )
    for made in (53, 56, 58):
        assert module.facts.synonymous(ident("%sum"), made)
    assert not module.facts.has_synonyms(52)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (Side(51), ADD, "%58 = OpPhi %int %sum %51 %56 %54"),
        (NOT_TWICE, Side(54), "%58 = OpPhi %int %53 %51 %sum %54"),
        (Side(51), Side(54), "%58 = OpPhi %int %sum %51 %sum %54"),
    ],
)
def test_a_side_may_be_the_value_itself(first: Side, second: Side, expected: str) -> None:
    module = expect(given(), of(first=first, second=second), expected)
    assert module.facts.synonymous(ident("%sum"), 58)


def test_a_side_that_ends_in_a_selection_or_begins_a_loop_again_goes_on_from_the_merge_block() -> (
    None
):
    expect(
        given(),
        of("%left"),
        "%58 = OpPhi %int %53 %51 %56 %54\nOpBranch %after",
        "%chosen = OpPhi %int %sum %57",
    )
    expect(given(), of("%after"), "OpBranch %loop", "%count = OpPhi %int %int_0 %57 %more %again")
    expect(
        given(),
        of("%again", "%more"),
        "OpBranch %loop",
        "%count = OpPhi %int %int_0 %after %more %57",
    )
    expect(given(), of("%out"), "OpBranch %end")


def test_a_structure_is_chosen_too() -> None:
    module = expect(
        given(),
        of(source="%both", first=Side(51), second=Side(54)),
        "%58 = OpPhi %ints %both %51 %both %54",
    )
    assert module.facts.synonymous(ident("%both"), 58)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no such block", of("%nowhere")),
        ("no block", of("%sum")),
        ("a header of a selection", of("%next")),
        ("a header of a loop", of("%loop")),
        ("no branch", of("%end")),
        ("no condition", of(condition="%i")),
        ("several conditions", of(condition="%pair")),
        ("undefined", of(condition="%undef")),
        ("perhaps undefined", of(condition="%unsure")),
        ("no such condition", of(condition="%nowhere")),
        ("not available there", of(source="%later")),
        ("no such value", of(source="%nowhere")),
        ("a pointer", of(source="%local", first=Side(51), second=Side(54))),
        ("undefined value", of(source="%undef", first=Side(51), second=Side(54))),
        ("another type", of(source="%f")),
        ("no such identity", of(first=Side(51, "nonsense", 0, (52,)))),
        ("a missing constant", of(second=Side(54, "add_subtract", 6, (55, 56)))),
        ("a missing id", of(second=Side(54, "add_subtract", 5, (55,)))),
        ("a label twice", of(second=Side(51, "add_subtract", 5, (55, 56)))),
        ("an id twice", of(second=Side(54, "add_subtract", 5, (52, 56)))),
        ("a label that is taken", of(merge=ident("%next"))),
        ("an id that is taken", of(fresh=ident("%i"))),
    ],
)
def test_refuses(reason: str, step: AddDivergentBranch) -> None:
    refuse(given(), step, reason)


def test_refuses_what_is_dead_irrelevant_or_decorated() -> None:
    module = given()
    block_of(module, "%entry").dead = True
    refuse(module, of(), "dead")
    module = given()
    module.facts.add_irrelevant(ident("%sum"))
    refuse(module, of(first=Side(51), second=Side(54)), "does not matter")
    module = given()
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
    )
    refuse(module, of(first=Side(51), second=Side(54)), "may be rounded")


def test_refuses_an_unreachable_block() -> None:
    body = "%sum = OpIAdd %int %i %int_5\nOpReturn\n%lost = OpLabel\nOpBranch %end\n%end = OpLabel"
    refuse(given(body), of("%lost", "%int_1", Side(51), Side(54), "%true"), "unreachable")


def test_refuses_where_a_subgroup_has_to_stay_together() -> None:
    module = module_of(
        BODY + "%first = OpGroupNonUniformElect %bool %uint_3\n", globals_=GLOBALS, valid=False
    )
    add_capability(module, Capability.GROUP_NON_UNIFORM)
    refuse(module, of(), "a subgroup operation")


test_proved = proved(AddDivergentBranch)
test_sound = soundness(AddDivergentBranch)
