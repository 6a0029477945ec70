"""Printing with as little change to an original text as can be.

The old and the new tree are compared; where they are the same, comments, macros and layout stay.
Where a node differs, its part of the text is replaced, and what the new node shares with the old
tree is copied into it. Whether a macro, a directive or a missing brace is in the way is not
reasoned about: the caller reads the result again (`write.write_changed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

import msgspec

from aberration.languages.shading.printer.printer import SIMPLE, STEP, Printer
from aberration.languages.shading.tree import (
    Binary,
    Block,
    Call,
    Expression,
    Field,
    Index,
    Module,
    Name,
    Node,
    Statement,
    Unary,
)
from aberration.languages.shading.tree.walk import walk

_LISTS: Final = {Module: "decls", Block: "statements"}
_BRACKETING: Final = (Binary, Unary, Index, Field)
_COPIED: Final = (Expression, Statement)


class Patch(msgspec.Struct, frozen=True, order=True):
    """A part of the text and what it becomes."""

    start: int
    end: int
    text: str


class Unpatchable(Exception):
    """A node differs that has no part of the text to itself; a node above it has to be replaced."""


def texts_of_nodes(text: str, root: Node) -> dict[int, str]:
    """Return the part of the text that each expression and statement was read from, by the
    node's identity.
    """
    return {
        id(node): text[node.span.start : node.span.end]
        for node in walk(root)
        if isinstance(node, _COPIED) and node.span.plain and node.span.start >= 0
    }


class Patcher:
    """Finds the patches that make the text of an old tree that of a new one."""

    def __init__(self, text: str, printer: Printer) -> None:
        self.text = text
        self.printer = printer

    def patches(self, old: Node, new: Node) -> list[Patch]:
        """Return the patches below two nodes of one kind; raise `Unpatchable` where they differ by
        more than children.
        """
        if type(old) is not type(new):
            raise Unpatchable
        listed = _LISTS.get(type(old))
        found: list[Patch] = []
        for field in old.__struct_fields__:
            before, after = getattr(old, field), getattr(new, field)
            if field == "span" or before is after:
                continue
            if field == listed:
                found += self._list_patches(old, before, after)
            elif field in old.CHILDREN:
                for pair in _pairs(before, after):
                    found += self._child(old, *pair)
            elif before != after:
                raise Unpatchable
        return found

    def _child(self, parent: Node, old: Node, new: Node) -> list[Patch]:
        if old is new or old == new:
            return []
        try:
            return self.patches(old, new)
        except Unpatchable:
            return [self._replacement(parent, old, new)]

    def _replacement(self, parent: Node, old: Node, new: Node) -> Patch:
        if not isinstance(old, _COPIED) or not isinstance(new, _COPIED):
            raise Unpatchable
        span = old.span
        if not span.plain or span.start < 0 or "#" in self.text[span.start : span.end]:
            raise Unpatchable
        self.printer.depth = self._depth(span.start)
        text = self.printer.text(new)
        callee = isinstance(parent, Call) and not isinstance(new, Name)
        brackets = callee or isinstance(parent, _BRACKETING)
        if brackets and isinstance(new, Expression) and self.printer.group(new):
            text = f"({text})"
        if self.text[span.end - 1] == ";" and isinstance(new, SIMPLE):
            text = f"{text.removesuffix(';')};"
        return Patch(span.start, span.end, text)

    def _depth(self, offset: int) -> int:
        line = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return (len(line) - len(line.lstrip())) // len(STEP)

    def _list_patches(
        self, parent: Node, old: Sequence[Statement], new: Sequence[Statement]
    ) -> Iterator[Patch]:
        """Yield the patches of statements or declarations that were put in, taken out or
        changed.
        """
        # What did not change is the very same object in both trees, and not only equal.
        marks = SequenceMatcher(
            None, [id(node) for node in old], [id(node) for node in new], autojunk=False
        )
        for tag, first, last, start, stop in marks.get_opcodes():
            if tag == "replace" and last - first == stop - start:
                yield from self._range_patches(parent, old, (first, last), new[start:stop])
            elif tag != "equal":
                yield self._splice(parent, old, (first, last), new[start:stop])

    def _range_patches(
        self,
        parent: Node,
        old: Sequence[Statement],
        gone: tuple[int, int],
        new: Sequence[Statement],
    ) -> list[Patch]:
        try:
            pairs = zip(old[gone[0] : gone[1]], new, strict=True)
            return [
                patch for before, after in pairs for patch in self._child(parent, before, after)
            ]
        except Unpatchable:
            return [self._splice(parent, old, gone, new)]

    def _splice(
        self,
        parent: Node,
        old: Sequence[Statement],
        gone: tuple[int, int],
        new: Sequence[Statement],
    ) -> Patch:
        first, last = gone
        begin = self._end(old[first - 1]) if first > 0 else self._beginning(parent, old)
        end = self._end(old[last - 1]) if last > first else begin
        if last > first:
            begin = max(begin, len(self.text[: old[first].span.start].rstrip()))
        if "#" in self.text[begin:end]:
            raise Unpatchable
        depth = self._depth(old[0].span.start) if old else self._depth(parent.span.start) + 1
        lines = ""
        for node in new:
            self.printer.depth = depth
            lines += f"\n{STEP * depth}{self.printer.full(node)}"
        return Patch(begin, end, lines)

    def _beginning(self, parent: Node, old: Sequence[Statement]) -> int:
        if isinstance(parent, Module):
            start = old[0].span.start if old else len(self.text)
            return self.text.rfind("\n", 0, start) if start > 0 and old else start
        if parent.span.start < 0 or self.text[parent.span.start] != "{":
            raise Unpatchable
        return parent.span.start + 1

    def _end(self, node: Statement) -> int:
        if node.span.start < 0:
            raise Unpatchable
        return node.span.end


def _pairs(before: object, after: object) -> list[tuple[Node, Node]]:
    """Return the children that stand at the same places; raise `Unpatchable` where they are not
    as many.
    """
    if isinstance(before, Node) and isinstance(after, Node):
        return [(before, after)]
    if not isinstance(before, tuple) or not isinstance(after, tuple) or len(before) != len(after):
        raise Unpatchable
    if any((left is None) != (right is None) for left, right in zip(before, after, strict=True)):
        raise Unpatchable
    return [(left, right) for left, right in zip(before, after, strict=True) if left is not None]


def apply_patches(text: str, patches: Sequence[Patch]) -> str:
    """Return a text with patches made; raise `Unpatchable` where two of them overlap."""
    parts: list[str] = []
    at = 0
    for patch in sorted(patches):
        if patch.start < at:
            raise Unpatchable
        parts += (text[at : patch.start], patch.text)
        at = patch.end
    return "".join((*parts, text[at:]))
