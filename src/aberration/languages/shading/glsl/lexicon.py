"""The words of GLSL and ESSL."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from aberration.languages.shading.lexer import Lexicon, kinds_of
from aberration.languages.shading.rules import Rules

_BLANKS: Final = r"(?>[ \t\r\n\v\f]+|//[^\n]*|/\*[\s\S]*?\*/)*+"
_CONTINUED_BLANKS: Final = r"(?>[ \t\r\n\v\f]+|\\\r?\n|//(?:\\\r?\n|[^\n])*|/\*[\s\S]*?\*/)*+"
_WORD: Final = r"([A-Za-z_][A-Za-z0-9_]*)"
_NUMBER: Final = r"(0[xX][0-9a-fA-F]*\w*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?\w*)"
_PUNCTUATION: Final = (
    r"(<<=|>>=|\+\+|--|&&|\|\||\^\^|<<|>>|<=|>=|==|!=|\+=|-=|\*=|/=|%=|&=|\^=|\|=|(?!/\*)[-+*/%<>=!&|^~?:;,.(){}\[\]])"
)
_DIRECTIVE: Final = r"(#(?>/\*[\s\S]*?\*/|//(?:\\\r?\n|[^\n])*|\\\r?\n|[^\n])*+)"
_HASH: Final = r"(##|#)"
_BAD: Final = r"(/\*|\S)"
_END: Final = r"\Z"


def _pattern(blanks: str, hash_: str) -> re.Pattern[str]:
    return re.compile(
        "".join((blanks, "(?:", "|".join((_WORD, _NUMBER, _PUNCTUATION, hash_, _BAD, _END)), ")")), re.ASCII
    )


_SHADER: Final = {False: _pattern(_BLANKS, _DIRECTIVE), True: _pattern(_CONTINUED_BLANKS, _DIRECTIVE)}
_LINE: Final = _pattern(_CONTINUED_BLANKS, _HASH)


@cache
def _lexicon(
    pattern: re.Pattern[str], keywords: frozenset[str], types: frozenset[str], reserved: frozenset[str]
) -> Lexicon:
    return Lexicon(pattern, kinds_of(keywords, types, reserved))


def lexicon(rules: Rules) -> Lexicon:
    """Return how a shader's text is read; each directive is one word."""
    return _lexicon(_SHADER[rules.continues_lines], rules.keywords, rules.type_words, rules.reserved)


def line_lexicon(rules: Rules) -> Lexicon:
    """Return how the inside of a directive is read; `#` and `##` are of kind "directive"."""
    return _lexicon(_LINE, rules.keywords, rules.type_words, rules.reserved)
