"""`aberration reduce --text`, as a user calls it, on a compiler with a planted mistake."""

import json
import os
import signal
from pathlib import Path

import pytest
from helpers.command_line import aberration, started
from helpers.planted import LOOPS, planted_compiler

from aberration.core.oracle import Agree
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.testcase import save_case

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


def test_shaders_have_no_text_to_reduce(tmp_path: Path) -> None:
    assert aberration("make", "transform", "--seed", "1", "-o", tmp_path / "case").code == 0
    ran = aberration("reduce", tmp_path / "case", "-t", "swiftshader", "--text")
    assert ran.code == 2
    assert "expected a C program for --text" in ran.err
