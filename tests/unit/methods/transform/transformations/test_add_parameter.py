from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.signatures import MOST_PARAMETERS
from aberration.methods.transform.transformations.add_parameter import AddParameter

GLOBALS = """
    %private_int = OpTypePointer Private %int
    %shared_int = OpTypePointer Workgroup %int
    %entry_type = OpTypeFunction %void %float
    %one = OpTypeFunction %int %int
    %two = OpTypeFunction %int %int %float
    %local = OpTypeFunction %int %int %local_int
    %private = OpTypeFunction %int %int %private_int
    %input = OpTypeFunction %int %int %in_int_type
    %undef = OpUndef %float
    %free = OpVariable %private_int Private %int_0
    %matters = OpVariable %private_int Private %int_0
"""
MADE = """
    %made = OpFunction %int None %one
    %x = OpFunctionParameter %int
    %start = OpLabel
    OpReturnValue %x
    OpFunctionEnd
"""
BODY = """
    %own = OpVariable %local_int Function %int_0
    %unset = OpVariable %local_int Function
    %called = OpFunctionCall %int %made %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %late = OpFAdd %float %f %f
    %again = OpFunctionCall %int %made %called
    OpBranch %merge
    %merge = OpLabel
"""


def module() -> Module:
    made = module_of(BODY, globals_=GLOBALS, functions=MADE)
    for name in ("%free", "%own", "%unset"):
        made.facts.add_pointee_irrelevant(ident(name))
    return made


def step(
    type_name: str, first: str, second: str, function: str = "%made", fresh: int = 20
) -> AddParameter:
    arguments = ((ident("%called"), ident(first)), (ident("%again"), ident(second)))
    return AddParameter(fresh, ident(function), ident(type_name), arguments)


def test_a_value_for_each_call() -> None:
    changed = expect(
        module(),
        step("%float", "%f", "%late"),
        (
            "%made = OpFunction %int None %two\n%x = OpFunctionParameter %int\n"
            "%20 = OpFunctionParameter %float"
        ),
        "%called = OpFunctionCall %int %made %i %f",
        "%again = OpFunctionCall %int %made %called %late",
    )
    assert changed.facts.is_irrelevant(changed, 20)


@pytest.mark.parametrize(
    ("type_name", "argument"), [("%private_int", "%free"), ("%local_int", "%own")]
)
def test_a_pointer_to_memory_that_does_not_matter(type_name: str, argument: str) -> None:
    changed = expect(
        module(),
        step(type_name, argument, argument),
        f"%called = OpFunctionCall %int %made %i {argument}",
        f"%again = OpFunctionCall %int %made %called {argument}",
    )
    assert changed.facts.is_pointee_irrelevant(20)
    assert not changed.facts.is_irrelevant(changed, 20)


def test_a_dead_call_may_pass_any_pointer() -> None:
    made = module()
    refuse(made, step("%private_int", "%free", "%matters"), "the memory matters")
    block(made, "%then").dead = True
    expect(
        made,
        step("%private_int", "%free", "%matters"),
        "%again = OpFunctionCall %int %made %called %matters",
    )


def test_a_function_without_calls_needs_no_arguments() -> None:
    made = module_of("", globals_=GLOBALS, functions=MADE)
    expect(
        made,
        AddParameter(20, ident("%made"), ident("%float"), ()),
        "%20 = OpFunctionParameter %float",
    )


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("the value comes too late for one call", step("%float", "%late", "%late")),
        ("a value of another type", step("%float", "%f", "%i")),
        ("an undefined value", step("%float", "%f", "%undef")),
        ("no value at all", step("%float", "%f", "%nothing")),
        (
            "a call is left out",
            AddParameter(20, ident("%made"), ident("%float"), ((ident("%called"), ident("%f")),)),
        ),
        ("the memory matters", step("%private_int", "%matters", "%free")),
        ("the memory is not initialised", step("%local_int", "%own", "%unset")),
        ("the function type does not exist", step("%bool", "%condition", "%condition")),
        ("input memory", step("%in_int_type", "%in_int", "%in_int")),
        ("no plain data", step("%void", "%f", "%f")),
        ("an entry point", step("%float", "%f", "%f", "%main")),
        ("no function", step("%float", "%f", "%f", "%i")),
        ("the id is in use", step("%float", "%f", "%f", fresh=ident("%i"))),
    ],
)
def test_refuses(reason: str, wrong: AddParameter) -> None:
    refuse(module(), wrong, reason)


def test_refuses_a_pointer_that_the_call_passes_already() -> None:
    made = module()
    expect(made, step("%private_int", "%free", "%free"))
    globals_ = made.globals
    pair = next(each for each in globals_ if each.result_id == ident("%private"))
    twice = pair.copy()
    twice.ops.append(ident("%private_int"))
    twice.result_id = 21
    made.append_global(twice)
    refuse(
        made, step("%private_int", "%free", "%free", fresh=22), "both would name the same memory"
    )


def test_refuses_more_parameters_than_are_sensible() -> None:
    kinds = " ".join(["%int"] * MOST_PARAMETERS)
    parameters = "\n".join(f"%p{k} = OpFunctionParameter %int" for k in range(MOST_PARAMETERS))
    types = f"%many = OpTypeFunction %int {kinds}\n%more = OpTypeFunction %int {kinds} %int"
    made = (
        f"%made = OpFunction %int None %many\n{parameters}\n%start = OpLabel\n"
        f"OpReturnValue %p0\nOpFunctionEnd"
    )
    full = module_of("", globals_=types, functions=made)
    refuse(full, AddParameter(20, ident("%made"), ident("%int"), ()), "there are many already")


test_sound = soundness(AddParameter)
