from pathlib import Path

import pytest
from helpers.toy import add, toy_case, words_of

from aberration.cli.reduction import SCHEMA, Record, ReductionFolder, recipe_digest
from aberration.core.errors import BadInput, NewerSchema
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case

GIVEN = toy_case(add("one"), add("two"), add("three"))
SMALLER = toy_case(add("two"), add("three"))
SMALLEST = toy_case(add("three"))


def begun(folder: Path, given: TestCase = GIVEN, target: str = "gcc") -> ReductionFolder:
    reduction = ReductionFolder(folder)
    assert reduction.begin(given, target) == given
    reduction.note(Record(SCHEMA, recipe_digest(given), target, "crash", "boom"))
    return reduction


def test_the_best_so_far_is_where_it_goes_on(tmp_path: Path) -> None:
    reduction = begun(tmp_path / "out")
    reduction.keep(SMALLER)
    reduction.keep(SMALLEST)
    assert words_of(ReductionFolder(tmp_path / "out").begin(GIVEN, "gcc")) == ["three"]


def test_a_cut_between_two_renames_loses_nothing(tmp_path: Path) -> None:
    reduction = begun(tmp_path / "out")
    reduction.keep(SMALLER)
    reduction.case.rename(tmp_path / "out" / ".case.old")
    assert words_of(ReductionFolder(tmp_path / "out").begin(GIVEN, "gcc")) == ["two", "three"]
    reduction.keep(SMALLEST)
    assert words_of(load_case(reduction.case)) == ["three"]


def test_the_end_has_the_neighbour_and_the_delta(tmp_path: Path) -> None:
    reduction = begun(tmp_path / "out")
    reduction.finish(SMALLEST, toy_case(), "three is new")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "case",
        "delta.txt",
        "neighbour",
        "reduction.json",
    ]
    assert words_of(load_case(tmp_path / "out" / "neighbour")) == []


@pytest.mark.parametrize(("given", "target"), [(SMALLER, "gcc"), (GIVEN, "clang")])
def test_the_reduction_of_something_else_is_refused(
    tmp_path: Path, given: TestCase, target: str
) -> None:
    begun(tmp_path / "out")
    with pytest.raises(BadInput, match="another case or target"):
        ReductionFolder(tmp_path / "out").begin(given, target)


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(BadInput, match="new or empty"):
        ReductionFolder(tmp_path).begin(GIVEN, "gcc")


@pytest.mark.parametrize(
    ("text", "error"),
    [("{", BadInput), ('{"schema": 99}', NewerSchema), ('{"schema": 1}', BadInput)],
)
def test_a_damaged_or_newer_record_is_refused(
    tmp_path: Path, text: str, error: type[BadInput]
) -> None:
    (tmp_path / "reduction.json").write_text(text)
    with pytest.raises(error):
        ReductionFolder(tmp_path).begin(GIVEN, "gcc")
