"""Statements of a program taken out of it, each read from the tree when first asked for."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

from clang import cindex

from aberration.languages.c.excerpt import Excerpt, TreeReader
from aberration.languages.c.fragments import Fragment, read_fragment
from aberration.languages.c.libclang import Cursor
from aberration.languages.c.outlines import Outline, read_outline
from aberration.languages.c.source import Function, ProgramPoint


class Excerpts:
    """Excerpts by the program point that they begin at; `statements` are the cursors of what
    stands behind each. The tree of `unit` lives as long as this does.
    """

    def __init__(
        self,
        reader: TreeReader,
        unit: cindex.TranslationUnit,
        statements: Sequence[Cursor],
        program_points: Sequence[ProgramPoint],
        functions: Sequence[Function],
        taken: Sequence[frozenset[int]],
    ) -> None:
        self._reader = reader
        # Once the interpreter ends, the bindings cannot dispose of a tree any more; finalizers come
        # before that.
        tree = [unit]
        weakref.finalize(self, tree.clear)
        self._statements, self._program_points = statements, program_points
        self._functions, self._taken = functions, taken
        self._outlines: dict[tuple[int, int], Outline | None] = {}
        self._fragments: dict[tuple[int, int, bool], Fragment | None] = {}

    def fragment(self, ordinal: int, count: int, portable: bool) -> Fragment | None:
        """Return up to `count` statements from a program point on as a fragment, or None where
        they are none.
        """
        key = ordinal, count, portable
        if key not in self._fragments:
            excerpt = self._excerpt(ordinal, count)
            found = read_fragment(self._reader, excerpt, portable) if excerpt is not None else None
            self._fragments[key] = found
        return self._fragments[key]

    def outline(self, ordinal: int, count: int) -> Outline | None:
        """Return exactly so many statements from a program point on as an outline, or None where
        they cannot be moved.
        """
        key = ordinal, count
        if key not in self._outlines:
            excerpt = self._excerpt(ordinal, count)
            fits = excerpt is not None and len(excerpt.cursors) == count
            found = read_outline(self._reader, excerpt) if excerpt is not None and fits else None
            self._outlines[key] = found
        return self._outlines[key]

    def _excerpt(self, ordinal: int, count: int) -> Excerpt | None:
        """Return statements that stand behind each other in one block, the last of them no
        declaration.
        """
        chosen: list[ProgramPoint] = []
        compound = self._program_points[ordinal].compound
        for program_point in self._program_points[ordinal:]:
            statement = program_point.statement
            if program_point.compound == compound:
                if not (statement.wrappable or statement.kind == "declaration"):
                    break
                chosen.append(program_point)
            if len(chosen) == count:
                break
        while chosen and not chosen[-1].statement.wrappable:
            chosen.pop()
        if not chosen or any(each.statement.start >= each.statement.end for each in chosen):
            return None
        function = self._functions[chosen[0].function]
        return Excerpt(
            [self._statements[each.ordinal] for each in chosen],
            [(each.statement.start, each.statement.end) for each in chosen],
            (function.start, function.end),
            function.hidden,
            self._taken[chosen[0].function],
            any(each.statement.escapes for each in chosen),
        )
