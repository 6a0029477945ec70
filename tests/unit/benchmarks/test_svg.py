"""The pictures of measurements."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks.svg import TITLE, document, text
from experiments.emi_strategies import picture as strategies
from experiments.transform_questions import duplicates, reduction_quality
from experiments.transform_questions.records import REDUCTIONS, ReductionLine, read

ROOT = Path(__file__).resolve().parents[3]
NAME = "{http://www.w3.org/2000/svg}"


def test_words_stand_at_their_place_and_are_escaped() -> None:
    found = ElementTree.fromstring(text(3, 4, 'a < b & "c"', "end", TITLE))
    assert (found.tag, found.text) == ("text", 'a < b & "c"')
    assert found.attrib == {"x": "3", "y": "4", "text-anchor": "end", "class": "t"}
    assert "class" not in ElementTree.fromstring(text(0.5, 0, "plain")).attrib


def test_a_document_has_its_size_title_and_parts() -> None:
    found = ElementTree.fromstring(
        document((30, 20), "x < y", [text(1, 2, "first"), text(1, 3, "second")])
    )
    assert (found.attrib["width"], found.attrib["height"], found.attrib["viewBox"]) == (
        "30",
        "20",
        "0 0 30 20",
    )
    assert found.findtext(f"{NAME}title") == "x < y"
    assert [each.text for each in found.findall(f"{NAME}text")] == ["first", "second"]


@pytest.mark.parametrize(
    ("given", "letters"), [({}, ("11px", "14px")), ({"font": 12, "heading": 15}, ("12px", "15px"))]
)
def test_letters_have_the_sizes_given(given: dict[str, int], letters: tuple[str, str]) -> None:
    style = ElementTree.fromstring(document((1, 1), "", (), **given)).findtext(f"{NAME}style") or ""
    assert tuple(re.findall(r"font-size:(\w+)", style)) == letters


@pytest.mark.slow
def test_the_pictures_kept_are_those_of_the_results_kept() -> None:
    lines = reduction_quality.reduced(read(REDUCTIONS, ReductionLine))
    bugs = strategies.read_bugs(strategies.HERE)
    drawn = {
        "emi_strategies/strategies.svg": strategies.draw(bugs, "Which strategies find which bugs"),
        "transform_questions/duplicates.svg": duplicates.picture(duplicates.measured(lines)),
        "transform_questions/reduction_quality.svg": reduction_quality.picture(lines),
    }
    for name, picture in drawn.items():
        assert (ROOT / "experiments" / name).read_text(encoding="utf-8") == picture, name
