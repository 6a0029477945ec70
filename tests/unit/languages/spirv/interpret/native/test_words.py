"""Words of storage buffers: which are legal where an integer was made of a float that may be
rounded.
"""

from __future__ import annotations

import struct

import pytest
from helpers.float_folds import GLOBALS, program
from helpers.interpret import shader
from helpers.shading_runs import needs_compiler

from aberration.core.inputs import Buffer, Inputs
from aberration.core.limits import beyond, places
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.targets.front_end import compile_glsl

pytestmark = needs_compiler
QUOTIENT = "%q = OpFDiv %float %xf %f3"
NINE = (9.0, 0.0, 0.0)


def proved(lines: str, write: str) -> Proof:
    return prove(program(shader(f"{lines}\n{write}", globals_=GLOBALS), [NINE]))


def outside(found: Proof, word: bytes) -> int:
    assert found.limits is not None
    assert isinstance(found.outcome, Buffers)
    assert places(found.limits.mask[1], 1).all(), found.masked
    given = (found.outcome.data[0], word + found.outcome.data[1][4:])
    return beyond(Buffers(given, found.outcome.fields), found.limits).beyond


@pytest.mark.parametrize(
    ("value", "wrong"), [(3.0, 0), (3.0000002, 0), (2.9999998, 0), (3.00001, 1), (-3.0, 1)]
)
def test_the_bits_of_a_float_lie_in_its_interval(value: float, wrong: int) -> None:
    assert outside(proved(QUOTIENT, "WRITE 0 %q float"), struct.pack("<f", value)) == wrong


@pytest.mark.parametrize(("value", "wrong"), [(1, 1), (2, 0), (3, 0), (4, 1)])
def test_an_integer_of_a_float_is_one_of_those_beside_it(value: int, wrong: int) -> None:
    found = proved(f"{QUOTIENT}\n%r = OpConvertFToU %uint %q", "WRITE 0 %r")
    assert outside(found, struct.pack("<I", value)) == wrong


@pytest.mark.parametrize(("value", "wrong"), [(-2, 1), (-1, 0), (0, 0), (1, 1)])
def test_a_range_of_integers_may_hold_zero(value: int, wrong: int) -> None:
    lines = (
        f"{QUOTIENT}\n%d = OpFSub %float %q %f3\n%w = OpExtInst %float %glsl Floor %d\n"
        f"%r = OpConvertFToS %int %w"
    )
    assert outside(proved(lines, "WRITE 0 %r int"), struct.pack("<i", value)) == wrong


def test_bits_that_may_have_either_sign_are_not_compared() -> None:
    found = proved("%r = OpFSub %float %xf %xf", "WRITE 0 %r float")
    assert found.limits is not None
    assert not places(found.limits.mask[1], 1).any()
    assert [(each.kind, each.count) for each in found.masked] == [("rounding", 1)]


def test_the_sign_of_a_zero_of_another_width_is_open() -> None:
    """lavapipe gives -0 for half of an integer that was made of -0.5: bounds are kept by words of
    32 bits, where +0 and -0 are one number; those of other widths were compared by their bits.
    """
    text = """#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Numbers { double numbers[3]; };
void main() { numbers[0] = double(int(numbers[2])); numbers[1] = numbers[2] + 1.0; }
"""
    data = struct.pack("<3d", 7.0, 7.0, -0.5)
    source = compile_glsl(Program("glsl", "compute", text.encode())).source
    found = prove(Program("spirv", "compute", source, Inputs(buffers=(Buffer(0, data, ()),))))
    assert found.limits is not None
    assert isinstance(found.outcome, Buffers)
    assert struct.unpack("<3d", found.outcome.data[0]) == (0.0, 0.5, -0.5)
    assert places(found.limits.mask[0], 6).tolist() == [False, False, True, True, True, True]


def test_an_integer_of_what_is_undefined_is_not_compared() -> None:
    """Although no number of three bits is above 7."""
    lines = "%q = OpFDiv %float %xf %yf\n%b = OpBitcast %uint %q\n%r = OpBitwiseAnd %uint %b %u3"
    found = proved(lines, "WRITE 0 %r")
    assert found.limits is not None
    assert not places(found.limits.mask[1], 1).any()
    assert [each.kind for each in found.masked] == ["division"]
