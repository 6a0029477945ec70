"""The code and the pages speak the field's language: words of our own that a reader would have to
learn stay out (docs/glossary.md has those that are meant).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = ("src/**/*.py", "docs/**/*.md", "README.md")
SAY: Final = {
    "nurse|nursery": "fork server",
    "innocence": "false-positive checks",
    "ladder": "checks",
    "witness": "voter, cross-check target, reference compiler",
    "excuse": "permitted by the language, allowed by rounding",
    "aftermath": "triage",
    "stirred": "dirty",
    "telling": "message, distinctive",
    "brisk|hasty|patient": "timeout factor",
    "door": "function, entry point",
    "spoken": "language support",
    "sown": "seeds",
    "relatives": "versions",
    "flaw": "validation error",
    "def _told\\(|def _made\\(": "what the function returns",
}


@cache
def texts() -> dict[Path, str]:
    """Return what is looked through, read once for all words."""
    return {path: path.read_text() for place in PLACES for path in sorted(ROOT.glob(place))}


def occurrences(pattern: str) -> list[str]:
    """Return where a word stands, also as a part of an identifier."""
    word = re.compile(rf"(?<![A-Za-z])(?:{pattern})(?![a-z])", re.IGNORECASE)
    assert len(texts()) > 500
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path, text in texts().items()
        if word.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        if word.search(line)
    ]


@pytest.mark.parametrize(("pattern", "better"), SAY.items())
def test_a_word_of_our_own_is_not_used(pattern: str, better: str) -> None:
    found = occurrences(pattern)
    assert found == [], f"say: {better}"
