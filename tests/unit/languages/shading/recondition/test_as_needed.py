"""Only what does harm is rewritten, and what comes out is proved."""

from __future__ import annotations

import struct

import pytest

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.as_needed import (
    Defined,
    Unrepaired,
    recondition_as_needed,
)
from aberration.languages.shading.recondition.context import Settings

TEXT = """#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Cells { int d[4]; }; // four of them
void main() {
    int i = d[0]; // the first
    d[1] = i / d[2] / 3;
    d[3] = 7 / (d[0] + 1);
}
"""


def shader(text: str = TEXT) -> Shader:
    return read(text, "essl", "test.comp")


def cells(*values: int) -> Inputs:
    return Inputs(buffers=(Buffer(0, struct.pack(f"<{len(values)}i", *values)),))


def divisors(made: Defined) -> list[str]:
    return [TEXT[one.place[0] : one.place[1]] for one in made.rewrites]


def test_only_the_division_that_fails_is_rewritten_and_comments_stay() -> None:
    inputs = cells(7, 0, 0, 0)
    met = execute(shader(), "compute", inputs)
    assert isinstance(met, Trap)
    assert (met.kind, TEXT[met.start : met.end]) == ("division", "i / d[2]")
    made = recondition_as_needed(shader(), "compute", inputs, Options())
    assert isinstance(made, Defined)
    assert divisors(made) == ["i / d[2]"]
    assert "// four of them" in made.text
    assert "// the first" in made.text
    assert "d[3] = 7 / (d[0] + 1);" in made.text
    assert execute(shader(made.text), "compute", inputs) == made.result


def test_a_program_without_hazards_stays_as_it_is() -> None:
    made = recondition_as_needed(shader(), "compute", cells(7, 0, 2, 0), Options())
    assert isinstance(made, Defined)
    assert (made.text, made.rewrites) == (TEXT, ())
    assert isinstance(made.result, Buffers)
    assert struct.unpack("<4i", made.result.data[0]) == (7, 7 // 2 // 3, 2, 7 // 8)


def test_each_place_that_fails_one_after_the_other_is_rewritten() -> None:
    made = recondition_as_needed(shader(), "compute", cells(-1, 0, 0, 0), Options())
    assert isinstance(made, Defined)
    assert divisors(made) == ["i / d[2]", "7 / (d[0] + 1)"]


def test_what_is_asked_to_stay_rewritten_does() -> None:
    place = TEXT.index("7 / (d[0] + 1)"), TEXT.index("7 / (d[0] + 1)") + len("7 / (d[0] + 1)")
    made = recondition_as_needed(
        shader(),
        "compute",
        cells(7, 0, 2, 0),
        Options(),
        kept=lambda one: (one.rule, one.place) == ("integer-division", place),
    )
    assert isinstance(made, Defined)
    assert divisors(made) == ["7 / (d[0] + 1)"]


@pytest.mark.parametrize("rules", [frozenset[str](), frozenset(["no-such-rule"])])
def test_what_no_rule_answers_is_told(rules: frozenset[str]) -> None:
    made = recondition_as_needed(
        shader(), "compute", cells(7, 0, 0, 0), Options(), Settings(rules=rules)
    )
    assert isinstance(made, Unrepaired)
    assert made.text == TEXT
    assert isinstance(made.met, Trap)
    assert made.met.kind == "division"
