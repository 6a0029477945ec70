"""`aberration reduce --text`, as a user calls it, on compilers with a planted mistake."""

import json
import os
import signal
import struct
from pathlib import Path

import pytest
from helpers.command_line import aberration, started
from helpers.planted import LOOPS, planted_compiler

from aberration.core.inputs import Inputs, Uniform
from aberration.core.oracle import Agree
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.testcase import load_case, save_case
from aberration.methods.shaders.executed import Executed
from aberration.methods.smith.method import NAME, VERSION, SmithMethod

TARGETS = "gcc-99:-O2,gcc-99:-O0,clang-14:-O0,tcc"


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a case that the planted compiler gets wrong, and put that compiler on the PATH."""
    planted_compiler(tmp_path / "compilers")
    monkeypatch.setenv("PATH", f"{tmp_path / 'compilers'}{os.pathsep}{os.environ['PATH']}")
    program = Program("c", "program", LOOPS)
    save_case(
        TestCase(Recipe("agree", 1, {"seed": program}), {"program": program}, Agree()),
        tmp_path / "case",
    )
    return tmp_path / "case"


@pytest.mark.slow
def test_the_text_is_reduced_and_says_what_it_passed(case: Path, tmp_path: Path) -> None:
    out = tmp_path / "smaller"
    options = ("--text", "--text-time", "60s", "--reducer", "none")
    ran = aberration("reduce", case, "-t", TARGETS, "-o", out, *options, "--json")
    assert ran.code == 0, ran.err
    text = ran.json["text"]
    assert isinstance(text, dict)
    assert text["file"] == str(out / "reduced.c")
    assert (out / "reduced.c").stat().st_size == text["bytes_after"] < len(LOOPS)
    assert b"unused" not in (out / "reduced.c").read_bytes()
    record = json.loads((out / "reduced.json").read_text())
    assert (record["kind"], record["target"]) == ("wrong", "gcc-99:-O2")
    assert "memory" in " ".join(record["checks"])


@pytest.mark.slow
def test_interrupted_it_goes_on_from_the_best_text(case: Path, tmp_path: Path) -> None:
    out = tmp_path / "smaller"
    process = started("reduce", case, "-t", TARGETS, "-o", out, "--text", "--reducer", "none")
    assert process.stderr is not None
    for line in process.stderr:
        if "never executed" in line:
            process.send_signal(signal.SIGINT)
            break
    assert process.wait(60) == 130
    assert "reduced.c" in process.stderr.read()
    kept = (out / "reduced.c").read_bytes()
    ran = aberration(
        "reduce", case, "-t", TARGETS, "-o", out, "--text", "--text-time", "2s", "--reducer", "none"
    )
    assert ran.code == 0, ran.err
    assert len((out / "reduced.c").read_bytes()) <= len(kept)


SHIFTS = b"""#version 300 es
precision highp float;
uniform int start;
uniform int zero;
out vec4 colour;
int unused(int given) {
  return given / zero;
}
void main() {
  int total = start / zero;
  int spare = total % zero;
  spare += start;
  int halved = start >> 1;
  colour = vec4(halved < 0 ? 1.0 : 0.5, float(total & 1), 0.0, 1.0);
}
"""


@pytest.fixture
def shader(tmp_path: Path) -> Path:
    """Return a case that divides by zero until it is rewritten, and shifts what is negative."""
    uniforms = (
        Uniform("start", struct.pack("<i", -8), -1),
        Uniform("zero", struct.pack("<i", 0), -1),
    )
    program = Program("essl", "fragment", SHIFTS, Inputs(uniforms, width=4, height=4), "shifts")
    recipe = Recipe(NAME, VERSION, {"seed": program}, (), {"wrappers": "all"})
    save_case(SmithMethod().replay(recipe).case, tmp_path / "shader")
    return tmp_path / "shader"


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [("--text", "--reducer", "none"), ("--reducer", "cvise", "--alone")]
)
def test_the_text_of_a_shader_is_reduced_as_it_was_generated(
    shader: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    out = tmp_path / "smaller"
    target = "mutant-essl-logical-shift"
    ran = aberration("reduce", shader, "-t", target, "-o", out, "--text-time", "200s", *options)
    assert ran.code == 0, ran.err
    assert "failed" not in ran.err
    smallest = load_case(out / "case")
    seed, program = smallest.recipe.seeds["seed"], smallest.programs["program"]
    assert b">>" in seed.source
    assert b"unused" not in seed.source
    assert SmithMethod().replay(smallest.recipe).case == smallest
    assert isinstance(Executed(program).result(program.inputs), Image)
    assert aberration("replay", out / "case", "-t", target).code == 1


def test_compared_modules_have_no_text_to_reduce(tmp_path: Path) -> None:
    assert aberration("make", "transform", "--seed", "1", "-o", tmp_path / "case").code == 0
    ran = aberration("reduce", tmp_path / "case", "-t", "swiftshader", "--text")
    assert ran.code == 2
    assert "expected a C program, or a shader" in ran.err
