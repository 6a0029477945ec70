"""A pair of modules whose stages store and load as a whole what lies between them."""

from __future__ import annotations

from typing import Final

from helpers.module_pairs import module_pair
from helpers.pair_texts import SIZES, Text

from aberration.core.program import Program, ShaderStage

_BETWEEN: Final = (
    "layout(location = 0) flat TO ivec3 NAMEa; layout(location = 1) flat TO uint NAMEb; "
    "layout(location = 2, component = 1) TO vec3 NAMEc; layout(location = 3) flat TO ivec2 NAME;"
)
WHOLE: Final = Text(
    _BETWEEN,
    "given_a = ivec3(n, -9); given_b = u.x * 70000u; given_c = b; given = n; "
    "if (n.x > 90) { given_a = ivec3(n.y, n); given_c = b.zyx; }",
    "vec4(vec3(taken_a) * taken_c, float(taken_b) / 8.0) + vec4(taken_c + vec3(taken_a), taken.y)",
)
"""Integers at locations 0 and 1, floats behind a component of 2, and at 3 a part that is used."""


def whole_pair(stage: ShaderStage = "fragment") -> Program:
    """Return the pair with a source of this stage."""
    return module_pair(WHOLE, stage, SIZES[1])
