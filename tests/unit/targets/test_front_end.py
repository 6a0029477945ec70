"""GLSL to SPIR-V."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import compile_glsl

GOOD = b"#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"
COMPUTE = b"#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"


@pytest.mark.parametrize("program", [Program("glsl", "fragment", GOOD), Program("glsl", "compute", COMPUTE)])
def test_gives_a_valid_module(program: Program) -> None:
    assert validate(compile_glsl(program).source) is None


def test_keeps_the_rest() -> None:
    program = compile_glsl(Program("glsl", "fragment", GOOD, Inputs(width=3), "white"))
    assert (program.language, program.stage, program.inputs, program.name) == (
        "spirv",
        "fragment",
        Inputs(width=3),
        "white",
    )


def test_leaves_other_languages_alone() -> None:
    program = Program("c", "program", b"int main(void) { return 0; }")
    assert compile_glsl(program) is program


def test_an_error_names_file_and_line() -> None:
    broken = GOOD.replace(b"vec4(1.0)", b"nothing")
    with pytest.raises(BadInput, match=r"white\.frag:3: 'nothing' : undeclared identifier"):
        compile_glsl(Program("glsl", "fragment", broken, name="white"))


def test_noise_is_bad_input() -> None:
    with pytest.raises(BadInput):
        compile_glsl(Program("glsl", "fragment", bytes(range(256))))
