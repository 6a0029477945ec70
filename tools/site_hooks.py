"""What the site needs beside `mkdocs.yml`: links out of `docs/`, which lead to files of the
checkout, are names there.
"""

from __future__ import annotations

import re
from typing import Final

OUTSIDE: Final = re.compile(r"\[(?P<text>[^\]]+)\]\((?:\.\./)+(?P<path>(?!docs/)[\w./-]+)[^)]*\)")
"""A link to a file beside `docs/`; one between two pages has no folder of the checkout in it."""
FOLDERS: Final = ("experiments/", "corpus/", "src/", "tests/", "tools/", "benchmarks/")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return the text of a page with the names of files outside of the site in place of links."""
    return OUTSIDE.sub(_name, markdown)


def _name(match: re.Match[str]) -> str:
    if not match["path"].startswith(FOLDERS):
        return match[0]
    text, path = match["text"], f"`{match['path']}`"
    return path if text.strip("`") in match["path"] else f"{text} ({path})"
