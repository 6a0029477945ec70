from __future__ import annotations

import pytest
from helpers.transform import ident, module_of

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.steady import steady_scalars

VARIABLE = "%variable = OpVariable %local_int Function\n"


def is_steady(body: str, name: str = "%x", *, functions: str = "", globals_: str = "", doubtful: str = "") -> bool:
    module = module_of(body, functions=functions, globals_=globals_)
    return ident(name) in steady_scalars(module, [ident(doubtful)] if doubtful else [])


UNDEF = "%undef = OpUndef %int\n"
SELECTION = """
    OpSelectionMerge %merge None
    OpBranchConditional {condition} %then %merge
    %then = OpLabel
    {then}
    OpBranch %merge
    %merge = OpLabel
    {merge}
"""
ALWAYS = "%always = OpSLessThan %bool %int_1 %int_5"


@pytest.mark.parametrize(
    ("body", "steady"),
    [
        ("%x = OpIAdd %int %int_1 %int_5", True),
        ("%x = OpSLessThan %bool %int_1 %int_5", True),
        ("%x = OpFOrdLessThan %bool %float_0 %float_1", True),
        ("%x = OpConvertFToS %int %float_1", True),
        ("%x = OpIAdd %int %i %int_1", False),
        ("%sum = OpFAdd %float %float_0 %float_1\n%x = OpConvertFToS %int %sum", False),
        ("%sum = OpFAdd %float %float_0 %float_1\n%x = OpBitcast %int %sum", False),
        ("%converted = OpConvertSToF %float %int_5\n%x = OpFOrdLessThan %bool %converted %float_1", False),
        ("%bits = OpBitcast %float %int_1\n%x = OpFOrdLessThan %bool %float_0 %bits", False),
        ("%x = OpBitcast %int %float_0", False),
        ("%x = OpBitcast %uint %int_1", True),
        (UNDEF + "%x = OpIAdd %int %undef %int_1", False),
        (VARIABLE + "OpStore %variable %int_1\n%x = OpLoad %int %variable", True),
        (VARIABLE + "OpStore %variable %i\n%x = OpLoad %int %variable", False),
        (VARIABLE + "OpStore %variable %int_1\n%x = OpLoad %int %variable\nOpStore %variable %i", False),
    ],
)
def test_a_value_is_steady_if_all_is_that_it_is_made_of(body: str, steady: bool) -> None:
    assert is_steady(body) == steady


def test_floats_themselves_are_not_listed() -> None:
    assert not is_steady("%x = OpFNegate %float %float_1")


def test_what_a_steady_condition_decides_is_steady() -> None:
    body = ALWAYS + SELECTION.format(
        condition="%always",
        then="%y = OpIAdd %int %int_1 %int_1",
        merge="%x = OpPhi %int %y %then %int_5 %entry",
    )
    assert is_steady(body)
    assert is_steady(body, "%y")


def test_what_an_unsteady_condition_decides_is_not() -> None:
    body = SELECTION.format(
        condition="%condition",
        then="%y = OpIAdd %int %int_1 %int_1",
        merge="%x = OpPhi %int %int_1 %then %int_5 %entry\n%z = OpIAdd %int %int_1 %int_1",
    )
    assert not is_steady(body)
    assert not is_steady(body, "%y")
    assert is_steady(body, "%z")


def test_a_store_under_an_unsteady_condition_spoils_the_variable() -> None:
    body = VARIABLE + SELECTION.format(
        condition="%condition", then="OpStore %variable %int_1", merge="%x = OpLoad %int %variable"
    )
    assert not is_steady(body)


LOOP = """
    OpBranch %header
    %header = OpLabel
    %x = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    %less = OpSLessThan %bool %x {limit}
    OpBranchConditional %less %continue %after
    %continue = OpLabel
    %next = OpIAdd %int %x %int_1
    OpBranch %header
    %after = OpLabel
    %y = OpIAdd %int %int_1 %int_1
"""


