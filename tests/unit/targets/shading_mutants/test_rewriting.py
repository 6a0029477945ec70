"""What each mutant makes of a shader that it gets wrong, and of one that it leaves alone."""

from __future__ import annotations

import pytest
from helpers.shading_mutant_programs import FAMILY, WGSL, Row
from helpers.shading_runs import compute_inputs, compute_text

from aberration.core.outcome import Buffers, Translated
from aberration.core.program import Program
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.targets.runner import Clock
from aberration.targets.runners.shading.mutant import ShadingMutantRunner
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.mutant import ALL

ROWS: dict[LanguageName, dict[str, Row]] = {"glsl": FAMILY, "essl": FAMILY, "wgsl": WGSL}
CASES = [
    pytest.param(language, known.name, id=f"{language}-{known.name}")
    for language in ALL
    for known in SHADING_MUTANTS
    if language in known.languages
]


def compiled(mutant: str, language: LanguageName, text: str) -> str:
    """Return a compute shader as a mutant compiles it: a legal one."""
    runner = ShadingMutantRunner()
    runner.open({"mutant": mutant})
    outcome = runner.run(Program(language, "compute", text.encode()), Clock())
    assert isinstance(outcome, Translated), outcome
    return outcome.program.source.decode()


def result(language: LanguageName, text: str) -> bytes:
    """Return what a shader leaves in its buffer, by the interpreter."""
    found = execute(read(text, language), "compute", compute_inputs(), Options(path="python"))
    assert isinstance(found, Buffers), found
    return found.data[0]


def test_the_tables_hold_the_mutants_of_each_language() -> None:
    for language, rows in ROWS.items():
        assert set(rows) == {one.name for one in SHADING_MUTANTS if language in one.languages}


@pytest.mark.parametrize(("language", "name"), CASES)
def test_the_pattern_gives_another_result(language: LanguageName, name: str) -> None:
    row = ROWS[language][name]
    text = compute_text(language, row.wrong, row.before)
    plain = compiled("identity", language, text)
    assert result(language, plain) == result(language, text)
    assert result(language, compiled(name, language, text)) != result(language, text)


@pytest.mark.parametrize(("language", "name"), CASES)
def test_a_shader_without_the_pattern_is_left_alone(language: LanguageName, name: str) -> None:
    row = ROWS[language][name]
    before = row.before if row.before_right is None else row.before_right
    text = compute_text(language, row.right, before)
    assert result(language, text)
    assert compiled(name, language, text) == compiled("identity", language, text)
