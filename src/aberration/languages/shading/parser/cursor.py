"""Where a parser stands in the words of a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.core.errors import MalformedShader
from aberration.languages.shading.lexer import (
    END,
    IDENTIFIER,
    NUMERIC,
    RESERVED,
    TYPE,
    UNKNOWN,
    Tokens,
)
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source, quote
from aberration.languages.shading.tree import Span

DEPTH: Final = 500
"""How many levels deep a tree may be: comparing, hashing and walking by recursion have to hold
it.
"""

_NOUNS: Final[Mapping[str, str]] = {
    IDENTIFIER: "a name",
    END: "the end of the text",
    TYPE: "a type",
}


class Cursor:
    """The words of a text, taken one by one.

    `level` counts the levels of the tree around the cursor, as far as they are known before what is
    nested is read; `open` the round brackets, which are no part of the tree.
    """

    def __init__(self, source: Source, tokens: Tokens, rules: Rules) -> None:
        self.source = source
        self.rules = rules
        self.kinds = [*tokens.kinds, END]
        self.texts = [*tokens.texts, ""]
        self.starts = [*tokens.starts, len(source.text)]
        self.ends = [*tokens.ends, len(source.text)]
        self.plain = [*tokens.plain, True]
        self.at = 0
        self.level = 0
        self.open = 0

    def ahead(self, distance: int) -> str:
        """Return the kind of a word to come."""
        index = self.at + distance
        return self.kinds[index] if index < len(self.kinds) else END

    def accept(self, kind: str) -> bool:
        """Take the next word if it is of a kind."""
        if self.kinds[self.at] != kind:
            return False
        self.at += 1
        return True

    def expect(self, kind: str) -> None:
        """Take the next word, which has to be of a kind."""
        if self.kinds[self.at] != kind:
            raise self.failure(_NOUNS.get(kind, f"'{kind}'"))
        self.at += 1

    def identifier(self, what: str) -> str:
        """Take the next word, which has to be an identifier, and return it."""
        if self.kinds[self.at] != IDENTIFIER:
            raise self.failure(what)
        self.at += 1
        return self.texts[self.at - 1]

    def span(self, first: int) -> Span:
        """Return the span from the word at an index up to the last one taken."""
        last, plain = self.at - 1, self.plain
        return Span(self.starts[first], self.ends[last], plain[first] and plain[last])

    def end_span(self, first: int, semicolon: bool) -> Span:
        """Take the semicolon that ends a statement, if it is to have one, and return the span
        of the whole.
        """
        if semicolon:
            self.expect(";")
        return self.span(first)

    def enter(self) -> None:
        """Go one level down; to be undone by `level -= 1`."""
        self.level += 1
        if self.level > DEPTH:
            raise self.too_deep()

    def too_deep(self) -> MalformedShader:
        """Return the error that the text is nested or chained too deeply here."""
        return self.error(
            f"expected at most {DEPTH} levels of nesting or links of a chain, but here are more"
        )

    def failure(self, expected: str, advice: str = "") -> MalformedShader:
        """Return the error that the next word is not what was expected."""
        return self.error(
            f"expected {expected}, came {self._came()}", advice or self.advice(self.kinds[self.at])
        )

    def error(self, message: str, advice: str = "") -> MalformedShader:
        """Return an error at the next word."""
        return self.source.error(self.starts[self.at], message, advice)

    def advice(self, came: str) -> str:
        """Return why the language has no such word here, where that is known."""
        return ""

    def _came(self) -> str:
        kind, text = self.kinds[self.at], self.texts[self.at]
        if kind == END:
            return "the end of the text"
        if kind == UNKNOWN and text == "/*":
            return "a comment that is not closed"
        if kind == UNKNOWN:
            return f"{quote(text)}, which is no part of {self.rules.title}"
        if kind == RESERVED:
            return f"{quote(text)}, which {self.rules.title} reserves"
        if kind == NUMERIC:
            return f"the number {quote(text)}"
        return quote(text)
