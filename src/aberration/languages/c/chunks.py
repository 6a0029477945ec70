"""The text of a C program as nested chunks that a reducer may take out: declarations, then
statements in statements.

It knows the brackets of C and the shape of its statements, not its types: whatever a reducer makes
of the chunks is judged by compilers. Unbalanced text has no chunks.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

_TOKEN: Final = re.compile(
    # Longer marks before shorter ones that they begin with: the first alternative that fits is
    # taken.
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<directive>#(?:\\\n|[^\n])*)|"
    r"(?P<literal>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|(?P<word>[A-Za-z_]\w*)|"
    r"(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<mark>->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|.)",
    re.DOTALL,
)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_HEADS: Final = frozenset({"if", "while", "for", "switch"})
_QUALIFIERS: Final = (
    "const",
    "volatile",
    "static",
    "extern",
    "inline",
    "register",
    "typedef",
    "__attribute__",
    "asm",
)
_TYPES: Final = (
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
)
_NO_NAMES: Final = frozenset({*_QUALIFIERS, *_TYPES, "__asm__", "struct", "union", "enum"})

_NO_DECLARATION: Final = frozenset({"return", "goto", "else", "do", "typedef"})


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, number, literal, mark or directive, from `start` to `end`; white space and
    comments are none.
    """

    kind: str
    text: str
    start: int
    end: int


class Chunk(msgspec.Struct, frozen=True):
    """A declaration or statement from `start` to `end`, `depth` statements deep (0 at file scope).

    `alone`: it stands in a block or at file scope and may vanish; else a `;` must take its place.
    `inner`: the parts of it that may stand in its place. `name` is what it declares at file scope,
    if that is plain.
    """

    start: int
    end: int
    depth: int
    alone: bool
    inner: tuple[tuple[int, int], ...] = ()
    name: str = ""


class Edit(msgspec.Struct, frozen=True):
    """Put `text` in place of what stands from `start` to `end`."""

    start: int
    end: int
    text: str = ""


