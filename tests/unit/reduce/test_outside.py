"""The text of a shader made small by a reducer that is no part of us."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from helpers.agreeing import sums

from aberration.core.program import Program
from aberration.reduce.external import External
from aberration.reduce.outside import Outside
from aberration.reduce.program import Interesting, Limits, Questions, ShrunkProgram, lines_of

TOTAL = b"total += i"
SCALE = b"scale, 1.0"
# Takes out each of the words in its turn, and keeps what the test takes.
WORDS = """#!/bin/sh
while [ $# -gt 2 ]; do shift; done
for word in {words}; do
  cp "$2" before; sed "s/$word//" before > "$2"
  "$1" "$2" || cp before "$2"
done
{then}
"""


def creduce(folder: Path, *words: str, then: str = "exit 0") -> External:
    path = folder / "creduce"
    path.write_text(WORDS.format(words=" ".join(map(shlex.quote, words)), then=then))
    path.chmod(0o755)
    return External("creduce", str(path))


def has(*words: bytes) -> Interesting:
    return lambda program: all(word in program.source for word in words)


def reduced(
    outside: Outside, interesting: Interesting, plausible: Interesting | None = None
) -> tuple[ShrunkProgram, list[Program]]:
    kept: list[Program] = []
    tests = Questions(interesting, interesting, plausible or interesting)
    return outside.shrink(sums(), tests, Limits(seconds=60.0), kept.append), kept


def test_alone_it_goes_on_from_the_program_as_it_was(tmp_path: Path) -> None:
    outside = Outside(creduce(tmp_path, "uniform.vec2.scale;", "int.start;", "precision"), True)
    found, kept = reduced(outside, has(TOTAL, b"int start", b"void main"))
    text = found.program.source
    assert b"vec2 scale" not in text
    assert b"int start" in text, "what is asked for stays"
    assert found.status == "complete"
    assert found.complaint == ""
    assert kept[-1] == found.program
    assert found.program.inputs == sums().inputs


def test_our_edits_come_first(tmp_path: Path) -> None:
    seen: list[bytes] = []

    def interesting(program: Program) -> bool:
        seen.append(program.source)
        return b"scale" in program.source

    found, _ = reduced(Outside(creduce(tmp_path, "wonder")), interesting)
    assert len(found.program.source.splitlines()) < len(sums().source.splitlines())
    assert found.tries > 10
    assert b"scale" in found.program.source


def test_what_only_the_cheap_question_takes_is_gone_back_from(tmp_path: Path) -> None:
    asked: list[bytes] = []

    def interesting(program: Program) -> bool:
        asked.append(program.source)
        return SCALE in program.source

    words = ("uniform.int.start;", "scale,.1.0", "out.vec4.colour;")
    outside = Outside(creduce(tmp_path, *words), True)
    found, kept = reduced(outside, interesting, has(b"main"))
    text = found.program.source
    assert SCALE in text
    assert b"int start" not in text
    assert b"out vec4" not in text, "it goes on from the last that is believed"
    assert all(SCALE in program.source for program in kept)
    assert any(SCALE not in source for source in asked)


def test_the_result_is_laid_out_as_we_print_it(tmp_path: Path) -> None:
    words = ("uniform.int.start;", "uniform.vec2.scale;", "out.vec4.colour;")
    found, _ = reduced(Outside(creduce(tmp_path, *words), True), has(b"int i = 0"))
    lines = found.program.source.decode().splitlines()
    assert any(line == "        total += i;" for line in lines)
    assert lines_of(found.program) <= lines_of(sums())


def test_it_is_left_as_it_is_where_it_would_be_longer_than_before(tmp_path: Path) -> None:
    outside = Outside(creduce(tmp_path, ",.1.0"), True)
    found, _ = reduced(outside, has(b"int i = 0"))
    assert b"  for (int i = 0; i < int(gl_FragCoord.x); i++) total += i;" in found.program.source
    assert b", 1.0" not in found.program.source


@pytest.mark.parametrize("alone", [True, False])
def test_a_reducer_that_fails_is_told_of_and_what_it_found_stays(
    tmp_path: Path, alone: bool
) -> None:
    words = ("uniform.vec2.scale;",)
    outside = Outside(creduce(tmp_path, *words, then="echo out of order; exit 3"), alone)
    found, _ = reduced(outside, has(b"total"))
    assert "out of order" in found.complaint
    assert found.status == "limit"
    assert b"vec2 scale" not in found.program.source


def test_it_is_given_a_file_named_as_the_language_asks(tmp_path: Path) -> None:
    names = tmp_path / "names"
    reduced(Outside(creduce(tmp_path, "wonder", then=f'echo "$2" > {names}'), True), has(b"main"))
    assert os.path.basename(names.read_text().strip()) == f"shader{sums().suffix}"
