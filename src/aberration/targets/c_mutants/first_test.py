"""A while loop that may be left by `break` is entered without its first test."""

from __future__ import annotations

import re
from typing import Final

from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.text import apply_edits, blanked_text, headed_blocks

_BREAK: Final = re.compile(r"\bbreak\s*;")


def rewrite(text: str) -> str:
    """Test at the end only."""
    code = blanked_text(text)
    edits: list[tuple[int, int, str]] = []
    for start, condition, block, end in headed_blocks(code, "while"):
        if _BREAK.search(code, block, end):
            test = text[condition:block].strip()
            edits += [(start, block, "do "), (end, end, f" while {test};")]
    return apply_edits(text, edits)


MUTANT = CMutant(
    "first-test",
    "loop inversion that leaves out the test in front",
    ("a while loop that is never entered, with a break in it",),
    "source",
    "-O2",
    rewrite,
)
