"""Crash on a while loop whose condition is made with `||` and that holds another loop."""

from __future__ import annotations

import re
from typing import Final

from aberration.targets.c_mutants.mutant import CMutant, PlantedAssertion
from aberration.targets.c_mutants.text import blanked_text, headed_blocks

_LOOP: Final = re.compile(r"\b(?:for|while)\s*\(")


def rewrite(text: str) -> str:
    """Assert that a loop is left from one block."""
    code = blanked_text(text)
    if any(
        "||" in code[condition:block] and _LOOP.search(code, block, end)
        for _, condition, block, end in headed_blocks(code, "while")
    ):
        raise PlantedAssertion("copy_loop_headers", "single_exit (loop) != NULL")
    return text


MUTANT = CMutant(
    "loop-condition",
    "a loop optimiser that counts on a single exit",
    ("a while loop with || in its condition and a loop in its body",),
    "source",
    "-O2",
    rewrite,
    crashes=True,
)
