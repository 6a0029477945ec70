"""Write docs/triage.md from the table of reasons: `python tools/list_reasons.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from aberration.campaign.triage.reasons import FINDINGS, LOOKS, SEEDS, TESTS, VIOLATIONS, Reason

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "triage.md"
HEAD: Final = """# Why a suspicious result is not reported

Not everything that looks wrong is a bug of a compiler. This page lists every reason for which a
result, a target, a seed or a test is left out, for users who wonder where their findings went.

- Each campaign counts the reasons by name: at its end, in its report, and as `put_away` of
  `fuzz --json`.
- Each reason has a test with a true bug beside it that must be reported
  (`tests/unit/campaign/triage`).
- `make bench` measures which share of true bugs each reason costs.

Written by `python tools/list_reasons.py` from `campaign/triage/reasons.py`; do not edit.
"""
PARTS: Final = (
    (
        "Findings that are set aside",
        "They are kept with their case. `aberration findings` shows each with a sentence that "
        "gives the reason.",
        FINDINGS,
    ),
    (
        "Targets without a verdict in a test",
        "One count is one target in one test.",
        LOOKS,
    ),
    (
        "Violations that do not become findings",
        "One count is one violation; where the reason is about numbers, one pixel or word.",
        VIOLATIONS,
    ),
    ("Seeds that are not used", "On one target, or on all.", SEEDS),
    ("Tests without a result", "By the status of the test.", TESTS),
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
