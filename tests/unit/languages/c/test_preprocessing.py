"""Headers written out: one text that gives every compiler here the same result as the program
with its own headers.
"""

import subprocess
from pathlib import Path

import pytest
from helpers.command_line import CORPUS

from aberration.languages.c.compilers import csmith_include
from aberration.languages.c.csmith import generate
from aberration.languages.c.preprocessing import written_out


def printed(compiler: str, source: bytes, folder: Path) -> bytes:
    (folder / "program.c").write_bytes(source)
    command = [compiler, "-w", f"-I{csmith_include()}", "program.c", "-o", "program", "-lm"]
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    return subprocess.run([folder / "program"], check=False, capture_output=True, timeout=10).stdout


@pytest.mark.parametrize("name", ["variadic_text.c", "sorting.c", "strings.c", "memory_arena.c"])
def test_programs_of_the_corpus(name: str, tmp_path: Path) -> None:
    source = (CORPUS / "c" / name).read_bytes()
    whole = written_out(source, "gcc")
    assert whole is not None
    assert b"#include" not in whole
    expected = printed("gcc", source, tmp_path)
    assert {printed(compiler, whole, tmp_path) for compiler in ("gcc", "clang", "tcc")} == {
        expected
    }


@pytest.mark.parametrize("preprocessor", ["gcc", "clang"])
def test_a_csmith_program(preprocessor: str, tmp_path: Path) -> None:
    source = generate(7, "small")
    whole = written_out(source, preprocessor, [csmith_include()])
    assert whole is not None
    expected = printed("gcc", source, tmp_path)
    assert {printed(compiler, whole, tmp_path) for compiler in ("gcc", "clang", "tcc")} == {
        expected
    }


def test_a_header_that_is_not_known_is_refused() -> None:
    assert written_out(b"#include <pthread.h>\nint main(void) { return 0; }", "gcc") is None
