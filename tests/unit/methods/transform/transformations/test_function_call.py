from __future__ import annotations

import pytest
from helpers.functions import LIMIT, LOOPING, block, guards, lines, recipient, unary
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_function import AddFunction
from aberration.methods.transform.transformations.function_call import MOST_LOOPING, FunctionCall

BODY = """
    %local = OpVariable %local_int Function %int_0
    %before = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpIAdd %int %i %i
    OpBranch %merge
    %merge = OpLabel
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %merge %next %header
    %next = OpIAdd %int %counter %int_1
    %more = OpSLessThan %bool %next %int_5
    OpLoopMerge %end %header None
    OpBranchConditional %more %header %end
    %end = OpLabel
    %last = OpIAdd %int %i %before
"""
TAKES_POINTER = """
    %made = OpFunction %int None %of_pointer
    %p = OpFunctionParameter %local_int
    %start = OpLabel
    OpStore %p %int_1
    OpReturnValue %int_1
    OpFunctionEnd
"""
DOUBLE = AddFunction(unary("%sum = OpIAdd %int %x %x\nOpReturnValue %sum"), guards())
DEAD_DOUBLE = AddFunction(DOUBLE.lines)
LOOP = AddFunction(lines(LOOPING), guards(LIMIT))
POINTED = AddFunction(lines(TAKES_POINTER), guards())


def with_function(function: AddFunction) -> Module:
    module = recipient(body=BODY)
    expect(module, function)
    return module


def call(*arguments: str, before: str = "%last", fresh: int = 20) -> FunctionCall:
    return FunctionCall(fresh, ident("%made"), tuple(ident(name) for name in arguments), at(before))


def test_calls_a_livesafe_function_anywhere() -> None:
    for before in ("%last", "%inner", "%next"):
        module = expect(
            with_function(DOUBLE), call("%i", before=before), "%20 = OpFunctionCall %int %made %i"
        )
        assert module.facts.is_irrelevant(module, 20)


def test_calls_any_function_in_a_dead_block() -> None:
    module = with_function(DEAD_DOUBLE)
    refuse(module, call("%i", before="%inner"), "the block is live")
    block(module, "%then").dead = True
    expect(module, call("%i", before="%inner"), "%20 = OpFunctionCall %int %made %i")


def test_a_pointer_leads_to_memory_that_does_not_matter() -> None:
    module = with_function(POINTED)
    refuse(module, call("%local"), "the memory matters")
    module.facts.add_pointee_irrelevant(ident("%local"))
    expect(module, call("%local"), "%20 = OpFunctionCall %int %made %local")


def test_loops_are_called_outside_of_loops_and_a_few_times_only() -> None:
    module = with_function(LOOP)
    refuse(module, call("%i", before="%next"), "rounds would multiply")
    for k in range(MOST_LOOPING):
        expect(module, call("%i", fresh=20 + k))
    refuse(module, call("%i", fresh=40), "rounds add up")


def test_refuses_recursion() -> None:
    module = with_function(DOUBLE)
    refuse(module, call("%x", before="%sum"), "a function that calls itself")


def test_refuses_undefined_arguments() -> None:
    refuse(with_function(DOUBLE), call("%undef"), "a branch on it would be undefined behaviour")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too few arguments", call()),
        ("too many arguments", call("%i", "%i")),
        ("an argument of another type", call("%f")),
        ("an argument that is not available", call("%inner")),
        ("no such argument", call("%nowhere")),
        ("a function that returns the type is no argument", call("%made")),
        ("no function", FunctionCall(20, ident("%int"), (), at("%last"))),
        ("an entry point", FunctionCall(20, ident("%main"), (), at("%last"))),
        ("the id is in use", call("%i", fresh=ident("%i"))),
        ("no place", call("%i", before="%nowhere")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(with_function(DOUBLE), step, reason)


def test_what_no_entry_point_calls_may_be_for_another_stage() -> None:
    unused = """
    %unused = OpFunction %void None %main_type
    %unused_start = OpLabel
    OpReturn
    OpFunctionEnd
    """
    module = module_of(
        "OpBranch %then\n%then = OpLabel\n%sum = OpIAdd %int %i %i", functions=unused
    )
    block(module, "%then").dead = True
    refuse(module, FunctionCall(20, ident("%unused"), (), at("%sum")), "nothing calls it")


test_sound = soundness(FunctionCall)
