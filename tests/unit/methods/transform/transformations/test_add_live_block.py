from __future__ import annotations

import msgspec
import pytest
from helpers.live_code import condition, doubt, know
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_live_block import AddLiveBlock, Change

GLOBALS = """
    %private_float = OpTypePointer Private %float
    %global = OpVariable %private_float Private %float_1
    %pushed = OpUndef %int
"""
BODY = """
    %variable = OpVariable %local_int Function
    %other = OpVariable %local_int Function
    %unset = OpVariable %local_int Function
    OpStore %variable %int_1
    OpStore %other %int_1
    OpBranch %second
    %second = OpLabel
    %phi = OpPhi %int %i %entry
    OpBranch %third
    %third = OpLabel
    %late = OpIAdd %int %i %int_1
"""
TRUE = condition(o.OpSLessThan, ("%i", -2, 4), 5)
FALSE = condition(o.OpSGreaterThan, ("%i", -2, 4), 5)
CHANGE = Change(ident("%variable"), ident("%i"), 21, 22)
STEP = AddLiveBlock(20, ident("%entry"), TRUE, (CHANGE,))


def module() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def test_adds_a_block_that_changes_a_variable_and_restores_it() -> None:
    changed = expect(
        module(),
        STEP,
        """
        %30 = OpSLessThan %bool %i %int_5
        OpSelectionMerge %second None
        OpBranchConditional %30 %20 %second
        %20 = OpLabel
        %21 = OpLoad %int %variable
        OpStore %variable %i
        %22 = OpLoad %int %variable
        OpStore %variable %21
        OpBranch %second
        """,
        "%phi = OpPhi %int %i %entry %i %20",
    )
    assert not block_of(changed, 20).dead
    assert changed.facts.synonymous(22, ident("%i"))


def test_a_false_condition_leads_past_it() -> None:
    step = msgspec.structs.replace(STEP, condition=FALSE)
    expect(module(), step, "OpBranchConditional %30 %second %20\n%20 = OpLabel")


def test_several_variables_are_restored_in_reverse_order() -> None:
    last = Change(ident("%global"), ident("%f"), 25, 26)
    changes = (CHANGE, Change(ident("%other"), 22, 23, 24), last)
    changed = expect(
        module(),
        msgspec.structs.replace(STEP, changes=changes),
        """
        %22 = OpLoad %int %variable
        %23 = OpLoad %int %other
        OpStore %other %22
        %24 = OpLoad %int %other
        %25 = OpLoad %float %global
        OpStore %global %f
        %26 = OpLoad %float %global
        OpStore %global %25
        OpStore %other %23
        OpStore %variable %21
        OpBranch %second
        """,
    )
    assert changed.facts.synonymous(24, ident("%i"))


def test_one_variable_twice() -> None:
    again = Change(ident("%variable"), ident("%int_5"), 23, 24)
    wanted = "OpStore %variable %23\nOpStore %variable %21\nOpBranch %second"
    expect(module(), msgspec.structs.replace(STEP, changes=(CHANGE, again)), wanted)


def test_an_irrelevant_value_has_no_synonym() -> None:
    changed = expect(module(), STEP, prepare=doubt("%int_1"))
    assert changed.facts.synonymous(22, ident("%i"))
    value = msgspec.structs.replace(
        STEP, changes=(msgspec.structs.replace(CHANGE, value=ident("%int_1")),)
    )
    changed = expect(module(), value, prepare=doubt("%int_1"))
    assert not changed.facts.synonymous(22, ident("%int_1"))


def test_what_irrelevant_memory_holds_is_irrelevant() -> None:
    """Anything may be stored there later, also between the store of the value and the load
    behind it.
    """

    def forget(each: Module) -> None:
        each.facts.add_pointee_irrelevant(ident("%variable"))

    changed = expect(module(), STEP, prepare=forget)
    assert not changed.facts.synonymous(22, ident("%i"))
    assert changed.facts.is_declared_irrelevant(21)
    assert changed.facts.is_declared_irrelevant(22)


def with_change(**fields: int) -> AddLiveBlock:
    return msgspec.structs.replace(STEP, changes=(msgspec.structs.replace(CHANGE, **fields),))


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("nothing is changed", msgspec.structs.replace(STEP, changes=())),
        ("others see an output", with_change(variable=ident("%out_color"), value=ident("%f"))),
        ("an input cannot be written", with_change(variable=ident("%in_int"))),
        ("it may hold nothing", with_change(variable=ident("%unset"))),
        ("no pointer", with_change(variable=ident("%i"))),
        ("another type", with_change(value=ident("%f"))),
        ("a value that comes later", with_change(value=ident("%late"))),
        ("undefined", with_change(value=ident("%pushed"))),
        ("its own new value", with_change(value=22)),
        ("the same id twice", with_change(seen=21)),
        ("the id of the block", with_change(seen=20)),
        ("an id in use", with_change(backup=ident("%i"))),
        ("no id", with_change(variable=9999)),
        ("no OpBranch", msgspec.structs.replace(STEP, block=ident("%third"))),
        ("no block", msgspec.structs.replace(STEP, block=ident("%i"))),
        (
            "it may be false",
            msgspec.structs.replace(STEP, condition=condition(o.OpSLessThan, ("%i", 0, 5), 5)),
        ),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module(), step, reason)


def test_refuses_a_variable_of_lower_precision() -> None:
    def relax(each: Module) -> None:
        each.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%variable"), Decoration.RELAXED_PRECISION])
        )

    refuse(module(), STEP, "what is restored may be less precise", prepare=relax)


def test_refuses_what_is_known_to_be_otherwise() -> None:
    refuse(module(), STEP, "a value outside of the range was seen", prepare=know("%i", -2, 5))


test_sound = soundness(AddLiveBlock)


test_proved = proved(AddLiveBlock)
