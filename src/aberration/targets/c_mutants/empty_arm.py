"""The arms of an if are exchanged when the other arm holds nothing but declarations."""

from __future__ import annotations

import re
from typing import Final

from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.text import blanked, end_of_bracket, headed_blocks, spliced

_ELSE: Final = re.compile(r"\s*else\s*(?=\{)")
_DECLARATIONS: Final = re.compile(
    r"\{\s*(?:(?:;|(?:const|volatile|static|unsigned|struct|union|u?int\d*(?:_t)?)\s[^;]*;)\s*)*\}"
)


def rewrite(text: str) -> str:
    """Negate the condition."""
    code = blanked(text)
    edits: list[tuple[int, int, str]] = []
    for _, condition, block, end in headed_blocks(code, "if"):
        other = _ELSE.match(code, end)
        if other is not None and _is_empty(code, block) != _is_empty(code, other.end()):
            close = end_of_bracket(code, condition) - 1
            edits += [(condition + 1, condition + 1, "!("), (close, close, ")")]
    return spliced(text, edits)


def _is_empty(code: str, block: int) -> bool:
    return _DECLARATIONS.fullmatch(code, block, end_of_bracket(code, block)) is not None


MUTANT = CMutant(
    "empty-arm",
    "removal of an empty arm that forgets to negate the condition",
    ("all statements of an arm deleted",),
    "source",
    "-O1",
    rewrite,
)
