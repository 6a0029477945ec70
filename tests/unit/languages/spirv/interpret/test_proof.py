"""What is legal of a program's result, and what is not compared."""

from __future__ import annotations

import struct
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest
from helpers.corpus import programs
from helpers.fragments import fragment
from helpers.shading_runs import needs_compiler

from aberration.core.inputs import Inputs
from aberration.core.limits import beyond, places
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.tiles import Tile
from aberration.languages.spirv.interpret.proof import Budget, Proof, prove
from aberration.languages.spirv.interpret.run import Interpreter

pytestmark = needs_compiler
SIDE: Final = 16
SHOWN: Final = "OpStore %colour %shown"


def proved(
    body: str, *, tiles: tuple[Tile, ...] = (), budget: Budget | None = None, globals_: str = ""
) -> Proof:
    inputs = Inputs(width=SIDE, height=SIDE, tiles=tiles)
    program = Program("spirv", "fragment", fragment(f"{body}\nOpReturn", globals_=globals_), inputs)
    return prove(program, budget or Budget())


def shown(*names: str) -> str:
    parts = [*names, *("%f0",) * (4 - len(names))]
    return f"%shown = OpCompositeConstruct %v4float {' '.join(parts)}\n{SHOWN}"


def bounds(found: Proof) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the lowest and highest first channels of what is compared."""
    assert found.limits is not None, found.reason
    low, high = (
        np.frombuffer(part[0], np.float32).reshape(-1, 4)[:, 0]
        for part in (found.limits.low, found.limits.high)
    )
    return low, high


def test_exact_arithmetic_has_one_legal_result() -> None:
    found = proved(
        f"""
        %a = OpFMul %float %xf %yf
        %b = OpFAdd %float %a %xf
        %c = OpFSub %float %b %f1
        {shown("%c")}
        """
    )
    assert (found.answer, found.drawn, found.compared) == ("defined", 256, 256)
    low, high = bounds(found)
    assert np.array_equal(low, high)
    assert isinstance(found.outcome, Image)
    assert low[0] == 0.25 + 0.5 - 1.0


def test_an_inexact_quotient_may_be_rounded() -> None:
    found = proved(
        f"""
        %three = OpFAdd %float %xf %yf
        %a = OpFDiv %float %xf %three
        {shown("%a")}
        """
    )
    low, high = bounds(found)
    assert found.answer == "defined"
    assert (high > low).any()
    assert (high - low < 1e-6).all()


def test_a_decision_that_hangs_on_rounding_is_not_compared() -> None:
    """3 * (x / 3) is x, or its neighbour."""
    found = proved(
        f"""
        %a = OpFDiv %float %xf %three
        %b = OpFMul %float %a %three
        %less = OpFOrdLessThan %bool %b %half_way
        OpSelectionMerge %after None
        OpBranchConditional %less %then %after
        %then = OpLabel
        OpStore %shared %u1
        OpBranch %after
        %after = OpLabel
        %n = OpLoad %uint %shared
        %v = OpConvertUToF %float %n
        {shown("%v")}
        """,
        globals_="%three = OpConstant %float 3\n%half_way = OpConstant %float 7.5",
    )
    assert found.answer == "partly"
    assert [(each.kind, each.count) for each in found.masked] == [("rounding", SIDE)]
    assert "OpBranchConditional" in found.masked[0].place
    assert found.limits is not None
    compared = places(found.limits.mask[0], SIDE * SIDE).reshape(SIDE, SIDE)
    assert not compared[:, 7].any()
    assert compared.sum() == SIDE * (SIDE - 1)


def test_a_choice_that_hangs_on_rounding_may_be_either() -> None:
    found = proved(
        f"""
        %a = OpFDiv %float %xf %three
        %b = OpFMul %float %a %three
        %less = OpFOrdLessThan %bool %b %half_way
        %v = OpSelect %float %less %f1 %f0
        {shown("%v")}
        """,
        globals_="%three = OpConstant %float 3\n%half_way = OpConstant %float 7.5",
    )
    assert found.answer == "defined"
    low, high = bounds(found)
    assert {(float(a), float(b)) for a, b in zip(low, high, strict=True)} == {
        (1.0, 1.0),
        (0.0, 1.0),
        (0.0, 0.0),
    }


@pytest.mark.parametrize(
    ("body", "kind", "globals_"),
    [
        ("%v = OpFDiv %float %f1 %d", "division", ""),
        ("%v = OpExtInst %float %glsl Sqrt %e", "invalid-argument", ""),
        ("%i = OpConvertFToU %uint %e\n%v = OpConvertUToF %float %i", "conversion", ""),
        ("%s = OpShiftLeftLogical %uint %u1 %w\n%v = OpConvertUToF %float %s", "shift", ""),
        ("%s = OpUDiv %uint %u7 %q\n%v = OpConvertUToF %float %s", "division", ""),
        ("%v = OpFAdd %float %undef %f1", "uninitialised", "%undef = OpUndef %float"),
    ],
)
def test_undefined_values_are_not_compared(body: str, kind: str, globals_: str) -> None:
    """In the first column the operand is 0, or below, or too wide; everywhere else it is not."""
    found = proved(
        f"""
        %q = OpCopyObject %uint %x
        %d = OpConvertUToF %float %q
        %e = OpFSub %float %d %f1
        %w = OpISub %uint %u16 %q
        %z = OpIAdd %uint %w %u16
        {body.replace("%w", "%z")}
        {shown("%v")}
        """,
        globals_=globals_,
    )
    everywhere = kind == "uninitialised"
    assert found.answer == "partly"
    assert [(each.kind, each.count) for each in found.masked] == [
        (kind, SIDE * (SIDE if everywhere else 1))
    ]


def test_an_undefined_value_that_is_not_used_spoils_nothing() -> None:
    found = proved(
        f"""
        %d = OpConvertUToF %float %x
        %a = OpFDiv %float %f1 %d
        %zero = OpIEqual %bool %x %u0
        %v = OpSelect %float %zero %f1 %a
        {shown("%v")}
        """
    )
    assert (found.answer, found.compared) == ("defined", 256)


def test_what_may_lie_outside_is_undefined_behaviour() -> None:
    found = proved(
        f"""
        %words = OpVariable %local_words Function
        %p = OpAccessChain %local_uint %words %x
        OpStore %p %u1
        %v = OpConvertUToF %float %x
        {shown("%v")}
        """
    )
    assert found.answer == "undefined"
    assert found.trap is not None
    assert (found.trap.kind, found.trap.invocation) == ("out-of-bounds", (4, 0))
    assert found.trap.instruction.startswith(f"%{found.trap.result_id} = OpAccessChain")


ENDLESS: Final = f"""
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %next None
    OpBranch %body
    %body = OpLabel
    %again = OpUGreaterThan %bool %x %u3
    OpBranchConditional %again %next %done
    %next = OpLabel
    OpBranch %head
    %done = OpLabel
    %v = OpConvertUToF %float %x
    {shown("%v")}
    """


def test_what_does_not_end_is_too_long() -> None:
    found = proved(ENDLESS, budget=Budget(steps=1000))
    assert found.answer == "too-long"
    assert found.trap is not None
    assert found.trap.kind == "loop-limit"
    assert "OpLoopMerge" in found.trap.instruction
    assert found.steps <= 1100


def test_what_would_cost_too_much_is_not_begun() -> None:
    found = proved(shown("%xf"), budget=Budget(whole_steps=100))
    assert (found.answer, found.outcome) == ("too-long", None)


def test_tiles_alone_are_drawn() -> None:
    found = proved(shown("%xf", "%yf"), tiles=(Tile(4, 2, 2, 4), Tile(10, 10, 4, 2)))
    assert (found.answer, found.drawn, found.compared) == ("defined", 16, 16)
    assert isinstance(found.outcome, Image)
    drawn = np.frombuffer(found.outcome.data, np.float32).reshape(SIDE, SIDE, 4)
    assert drawn[2, 4, 0] == 4.5
    assert not drawn[0].any()


def test_turns_of_loops_are_counted() -> None:
    found = proved(
        f"""
        %n = OpVariable %local_uint Function
        OpStore %n %u0
        OpBranch %head
        %head = OpLabel
        OpLoopMerge %done %next None
        OpBranch %body
        %body = OpLabel
        %k = OpLoad %uint %n
        %more = OpULessThan %bool %k %x
        OpBranchConditional %more %next %done
        %next = OpLabel
        %k1 = OpIAdd %uint %k %u1
        OpStore %n %k1
        OpBranch %head
        %done = OpLabel
        {shown("%xf")}
        """
    )
    assert (found.most_turns, found.group_turns) == (15, 2 * sum(range(12, 16)))


@pytest.mark.parametrize(
    "name", ["lit_spheres", "matrix_powers.opt", "discard_lattice", "hash_noise.opt"]
)
def test_the_nearest_result_is_that_of_the_interpreter(name: str) -> None:
    program = next(each for each in programs("references") if each.name == name)
    inputs = Inputs(program.inputs.uniforms, width=32, height=32)
    small = Program("spirv", "fragment", program.source, inputs, name)
    found, expected = prove(small), Interpreter(small.source, inputs).scalar_image("rgba32f")
    assert found.outcome == expected
    assert found.limits is not None
    assert isinstance(expected, Image)
    assert beyond(expected, found.limits).beyond == 0
    other = bytearray(expected.data)
    other[16 * 33 : 16 * 33 + 4] = struct.pack("<f", 7.0)
    assert beyond(Image(32, 32, "rgba32f", bytes(other)), found.limits).beyond == 1
