"""A command in a fork does what it does as a program."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.command_line import ran_as_program, ran_warm
from helpers.warm_commands import warm_commands


@pytest.mark.parametrize(
    "line",
    [
        ("--help",),
        ("methods", "--json"),
        ("check", "none.frag"),
        ("findings", "none"),
        ("run", "--nothing"),
        ("make", "agree", "--seed", "3", "-o", "case"),
    ],
)
def test_it_ends_and_prints_as_a_program_does(line: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert warm_commands().takes(os.environ)
    warm = ran_warm(line, os.environ, tmp_path / "one", 300)
    program = ran_as_program(line, os.environ, tmp_path / "two", 300)
    assert warm == program
    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_it_has_the_environment_that_it_is_given_and_no_other(tmp_path: Path) -> None:
    site = wordplay.install(tmp_path / "site")
    path = f"{site}{os.pathsep}{wordplay.SEARCHED}"
    with_plug_in = ran_warm(("methods",), {**os.environ, "PYTHONPATH": path}, None, 300)
    assert "wordplay" in with_plug_in.out
    assert "wordplay" not in ran_warm(("methods",), os.environ, None, 300).out


@pytest.mark.parametrize(
    "variable", ["LD_PRELOAD", "LC_ALL", "PYTHONHASHSEED", "PYTHONOPTIMIZE", "MALLOC_ARENA_MAX"]
)
def test_what_is_read_at_the_start_takes_a_program(variable: str) -> None:
    assert not warm_commands().takes({**os.environ, variable: "another"})


def test_what_python_runs_at_its_start_takes_a_program(tmp_path: Path) -> None:
    changed = {**os.environ, "PYTHONPATH": str(tmp_path)}
    assert warm_commands().takes(changed)
    (tmp_path / "sitecustomize.py").write_text("")
    assert not warm_commands().takes(changed)


def test_its_death_is_told_as_that_of_a_program(tmp_path: Path) -> None:
    (tmp_path / "dying-1.dist-info").mkdir()
    (tmp_path / "dying-1.dist-info" / "METADATA").write_text("Name: dying\nVersion: 1\n")
    (tmp_path / "dying-1.dist-info" / "entry_points.txt").write_text(
        "[aberration.methods]\ndying = dying_at_once:Dying\n"
    )
    (tmp_path / "dying_at_once.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = ran_warm(("methods",), {**os.environ, "PYTHONPATH": str(tmp_path)}, None, 300)
    assert ended.code == -signal.SIGKILL
    assert ran_warm(("--help",), os.environ, None, 300).code == 0


def test_what_takes_too_long_is_killed() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        ran_warm(("make", "smith", "-o", "never"), os.environ, Path("/proc"), 0.001)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
