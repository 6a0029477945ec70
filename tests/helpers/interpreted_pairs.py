"""Pairs of shaders in the interpreter, by each of its paths."""

from __future__ import annotations

import pytest
from helpers.pair_texts import ATTRIBUTES, SIZES
from helpers.shading_runs import needs_compiler

from aberration.core.attributes import attribute_value
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
PATHS: tuple[Path, ...] = ("python", "c")
stages = pytest.mark.parametrize("stage", STAGES)
paths = pytest.mark.parametrize("path", [PATHS[0], pytest.param("c", marks=needs_compiler)])


def interpreter(program: Program, path: Path = "python") -> Interpreter:
    options = Options(path=path)
    return Interpreter(read_program(program), program.shader_stage, program.inputs, options)


def value(name: str, vertex: int, component: int = 0) -> float:
    """Return what a vertex has of an attribute, in an image of the second of `SIZES`."""
    one = next(each for each in ATTRIBUTES if each.name == name)
    return attribute_value(one, vertex, SIZES[1], 0, component)
