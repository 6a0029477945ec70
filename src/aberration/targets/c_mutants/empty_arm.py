"""A condition is negated when one of the arms holds nothing but declarations, or an empty
statement among others.
"""

from __future__ import annotations

from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.text import (
    apply_edits,
    arms,
    blanked_text,
    end_of_bracket,
    is_hollow,
)


def rewrite(text: str) -> str:
    """Negate the condition."""
    code = blanked_text(text)
    edits: list[tuple[int, int, str]] = []
    for condition, blocks in arms(code):
        hollow = [is_hollow(code, block) for block in blocks]
        if len(hollow) == 2 and hollow[0] != hollow[1]:
            close = end_of_bracket(code, condition) - 1
            edits += [(condition + 1, condition + 1, "!("), (close, close, ")")]
    return apply_edits(text, edits)


MUTANT = CMutant(
    "empty-arm",
    "removal of an empty arm that forgets to negate the condition",
    ("the statements of one arm deleted",),
    "source",
    "-O1",
    rewrite,
)
