from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.outcome import Crash, Outcome, Rejected, Text, Timeout
from aberration.core.process import Finished
from aberration.targets import c
from aberration.targets.runners.c.compiler import broken_compilation, compile_command, result_of


def test_every_compiler_has_every_level() -> None:
    ids = [target.id for target in c.providers()]
    assert len(ids) == len(set(ids))
    gcc = [name for name in ids if name.startswith("gcc-")]
    assert {name.partition(":")[2] for name in gcc} == set(c.LEVELS)


def test_a_missing_family_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    targets = c.providers()
    assert [target.id for target in targets] == ["gcc", "clang", "tcc"]
    assert all(
        not target.available and target.reason and "apt-get" in target.install for target in targets
    )


def test_compilers_in_the_folder_of_compilers_count_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "bin" / "gcc-9"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    found = {target.id: target for target in c.providers()}
    assert found["gcc-9:-O2"].stages[0].worker.option("path") == str(script)


def test_the_command_keeps_the_defaults() -> None:
    assert compile_command("cc", "gcc", "-O2", "") == [
        "cc",
        "-w",
        "-O2",
        "program.c",
        "-o",
        "program",
        "-lm",
    ]
    assert "-Iheaders" in compile_command("cc", "tcc", "", "headers")


INTERNAL = "program.c:3:1: internal compiler error: in fold_convert, at fold-const.cc:2435\n"
KILLED = "gcc: internal compiler error: Segmentation fault signal terminated program cc1\n"
BACKEND = "fatal error: error in backend: Cannot select: t12: i64\n"


@pytest.mark.parametrize(
    ("status", "log", "expected"),
    [
        (0, "", None),
        (1, "program.c:1: error: 'x' undeclared", Rejected),
        (1, INTERNAL, Crash),
        (4, KILLED, Crash),
        (70, BACKEND, Crash),
        (139, "", Crash),
        (-11, "", Crash),
    ],
)
def test_a_refusal_is_not_a_crash(
    status: int, log: str, expected: type[Outcome] | None, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"")
    outcome = broken_compilation(Finished(status, b"", log.encode(), 0.1), 60.0, program)
    assert (type(outcome) if outcome else None) is expected


def test_a_killed_pass_has_its_signal(tmp_path: Path) -> None:
    outcome = broken_compilation(Finished(4, b"", KILLED.encode(), 0.1), 60.0, tmp_path / "program")
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.signal, outcome.stage) == ("assertion", "SIGSEGV", "compile")


def test_success_without_a_program_is_garbage(tmp_path: Path) -> None:
    outcome = broken_compilation(Finished(0, b"", b"", 0.1), 60.0, tmp_path / "program")
    assert outcome == Crash("garbage", stage="compile")


def test_the_result_of_a_run() -> None:
    assert result_of(Finished(3, b"x", b"", 0.1), 5.0) == Text(b"x", 3)
    assert result_of(Finished(-9, b"", b"", 5.0, timed_out=True), 5.0) == Timeout(5.0, stage="run")
    crash = result_of(Finished(-8, b"x", b"", 0.1), 5.0)
    assert isinstance(crash, Crash)
    assert (crash.signal, crash.stage) == ("SIGFPE", "run")
