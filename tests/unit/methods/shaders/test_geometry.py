"""Methods that take programs for the geometry stage, and those that refuse them by name."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.geometry_texts import POINT, geometry_program

from aberration.core.errors import BadInput
from aberration.core.method import Method, Request, features_of
from aberration.core.oracle import Expected
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.testcase import replay_case
from aberration.languages.shading.translate import translate
from aberration.methods.agree.method import AgreeMethod
from aberration.methods.drive.method import DriveMethod
from aberration.methods.emi.method import EmiMethod
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.shaders.executed import Executed, Undefined
from aberration.methods.shaders.shader_tests import ShaderTests
from aberration.targets.front_end import compile_glsl

BUSY: Final = f"""int work(int x) {{
  int s = 3;
  for (int t = 0; t < 5; t++) {{ if (x < 0) {{ s = 2; }} s = (s * 5 + x) % 253; }}
  return s;
}}
void emit(float x) {{
  {POINT} aberration_result = vec4(normal[0], x); EmitVertex(); EndPrimitive();
}}
void main() {{
  int k = numbers[0].x;
  for (int t = 0; t < 2; t++) {{
    if (k > 9000) {{ k = 1; }}
    k = (k * 7 + work(t)) % 251;
    if (t == 1 || k > 100) emit(float(k) / 256.0);
  }}
}}"""
PROGRAM: Final = geometry_program("330", BUSY, size=(8, 8))


def made(method: Method, program: Program, variants: int = 3) -> list[TestCase]:
    return list(method.make(Request(5, variants, program, language=program.language)))


@pytest.mark.parametrize("version", ["330", "320 es"])
def test_agree_draws_inputs_and_knows_the_image(version: str) -> None:
    program = geometry_program(version, BUSY, size=(8, 8))
    cases = made(AgreeMethod(), program, 3)
    for case in cases:
        found = case.programs["program"]
        assert (found.stage, found.source) == ("geometry", program.source)
        assert isinstance(case.oracle, Expected)
        assert isinstance(case.oracle.outcome, Image)
        assert not found.inputs.tiles
        assert replay_case(case, AgreeMethod()) == case
    assert len({case.programs["program"].inputs.width for case in cases}) > 1


def test_variants_give_the_same_image() -> None:
    cases = made(EmiMethod(), PROGRAM, 6)
    assert cases
    for case in cases:
        variant = case.programs["program"]
        assert variant.source != PROGRAM.source
        assert isinstance(case.oracle, Expected)
        assert Executed(variant).result(variant.inputs) == case.oracle.outcome
        assert EmiMethod().replay(case.recipe).case == case
        assert EmiMethod().replay(case.recipe.with_steps(())).case.oracle == case.oracle


def test_what_is_undefined_is_rewritten() -> None:
    text = f"void main() {{ {POINT} int i = numbers[0].x - numbers[0].x;"
    text += " aberration_result = vec4(float(7 / i)); EmitVertex(); }"
    program = geometry_program("330", text, size=(8, 8))
    assert isinstance(Executed(program).result(program.inputs), Undefined)
    tests = ShaderTests("agree", 1)
    assert isinstance(tests.result(tests.repair(program)), Image)


def test_what_no_rule_rewrites_is_refused() -> None:
    program = geometry_program("330", f"void main() {{ {POINT} EmitVertex(); EmitVertex(); }}")
    with pytest.raises(BadInput):
        ShaderTests("agree", 1).repair(program)


def test_drive_and_fuse_refuse_them() -> None:
    assert "vertex stage" in features_of(PROGRAM)
    for method in (DriveMethod(), FuseMethod()):
        support = [one for one in method.languages if PROGRAM.language in one.seeds]
        assert support
        assert not any(one.takes(PROGRAM) for one in support)
    with pytest.raises(BadInput, match="one way to drive a program for the geometry stage"):
        made(DriveMethod(), PROGRAM)
    request = Request(5, 1, PROGRAM, (PROGRAM,), language="glsl")
    with pytest.raises(BadInput, match="it is for the geometry stage"):
        FuseMethod().make(request)


def test_they_are_not_translated() -> None:
    with pytest.raises(BadInput, match="a program for the geometry stage"):
        translate(PROGRAM, "essl")
    with pytest.raises(BadInput, match="a program for the geometry stage"):
        compile_glsl(PROGRAM)
    wgsl = [one for one in AgreeMethod().languages if one.language == "wgsl"]
    assert not any(one.takes(PROGRAM) for one in wgsl)
