"""Which program of one method is a seed of another."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.method import LanguageSupport
from aberration.core.program import Program
from aberration.methods.pipeline.forms import Form, carry, forms_of

GLSL, WGSL = LanguageSupport("glsl", ()), LanguageSupport("wgsl", ())
SPIRV = LanguageSupport("spirv", ("spirv",), needs_seed=True)
BOTH = LanguageSupport("wgsl", ("glsl", "wgsl"), needs_seed=True)


def compile_program(program: Program) -> Program:
    if program.source == b"broken":
        raise BadInput("a broken one came")
    return Program("spirv", program.stage, b"module of " + program.source)


def test_shaders_are_compiled_for_a_method_that_wants_modules() -> None:
    assert forms_of((GLSL, WGSL), (SPIRV,)) == (Form("spirv", GLSL),)
    program = Program("glsl", "compute", b"text")
    assert carry(program, (SPIRV,), compile_program).source == b"module of text"


def test_they_stay_as_they_are_for_one_that_wants_shaders() -> None:
    assert forms_of((GLSL, WGSL), (BOTH,)) == (Form("wgsl", GLSL), Form("wgsl", WGSL))
    program = Program("glsl", "compute", b"text")
    assert carry(program, (BOTH, SPIRV), compile_program) is program


def test_nothing_is_compiled_for_a_method_that_wants_both() -> None:
    assert forms_of((GLSL, SPIRV), (BOTH, SPIRV)) == (Form("wgsl", GLSL), Form("spirv", SPIRV))


def test_a_method_that_asks_for_it_gets_both() -> None:
    asks = replace(SPIRV, takes_compiled=True)
    forms = (Form("wgsl", GLSL), Form("spirv", GLSL, compiled=True), Form("spirv", SPIRV))
    assert forms_of((GLSL, SPIRV), (BOTH, asks)) == forms
    assert forms_of((GLSL,), (asks,)) == (Form("spirv", GLSL),)
    program = Program("glsl", "compute", b"text")
    made = carry(program, (BOTH, asks), compile_program, compiled=True)
    assert made.source == b"module of text"


def test_what_the_front_end_refuses_is_no_seed() -> None:
    with pytest.raises(BadInput, match="broken"):
        carry(Program("glsl", "compute", b"broken"), (SPIRV,), compile_program)


def test_methods_that_share_no_language_make_no_pipeline() -> None:
    assert forms_of((WGSL,), (SPIRV,)) == ()
