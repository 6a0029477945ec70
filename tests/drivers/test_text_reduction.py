"""The text of C programs reduced on a compiler with a planted mistake, by our own stages and by
real reducers.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from helpers.planted import LOOPS, planted_target

from aberration.campaign.text_guards import GuardMaker
from aberration.campaign.text_judge import TextJudge
from aberration.campaign.text_reduction import TextOptions, TextResult, reduce_c_text
from aberration.core.errors import NothingTested
from aberration.core.oracle import Verdict
from aberration.core.program import Program
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import find_compilers
from aberration.languages.c.csmith import generate
from aberration.reduce.external import External, find_external
from aberration.targets.pool import TargetPool

WRONG = Verdict("wrong", "wrong text")
PATH = os.environ.get("PATH", os.defpath)


def program(source: bytes) -> Program:
    return Program("c", "program", source)


def reduced(
    target: Target,
    source: bytes,
    seconds: float,
    external: External | None,
    wanted: Verdict = WRONG,
) -> tuple[TextResult, list[bytes]]:
    kept: list[bytes] = []
    options = TextOptions(seconds, external)
    return reduce_c_text(target, wanted, program(source), options, kept.append, print), kept


@pytest.mark.slow
def test_our_own_stages_leave_the_loop(tmp_path: Path) -> None:
    result, kept = reduced(planted_target(tmp_path), LOOPS, 90.0, None)
    text = result.reduced.text.decode()
    assert len(text.splitlines()) <= 20
    assert "while" in text
    assert "#include" not in text
    assert "unused" not in text
    assert kept[-1] == result.reduced.text
    assert {"clang", "gcc"} == {
        check.split("-")[0] for check in result.checks if "address" in check
    }


def refusals(tmp_path: Path, *texts: str) -> list[str]:
    target = planted_target(tmp_path)
    with TargetPool() as pool:
        guards = GuardMaker(pool, target, program(LOOPS), find_compilers(PATH)).make(WRONG)
    judge = TextJudge(target, WRONG, program(LOOPS), guards)
    try:
        return [judge.refusal(text.encode()) for text in texts]
    finally:
        judge.close()


_TEXT = """int printf(const char *, ...);
int main(void) { int a = 0, b%s; while (a < 3) a++; %s printf("%%d\\n", a%s); return 0; }"""


def test_what_is_wrong_for_another_reason_is_refused(tmp_path: Path) -> None:
    good, uninitialised, overflow, slow, right, broken, missing = refusals(
        tmp_path,
        _TEXT % (" = 1", "", " + b"),
        _TEXT % ("", "if (a == 9) b = 1; int *p = &b; if (*p == 77) a++;", ""),
        _TEXT % (" = 2147483647", "", " + (b + a < 0)"),
        _TEXT % (" = 1", "do b++; while (b);", ""),
        "int main(void) { return 0; }",
        "int main(void) { return",
        _TEXT % (" = 1", "a += twice(0);", ""),
    )
    assert good == ""
    assert "MemorySanitizer" in uninitialised or "uninitialized" in uninitialised
    assert "overflow" in overflow
    assert "did not end" in slow
    assert right.startswith("the target: pass")
    assert broken
    assert "implicit" in missing or "undefined" in missing


def test_a_program_that_is_undefined_from_the_start_is_not_reduced(tmp_path: Path) -> None:
    undefined = _TEXT % (" = 2147483647", "", " + (b + a < 0)")
    with pytest.raises(NothingTested, match="overflow"):
        reduced(planted_target(tmp_path), undefined.encode(), 30.0, None)


def test_a_right_program_is_not_reduced(tmp_path: Path) -> None:
    with pytest.raises(NothingTested, match="the target: pass"):
        reduced(planted_target(tmp_path), b"int main(void) { return 0; }", 30.0, None)


def test_a_compiler_that_dies(tmp_path: Path) -> None:
    path = tmp_path / "gcc-98"
    path.write_text(
        "#!/bin/sh\n"
        "grep -q while program.c && { echo 'program.c: internal compiler error: in expand' "
        ">&2; exit 4; }\n"
        'exec gcc "$@"\n'
    )
    path.chmod(0o755)
    options = (("path", str(path)), ("family", "gcc"), ("level", "-O2"), ("include", ""))
    target = Target(
        "gcc-98:-O2", "executes", ("c",), (Stage("gcc-98", WorkerSpec("c", options)),), family="gcc"
    )
    with TargetPool() as pool:
        outcome = pool.run(target, program(LOOPS), 60.0).outcome
    wanted = Verdict("crash", "compile: internal compiler error: in expand")
    assert "internal compiler error" in str(outcome)
    result, _ = reduced(target, LOOPS, 60.0, None, wanted)
    assert len(result.reduced.text.splitlines()) <= 8
    assert "while" in result.reduced.text.decode()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cvise", "creduce"])
def test_a_reducer_goes_on_with_a_csmith_program(tmp_path: Path, name: str) -> None:
    source = generate(7, "small")
    loop = b"{ int at = 0; while (at < 3) { at++; crc32_byte(at); } } platform_main_end("
    start = source.replace(b"platform_main_end(", loop)
    result, _ = reduced(planted_target(tmp_path), start, 200.0, find_external(PATH, name))
    assert result.reduced.complaint == ""
    assert any(stage.name == name and stage.tests for stage in result.reduced.stages)
    assert len(result.reduced.text) < len(start) / 2
    (tmp_path / "reduced.c").write_bytes(result.reduced.text)
    subprocess.run(["clang", "-w", "-fsyntax-only", "reduced.c"], cwd=tmp_path, check=True)
