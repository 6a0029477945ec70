"""Each file has a fate, the index is held against it, and reasons are counted by kind."""

from pathlib import Path

import pytest
from experiments.unseen.files import Fate, against_index, fates, programs, read_index, reasons

from aberration.campaign.summary import SeedLine

INDEX = """
["ring.frag"]
expected = "defined"
about = "a ring"
["race.comp"]
expected = "undefined behaviour"
about = "a race"
["two.amber"]
expected = "defined"
about = "two pipelines"
["module.spvasm"]
expected = "defined"
about = "assembly"
"""
NAMES = ("ring.frag", "race.comp", "two.amber", "module.spvasm", "ring.json", "notes.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).write_text("")
    (tmp_path / "index.toml").write_text(INDEX)
    return tmp_path


def test_programs_are_found_by_suffix_at_any_depth(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "deep.frag").write_text("")
    names = [path.name for path in programs([str(folder), str(folder / "ring.frag")])]
    assert names == ["deep.frag", "module.spvasm", "race.comp", "ring.frag", "two.amber"]


def test_a_folder_without_an_index_expects_nothing(tmp_path: Path) -> None:
    assert read_index(tmp_path) == {}


def test_fates(folder: Path) -> None:
    unsteady = [
        SeedLine(str(folder / "race.comp"), "", "a race: line 3"),
        SeedLine("ring", "lavapipe", "the seed itself: timeout"),
    ]
    found = {
        Path(one.file).name: one for one in fates([str(folder)], unsteady, ["ring", "two.first"])
    }
    assert (found["ring.frag"].state, found["ring.frag"].reason) == ("tested", "")
    assert (found["race.comp"].state, found["race.comp"].reason) == ("set aside", "a race: line 3")
    assert found["two.amber"].state == "tested"
    assert found["module.spvasm"].state == "not drawn"
    assert all(one.as_expected for one in found.values())


def test_what_is_expected_is_held_against_what_came() -> None:
    found = [
        Fate("a.frag", "tested", expected="defined"),
        Fate("b.frag", "tested", expected="too long"),
        Fate("c.frag", "set aside", "sampler", "functions for textures"),
        Fate("d.frag", "set aside", "no such setter", "some pixels undefined"),
        Fate("e.frag", "tested"),
    ]
    assert [line.strip() for line in against_index(found)] == [
        "1  defined: tested",
        "1  functions for textures: set aside",
        "1  some pixels undefined: set aside",
        "1  too long: tested",
    ]
    assert [fate.file for fate in found if not fate.as_expected] == ["b.frag", "c.frag", "d.frag"]
    assert against_index(found[-1:]) == []


def test_reasons_that_differ_in_numbers_and_names_are_one() -> None:
    found = [
        Fate("a.frag", "set aside", "3: 'tex' is a sampler of 2 dimensions"),
        Fate("b.frag", "set aside", "seeds/b.json: 'picture' is a sampler of 3 dimensions\nmore"),
        Fate("c.frag", "set aside", "too long"),
        Fate("d.frag", "tested"),
    ]
    assert reasons(found) == [
        (2, "'...' is a sampler of N dimensions", "a.frag"),
        (1, "too long", "c.frag"),
    ]
