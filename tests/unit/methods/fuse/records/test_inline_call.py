"""Calls become what the function does."""

from __future__ import annotations

import pytest
from helpers.fusing import COUNTS, TWICE, fused, fusion, kernel, pair, program

from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.records.inline_call import InlineCall

CHANGES = """int held = 1;
int take(int x, out int low, inout int high) { low = x; high += held; held = high; return x + 1; }
void main() {
  int a = 3; int b = 4;
  int c = take(a, a, b);
  c = take(c, a, b);
  take(1, b, a);
  colour = vec4(a, b, c, held) / 32.0;
}
"""


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_entry_points_and_calls_in_them_are_inlined(language: LanguageName) -> None:
    text = fused(
        pair(language), InlineCall(0, 0), InlineCall(1, 0), InlineCall(0, 1 + (language == "wgsl"))
    )
    main = text[text.index("fused_colour;" if language != "wgsl" else "@fragment") :]
    assert "a_main(" not in main
    assert "b_main(" not in main
    assert "twice(" not in main


def test_parameters_are_copied_in_and_out() -> None:
    made = fusion(program(CHANGES), program(COUNTS))
    # From the last call: its place does not move when those before it grow.
    text = fused(made, InlineCall(0, 0), *(InlineCall(0, at) for at in (4, 3, 2)))
    assert text.count("a_take(") == 1


def test_a_value_is_converted_as_the_call_converts_it() -> None:
    text = """uint cut(float x) { return uint(x); }
void main() { float f = cut(gl_FragCoord.x); colour = vec4(f / 8.0); }
"""
    whole = fused(fusion(program(text), program(COUNTS)), InlineCall(0, 0), InlineCall(0, 0))
    assert "uint c2" in whole or "uint c3" in whole


EARLY = "float f(float x) { if (x > 2.0) { return 0.5; } return x / 8.0; }\n"


@pytest.mark.parametrize(
    ("body", "record"),
    [
        (f"{EARLY}void main() {{ colour = vec4(f(gl_FragCoord.x)); }}", InlineCall(0, 0)),
        ("void main() { colour = vec4(1.0); if (colour.x > 2.0) { return; } }", InlineCall(0, 0)),
        (TWICE, InlineCall(0, 1)),
        (TWICE, InlineCall(0, -1)),
    ],
)
def test_what_cannot_stand_in_place_of_its_call_stays(body: str, record: InlineCall) -> None:
    made = fusion(program(body), program(COUNTS))
    if "float f(" in body:
        assert record.apply(made)
        text = "void main() { float y = f(gl_FragCoord.x); colour = vec4(y); }"
        made = fusion(program(EARLY + text), program(COUNTS))
        assert InlineCall(0, 0).apply(made)
    fused(made, record, skipped=1)


def test_an_argument_that_is_written_has_to_be_a_name() -> None:
    first = kernel(
        "int n = 0; put(data[n++]); put(n);", (1, 2), before="void put(out int x) { x = 5; }"
    )
    made = fusion(first, kernel("data[0] = 1;", (0,)), "together")
    assert InlineCall(0, 0).apply(made)
    fused(made, InlineCall(0, 1), skipped=1)
    fused(made, InlineCall(0, 2))
