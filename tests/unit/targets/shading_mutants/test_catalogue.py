from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.errors import UnknownName
from aberration.core.outcome import Invalid, Rejected, Translated
from aberration.core.program import Language, Program
from aberration.targets.runner import Clock
from aberration.targets.runners.shading.mutant import ShadingMutantRunner
from aberration.targets.shading_mutants import planted
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS, shading_mutant
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

EMPTY = "#version 310 es\nvoid main() { }\n"
LEAST = 22
PAGE = Path(__file__).parents[4] / "docs" / "targets.md"


def outcome(mutant: str, language: Language, text: str) -> object:
    runner = ShadingMutantRunner()
    runner.open({"mutant": mutant})
    return runner.run(Program(language, "fragment", text.encode()), Clock())


def test_every_file_is_found_under_its_name() -> None:
    files = {path.stem for path in Path(planted.__file__).parent.glob("*.py")} - {"__init__"}
    assert [known.name.replace("-", "_") for known in SHADING_MUTANTS] == sorted(files)
    assert len(SHADING_MUTANTS) >= LEAST


def test_each_says_what_it_imitates_and_needs() -> None:
    assert all(known.imitates and known.needs for known in SHADING_MUTANTS)
    assert len({known.imitates for known in SHADING_MUTANTS}) == len(SHADING_MUTANTS)
    assert all(set(known.languages) <= set(ALL) for known in SHADING_MUTANTS)


@pytest.mark.parametrize("mutant", SHADING_MUTANTS, ids=lambda known: known.name)
def test_each_is_on_the_page(mutant: ShadingMutant) -> None:
    languages = ", ".join(mutant.languages)
    row = f"| `{mutant.name}` | {languages} | {mutant.imitates} | {mutant.needs} |"
    assert row in PAGE.read_text()


def test_an_unknown_mutant_is_refused() -> None:
    with pytest.raises(UnknownName, match="shift-sum"):
        shading_mutant("no-such")


def test_what_cannot_be_read_is_rejected_with_its_place_and_proves_nothing() -> None:
    found = outcome("shift-sum", "essl", "#version 310 es\nvoid main() { x; }\n")
    assert isinstance(found, Rejected)
    assert "2:15" in found.message
    assert found.unasked


def test_another_language_is_rejected_unasked() -> None:
    languages: tuple[Language, ...] = ("spirv", "c")
    found = [outcome("shift-sum", language, "") for language in languages]
    found.append(outcome("kept-local", "essl", EMPTY))
    assert all(isinstance(one, Rejected) and one.unasked for one in found)


def test_the_identity_only_prints_the_shader_again() -> None:
    found = outcome("identity", "essl", "#version 310 es\n/* word */ void main ( ) { }")
    assert found == Translated(Program("essl", "fragment", EMPTY.encode()))


def test_a_mutant_that_makes_an_illegal_shader_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "aberration.targets.runners.shading.mutant.write", lambda _: EMPTY.replace("{ }", "{ x; }")
    )
    found = outcome("shift-sum", "essl", EMPTY)
    assert isinstance(found, Invalid)
    assert b"x;" in found.program.source
