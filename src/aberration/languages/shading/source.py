"""The text of a shader, and errors that show where in it something is wrong."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import MalformedShader

_WINDOW: Final = 100
_WORD: Final = 40


class Source(msgspec.Struct, frozen=True):
    """A text and the name it goes by in messages (a file, or empty)."""

    text: str
    where: str = ""

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the place of an offset, both counted from 1, the column in characters."""
        before = self.text.count("\n", 0, offset)
        return before + 1, offset - self.text.rfind("\n", 0, offset)

    def place(self, offset: int) -> str:
        """Return `file:line:column`, without the file where it has no name."""
        line, column = self.line_and_column(offset)
        return f"{self.where}:{line}:{column}" if self.where else f"{line}:{column}"

    def excerpt(self, offset: int) -> str:
        """Return the line of an offset, shortened where it is very long, and below it a caret."""
        start = self.text.rfind("\n", 0, offset) + 1
        stop = self.text.find("\n", offset)
        stop = len(self.text) if stop < 0 else stop
        left, right = max(start, offset - _WINDOW), min(stop, offset + _WINDOW)
        line = "".join(
            character if character.isprintable() else " " for character in self.text[left:right]
        )
        return f"{line}\n  {' ' * (offset - left)}^"

    def error(self, offset: int, message: str, advice: str = "") -> MalformedShader:
        """Return the error that something is wrong at an offset, with the line and what to do."""
        hint = f"{self.excerpt(offset)}\n  {advice}" if advice else self.excerpt(offset)
        return MalformedShader(message, where=self.place(offset), hint=hint)


def quote(word: str) -> str:
    """Return a word of a text as messages show it, shortened where it is very long."""
    shown = word if len(word) <= _WORD else f"{word[:_WORD]}..."
    return f"'{shown}'" if shown.isprintable() else ascii(shown)
