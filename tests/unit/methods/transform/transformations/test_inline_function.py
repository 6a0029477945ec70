from __future__ import annotations

import pytest
from helpers.functions import block, function, recipient
from helpers.transform import assert_sound, expect, ident, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformations.inline_function import InlineFunction, ids_of

CALL = """
    %result = OpFunctionCall %int %made %i
    OpBranch %on
    %on = OpLabel
    %phi = OpPhi %int %result %entry
"""
STRAIGHT = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %own = OpVariable %local_int Function %int_5
    %sum = OpIAdd %int %x %x
    OpStore %own %sum
    OpReturnValue %sum
    OpFunctionEnd
"""
BRANCHING = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %small = OpSLessThan %bool %x %int_5
    OpSelectionMerge %joined None
    OpBranchConditional %small %grown %joined
    %grown = OpLabel
    %more = OpIAdd %int %x %int_1
    OpBranch %joined
    %joined = OpLabel
    %value = OpPhi %int %x %start %more %grown
    OpReturnValue %value
    OpFunctionEnd
"""
EARLY = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %small = OpSLessThan %bool %x %int_5
    OpSelectionMerge %joined None
    OpBranchConditional %small %early %joined
    %early = OpLabel
    OpReturnValue %x
    %joined = OpLabel
    OpReturnValue %int_1
    OpFunctionEnd
"""
KILLING = EARLY.replace("OpReturnValue %x", "OpKill")
VOID = """
    %made = OpFunction %void None %main_type
    %start = OpLabel
    OpReturn
    OpFunctionEnd
"""


def step_for(module: Module, call: str = "%result", first: int = 20) -> InlineFunction:
    ids = ids_of(function(module, "%made"))
    return InlineFunction(ident(call), tuple((old, first + k) for k, old in enumerate(sorted(ids))))


def new_ids(step: InlineFunction) -> dict[str, str]:
    names = ("%own", "%sum", "%small", "%grown", "%joined", "%more", "%value")
    return {
        name: f"%{dict(step.ids)[ident(name)]}" for name in names if ident(name) in dict(step.ids)
    }


def test_a_straight_function_replaces_its_call() -> None:
    module = recipient(STRAIGHT, CALL)
    step = step_for(module)
    new = new_ids(step)
    expected = f"""
        OpStore {new["%own"]} %int_5
        {new["%sum"]} = OpIAdd %int %i %i
        OpStore {new["%own"]} {new["%sum"]}
        %result = OpCopyObject %int {new["%sum"]}
        OpBranch %on
    """
    variable = f"%entry = OpLabel\n{new['%own']} = OpVariable %local_int Function %int_5"
    expect(module, step, expected, variable, absent=["%result = OpFunctionCall %int %made %i"])


def test_blocks_follow_and_phis_name_the_last_one() -> None:
    module = recipient(BRANCHING, CALL)
    step = step_for(module)
    new = new_ids(step)
    expected = f"""
        {new["%value"]} = OpPhi %int %i %entry {new["%more"]} {new["%grown"]}
        %result = OpCopyObject %int {new["%value"]}
        OpBranch %on
        %on = OpLabel
        %phi = OpPhi %int %result {new["%joined"]}
    """
    expect(module, step, expected)


def test_an_irrelevant_argument_is_copied_so_that_all_uses_agree() -> None:
    module = recipient(STRAIGHT, CALL)
    module.facts.add_irrelevant(ident("%i"))
    step = step_for(module)
    refuse(module, step, "the copy has no id")
    step = InlineFunction(step.call, (*step.ids, (ident("%x"), 40)))
    expect(
        module, step, "%40 = OpCopyObject %int %i", f"{new_ids(step)['%sum']} = OpIAdd %int %40 %40"
    )
    assert not module.facts.is_irrelevant(module, 40)


def test_an_irrelevant_argument_of_a_dead_call_is_used_itself() -> None:
    module = recipient(STRAIGHT, CALL)
    module.facts.add_irrelevant(ident("%i"))
    block(module, "%entry").dead = True
    step = step_for(module)
    expect(module, step, f"{new_ids(step)['%sum']} = OpIAdd %int %i %i")


def test_facts_and_decorations_are_carried_over() -> None:
    module = recipient(STRAIGHT, CALL)
    module.facts.add_pointee_irrelevant(ident("%own"))
    module.facts.add_irrelevant(ident("%sum"))
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
    )
    step = step_for(module)
    expect(module, step, f"OpDecorate {new_ids(step)['%sum']} RelaxedPrecision")
    assert module.facts.is_pointee_irrelevant(dict(step.ids)[ident("%own")])
    assert module.facts.is_irrelevant(module, dict(step.ids)[ident("%sum")])


def copied(module: Module, step: InlineFunction, name: str) -> Block:
    """Return the block that a block of the callee became."""
    found = module.block(dict(step.ids)[ident(name)])
    assert found is not None
    return found


@pytest.mark.parametrize("dead", ["%entry", "%grown"])
def test_what_is_dead_stays_dead(dead: str) -> None:
    module = recipient(BRANCHING, CALL)
    block(module, dead).dead = True
    step = step_for(module)
    step.apply(module)
    assert_sound(module)
    assert copied(module, step, "%grown").dead
    assert copied(module, step, "%joined").dead == (dead == "%entry")


def test_a_void_call_goes() -> None:
    module = recipient(VOID, "%result = OpFunctionCall %void %made\nOpBranch %on\n%on = OpLabel")
    expect(
        module, step_for(module), "OpBranch %on", absent=["%result = OpFunctionCall %void %made"]
    )


@pytest.mark.parametrize(
    ("reason", "callee", "body"),
    [
        ("it returns early", EARLY, CALL),
        ("it kills", KILLING, CALL),
        (
            "something follows the call",
            STRAIGHT,
            "%result = OpFunctionCall %int %made %i\n%s = OpIAdd %int %i %i",
        ),
        ("the block does not end in a branch", STRAIGHT, "%result = OpFunctionCall %int %made %i"),
    ],
)
def test_refuses(reason: str, callee: str, body: str) -> None:
    module = recipient(callee, body)
    refuse(module, step_for(module), reason)


def test_refuses_missing_and_used_ids() -> None:
    module = recipient(STRAIGHT, CALL)
    step = step_for(module)
    refuse(module, InlineFunction(step.call, step.ids[1:]), "an id is missing")
    refuse(module, InlineFunction(step.call, tuple((old, 20) for old, _ in step.ids)), "ids repeat")
    refuse(
        module,
        InlineFunction(step.call, tuple((old, old) for old, _ in step.ids)),
        "ids are in use",
    )
    refuse(module, InlineFunction(ident("%i"), step.ids), "no call")


test_sound = soundness(InlineFunction)
