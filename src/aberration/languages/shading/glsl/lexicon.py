"""The words of GLSL and ESSL."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from aberration.languages.shading.lexer import (
    BEGINNINGS,
    DIRECTIVE_LINE,
    Lexicon,
    kinds_of,
    pattern_of,
)
from aberration.languages.shading.rules import Rules, words

_SPACES: Final = r" \t\r\n\v\f"
_COMMENTS: Final = (r"//[^\n]*", r"/\*[\s\S]*?\*/")
_CONTINUED_COMMENTS: Final = (r"//(?:\\\r?\n|[^\n])*", r"/\*[\s\S]*?\*/", r"\\\r?\n")
_WORD: Final = r"[A-Za-z_][A-Za-z0-9_]*+"
_NUMBER: Final = r"0[xX][0-9a-fA-F]*\w*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?\w*"
_SYMBOLS: Final = words(
    "<<= >>= ++ -- && || ^^ << >> <= >= == != += -= *= /= %= &= ^= |= - + * / % < > = ! "
    "& | ^ ~ ? : ; , . ( ) { } [ ]"
)
_OPEN: Final = "/*"
"""What begins a comment without an end, or else it would be among the blanks: one word, of no
kind.
"""
_DIRECTIVE: Final = r"#(?>/\*[\s\S]*?\*/|//(?:\\\r?\n|[^\n])*|\\\r?\n|[^\n])*+"
_HASH: Final = "##|#"
_BAD: Final = r"\S"


def _pattern(comments: tuple[str, ...], hash_: str) -> re.Pattern[str]:
    return pattern_of(_SPACES, comments, _WORD, _NUMBER, (*_SYMBOLS, _OPEN), f"{hash_}|{_BAD}")


_BEGINNINGS: Final = {**BEGINNINGS, "#": DIRECTIVE_LINE}
_SHADER: Final = {
    False: _pattern(_COMMENTS, _DIRECTIVE),
    True: _pattern(_CONTINUED_COMMENTS, _DIRECTIVE),
}
_LINE: Final = _pattern(_CONTINUED_COMMENTS, _HASH)


@cache
def _lexicon(
    is_line: bool,
    continues: bool,
    keywords: frozenset[str],
    types: frozenset[str],
    reserved: frozenset[str],
) -> Lexicon:
    pattern = _LINE if is_line else _SHADER[continues]
    return Lexicon(pattern, kinds_of(keywords, types, reserved, _SYMBOLS), _BEGINNINGS)


def lexicon(rules: Rules) -> Lexicon:
    """Return how a shader's text is read; each directive is one word."""
    return _lexicon(False, rules.continues_lines, rules.keywords, rules.type_words, rules.reserved)


def line_lexicon(rules: Rules) -> Lexicon:
    """Return how the inside of a directive is read; `#` and `##` are of kind "directive"."""
    return _lexicon(True, rules.continues_lines, rules.keywords, rules.type_words, rules.reserved)
