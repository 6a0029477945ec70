"""Words of a shader's text: one regular expression for each language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

WORD: Final = 1
NUMBER: Final = 2
PUNCTUATION: Final = 3
DIRECTIVE: Final = 4
BAD: Final = 5

IDENTIFIER: Final = "id"
NUMERIC: Final = "number"
TYPE: Final = "type"
RESERVED: Final = "reserved"
DIRECTIVE_LINE: Final = "directive"
UNKNOWN: Final = "bad"
END: Final = "end"


class Lexicon(msgspec.Struct, frozen=True):
    """How the words of a language are told apart.

    `pattern` skips blanks and comments and then has one of five groups: word, number, punctuation, directive (GLSL's
    whole `#` line) and anything else. `kinds` says of the words that are no identifiers what they are: the word itself
    for a keyword, "type" or "reserved".
    """

    pattern: re.Pattern[str]
    kinds: Mapping[str, str]


class Tokens:
    """The words of a text, in four lists of one length.

    `kinds` holds for each its kind: the text itself for punctuation and keywords, or one of the names above. `starts`
    and `ends` are offsets into the original text. Where a macro put a word, they are those of the macro's use and
    `plain` is false.
    """

    __slots__ = ("ends", "kinds", "plain", "starts", "texts")

    def __init__(self, kinds: list[str], texts: list[str], starts: list[int]) -> None:
        self.kinds = kinds
        self.texts = texts
        self.starts = starts
        self.ends = [start + len(text) for start, text in zip(starts, texts, strict=True)]
        self.plain = [True] * len(kinds)

    def __len__(self) -> int:
        return len(self.kinds)

    def take(self, other: Tokens, start: int, stop: int) -> None:
        """Append some words of another text."""
        self.kinds += other.kinds[start:stop]
        self.texts += other.texts[start:stop]
        self.starts += other.starts[start:stop]
        self.ends += other.ends[start:stop]
        self.plain += other.plain[start:stop]

    def add(self, kind: str, text: str, start: int, end: int) -> None:
        """Append a word that a macro put where its use was."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)
        self.plain.append(False)


def lex(text: str, lexicon: Lexicon, start: int = 0, stop: int | None = None) -> Tokens:
    """Return the words of a text, or of the part between two offsets. What is no word of the language is of kind
    "bad".
    """
    kinds: list[str] = []
    texts: list[str] = []
    starts: list[int] = []
    known = lexicon.kinds
    for match in lexicon.pattern.finditer(text, start, len(text) if stop is None else stop):
        group = match.lastindex
        if group is None:
            continue
        word = match[group]
        if group == PUNCTUATION:
            kinds.append(word)
        elif group == WORD:
            kinds.append(known.get(word, IDENTIFIER) if word.isascii() else _beyond_ascii(word))
        elif group == NUMBER:
            kinds.append(NUMERIC)
        else:
            kinds.append(DIRECTIVE_LINE if group == DIRECTIVE else UNKNOWN)
        texts.append(word)
        starts.append(match.start(group))
    return Tokens(kinds, texts, starts)


def _beyond_ascii(word: str) -> str:
    return IDENTIFIER if word.isidentifier() else UNKNOWN


def kinds_of(keywords: frozenset[str], types: frozenset[str], reserved: frozenset[str]) -> dict[str, str]:
    """Return the kinds of words that are no identifiers."""
    return {**{word: word for word in keywords}, **dict.fromkeys(types, TYPE), **dict.fromkeys(reserved, RESERVED)}
