from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpKill
from aberration.methods.transform.transformations.add_early_terminator_wrapper import (
    AddEarlyTerminatorWrapper,
)
from aberration.methods.transform.transformations.wrap_early_terminator_in_function import (
    WrapEarlyTerminatorInFunction,
)

KILLS = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpKill
    %merge = OpLabel
"""
ENDS = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %small = OpSLessThan %bool %x %int_5
    OpSelectionMerge %never None
    OpBranchConditional %small %one %two
    %one = OpLabel
    %sum = OpIAdd %int %x %x
    OpReturnValue %x
    %two = OpLabel
    OpReturnValue %int_1
    %never = OpLabel
    OpUnreachable
    OpFunctionEnd
"""
WRAPPERS = """
    %kills = OpFunction %void None %main_type
    %k = OpLabel
    OpKill
    OpFunctionEnd
    %late = OpFunction %void None %main_type
    %l = OpLabel
    OpKill
    OpFunctionEnd
    %ends = OpFunction %void None %main_type
    %u = OpLabel
    OpUnreachable
    OpFunctionEnd
"""
UNARY = "%unary = OpTypeFunction %int %int"
KILL = WrapEarlyTerminatorInFunction(20, at("%then", "OpKill"))


def module(functions: str = WRAPPERS) -> Module:
    return module_of(KILLS, globals_=UNARY, functions=ENDS + functions)


def end(
    value: str, at_: str = "%never", opcode: str = "OpUnreachable"
) -> WrapEarlyTerminatorInFunction:
    return WrapEarlyTerminatorInFunction(20, at(at_, opcode), ident(value))


def test_a_kill_becomes_a_call_and_a_return() -> None:
    first = min(("%kills", "%late"), key=ident)
    expect(module(), KILL, f"%then = OpLabel\n%20 = OpFunctionCall %void {first}\nOpReturn")


@pytest.mark.parametrize("value", ["%int_5", "%x"])
def test_a_function_with_a_result_returns_a_value(value: str) -> None:
    expected = f"%never = OpLabel\n%20 = OpFunctionCall %void %ends\nOpReturnValue {value}"
    expect(module(), end(value), expected)


def test_a_wrapper_made_by_a_step_serves() -> None:
    made = module("")
    refuse(made, KILL, "there is no wrapper")
    expect(made, AddEarlyTerminatorWrapper(30, 31, OpKill))
    expect(made, KILL, "%20 = OpFunctionCall %void %30")


def test_a_function_that_does_more_is_no_wrapper() -> None:
    more = WRAPPERS.replace("%k = OpLabel", "%k = OpLabel\n%e = OpIAdd %int %int_0 %int_1")
    expect(module(more), KILL, "%20 = OpFunctionCall %void %late")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no early terminator", end("%int_5", "%merge", "OpReturn")),
        ("no instruction", end("%int_5", "%nothing")),
        ("the value has another type", end("%float_0")),
        ("no value", WrapEarlyTerminatorInFunction(20, at("%never", "OpUnreachable"))),
        ("the value is not available", end("%sum")),
        ("the id is in use", WrapEarlyTerminatorInFunction(ident("%i"), KILL.at)),
    ],
)
def test_refuses(reason: str, step: WrapEarlyTerminatorInFunction) -> None:
    refuse(module(), step, reason)


def test_refuses_livesafe_functions() -> None:
    made = module()
    made.facts.add_livesafe(ident("%made"))
    refuse(made, end("%int_5"), "it would call what is not livesafe")


def test_refuses_the_only_wrapper_itself() -> None:
    made = module(WRAPPERS[: WRAPPERS.index("%late")])
    refuse(made, WrapEarlyTerminatorInFunction(20, at("%k", "OpKill")), "it would call itself")


def test_refuses_continue_constructs() -> None:
    loop = """
        OpBranch %head
        %head = OpLabel
        OpLoopMerge %done %again None
        OpBranchConditional %condition %again %done
        %again = OpLabel
        OpSelectionMerge %back None
        OpBranchConditional %condition %bad %back
        %bad = OpLabel
        OpUnreachable
        %back = OpLabel
        OpBranch %head
        %done = OpLabel
    """
    made = module_of(loop, functions=WRAPPERS, valid=False)
    refuse(made, end("%int_5", "%bad"), "one cannot return from there")


test_sound = soundness(WrapEarlyTerminatorInFunction)