class TokenizedText:
    """A program cut into tokens; `match` has the closing bracket of each opening one, by token
    number.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.match = _brackets(self.tokens)
        self.chunks: list[Chunk] = []
        if self.match is not None:
            _Parser(self.tokens, self.match, self.chunks).parse()
            self.chunks.sort(key=lambda chunk: (chunk.start, -chunk.end))
        self._starts = [token.start for token in self.tokens]

    def inside(self, chunk: Chunk) -> list[Token]:
        """Return the tokens of a chunk."""
        first, end = (bisect.bisect_left(self._starts, place) for place in (chunk.start, chunk.end))
        return self.tokens[first:end]

    def variables(self, chunk: Chunk) -> tuple[str, ...]:
        """Return the names that a statement declares; none if it is no declaration by its looks."""
        tokens = self.inside(chunk)
        looks = [token for token in tokens if token.text != "*"][:2]
        if (
            chunk.inner
            or len(looks) < 2
            or any(token.kind != "word" for token in looks)
            or tokens[-1].text != ";"
        ):
            return ()
        if looks[0].text in _NO_DECLARATION:
            return ()
        first = bisect.bisect_left(self._starts, chunk.start)
        return tuple(self._declarators(first, first + len(tokens)))

    def _declarators(self, first: int, end: int) -> Iterator[str]:
        """Yield the word before each bracket, equals sign or comma at the surface, but for what
        is assigned.
        """
        at, assigned = first, False
        while at < end:
            token, before = self.tokens[at], self.tokens[at - 1]
            if token.text in ("=", "[", ",", ";"):
                if not assigned and before.kind == "word":
                    yield before.text
                assigned = token.text == "=" or (assigned and token.text != ",")
            at = (self.match or {}).get(at, at) + 1


def to_text(source: bytes) -> str:
    """Return a program as text in which each character is one byte."""
    # One character for each byte, so that offsets in text and file are the same.
    return source.decode("latin-1")


def to_bytes(text: str) -> bytes:
    """Return the bytes of `to_text`."""
    return text.encode("latin-1")


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits done; of nested ones the outermost counts."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if edit.start >= at:
            parts += (text[at : edit.start], edit.text)
            at = edit.end
    return "".join([*parts, text[at:]])


def _tokens(text: str) -> list[Token]:
    return [
        Token(str(found.lastgroup), found[0], found.start(), found.end())
        for found in _TOKEN.finditer(text)
        if found.lastgroup != "space"
    ]


def _brackets(tokens: Sequence[Token]) -> dict[int, int] | None:
    """Return the closing token of each opening one, or None when they do not match."""
    match: dict[int, int] = {}
    open_ones: list[int] = []
    for number, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _CLOSING:
            open_ones.append(number)
        elif token.text in (")", "]", "}"):
            if not open_ones or _CLOSING[tokens[open_ones[-1]].text] != token.text:
                return None
            match[open_ones.pop()] = number
    return None if open_ones else match


class _Parser:
    """Walks the tokens once and collects the chunks; each method returns the token after what
    it read.
    """

    def __init__(self, tokens: list[Token], match: dict[int, int], chunks: list[Chunk]) -> None:
        self._tokens = tokens
        self._match = match
        self._chunks = chunks

    def parse(self) -> None:
        at = 0
        while at < len(self._tokens):
            at = self._declaration(at)

    def _declaration(self, first: int) -> int:
        at, assigned, tag = first, False, ""
        while at < len(self._tokens):
            token = self._tokens[at]
            if token.kind == "directive":
                return self._add_chunk(first, max(at, first + 1), 0, True)
            if token.text == ";":
                return self._add_chunk(
                    first, at + 1, 0, True, name=tag or self._declared_name(first, at)
                )
            if (
                # A brace behind a parenthesis begins a function's body; behind `=` it would be an
                # initialiser, behind a word a struct, union or enum.
                token.text == "{"
                and not assigned
                and at > first
                and self._tokens[at - 1].text == ")"
            ):
                self._block(at, 1)
                return self._add_chunk(
                    first, self._match[at] + 1, 0, True, name=self._declared_name(first, at)
                )
            if token.text == "{" and not assigned and self._tokens[at - 1].kind == "word":
                tag = (
                    self._tokens[at - 1].text if self._tokens[at - 1].text not in _NO_NAMES else ""
                )
            assigned = assigned or token.text == "="
            # Brackets are stepped over whole: only what stands at the surface counts.
            at = self._match.get(at, at) + 1
        return self._add_chunk(first, at, 0, True)

    def _declared_name(self, first: int, end: int) -> str:
        """Return the name before the first bracket, comma or equals sign."""
        at = first
        while at <= end and at < len(self._tokens):
            before = self._tokens[at - 1] if at > first else None
            if self._tokens[at].text in ("(", "[", "=", ",", ";") and before is not None:
                if before.kind == "word" and before.text not in _NO_NAMES:
                    return before.text
                if self._tokens[at].text != "(" or before.text != "__attribute__":
                    return ""
            at = self._match.get(at, at) + 1
        return ""

    def _block(self, opening: int, depth: int) -> None:
        at, closing = opening + 1, self._match[opening]
        while at < closing:
            at = self._statement(at, closing, depth, True)

    def _statement(self, at: int, limit: int, depth: int, alone: bool) -> int:
        """Read the statement at a token; a block around it ends at the token `limit`."""
        if at >= limit:
            return limit
        token = self._tokens[at]
        follower = self._tokens[at + 1].text if at + 1 < limit else ""
        if token.kind == "directive":
            return self._add_chunk(at, at + 1, depth, True)
        if token.text == "{":
            self._block(at, depth + 1)
            inner = self._span(at + 1, self._match[at])
            return self._add_chunk(at, self._match[at] + 1, depth, alone, [inner])
        if token.text in _HEADS and follower == "(":
            return self._headed_statement(at, limit, depth, alone)
        if token.text == "do":
            end = self._statement(at + 1, limit, depth + 1, False)
            inner = self._span(at + 1, end)
            return self._add_chunk(at, self._until(end, limit, ";"), depth, alone, [inner])
        # A label is a chunk by itself: the statement behind it may go without it, and the other way
        # round.
        if token.text in ("case", "default") or (token.kind == "word" and follower == ":"):
            return self._add_chunk(at, self._until(at, limit, ":"), depth, True)
        return self._add_chunk(at, self._until(at, limit, ";"), depth, alone)

    def _headed_statement(self, at: int, limit: int, depth: int, alone: bool) -> int:
        body = self._match[at + 1] + 1
        end = self._statement(body, limit, depth + 1, False)
        inner = [self._span(body, end)]
        if end < limit and self._tokens[at].text == "if" and self._tokens[end].text == "else":
            after = self._statement(end + 1, limit, depth + 1, False)
            inner += [self._span(at, end), self._span(end + 1, after)]
            end = after
        return self._add_chunk(at, end, depth, alone, inner)

    def _until(self, at: int, limit: int, mark: str) -> int:
        while at < limit and self._tokens[at].text != mark:
            at = self._match.get(at, at) + 1
        return min(at + 1, limit)

    def _span(self, first: int, end: int) -> tuple[int, int]:
        if end <= first:
            return self._tokens[first - 1].end, self._tokens[first - 1].end
        return self._tokens[first].start, self._tokens[end - 1].end

    def _add_chunk(
        self,
        first: int,
        end: int,
        depth: int,
        alone: bool,
        inner: Sequence[tuple[int, int]] = (),
        name: str = "",
    ) -> int:
        start, stop = self._span(first, end)
        self._chunks.append(Chunk(start, stop, depth, alone, tuple(inner), name))
        return max(end, first + 1)
