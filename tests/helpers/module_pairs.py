"""Pairs of a vertex and a fragment shader as two modules: the texts of `pair_texts`, compiled."""

from __future__ import annotations

from typing import Final

from helpers.pair_texts import CASES, SIZES, Text, named_pair, pair
from msgspec.structs import replace

from aberration.core.program import Program, ShaderStage
from aberration.targets.front_end import compile_glsl

MODULES: Final = tuple(one for one in CASES if one[0] == "450" or one == ("310 es", "floats"))
"""A version each, but for what ESSL has otherwise: precisions."""


def module_pair(
    text: Text, stage: ShaderStage = "fragment", size: tuple[int, int] = SIZES[0]
) -> Program:
    """Return a pair of modules whose source is of a stage."""
    return compile_glsl(pair("450", text, stage, size))


def named_modules(
    version: str, name: str, stage: ShaderStage = "fragment", size: tuple[int, int] = SIZES[0]
) -> Program:
    """Return one of `MODULES`."""
    return compile_glsl(named_pair(version, name, stage, size))


def off_its_pixel(program: Program) -> Program:
    """Return a pair with points that do not lie in their pixels: the place is any attribute."""
    attributes = tuple(replace(one, place=False) for one in program.inputs.attributes)
    return replace(program, inputs=replace(program.inputs, attributes=attributes))
