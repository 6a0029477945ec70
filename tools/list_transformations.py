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
HEAD: Final = """# Catalogue of SPIR-V transformations

Every transformation of the method `transform`, and every pass that proposes them: a catalogue to
look things up in, for whoever reads a reduced case or writes a transformation. How to write one is
in [extending](extending.md#a-transformation-three-files).

Each transformation has these parts:

- *Fields*: what the record of a step holds.
- *Precondition*: when it may be applied.
- *Effect*: how it changes the module. The module computes the same as before.
- *Facts*: what later transformations may assume because of it.

A *supporting* transformation only prepares for others, such as one that adds a type. The types of
such steps are ignored when findings are deduplicated.

An id is *fresh* if the module does not use it yet, and *irrelevant* if its value cannot change the
result of the module (other ids matter). A block is *dead* if it is never executed. Two ids are
*synonyms* if they always have the same value.

Written by `python tools/list_transformations.py` from the docstrings; do not edit.
"""
PARTS: Final = ("Precondition", "Effect", "Facts")


def page() -> str:
    """Return the text of the page."""
    lines = [HEAD, "## Transformations", ""]
    lines += [line for kind in TRANSFORMATIONS for line in _transformation(kind)]
    lines += [
        "## Passes",
        "",
        "A pass makes attempts to propose a transformation. *Chance*: each run draws, from this "
        "range, the share of its attempts that a pass makes. *Recommends*: passes that are worth "
        "running after it. Passes marked `final` run at the end of each variant.",
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
