"""The C programs of the corpus: one text and one exit status whatever compiles them, and
nothing undefined.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import pytest
from helpers.sampling import one_in

from aberration.campaign.triage.sanitizers import check_c
from aberration.core.process import Finished, execute, plain_environment
from aberration.core.program import Program, load_program
from aberration.languages.c.compilers import Compiler, find_compilers
from aberration.languages.c.front_end import parse

FOLDER: Final = Path(__file__).parents[2] / "corpus" / "c"
PROGRAMS: Final = [load_program(path) for path in sorted(FOLDER.glob("*.c"))]
COMPILERS: Final = find_compilers(os.environ["PATH"])
FEWEST_GAPS: Final = 100
LEVELS: Final = ("-O0", "-O2")
RUN_SECONDS: Final = 10.0
SANITIZED_SECONDS: Final = 20.0
OTHER_STATUS: Final = {"backtracking": 10, "integer_conversions": 7}
SANITIZED_ALWAYS: Final = ("bit_fields", "compression", "tagged_values")

each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)


def newest(family: str) -> Compiler:
    found = [compiler for compiler in COMPILERS if compiler.family == family]
    assert found, f"these tests need {family}"
    return found[-1]


def compiled_and_run(program: Program, compiler: Compiler, level: str, folder: Path) -> Finished:
    (folder / "program.c").write_bytes(program.source)
    environment = plain_environment(folder)
    command = [compiler.path, "-std=c11", "-w", level, "program.c", "-o", "program", "-lm"]
    compiled = execute(command, folder, 60.0, environment)
    assert compiled.status == 0, f"{compiler.name} {level}: {compiled.log}"
    return execute([str(folder / "program")], folder, RUN_SECONDS, environment)


def printed(program: Program, compiler: Compiler, level: str, folder: Path) -> bytes:
    ran = compiled_and_run(program, compiler, level, folder)
    assert not ran.timed_out, compiler.name
    assert ran.status == OTHER_STATUS.get(program.name, 0), f"{compiler.name} {level}"
    assert not ran.stderr
    return ran.stdout


def undefined(program: Program) -> list[str]:
    """Return what the sanitizers say against a program; in a process of its own, which loses
    its network.
    """
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as one:
        checks = one.submit(check_c, program, f"{program.name}.c", SANITIZED_SECONDS).result()
    assert {check.name.rpartition(" ")[2] for check in checks} == {"address,undefined", "memory"}
    return [f"{check.name}: {check.detail}" for check in checks if check.result != "passed"]


def test_there_are_programs_enough() -> None:
    assert len(PROGRAMS) >= 18


@each_program
def test_of_handy_size_and_described(program: Program) -> None:
    lines = program.source.decode("ascii").splitlines()
    assert 100 <= len(lines) <= 500
    assert lines[0].startswith("// ")
    assert max(map(len, lines)) <= 120
    assert f"`{program.name}.c`" in (FOLDER / "README.md").read_text()


@each_program
def test_has_places_enough_to_mutate(program: Program) -> None:
    source = parse(program.source, f"{program.name}.c")
    assert len(source.program_points) >= FEWEST_GAPS
    assert all(scope.places for scope in source.scopes)


@pytest.mark.parametrize("program", one_in(4, PROGRAMS), ids=lambda program: program.name)
def test_one_output_from_three_compilers(program: Program, tmp_path: Path) -> None:
    expected = printed(program, newest("gcc"), "-O0", tmp_path)
    assert 5 <= len(expected.splitlines()) <= 60
    assert b"checksum" in expected.splitlines()[-1]
    assert printed(program, newest("clang"), "-O2", tmp_path) == expected
    assert printed(program, newest("tcc"), "-O0", tmp_path) == expected


@pytest.mark.slow
@each_program
def test_one_output_from_every_compiler(program: Program, tmp_path: Path) -> None:
    builds = [(compiler, level) for compiler in COMPILERS for level in LEVELS]
    outputs = {printed(program, compiler, level, tmp_path) for compiler, level in builds}
    assert len(outputs) == 1


@pytest.mark.parametrize("name", SANITIZED_ALWAYS)
def test_some_have_nothing_undefined(name: str) -> None:
    assert undefined(load_program(FOLDER / f"{name}.c")) == []


@pytest.mark.slow
@each_program
def test_nothing_undefined(program: Program) -> None:
    assert undefined(program) == []
