"""Any program: translated to the same meaning, or refused; nothing is raised outside the error
tree.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT
from helpers.shading_modules import modules
from helpers.shading_mutants import PROGRAMS, mutants
from helpers.translated import TARGETS, attempt, is_translated, well_formed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput, InternalError, Untranslatable
from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, load_program
from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.translate.refusals import REASONS
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

LANGUAGES: Final[tuple[LanguageName, ...]] = ("glsl", "essl", "wgsl")
RULES: Final = [dialect_of(name).rules(dialect_of(name).versions[-1]) for name in LANGUAGES]
SHADING: Final = sorted(
    path
    for path in (ROOT / "shading").rglob("*")
    if path.suffix in (".frag", ".comp", ".wgsl") and is_translated(load_program(path))
)
FULL: Final = sorted(
    path for path in PROGRAMS.iterdir() if path.suffix in (".frag", ".comp", ".wgsl")
)


def translated(program: Program, language: str, version: int) -> Program | None:
    """Return the translation, None for an error that says what is wrong with the program or the
    target.
    """
    try:
        return attempt(program, language, version, REASONS)
    except Untranslatable:
        raise
    except BadInput:
        return None


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.title)
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_made_trees_are_translated_or_refused(rules: Rules, data: st.DataObject) -> None:
    text = write(data.draw(modules(rules)))
    stage = data.draw(st.sampled_from(("fragment", "compute")))
    program = Program(
        rules.language, "fragment" if stage == "fragment" else "compute", text.encode(), Inputs()
    )
    for language, version in TARGETS:
        translated(program, language, version)


@pytest.mark.parametrize("path", FULL, ids=lambda path: path.name)
def test_programs_of_every_construct_are_translated_or_refused(path: Path) -> None:
    program = load_program(path)
    for language, version in TARGETS:
        made = translated(program, language, version)
        if made is not None and made is not program:
            well_formed(made)


def executed(program: Program) -> object:
    """Return what the interpreter gives on few pixels; None where it knows no answer."""
    language, stage = program.language, program.stage
    assert language in LANGUAGES
    assert stage != "program"
    try:
        shader = read(program.source, language, program.name)
        interpreter = Interpreter(shader, stage, program.inputs, Options(turns=20_000))
        return interpreter.image() if stage == "fragment" else interpreter.dispatch()
    except (BadInput, InternalError):
        return None


def judged(path: Path, count: int, seed: int) -> Counter[str]:
    """Compare a program, and the same with one word changed, with their translations."""
    found: Counter[str] = Counter()
    base = load_program(path)
    if base.stage == "fragment":
        base = replace(base, inputs=replace(base.inputs, width=6, height=4))
    for text in (base.source.decode(), *mutants(path, count, seed)):
        program = replace(base, source=text.encode())
        expected = executed(program)
        for language, version in (*TARGETS[1::2], ("wgsl", 0)):
            made = translated(program, language, version)
            if made is None or not isinstance(expected, Image | Buffers):
                found["refused"] += 1
                continue
            came = executed(made)
            assert isinstance(came, Image | Buffers), f"{text}\n{made.source.decode()}\n{came}"
            assert within(compare(expected, came, Tolerance()), Tolerance()), (
                f"{text}\n{made.source.decode()}"
            )
            found["same"] += 1
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_changed_programs_mean_the_same_or_are_refused(language: str) -> None:
    found: Counter[str] = Counter()
    for path in [path for path in SHADING if path.parent.name == language][::3]:
        found += judged(path, 20 if language == "wgsl" else 4, 1)
    assert found["same"] > 8
    assert found["refused"] > 8


@pytest.mark.slow
@pytest.mark.parametrize("path", SHADING, ids=lambda path: path.stem)
def test_many_changed_programs(path: Path) -> None:
    assert judged(path, 40, 2)["same"] > 0
