"""Each link of README.md and of the pages in docs/ leads to a file that is there, and to a heading
of it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
PAGE_NAME: Final = re.compile(r"(?<![\w/.-])docs/[\w/-]+\.md")


def prose(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return FENCED.sub("", page.read_text())


@cache
def anchors(page: Path) -> tuple[str, ...]:
    """Return the anchors of a page's headings, as GitHub makes them: small letters, no
    punctuation, dashes for spaces, a number behind each repetition.
    """
    found: list[str] = []
    for title in HEADING.findall(prose(page)):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower().strip()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        again = sum(1 for one in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", one))
        found.append(f"{name}-{again}" if again else name)
    return tuple(found)


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere, and the pages that it names and that are
    not there.
    """
    text = prose(page)
    links = [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]
    named = [name for name in PAGE_NAME.findall(text) if not (ROOT / name).is_file()]
    return [link for link in links if not resolves(page, link)] + named


def resolves(page: Path, link: str) -> bool:
    """Return whether a link of a page leads to a file or folder and, with `#`, to a heading."""
    name, mark, anchor = link.partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        return False
    return not mark or (file.suffix == ".md" and anchor in anchors(file))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert broken(page) == []


def test_the_readme_links_to_pages_and_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    assert len(LINK.findall(prose(ROOT / "README.md"))) > 15
    page = tmp_path / "page.md"
    page.write_text(
        "# Some Title: `a-b`!\n\n[good](#some-title-a-b) [bad](#some) [gone](other.md#x)\n"
        "```\n[code](nowhere.md)\n```\nSee docs/no-such-page.md, and docs/targets.md.\n"
    )
    assert broken(page) == ["#some", "other.md#x", "docs/no-such-page.md"]


def test_a_heading_that_stands_twice_has_a_number(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n\n## Part\n\n## Part\n")
    assert anchors(page) == ("one", "part", "part-1")
