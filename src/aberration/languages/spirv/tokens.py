"""Words of SPIR-V assembly text.

A word ends at white space or at a comment (from `;` to the end of the line); a double-quoted string
stays whole, and a backslash takes the next character as it is. Lines mean nothing: an instruction
ends where the next one starts, that is at `OpName` or `%result = OpName`.
"""

from __future__ import annotations

import re

import msgspec

from aberration.core.errors import MalformedAssembly

# Possessive, for what was taken is never given back: a megabyte without a space must not need a
# hundred to remember where it could be cut.
SPACE = re.compile(r"(?:[ \t\r\n]++|;[^\n]*+)*+")
WORD = re.compile(r'(?:\\.|"(?:\\.|[^"\\])*+"|[^ \t\r\n;"\\]++)++', re.DOTALL)
OPCODE = re.compile(r"Op[A-Z]")
IDENTIFIER = re.compile(r"%[A-Za-z0-9_]+")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_LONGEST = 60
"""Characters of a word that a message quotes."""


class Token(msgspec.Struct, frozen=True):
    text: str
    offset: int


def place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"


def tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = SPACE.match(text, 0)
    while at is not None and at.end() < len(text):
        word = WORD.match(text, at.end())
        if word is None:
            raise MalformedAssembly(
                "expected a closed string, came one without end", where=place(text, at.end())
            )
        found.append(Token(word.group(), word.start()))
        at = SPACE.match(text, word.end())
    return found


class Words:
    """The words of a text, taken one by one."""

    __slots__ = ("at", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.tokens)

    def peek(self, ahead: int = 0) -> str:
        """Return a word to come, or "" after the end."""
        index = self.at + ahead
        return self.tokens[index].text if index < len(self.tokens) else ""

    def take(self) -> str:
        word = self.peek()
        self.at += 1
        return word

    def starts_instruction(self) -> bool:
        first = self.peek()
        if first.startswith("%"):
            return self.peek(1) == "=" and OPCODE.match(self.peek(2)) is not None
        return not first or OPCODE.match(first) is not None

    def error(self, expected: str, back: int = 1) -> MalformedAssembly:
        """Return the error that the word `back` words ago is not what was expected."""
        index = self.at - back
        came, offset = "the end of the text", len(self.text)
        if index < len(self.tokens):
            text, offset = self.tokens[index].text, self.tokens[index].offset
            left = len(text) - _LONGEST
            came = f"'{text}'" if left <= 0 else f"'{text[:_LONGEST]}' and {left} characters more"
        return MalformedAssembly(
            f"expected {expected}, came {came}", where=place(self.text, offset)
        )


def string_value(word: str) -> str | None:
    """Return the text of a string literal, or None if the word is not one."""
    if len(word) < 2 or not (word.startswith('"') and word.endswith('"')):
        return None
    return ESCAPED.sub(r"\1", word[1:-1])
