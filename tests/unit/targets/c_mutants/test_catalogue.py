from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.errors import UnknownName
from aberration.targets import c_mutants
from aberration.targets.c_mutants.catalogue import C_MUTANTS, c_mutant
from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.targets import providers

SHARED = {"__init__", "mutant", "assembly", "text", "restores", "catalogue", "targets"}


def test_every_file_is_registered_under_its_name() -> None:
    folder = Path(c_mutants.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - SHARED
    assert {known.name.replace("-", "_") for known in C_MUTANTS} == files
    assert len(C_MUTANTS) == len(files)


def test_each_says_what_it_imitates_and_needs() -> None:
    assert all(known.imitates and known.needs for known in C_MUTANTS)
    assert len({known.imitates for known in C_MUTANTS}) == len(C_MUTANTS)
    assert any(known.crashes for known in C_MUTANTS)


def test_every_mutant_has_a_test_of_its_own() -> None:
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    missing = [
        known.name for known in C_MUTANTS if not any(f'"{known.name}"' in text for text in texts)
    ]
    assert missing == []


def test_every_mutant_is_a_target_of_its_own_family() -> None:
    targets = {target.id: target for target in providers()}
    assert set(targets) == {f"c-mutant-{known.name}" for known in C_MUTANTS} | {"c-identity"}
    assert all(target.available and target.family == name for name, target in targets.items())
    assert {name for name, target in targets.items() if "mutants" not in target.groups} == {
        "c-identity"
    }


def test_without_gcc_they_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert all(not target.available and target.reason and target.install for target in providers())


def test_an_unknown_mutant_is_refused() -> None:
    with pytest.raises(UnknownName, match="lost-restore"):
        c_mutant("no-such")


@pytest.mark.parametrize("mutant", C_MUTANTS, ids=lambda known: known.name)
def test_each_is_on_the_page_and_leaves_alone_what_has_no_pattern(mutant: CMutant) -> None:
    page = (Path(__file__).parents[4] / "docs" / "targets.md").read_text()
    assert f"`c-mutant-{mutant.name}`" in page
    for text in ("", "int main(void) { return 0; }\n", "\t.cfi_startproc\n\tret\n\t.cfi_endproc\n"):
        assert mutant.rewrite(text) == text
