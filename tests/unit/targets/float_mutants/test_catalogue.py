from __future__ import annotations

from pathlib import Path

import pytest
from helpers.corpus import compute_modules, reference_modules
from helpers.sampling import one_in

from aberration.core.target import BY_REQUEST
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.float_mutants import illegal, legal
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.float_mutants.targets import ILLEGAL_GROUP, LEGAL_GROUP
from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.targets import providers
from aberration.targets.runners.spirv.mutant import apply_mutant

ALL = (*FLOAT_MUTANTS, *LEGAL_COMPILERS)
MODULES = [*reference_modules(), *compute_modules()]


def names_in(folder: str) -> set[str]:
    """Return the names that the files of a package stand for."""
    files = {path.stem for path in Path(folder).parent.glob("*.py")} - {"__init__"}
    return {stem.replace("_", "-") for stem in files}


def test_every_file_is_registered_under_its_name() -> None:
    assert [f"float-{name}" for name in sorted(names_in(illegal.__file__))] == [
        one.name for one in FLOAT_MUTANTS
    ]
    assert [f"legal-{name}" for name in sorted(names_in(legal.__file__))] == [
        one.name for one in LEGAL_COMPILERS
    ]


def test_names_and_stories_are_told_once() -> None:
    everyone = (*MUTANTS, *ALL)
    assert (
        len({one.name for one in everyone})
        == len({one.imitates for one in everyone})
        == len(everyone)
    )


def test_each_is_a_target_that_draws_floats() -> None:
    targets = {target.id: target for target in providers()}
    wrong = [targets[f"mutant-{one.name}"] for one in FLOAT_MUTANTS]
    right = [targets[one.name] for one in LEGAL_COMPILERS]
    assert all(set(target.groups) == {ILLEGAL_GROUP, "mutants"} for target in wrong)
    assert all(set(target.groups) == {LEGAL_GROUP, BY_REQUEST} for target in right)
    assert all(
        target.stages[-1].worker.option("format") == "rgba32f" for target in (*wrong, *right)
    )


@pytest.mark.parametrize("compiler", one_in(8, ALL), ids=lambda one: one.name)
def test_what_it_makes_of_the_corpus_is_valid_and_the_same_each_time(compiler: Mutant) -> None:
    made = {name: apply_mutant(compiler, code) for name, code in MODULES}
    changed = [name for name, code in MODULES if made[name] != code]
    for name in changed[:3]:
        assert validate(made[name], environment_of(made[name])) is None, name
        assert apply_mutant(compiler, dict(MODULES)[name]) == made[name]


def test_the_page_of_targets_names_each() -> None:
    page = (Path(__file__).parents[4] / "docs" / "targets.md").read_text()
    names = [
        *(f"mutant-{one.name}" for one in FLOAT_MUTANTS),
        *(one.name for one in LEGAL_COMPILERS),
    ]
    assert [name for name in names if f"| `{name}` |" not in page] == []
