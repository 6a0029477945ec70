from __future__ import annotations

import msgspec
import pytest
from helpers.functions import LIMIT, LOOPING, UNARY, function, guards, lines, recipient, unary
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.grammar import OPCODE
from aberration.languages.spirv.opcodes import OpIAdd
from aberration.methods.transform.donation.function_text import Line
from aberration.methods.transform.donation.livesafe import Clamp
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_function import AddFunction

DOUBLE = "%sum = OpIAdd %int %x %x\nOpReturnValue %sum"
INDEXED = """
    %table = OpVariable %local_array Function %no_array
    %cell = OpAccessChain %local_int %table %x
    %value = OpLoad %int %cell
    OpReturnValue %value
"""


def test_adds_a_dead_function() -> None:
    module = expect(
        recipient(), AddFunction(unary(DOUBLE)), "%sum = OpIAdd %int %x %x\nOpReturnValue %sum"
    )
    assert all(block.dead for block in function(module, "%made").blocks)
    assert not module.facts.is_livesafe(ident("%made"))


def test_adds_a_livesafe_function() -> None:
    module = expect(recipient(), AddFunction(unary(DOUBLE), guards()))
    assert module.facts.is_livesafe(ident("%made"))
    assert not any(block.dead for block in function(module, "%made").blocks)


def test_memory_of_pointer_parameters_and_variables_does_not_matter() -> None:
    text = """
        %made = OpFunction %int None %of_pointer
        %p = OpFunctionParameter %local_int
        %start = OpLabel
        %own = OpVariable %local_int Function %int_0
        OpStore %p %int_1
        OpReturnValue %int_1
        OpFunctionEnd
    """
    facts = expect(recipient(), AddFunction(lines(text), guards())).facts
    assert facts.is_pointee_irrelevant(ident("%p"))
    assert facts.is_pointee_irrelevant(ident("%own"))


def test_a_loop_counts_its_rounds() -> None:
    expected = """
        %51 = OpLoad %uint %50
        %52 = OpIAdd %uint %51 %uint_1
        OpStore %50 %52
        %53 = OpUGreaterThanEqual %bool %51 %uint_7
        OpBranchConditional %53 %after %loop
    """
    phi = "%result = OpPhi %int %n %within %int_0 %again"
    counter = "%50 = OpVariable %local_uint Function %uint_0"
    module = expect(recipient(), AddFunction(lines(LOOPING), guards(LIMIT)), expected, phi, counter)
    assert not module.facts.is_pointee_irrelevant(50)


@pytest.mark.parametrize(
    ("branch", "expected"),
    [
        ("%loop %after", "%53 = OpULessThan %bool %51 %uint_7\n%54 = OpLogicalAnd %bool %more %53"),
        (
            "%after %loop",
            "%53 = OpUGreaterThanEqual %bool %51 %uint_7\n%54 = OpLogicalOr %bool %more %53",
        ),
    ],
)
def test_a_conditional_back_edge_gets_another_condition(branch: str, expected: str) -> None:
    body = f"""
        OpBranch %loop
        %loop = OpLabel
        %n = OpPhi %int %x %start %following %loop
        %following = OpISub %int %n %int_1
        %more = OpSLessThan %bool %following %int_0
        OpLoopMerge %after %loop None
        OpBranchConditional %more {branch}
        %after = OpLabel
        OpReturnValue %following
    """
    limit = msgspec.structs.replace(LIMIT, phi_ids=())
    tail = f"\nOpLoopMerge %after %loop None\nOpBranchConditional %54 {branch}"
    expect(recipient(), AddFunction(unary(body), guards(limit)), expected + tail)


def test_indexes_are_clamped() -> None:
    clamp = Clamp(ident("%cell"), ((51, 52),))
    expected = """
        %51 = OpULessThanEqual %bool %x %int_3
        %52 = OpSelect %int %51 %x %int_3
        %cell = OpAccessChain %local_int %table %52
    """
    expect(recipient(), AddFunction(unary(INDEXED), guards(clamps=(clamp,))), expected)


