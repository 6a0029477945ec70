"""The named reasons: each is used by the code, explained in the documentation, and none is made
up.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import aberration.languages.shading.translate as package
from aberration.core.errors import BadInput
from aberration.languages.shading.source import Source
from aberration.languages.shading.translate.refusals import REASONS, untranslatable
from aberration.languages.shading.tree import Name, Span

FOLDER = Path(package.__file__).parent
DOCS = Path(__file__).resolve().parents[5] / "docs" / "translation.md"


def test_the_reasons_in_the_code_are_those_in_the_list() -> None:
    used = set()
    for path in FOLDER.rglob("*.py"):
        text = path.read_text()
        used |= set(re.findall(r"(?:refuse|untranslatable)\(\s*\"([^\"]+)\"", text))
    assert used <= set(REASONS)
    named = "\n".join(
        path.read_text() for path in FOLDER.rglob("*.py") if path.name != "refusals.py"
    )
    assert {reason for reason in REASONS if f'"{reason}"' not in named} == set()


def test_the_page_lists_all_reasons_with_their_words() -> None:
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", DOCS.read_text(), re.MULTILINE))
    assert {reason: rows.get(reason) for reason in REASONS} == dict(REASONS)


def test_an_error_has_reason_place_and_line() -> None:
    source = Source("a\nb c\n", "file.frag")
    error = untranslatable("layout", "a block", source, Name("c", span=Span(4, 5)))
    assert isinstance(error, BadInput)
    assert error.where == "file.frag:2:3"
    assert error.hint.endswith("^")
    assert error.reason == "layout"
    assert untranslatable("size", "a program", source).where == "file.frag"


def test_a_reason_that_is_none() -> None:
    with pytest.raises(KeyError):
        untranslatable("whim", "a program", Source(""))
