"""Write docs/transformations.md from the docstrings: `python tools/list_transformations.py`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Final

from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.transformation import Transformation

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "transformations.md"
HEAD: Final = """# Transformations of SPIR-V modules

Written by `python tools/list_transformations.py` from the docstrings; do not edit. Steps marked
"supporting" only supply others and say nothing about a bug. After all of these, the module computes
what it computed before.
"""
PARTS: Final = ("Precondition", "Effect", "Facts")


def page() -> str:
    """Return the text of the page."""
    lines = [HEAD, "## Transformations", ""]
    lines += [line for kind in TRANSFORMATIONS for line in _transformation(kind)]
    lines += [
        "## Passes",
        "",
        "A pass proposes transformations. `final` ones run at the end of each variant.",
        "",
    ]
    lines += ["| Pass | Chance | Recommends |", "|---|---|---|"]
    lines += [_pass(known) for known in PASSES]
    return "\n".join(lines) + "\n"


def _transformation(kind: type[Transformation]) -> list[str]:
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
    title = f"### {kind.__name__}" + (" (supporting)" if kind.supporting else "")
    return [title, "", f"Fields: {fields}.", "", *_paragraphs(inspect.getdoc(kind) or ""), ""]


def _paragraphs(text: str) -> list[str]:
    """Return the docstring as a list with one item per part, its lines joined."""
    items: list[str] = []
    for line in text.splitlines():
        if not items or line.split(":")[0] in PARTS:
            items.append(f"- {line.strip()}")
        elif line.strip():
            items[-1] += f" {line.strip()}"
    return items


def _pass(known: FuzzerPass) -> str:
    low, high = known.chance
    name = f"{known.name} (final)" if known.final else known.name
    return f"| {name} | {low:.0%} to {high:.0%} | {', '.join(known.followed_by) or '-'} |"


if __name__ == "__main__":
    PAGE.write_text(page())
    print(
        f"{PAGE.name}: {len(TRANSFORMATIONS)} transformations, {len(PASSES)} passes",
        file=sys.stderr,
    )
