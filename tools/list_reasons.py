"""Write docs/triage.md from the table of reasons: `python tools/list_reasons.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from aberration.campaign.triage.reasons import FINDINGS, LOOKS, SEEDS, TESTS, VIOLATIONS, Reason

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "triage.md"
HEAD: Final = """# What is put away, and why

Written by `python tools/list_reasons.py` from `campaign/triage/reasons.py`; do not edit.

Not all that looks wrong is a bug of a compiler. Whatever is put away has one of these reasons. A
campaign counts them by name: at its end, on its page, and as `put_away` of `fuzz --json`. For each
there is a test with a true bug beside it that comes through (`tests/unit/campaign/triage`), and
`make bench` measures which share of true bugs each reason costs.
"""
PARTS: Final = (
    (
        "Findings that are set aside",
        "These are kept with their case, and shown with their sentence.",
        FINDINGS,
    ),
    ("Targets that tell nothing in a test", "One count is one target in one test.", LOOKS),
    ("Violations of which no finding is made", "Of numbers, each number counts.", VIOLATIONS),
    ("Seeds that are not used", "On one target, or on all.", SEEDS),
    ("Tests that are none", "By their status.", TESTS),
)


def page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(line for part in PARTS for line in _part(*part))])


def _part(title: str, text: str, known: tuple[Reason, ...]) -> list[str]:
    rows = [f"| `{one.name}` | {one.means} |" for one in known]
    return [f"## {title}", "", text, "", "| reason | when |", "|---|---|", *rows, ""]


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"{PAGE.name}: {sum(len(known) for _, _, known in PARTS)} reasons", file=sys.stderr)
