"""The words of WGSL."""

from __future__ import annotations

import re
from typing import Final

from aberration.languages.shading.lexer import BEGINNINGS, Lexicon, kinds_of, pattern_of
from aberration.languages.shading.rules import words
from aberration.languages.shading.wgsl.words import KEYWORDS, RESERVED

_LINE_ENDS: Final = "\\n\\v\\f\\r\\u0085\\u2028\\u2029"
_SPACE: Final = f" \\t{_LINE_ENDS}\\u200e\\u200f"
_NO_LETTERS: Final = rf"\x00-/:-@\[-\^`{{-\x7f{_SPACE}"
"""Neither letters, digits and underscores nor beyond ASCII. One class is several times faster
than two alternatives.
"""
_WORD: Final = f"[^0-9{_NO_LETTERS}][^{_NO_LETTERS}]*+"
_HEXADECIMAL: Final = r"0[xX](?:[0-9a-fA-F]*\.[0-9a-fA-F]+|[0-9a-fA-F]+\.?)(?:[pP][+-]?[0-9]+)?\w*"
_DECIMAL: Final = r"(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?\w*"
_SYMBOLS: Final = words(
    "<<= ++ -- && || << <= == != -> += -= *= /= %= &= ^= |= - + * / % < > = ! & | ^ ~ ? "
    ": ; , . ( ) { } [ ] @"
)
_BAD: Final = f"[^{_SPACE}]"

_PATTERN: Final = pattern_of(
    _SPACE, (f"//[^{_LINE_ENDS}]*",), _WORD, f"{_HEXADECIMAL}|{_DECIMAL}", _SYMBOLS, _BAD
)
_OUTSIDE: Final = re.compile(f"//[^{_LINE_ENDS}]*|/\\*")
_INSIDE: Final = re.compile(r"/\*|\*/")
_VISIBLE: Final = re.compile(r"[^\n\r]")
LEXICON: Final = Lexicon(
    _PATTERN,
    kinds_of(KEYWORDS | {"_"}, frozenset(), RESERVED, _SYMBOLS),
    BEGINNINGS,
    beyond_ascii=True,
)


def without_block_comments(text: str) -> tuple[str, int]:
    """Return the text with block comments, which nest, blanked; and where one is left open, or
    -1.
    """
    parts: list[str] = []
    kept = at = 0
    while (mark := _OUTSIDE.search(text, at)) is not None:
        at = mark.end()
        if mark[0] != "/*":
            continue
        at = _end_of_comment(text, at)
        if at < 0:
            return text, mark.start()
        parts += (text[kept : mark.start()], _VISIBLE.sub(" ", text[mark.start() : at]))
        kept = at
    return "".join((*parts, text[kept:])), -1


def _end_of_comment(text: str, at: int) -> int:
    depth = 1
    while depth > 0:
        mark = _INSIDE.search(text, at)
        if mark is None:
            return -1
        depth += 1 if mark[0] == "/*" else -1
        at = mark.end()
    return at
