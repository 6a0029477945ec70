"""The words of WGSL."""

from __future__ import annotations

import re
from typing import Final

from aberration.languages.shading.lexer import Lexicon, kinds_of
from aberration.languages.shading.wgsl.words import KEYWORDS, RESERVED

_LINE_ENDS: Final = "\\n\\v\\f\\r\\u0085\\u2028\\u2029"
_SPACE: Final = f" \\t{_LINE_ENDS}\\u200e\\u200f"
_BLANKS: Final = f"(?>[{_SPACE}]+|//[^{_LINE_ENDS}]*)*+"
_BEYOND: Final = f"[^\\x00-\\x7f{_SPACE}]"
_WORD: Final = f"((?:[A-Za-z_]|{_BEYOND})(?:[A-Za-z0-9_]|{_BEYOND})*)"
_HEXADECIMAL: Final = r"0[xX](?:[0-9a-fA-F]*\.[0-9a-fA-F]+|[0-9a-fA-F]+\.?)(?:[pP][+-]?[0-9]+)?\w*"
_DECIMAL: Final = r"(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?\w*"
_PUNCTUATION: Final = r"(<<=|\+\+|--|&&|\|\||<<|<=|==|!=|->|\+=|-=|\*=|/=|%=|&=|\^=|\|=|[-+*/%<>=!&|^~?:;,.(){}\[\]@])"
_NEVER: Final = r"(\b\B)"
_BAD: Final = f"([^{_SPACE}])"

_PATTERN: Final = re.compile(
    f"{_BLANKS}(?:{_WORD}|({_HEXADECIMAL}|{_DECIMAL})|{_PUNCTUATION}|{_NEVER}|{_BAD}|\\Z)", re.ASCII
)
_OUTSIDE: Final = re.compile(f"//[^{_LINE_ENDS}]*|/\\*")
_INSIDE: Final = re.compile(r"/\*|\*/")
_VISIBLE: Final = re.compile(r"[^\n\r]")
LEXICON: Final = Lexicon(_PATTERN, {**kinds_of(KEYWORDS, frozenset(), RESERVED), "_": "_"})


def without_block_comments(text: str) -> tuple[str, int]:
    """Return the text with block comments, which nest, blanked; and where one is left open, or -1."""
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
