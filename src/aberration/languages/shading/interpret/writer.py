"""Lines of generated Python, each with the node of the shader that it comes from.

Where in the shader something went wrong is known by line: a comment `#k` says that the next line of
the generated text comes from node k. An operation that may trap begins a line of its own within its
brackets. This costs nothing when the text runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from ..tree import Node

# Python refuses more than 100 levels of indentation.
INDENT_LIMIT: Final = 90
_MARK: Final = "#"


class PythonLine(NamedTuple):
    indent: int
    text: str
    node: int


class Writer:
    """Collects lines. `effects` counts those that change anything that other expressions may
    read.
    """

    def __init__(self) -> None:
        self.lines: list[PythonLine] = []
        self.effects = 0
        self.deepest = 0
        self._indent = 0
        self._temporaries = 0
        self._nodes: Final[list[Node]] = []
        self._numbers: Final[dict[int, int]] = {}
        self._current = 0

    def at(self, node: Node) -> None:
        """Say which node the next lines come from."""
        self._current = self.number(node)

    def number(self, node: Node) -> int:
        found = self._numbers.get(id(node))
        if found is None:
            self._nodes.append(node)
            found = self._numbers[id(node)] = len(self._nodes)
        return found

    def nodes_by_number(self) -> dict[int, Node]:
        """Return all nodes by their numbers."""
        return dict(enumerate(self._nodes, 1))

    def mark(self, node: Node, text: str) -> str:
        """Return an expression in brackets on a line of its own, which is the node's."""
        return f"({_MARK}{self.number(node)}\n{text})"

    def mark_each(self, node: Node, texts: Iterable[str]) -> tuple[str, ...]:
        """Return several expressions, each on a line of its own."""
        return tuple([self.mark(node, text) for text in texts])

    def line(self, text: str) -> None:
        self.lines.append(PythonLine(self._indent, text, self._current))

    def insert(self, index: int, text: str) -> None:
        self.lines.insert(index, PythonLine(self._indent, text, self._current))

    def effect(self, text: str) -> None:
        """Add a line that changes something."""
        self.effects += 1
        self.line(text)

    def temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines below a head such as `if x:`; `pass` where there is none."""
        self.line(head)
        self._indent += 1
        self.deepest = max(self.deepest, self._indent)
        count = len(self.lines)
        try:
            yield
        finally:
            if len(self.lines) == count:
                self.line("pass")
            self._indent -= 1

    @contextmanager
    def capture(self) -> Iterator[list[PythonLine]]:
        """Collect lines apart, one level deeper, to be added later or thrown away."""
        kept, self.lines = self.lines, []
        taken = self.lines
        self._indent += 1
        try:
            yield taken
        finally:
            self._indent -= 1
            self.lines = kept

    def text(self) -> tuple[str, dict[int, Node]]:
        """Return the whole text, and the node of each of its lines that has one."""
        text = "".join(
            f"{_MARK}{line.node}\n{' ' * line.indent}{line.text}\n" for line in self.lines
        )
        places: dict[int, Node] = {}
        for number, line in enumerate(text.split("\n"), 1):
            _, mark, node = line.rpartition(_MARK)
            if mark and node != "0":
                places[number + 1] = self._nodes[int(node) - 1]
        return text, places
