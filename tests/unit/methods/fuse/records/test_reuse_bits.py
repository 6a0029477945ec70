"""A dead integer holds the bits of another variable."""

from __future__ import annotations

import pytest
from helpers.fusing import fused, fusion, program

from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.reuse_bits import ReuseBits

INLINED = (InlineCall(0, 0), InlineCall(1, 0))
FIRST = """void main() {
  int whole = int(gl_FragCoord.x);
  uint plain = uint(whole);
  float part = float(plain) / 8.0;
  colour = vec4(part);
}
"""
SECOND = """void change(inout float x) { x += 0.25; }
void main() {
  float late = 1;
  int number = -3;
  float touched = 0.0;
  change(touched);
  float raised = 0.0;
  raised += 0.5;
  late = late * 0.5 + 0.125;
  number = number + 4;
  colour = vec4(late, float(number), touched, raised);
}
"""
A = "c1_a_{}".format
B = "c2_b_{}".format
WGSL_B = "c3_b_{}".format


@pytest.mark.parametrize(
    ("dead", "name", "said"),
    [
        ("whole", "late", "floatBitsToInt(float(1))"),
        ("plain", "late", "uintBitsToFloat(c1_a_plain)"),
        ("plain", "number", "uint(int(-3))"),
    ],
)
def test_values_are_written_and_read_as_bits(dead: str, name: str, said: str) -> None:
    made = fusion(program(FIRST), program(SECOND))
    text = fused(made, *INLINED, ReuseBits(A(dead), B(name)))
    assert said in text
    assert B(name) not in text


@pytest.mark.parametrize(
    ("dead", "name"),
    [
        ("whole", "touched"),
        ("whole", "raised"),
        ("whole", "number"),
        ("part", "number"),
        ("nothing", "late"),
    ],
)
def test_what_is_written_in_parts_or_elsewhere_stays(dead: str, name: str) -> None:
    made = fusion(program(FIRST), program(SECOND))
    fused(made, *INLINED, ReuseBits(A(dead), B(name)), skipped=1)


def test_wgsl_casts_bits() -> None:
    first = """@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {
  var whole = i32(place.x);
  let gone = f32(whole) / 8.0;
  return vec4f(gone);
}
"""
    second = """@fragment fn main() -> @location(0) vec4f {
  var late = 0.5;
  late = late + 0.25;
  return vec4f(late);
}
"""
    made = fusion(program(first, "wgsl"), program(second, "wgsl"))
    text = fused(made, *INLINED, ReuseBits(A("whole"), WGSL_B("late")))
    assert "c1_a_whole = bitcast<i32>(f32(0.5))" in text


def test_old_versions_have_no_bits() -> None:
    head = "#version 150\nout vec4 colour;\n"
    first = program(head + FIRST.replace("uint plain = uint(whole)", "int plain = whole"))
    second = program(head + "void main() { float late = 0.5; colour = vec4(late); }")
    fused(fusion(first, second), *INLINED, ReuseBits(A("whole"), B("late")), skipped=1)
