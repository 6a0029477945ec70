"""Statements of a program taken out of it, each read from the tree when first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from clang import cindex

from aberration.languages.c.fragments import Excerpt, Fragment, FragmentReader
from aberration.languages.c.libclang import Cursor
from aberration.languages.c.source import Function, ProgramPoint


class Excerpts:
    """Excerpts by the program point that they begin at; `statements` are the cursors of what
    stands behind each. The tree lives as long as `unit` does.
    """

    def __init__(
        self,
        reader: FragmentReader,
        unit: cindex.TranslationUnit,
        statements: Sequence[Cursor],
        program_points: Sequence[ProgramPoint],
        functions: Sequence[Function],
    ) -> None:
        self._reader, self._unit = reader, unit
        self._statements, self._program_points = statements, program_points
        self._functions = functions
        self._fragments: dict[tuple[int, int, bool], Fragment | None] = {}

    def fragment(self, ordinal: int, count: int, portable: bool) -> Fragment | None:
        """Return up to `count` statements from a program point on as a fragment, or None where
        they are none.
        """
        key = ordinal, count, portable
        if key not in self._fragments:
            excerpt = self._excerpt(ordinal, count)
            found = self._reader.read(excerpt, portable) if excerpt is not None else None
            self._fragments[key] = found
        return self._fragments[key]

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
        return Excerpt(
            [self._statements[each.ordinal] for each in chosen],
            [(each.statement.start, each.statement.end) for each in chosen],
            self._functions[chosen[0].function].start,
            any(each.statement.escapes for each in chosen),
        )
