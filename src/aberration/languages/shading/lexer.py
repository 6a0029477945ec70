"""Words of a shader's text: one regular expression for each language."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Final

import msgspec

IDENTIFIER: Final = "id"
NUMERIC: Final = "number"
TYPE: Final = "type"
RESERVED: Final = "reserved"
DIRECTIVE_LINE: Final = "directive"
UNKNOWN: Final = "bad"
END: Final = "end"


class Lexicon(msgspec.Struct, frozen=True):
    """How the words of a language are distinguished.

    `pattern` has two groups: blanks and comments, perhaps none, and the word behind them, which is
    empty only at the end of the text; it matches everywhere, so that nothing is skipped. `kinds`
    says of keywords, types, reserved words and punctuation what they are: the word itself for a
    keyword and for punctuation, "type" or "reserved". `beginnings` says it of all other words by
    their first character.
    """

    pattern: re.Pattern[str]
    kinds: Mapping[str, str]
    beginnings: Mapping[str, str]
    beyond_ascii: bool = False
    """Identifiers may hold letters beyond ASCII."""


class Tokens:
    """The words of a text, in four lists of one length.

    `kinds` holds for each its kind: the text itself for punctuation and keywords, or one of the
    names above. `starts` and `ends` are offsets into the original text. Where a macro put a word,
    they are those of the macro's use and `plain` is false.
    """

    __slots__ = ("ends", "kinds", "plain", "starts", "texts")

    def __init__(
        self, kinds: list[str], texts: list[str], starts: list[int], ends: list[int]
    ) -> None:
        self.kinds = kinds
        self.texts = texts
        self.starts = starts
        self.ends = ends
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
    """Return the words of a text, or of the part between two offsets. What is no word of the
    language is of kind "bad".
    """
    part = text if start == 0 and stop is None else text[start:stop]
    # One call splits the whole text into (nothing, blanks, word) over and over, and their lengths
    # give the places: a match object for each word costs more than all of this.
    pieces = lexicon.pattern.split(part)
    del pieces[::3]
    offsets = list(accumulate(map(len, pieces), initial=start))
    texts, starts, ends = pieces[1::2], offsets[1::2], offsets[2::2]
    while texts and not texts[-1]:  # the end of the text, and again behind blanks there
        texts.pop()
        starts.pop()
        ends.pop()
    return Tokens(_kinds(texts, lexicon, part.isascii()), texts, starts, ends)


def _kinds(texts: list[str], lexicon: Lexicon, is_ascii: bool) -> list[str]:
    known, beginnings = lexicon.kinds, lexicon.beginnings
    if is_ascii or not lexicon.beyond_ascii:
        return [known.get(word) or beginnings.get(word[0], UNKNOWN) for word in texts]
    return [known.get(word) or _kind_of(word, beginnings) for word in texts]


def _kind_of(word: str, beginnings: Mapping[str, str]) -> str:
    if word.isascii():
        return beginnings.get(word[0], UNKNOWN)
    return IDENTIFIER if word.isidentifier() else UNKNOWN


def kinds_of(
    keywords: frozenset[str],
    types: frozenset[str],
    reserved: frozenset[str],
    symbols: Iterable[str],
) -> dict[str, str]:
    """Return the kinds of words that are no identifiers, and of punctuation."""
    words = {word: word for word in (*keywords, *symbols)}
    return {**words, **dict.fromkeys(types, TYPE), **dict.fromkeys(reserved, RESERVED)}


def pattern_of(
    spaces: str,
    comments: tuple[str, ...],
    word: str,
    number: str,
    symbols: Iterable[str],
    other: str,
) -> re.Pattern[str]:
    """Return the pattern of a language's words; all parts are patterns, but `symbols` is its
    punctuation as it stands.

    The order is for speed: most blanks are spaces alone, and most words are names, and symbols that
    begin no other symbol and no number.
    """
    more = f"(?:[{spaces}]+|{'|'.join(comments)})*+"
    blanks = f"[{spaces}]*+(?:{'|'.join(comment + more for comment in comments)}|)"
    longest_first = sorted(symbols, key=lambda symbol: (-len(symbol), symbol))
    begun = {symbol[0] for symbol in longest_first if len(symbol) > 1} | {"."}
    alone = [symbol for symbol in longest_first if symbol not in begun and len(symbol) == 1]
    rest = [re.escape(symbol) for symbol in longest_first if symbol not in alone]
    words = (word, f"[{re.escape(''.join(alone))}]", number, *rest, other, r"\Z")
    return re.compile(f"({blanks})({'|'.join(words)})", re.ASCII)


BEGINNINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(f"{string.ascii_letters}_", IDENTIFIER),
    **dict.fromkeys(f"{string.digits}.", NUMERIC),
}
"""Kinds of words that are neither keywords nor punctuation, by their first character."""
