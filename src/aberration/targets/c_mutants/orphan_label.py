"""A statement is taken for unreachable when its label has lost its last goto."""

from __future__ import annotations

import re
from typing import Final

from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.text import apply_edits, blanked_text, end_of_statement

_LABEL: Final = re.compile(r"(?<=[;{}])\s*([A-Za-z_]\w*)\s*:(?!:)\s*")
_KEPT: Final = re.compile(r"(?:return|goto|break|continue|else|case|default)\b|\w+\s+\**\s*\w|[;}]")

_NO_LABELS: Final = ("case", "default", "unsigned", "signed", "int", "char", "short", "long")


def rewrite(text: str) -> str:
    """Drop the statement behind every label that no goto names."""
    code = blanked_text(text)
    used = {*re.findall(r"\bgoto\s+(\w+)", code), *_NO_LABELS}
    edits = [
        (match.end(), end_of_statement(code, match.end()), ";")
        for match in _LABEL.finditer(code)
        if match[1] not in used and not _KEPT.match(code, match.end())
    ]
    return apply_edits(text, [edit for edit in edits if edit[1] > edit[0]])


MUTANT = CMutant(
    "orphan-label",
    "clean-up of the control flow that removes a block entered by falling through",
    ("a goto that is never taken, deleted",),
    "source",
    "-O2",
    rewrite,
)
