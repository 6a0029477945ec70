"""A dead variable holds what another one held."""

from __future__ import annotations

import pytest
from helpers.fusing import fused, fusion, program

from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.reuse_variable import ReuseVariable

INLINED = (InlineCall(0, 0), InlineCall(1, 0))
FIRST = """void main() {
  float early = gl_FragCoord.x / 8.0;
  vec2 place = vec2(early, 0.25);
  colour = place.xyxy;
}
"""
SECOND = """void main() {
  float late;
  float whole = 0.5;
  late = whole + 0.25;
  for (float inner = 0.0; inner < 0.25; inner += 0.125) { float turn = inner; late += turn * 0.5; }
  vec2 other = vec2(late, 0.5);
  colour = other.xyyx;
}
"""
A = "c1_a_{}".format
B = "c2_b_{}".format
WGSL_B = "c3_b_{}".format


@pytest.mark.parametrize(
    ("dead", "name"),
    [
        (A("early"), B("late")),
        (A("early"), B("whole")),
        (A("early"), B("inner")),
        (A("early"), B("turn")),
        (A("place"), B("other")),
        (B("whole"), B("turn")),
    ],
)
def test_it_stands_wherever_the_other_one_stood(dead: str, name: str) -> None:
    made = fusion(program(FIRST), program(SECOND))
    text = fused(made, *INLINED, ReuseVariable(dead, name))
    assert name not in text
    assert f"float {dead};" not in text or "late" in name


@pytest.mark.parametrize(
    ("dead", "name"),
    [
        (A("place"), B("late")),
        (B("late"), A("early")),
        (B("late"), B("whole")),
        (B("late"), B("late")),
        (A("early"), B("nothing")),
        (B("inner"), B("turn")),
        (A("colour"), B("other")),
    ],
)
def test_what_is_alive_or_of_another_type_or_elsewhere_stays(dead: str, name: str) -> None:
    fused(fusion(program(FIRST), program(SECOND)), *INLINED, ReuseVariable(dead, name), skipped=1)


def test_one_variable_may_hold_several_in_turn() -> None:
    made = fusion(program(FIRST), program(SECOND))
    records = (ReuseVariable(A("early"), B("whole")), ReuseVariable(A("early"), B("turn")))
    fused(made, *INLINED, *records)
    fused(made, ReuseVariable(A("early"), B("late")), skipped=1)


WGSL_FIRST = """fn add(p: ptr<function, i32>) { *p += 1; }
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {
  var plain = i32(place.x);
  add(&plain);
  var pointed = 3;
  let pointer = &pointed;
  var early = f32(plain) / 16.0;
  return vec4f(early, f32(*pointer) / 4.0, 0.0, 1.0);
}
"""
WGSL_SECOND = """@fragment fn main() -> @location(0) vec4f {
  var zero: i32;
  var late: f32 = f32(zero) + 0.25;
  return vec4f(late);
}
"""


@pytest.mark.parametrize(("dead", "applies"), [("plain", True), ("pointed", False)])
def test_zeros_of_wgsl_are_written_and_pointers_respected(dead: str, applies: bool) -> None:
    made = fusion(program(WGSL_FIRST, "wgsl"), program(WGSL_SECOND, "wgsl"))
    record = ReuseVariable(A(dead), WGSL_B("zero"))
    text = fused(made, *INLINED, record, skipped=int(not applies))
    assert ("c1_a_plain = i32();" in text) == applies


@pytest.mark.parametrize("language", ["essl"])
def test_variables_of_other_precisions_stay(language: LanguageName) -> None:
    first = "void main() { mediump float a = 0.25; colour = vec4(a); }"
    second = "void main() { float b = 0.5; colour = vec4(b); }"
    made = fusion(program(first, language), program(second, language))
    fused(made, *INLINED, ReuseVariable(A("a"), B("b")), skipped=1)
