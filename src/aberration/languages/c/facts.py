"""What the expressions and jumps inside one function show: where control may jump, which locals
have their address taken, whether pointers are computed with, and what makes the function unfit for
edits.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.c import libclang
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.libclang import Cursor, Library

_UNFIT: Final = frozenset(
    (
        *(libclang.STATEMENT_EXPRESSION, libclang.LABEL_ADDRESS, libclang.UNEXPOSED_STATEMENT),
        *(libclang.COMPUTED_GOTO, libclang.ASSEMBLY, libclang.ASSEMBLY + 1),
    )
)
_JUMPS: Final = frozenset((libclang.LABEL, libclang.GOTO, libclang.CASE, libclang.DEFAULT))
_LVALUES: Final = frozenset(
    (
        libclang.MEMBER,
        libclang.SUBSCRIPT,
        libclang.STRING,
        libclang.COMPOUND_LITERAL,
        libclang.UNARY,
    )
)


class Facts:
    """The facts of one function definition; `base` is the raw code of offset 0.

    `jumps` are (from, to) offsets of `goto`s and labels. `taken` holds the declarations whose
    address is taken, `literals` is true for compound literals, `computes` of pointer arithmetic,
    `unfit` of what no edit is sound in.
    """

    def __init__(self, library: Library, text: SourceText, base: int, function: Cursor) -> None:
        self._library, self._text, self._base = library, text, base
        self.jumps: tuple[tuple[int, int], ...] = ()
        self.taken: set[int] = set()
        self.literals = False
        self.computes = False
        self.unfit = False
        nodes = library.interesting(function)
        self._indexed = {
            libclang.address(node)
            for node, _ in nodes
            if node.kind == libclang.UNEXPOSED_EXPRESSION
        }
        for node, parent in nodes:
            self._look_at(node, parent)
        if not self.unfit:
            self._connect(nodes)

    def _look_at(self, node: Cursor, parent: Cursor) -> None:
        kind = node.kind
        if kind == libclang.UNARY:
            operator = self._library.operator(node)
            if operator in libclang.STEPS:
                self.computes = self.computes or self._is_pointer(node)
            elif operator == libclang.ADDRESS_OF:
                self._take_address(self._library.children(node)[0])
        elif kind == libclang.BINARY:
            added = self._library.operator(node) in libclang.ADD_OR_SUBTRACT
            self.computes = self.computes or (added and self._is_pointer(node))
        elif kind == libclang.COMPOUND_ASSIGNMENT:
            self.computes = self.computes or self._is_pointer(node)
        elif kind == libclang.SUBSCRIPT:
            # The address is kept only where a row of cells becomes a pointer.
            if not self.computes and self._may_become_pointer(node, parent):
                self._check_range(self._library.children(node))
        elif kind == libclang.CAST:
            self._look_at_cast(node)
        elif kind == libclang.COMPOUND_LITERAL:
            self.literals = True
        elif kind in _UNFIT or (kind in _JUMPS and self._library.extent(node)[0] & libclang.MACRO):
            self.unfit = True

    def _take_address(self, of: Cursor) -> None:
        """Go down to the variable that `of` lies in, if it lies in one."""
        node = of
        while node.kind not in (libclang.NAME, libclang.COMPOUND_LITERAL):
            below = self._library.children(node)
            if not below or not self._is_inside(node, below):
                return
            node = below[0]
        if node.kind == libclang.NAME:
            self.taken.add(int(self._library.referenced_cursor(node).declaration or 0))

    def _is_inside(self, node: Cursor, below: list[Cursor]) -> bool:
        if node.kind == libclang.SUBSCRIPT:
            self._check_range(below)
            return self._array(below[0]) is not None
        if node.kind == libclang.MEMBER:
            return not self._is_pointer(below[0])
        return node.kind in (libclang.PARENTHESES, libclang.UNEXPOSED_EXPRESSION)

    def _may_become_pointer(self, node: Cursor, parent: Cursor) -> bool:
        if parent.kind == libclang.MEMBER:
            return self._library.type_kind(parent) in (libclang.CONSTANT_ARRAY, libclang.RECORD)
        if (
            parent.kind == libclang.UNEXPOSED_EXPRESSION
            and libclang.address(parent) in self._indexed
        ):
            return False
        return self._library.type_kind(node) == libclang.CONSTANT_ARRAY

    def _check_range(self, below: list[Cursor]) -> None:
        """Note a subscript whose address is kept, unless its array has such a cell for sure."""
        array = self._array(below[0])
        if array is None or not (self._text.csmith or self._is_in_range(array, below[1])):
            self.computes = True

    def _is_in_range(self, array: Cursor, index: Cursor) -> bool:
        start, end = (code - self._base for code in self._library.extent(index))
        digits = self._text.clean[start:end] if 0 <= start < end <= len(self._text.clean) else b""
        return digits.isdigit() and int(digits) < self._library.length(self._library.type(array))

    def _look_at_cast(self, node: Cursor) -> None:
        """An integer that becomes a pointer may have been computed with."""
        if not self._is_pointer(node):
            return
        below = self._library.children(node)
        source = below[-1] if below else node
        if (
            source.kind != libclang.INTEGER
            and self._library.type_kind(source) != libclang.POINTER_TYPE
        ):
            decays = (libclang.CONSTANT_ARRAY, *libclang.FUNCTION_TYPES)
            self.computes = self.computes or self._library.type_kind(source) not in decays

    def _array(self, node: Cursor) -> Cursor | None:
        """Return the array that becomes a pointer here; a parameter is none, though libclang
        says so.
        """
        while node.kind in (libclang.UNEXPOSED_EXPRESSION, libclang.PARENTHESES):
            below = self._library.children(node)
            if not below:
                return None
            node = below[0]
        if self._library.type_kind(node) != libclang.CONSTANT_ARRAY:
            return None
        if node.kind == libclang.NAME:
            return (
                None if self._library.referenced_cursor(node).kind == libclang.PARAMETER else node
            )
        return node if node.kind in _LVALUES else None

    def _is_pointer(self, node: Cursor) -> bool:
        """Return whether a value is a pointer; what looks like an array comes from an array
        parameter.
        """
        kind = self._library.type_kind(node)
        return kind == libclang.POINTER_TYPE or kind in libclang.ARRAYS

    def _connect(self, nodes: list[tuple[Cursor, Cursor]]) -> None:
        """Pair each jump with its target; a `case` is a jump from its `switch`."""
        labels: dict[str, int] = {}
        switches: list[tuple[int, int]] = []
        jumps: list[tuple[int, int]] = []
        for node, _ in nodes:
            if node.kind == libclang.LABEL:
                labels[self._library.name(node)] = self._start(node)
            elif node.kind == libclang.SWITCH:
                start, end = self._library.extent(node)
                switches.append((start - self._base, end - self._base))
            elif node.kind in (libclang.CASE, libclang.DEFAULT):
                at = self._start(node)
                jumps.append(
                    (max((start for start, end in switches if start <= at < end), default=-1), at)
                )
        for node, _ in nodes:
            if node.kind == libclang.GOTO:
                target = self._library.name(self._library.children(node)[0])
                jumps.append((self._start(node), labels.get(target, -1)))
        self.unfit = any(-1 in jump for jump in jumps)
        self.jumps = tuple(jumps)

    def _start(self, node: Cursor) -> int:
        return self._library.extent(node)[0] - self._base
