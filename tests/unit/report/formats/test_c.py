"""A case in C is built by make and a compiler alone, and says what is expected and what came."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from aberration.core.errors import BadInput
from aberration.core.oracle import Agree, Expected, Oracle, Same
from aberration.core.outcome import Outcome, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.report.formats.c import write

PRINTS = '#include <stdio.h>\nint main(void) { printf("%d\\n", NUMBER); return NUMBER; }\n'


def program(number: int) -> Program:
    return Program("c", "program", PRINTS.replace("NUMBER", str(number)).encode())


def made(
    folder: Path, oracle: Oracle, programs: dict[str, Program], outcomes: dict[str, Outcome]
) -> tuple[int, str]:
    """Return how make ended in the folder of a case, and what it said."""
    for name, text in write(TestCase(Recipe("m", 1, {}), programs, oracle), outcomes).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    line = ["make", "-C", str(folder / "c"), "CC=gcc"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def test_two_programs_are_compared_with_each_other(tmp_path: Path) -> None:
    code, said = made(tmp_path, Same(), {"reference": program(7), "variant": program(8)}, {})
    assert code != 0
    assert "expected (reference.out):\n7\n[exit status 7]\n" in said
    assert "got (variant.out):\n8\n[exit status 8]\n" in said


@pytest.mark.parametrize(("known", "code"), [(7, 0), (8, 2)])
def test_a_known_result_is_compared(tmp_path: Path, known: int, code: int) -> None:
    oracle = Expected(Text(f"{known}\n".encode(), known))
    ended, said = made(tmp_path, oracle, {"program": program(7)}, {})
    assert ended == code
    assert ("the same: the bug is not here" in said) is (code == 0)


def test_what_the_majority_gave_is_expected(tmp_path: Path) -> None:
    outcomes: dict[str, Outcome] = {"majority": Text(b"9\n", 9)}
    code, said = made(tmp_path, Agree(), {"program": program(7)}, outcomes)
    assert code != 0
    assert "expected (expected.txt):\n9\n" in said


def test_where_nobody_noted_it_a_trusted_compiler_says_it(tmp_path: Path) -> None:
    code, said = made(tmp_path, Agree(), {"program": program(7)}, {})
    assert code == 0
    assert "the same" in said


def test_what_is_no_text_is_refused() -> None:
    case = TestCase(Recipe("m", 1, {}), {"program": program(7)}, Expected(Text(b"\xff")))
    with pytest.raises(BadInput, match="no text in UTF-8"):
        write(case, {})