def test_a_counter_is_steady_if_the_end_of_its_loop_is() -> None:
    assert is_steady(LOOP.format(limit="%int_5"))
    assert not is_steady(LOOP.format(limit="%i"))
    assert is_steady(LOOP.format(limit="%i"), "%y")


DENORMAL = """
    %tiny = OpConstant %float 1e-40
    %tinies = OpConstantComposite %v2float %float_0 %tiny
    %computed = OpSpecConstantOp %int IAdd %int_1 %int_1
"""


@pytest.mark.parametrize(
    "body",
    [
        "%x = OpFOrdLessThan %bool %float_0 %tiny",
        "%part = OpCompositeExtract %float %tinies 1\n%x = OpFOrdLessThan %bool %float_0 %part",
        "%x = OpIAdd %int %computed %int_1",
    ],
)
def test_denormals_and_computed_constants_are_not_steady(body: str) -> None:
    assert not is_steady(body, globals_=DENORMAL)


CALLEE = """
    %g = OpFunction %int None %g_type
    %p = OpFunctionParameter %int
    %g_entry = OpLabel
    %inside = OpIAdd %int %p %int_1
    OpReturnValue %inside
    OpFunctionEnd
"""
G_TYPE = "%g_type = OpTypeFunction %int %int\n"


@pytest.mark.parametrize(("argument", "steady"), [("%int_1", True), ("%i", False)])
def test_arguments_and_results_of_calls(argument: str, steady: bool) -> None:
    body = f"%x = OpFunctionCall %int %g {argument}"
    assert is_steady(body, functions=CALLEE, globals_=G_TYPE) == steady
    assert is_steady(body, "%inside", functions=CALLEE, globals_=G_TYPE) == steady


def test_a_call_under_an_unsteady_condition() -> None:
    body = SELECTION.format(condition="%condition", then="%x = OpFunctionCall %int %g %int_1", merge="")
    assert not is_steady(body, "%inside", functions=CALLEE, globals_=G_TYPE)


def test_nothing_is_known_after_a_kill_elsewhere_under_an_unsteady_condition() -> None:
    kills = CALLEE.replace("%inside = ", "OpKill\n%g_lost = OpLabel\n%inside = ")
    body = SELECTION.format(condition="%condition", then="%y = OpFunctionCall %int %g %int_1", merge="")
    assert not is_steady(body + "%x = OpIAdd %int %int_1 %int_1", functions=kills, globals_=G_TYPE)


POINTER = """
    %h = OpFunction %void None %h_type
    %p = OpFunctionParameter %local_int
    %h_entry = OpLabel
    OpStore %p {value}
    OpReturn
    OpFunctionEnd
"""


@pytest.mark.parametrize(("value", "steady"), [("%int_1", True), ("%undef", False)])
def test_a_parameter_is_the_memory_of_its_arguments(value: str, steady: bool) -> None:
    body = VARIABLE + "%nothing = OpFunctionCall %void %h %variable\n%x = OpLoad %int %variable"
    globals_ = "%h_type = OpTypeFunction %void %local_int\n%undef = OpUndef %int\n"
    assert is_steady(body, functions=POINTER.format(value=value), globals_=globals_) == steady


def test_a_relaxed_result_is_not_steady() -> None:
    module = module_of("%x = OpIAdd %int %int_1 %int_5")
    assert ident("%x") in steady_scalars(module)
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%x"), Decoration.RELAXED_PRECISION]))
    assert ident("%x") not in steady_scalars(module)


def test_a_doubtful_variable_is_not_steady() -> None:
    globals_ = "%private_int = OpTypePointer Private %int\n%global = OpVariable %private_int Private %int_1\n"
    body = "%x = OpLoad %int %global"
    assert is_steady(body, globals_=globals_)
    assert not is_steady(body, globals_=globals_, doubtful="%global")
