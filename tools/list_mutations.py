"""Write the list of mutations in docs/emi.md from the docstrings: `python
tools/list_mutations.py`.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Final

from aberration.methods.emi.mutation import Mutation
from aberration.methods.emi.registry import WEIGHTS

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "emi.md"
HEAD: Final = (
    "<!-- Written by `python tools/list_mutations.py` from the docstrings; do not edit. -->\n"
)
TAIL: Final = "<!-- The end of what is written. -->\n"


def section() -> str:
    """Return the text between the marks, with them."""
    lines = [line for kind, weight in WEIGHTS.items() for line in _mutation(kind, weight)]
    return "\n".join([HEAD, *lines, TAIL])


def with_section(page: str) -> str:
    """Return a page with the list of today in place of its own."""
    before, _, rest = page.partition(HEAD)
    _, mark, after = rest.partition(TAIL)
    if not mark:
        raise SystemExit(f"expected the two marks of the list in {PAGE.name}")
    return before + section() + after


def _mutation(kind: type[Mutation], weight: int) -> list[str]:
    where = "code that runs" if kind.live else "code that never runs"
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
    head = f"### {kind.__name__}"
    first = _joined(inspect.getdoc(sys.modules[kind.__module__]) or "")
    parts = _parts(inspect.getdoc(kind) or "")
    return [head, "", first, "", *parts, f"- In {where}; weight {weight}; fields {fields}.", ""]


def _parts(text: str) -> list[str]:
    """Return the docstring as a list with one item per part, its lines joined."""
    before, _, effect = text.partition("Effect:")
    return [f"- {_joined(before)}", f"- Effect: {_joined(effect)}"]


def _joined(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    PAGE.write_text(with_section(PAGE.read_text()))
    print(f"{PAGE.name}: {len(WEIGHTS)} mutations", file=sys.stderr)
