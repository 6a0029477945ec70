"""The colour that scalars are folded into: what it is, and that a small change of any shows."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.points.colour import (
    FOLDED,
    ColourSpelling,
    OutputLeaf,
    leaves_of,
    sum_lines,
)
from aberration.languages.shading.read import read
from aberration.languages.shading.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    UINT,
    Struct,
    TypeMember,
    matrix,
    vector,
)

SPELLING = ColourSpelling("vec4", "ivec4", "vec4 aberration_sum", lambda text, leaf, count: text)
NESTED = Struct("S", (TypeMember("a", vector(INT, 2)), TypeMember("b", matrix(FLOAT, 2, 3))))


def lines(*leaves: OutputLeaf) -> list[str]:
    return sum_lines(leaves, SPELLING)


def test_the_leaves_of_an_output() -> None:
    found = list(leaves_of("s", NESTED.array(2)))
    assert [(one.text, one.type) for one in found] == [
        (f"s[{k}].{name}", type)
        for k in range(2)
        for name, type in (
            ("a", vector(INT, 2)),
            ("b[0]", vector(FLOAT, 3)),
            ("b[1]", vector(FLOAT, 3)),
        )
    ]


def test_outputs_that_no_colour_is_made_of() -> None:
    with pytest.raises(BadInput, match="the output d is of type double"):
        list(leaves_of("d", DOUBLE))
    with pytest.raises(BadInput, match="the output d has no size"):
        list(leaves_of("d", FLOAT.array(None)))


def test_four_scalars_are_a_term_and_floats_come_first() -> None:
    found = lines(
        OutputLeaf("n", vector(UINT, 3)),
        OutputLeaf("p", vector(FLOAT, 4)),
        OutputLeaf("q", vector(FLOAT, 3)),
        OutputLeaf("r", vector(FLOAT, 2)),
        OutputLeaf("b", BOOL),
    )
    assert found == [
        "vec4 aberration_sum = aberration_bounded(p);",
        "aberration_sum += 1.125 * aberration_bounded(vec4(q, r.x));",
        "aberration_sum += 1.25 * aberration_bounded(vec4(r.y, 0.0, 0.0, 0.0));",
        "aberration_sum += 1.375 * aberration_counted(ivec4(n, b));",
    ]


def test_of_many_scalars_some_are_taken_all_over() -> None:
    found = lines(*(OutputLeaf(f"v[{k}]", FLOAT) for k in range(1024)))
    assert len(found) == 64
    assert found[0] == "vec4 aberration_sum = aberration_bounded(vec4(v[0], v[4], v[8], v[12]));"
    assert "v[1020]" in found[-1]


# ---- what it gives

TEXT = """#version 450
vec4 aberration_bounded(vec4 v) {{ return 0.5 + 0.5 * v / (1.0 + abs(v)); }}
layout(location = 0) out vec4 colour;
void main() {{
  float v[{count}];
  for (int k = 0; k < {count}; k++) v[k] = float(k % 7) / 8.0 - 0.375;
  v[{changed}] += {change};
  {lines}
  colour = {folded};
}}
"""


def pixel(count: int, changed: int, change: float) -> list[int]:
    every = lines(*(OutputLeaf(f"v[{k}]", FLOAT) for k in range(count)))
    text = TEXT.format(
        count=count, changed=changed, change=change, lines="\n".join(every), folded=FOLDED
    )
    image = execute(read(text, "glsl"), "fragment", Inputs(width=1, height=1))
    assert isinstance(image, Image)
    return list(image.data)


def wave(total: float) -> float:
    return abs((total + 1.0) % 2.0 - 1.0)


def test_the_colour_is_a_triangle_wave_of_the_sum() -> None:
    sums = [0.0] * 4
    for k in range(40):
        v = (k % 7) / 8.0 - 0.375
        sums[k % 4] += (1 + k // 4 / 8) * (0.5 + 0.5 * v / (1 + abs(v)))
    assert max(sums) > 2.0
    assert pixel(40, 0, 0.0) == [int(wave(one) * 255 + 0.5) for one in sums]


def test_a_change_of_a_twentieth_of_any_scalar_shows_in_its_channel_alone() -> None:
    before = pixel(64, 0, 0.0)
    for changed in range(0, 64, 3):
        after = pixel(64, changed, 0.05)
        assert [one for one in range(4) if before[one] != after[one]] == [changed % 4]
