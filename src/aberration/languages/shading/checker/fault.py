"""What is wrong with a program, while it is checked; becomes `MalformedShader` for callers."""

from __future__ import annotations

from typing import NoReturn

from aberration.core.errors import BadInput, MalformedShader

from ..source import Source
from ..tree import Node


class Fault(Exception):
    """`message` says what was expected and what came; `node` where; `advice` what to do, if
    that is not plain.
    """

    def __init__(self, node: Node, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.advice = advice

    def to_error(self, source: Source | None) -> BadInput:
        """Return the error for people: with file, line, column and excerpt where the node was
        read from a text.
        """
        start = self.node.span.start
        if source is None or start < 0:
            where = f"a made {type(self.node).__name__}" if start < 0 else f"offset {start}"
            return MalformedShader(self.message, where=where, hint=self.advice)
        return source.error(start, self.message, self.advice)


def refuse(node: Node, message: str, advice: str = "") -> NoReturn:
    """Raise the fault of a node."""
    raise Fault(node, message, advice)


def fail(node: Node, expected: str, came: str, advice: str = "") -> NoReturn:
    """Raise the fault of a node that is not what was expected."""
    raise Fault(node, f"expected {expected}, came {came}", advice)