@pytest.mark.parametrize("end", ["OpKill", "OpUnreachable", "OpTerminateInvocation"])
def test_ends_become_returns(end: str) -> None:
    body = """
        %enough = OpSLessThan %bool %x %int_0
        OpSelectionMerge %stay None
        OpBranchConditional %enough %stop %stay
        %stop = OpLabel
        OpUnreachable
        %stay = OpLabel
        OpReturnValue %x
    """
    made = list(unary(body))
    stop = next(k for k, line in enumerate(made) if line.result_id == ident("%stop"))
    made[stop + 1] = Line(OPCODE[end], 0, 0, ())
    expect(recipient(), AddFunction(tuple(made), guards()), "%stop = OpLabel\nOpReturnValue %int_0")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no lines", AddFunction(())),
        ("no terminator", AddFunction(unary(DOUBLE)[:-1])),
        ("no function", AddFunction(unary(DOUBLE)[1:])),
        (
            "an id that is not there",
            AddFunction((*unary(DOUBLE)[:3], Line(OpIAdd, ident("%int"), 40, (41, 42)))),
        ),
        ("a loop without limit", AddFunction(lines(LOOPING), guards())),
        (
            "no value for the new edge",
            AddFunction(lines(LOOPING), guards(msgspec.structs.replace(LIMIT, phi_ids=()))),
        ),
        ("too many rounds", AddFunction(unary(DOUBLE), guards(rounds=20))),
        ("no constant for the rounds", AddFunction(lines(LOOPING), guards(LIMIT, rounds=6))),
        ("an index without clamp", AddFunction(unary(INDEXED), guards())),
        (
            "a guard's id is one of its own",
            AddFunction(unary(DOUBLE), guards(msgspec.structs.replace(LIMIT, load=ident("%sum")))),
        ),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(recipient(), step, reason)


def test_refuses_a_function_that_is_there_already() -> None:
    module = expect(recipient(), AddFunction(unary(DOUBLE)))
    refuse(module, AddFunction(unary(DOUBLE)), "its ids are in use")


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        ("division by zero", "%r = OpSDiv %int %x %x\nOpReturnValue %r"),
        ("the least number divided by -1", "%r = OpSDiv %int %x %int_minus\nOpReturnValue %r"),
        ("a remainder by zero", "%r = OpSRem %int %x %int_0\nOpReturnValue %r"),
        ("a shift of unknown width", "%r = OpShiftLeftLogical %int %x %x\nOpReturnValue %r"),
        ("a shift that is too wide", "%r = OpShiftLeftLogical %int %x %uint_33\nOpReturnValue %r"),
        ("a float that may be too large", "%r = OpConvertFToS %int %float_1\nOpReturnValue %r"),
        (
            "a bit field that may be too wide",
            "%r = OpBitFieldUExtract %int %x %int_0 %x\nOpReturnValue %r",
        ),
        ("an undefined value", "%r = OpIAdd %int %undef %x\nOpReturnValue %r"),
        (
            "a variable that is not initialised",
            "%v = OpVariable %local_int Function\nOpReturnValue %x",
        ),
        ("a derivative", "%d = OpDPdx %float %float_1\nOpReturnValue %x"),
        ("memory that matters", "OpStore %bound %x\nOpReturnValue %x"),
        ("an input", "%r = OpLoad %int %in_int\nOpReturnValue %r"),
        (
            "a call of a function that is not livesafe",
            "%r = OpFunctionCall %int %other\nOpReturnValue %r",
        ),
    ],
)
def test_what_may_be_undefined_is_not_livesafe(reason: str, body: str) -> None:
    other = (
        "%other = OpFunction %int None %plain\n%only = OpLabel\nOpReturnValue %int_1\n"
        "OpFunctionEnd\n"
    )
    made = lines(other + UNARY + body + "\nOpFunctionEnd")
    refuse(recipient(other), AddFunction(made, guards()), reason)
    expect(recipient(other), AddFunction(made))


@pytest.mark.parametrize(
    "body",
    [
        "%r = OpSDiv %int %x %int_3\nOpReturnValue %r",
        "%r = OpShiftLeftLogical %int %x %uint_7\nOpReturnValue %r",
        "%m = OpBitwiseAnd %int %x %int_3\n%r = OpShiftLeftLogical %int %x %m\nOpReturnValue %r",
        "OpStore %free %x\n%r = OpLoad %int %free\nOpReturnValue %r",
        "%r = OpBitFieldUExtract %int %x %int_0 %int_3\nOpReturnValue %r",
    ],
)
def test_what_is_defined_is_livesafe(body: str) -> None:
    expect(recipient(), AddFunction(unary(body), guards()))


test_sound = soundness(AddFunction)
