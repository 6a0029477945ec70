"""A variant while it is made: the seed's text with insertions at program points, wrapped and
deleted statements, new functions.

A program point is named by a key: `12` is program point 12 of the seed, `5.1` program point 1 in
the text that mutation 5 inserted. Nothing refers to positions in edited text, so that every subset
of the mutations has its own well-defined text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from aberration.languages.c.source import Place, ProgramPoint, Scope, Source

from .distance import Flow, flow_of

ABORT = "abort();"
_HEAD = b"extern void abort(void);\n"
_CLOSE, _INSERT, _REPLACE = 0, 1, 2
_MOST_DIGITS = 9


class Inner(msgspec.Struct, frozen=True):
    """A program point inside inserted text."""

    key: str


Part = str | Inner


class Point(msgspec.Struct, frozen=True):
    """A program point that is there: the seed's program point around it, and the places that
    inserted text declares on the way to it.
    """

    key: str
    program_point: ProgramPoint
    added: tuple[Place, ...] = ()

    @property
    def is_inner(self) -> bool:
        """True for a program point inside inserted text: no statement of the seed stands behind
        it.
        """
        return "." in self.key


class Known:
    """What may be named at the program points of one program, found once for each scope; drafts of
    a program share it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._names: dict[tuple[int, int], frozenset[str]] = {}
        self._never_run: dict[int, tuple[tuple[Place, ...], tuple[Place, ...]]] = {}

    @cached_property
    def flow(self) -> Flow:
        """Return what the text of the program shows, to tell how far a variant is from it."""
        return flow_of(self.source.data.decode("utf-8", "replace"))

    def draft(self, checking: bool = False) -> Draft:
        """Return a draft of the program without edits."""
        return Draft(self.source, checking, self)

    def names(self, program_point: ProgramPoint) -> frozenset[str]:
        """Return all places, pointers, arrays and functions that may be named at a program
        point.
        """
        scope = self.source.scopes[program_point.ordinal]
        key = id(scope), program_point.function
        if key not in self._names:
            groups = (
                *(scope.places, scope.never_run, scope.pointers),
                *(scope.arrays, scope.floats, scope.addressed),
            )
            function = self.source.functions[program_point.function]
            self._names[key] = frozenset(
                [entry.text for group in groups for entry in group]
                + [callee.name for callee in function.callees]
                + [called.name for called in function.calls]
            )
        return self._names[key]

    def never_run(self, program_point: ProgramPoint) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Return what never-run code may write at a program point: locals and the like, and
        globals.
        """
        scope = self.source.scopes[program_point.ordinal]
        if id(scope) not in self._never_run:
            near = tuple(place for place in scope.never_run if place.storage != "global")
            far = tuple(place for place in scope.never_run if place.storage == "global")
            self._never_run[id(scope)] = near, far
        return self._never_run[id(scope)]


class Draft:
    """The edits of a variant; in `checking` mode, all that must not happen aborts the program."""

    def __init__(self, source: Source, checking: bool = False, known: Known | None = None) -> None:
        self.source = source
        self.checking = checking
        self.known = known or Known(source)
        self._inserted: dict[str, list[Sequence[Part]]] = {}
        self._wraps: dict[int, tuple[str, str]] = {}
        self._replaced: dict[int, tuple[str, int]] = {}
        self._functions: dict[int, list[str]] = {}
        self._inner: dict[str, Point] = {}

    def point(self, key: str) -> Point | None:
        """Return the program point of this key, or None if it is not there (any more)."""
        inner = self._inner.get(key)
        if inner is not None:
            return inner if self._exists(inner.program_point) else None
        if (
            len(key) > _MOST_DIGITS
            or not key.isdecimal()
            or key != str(int(key))
            or int(key) >= len(self.source.program_points)
        ):
            return None
        program_point = self.source.program_points[int(key)]
        return Point(key, program_point) if self._exists(program_point) else None

    def scope(self, point: Point) -> Scope:
        """Return what may be used at a program point; `added` places come on top."""
        return self.source.scopes[point.program_point.ordinal]

    def knows(self, point: Point, names: Sequence[str]) -> bool:
        """Say whether all these places, pointers, arrays and functions may be named at a
        program point.
        """
        added = {place.text for place in point.added}
        known = self.known.names(point.program_point)
        return all(part in known or part in added for name in names for part in _parts(name))

    def insert(self, point: Point, parts: Sequence[Part], added: tuple[Place, ...] = ()) -> None:
        """Insert text at a program point; `added` are the places that may be read at all
        program points inside it.
        """
        self._inserted.setdefault(point.key, []).append(parts)
        for part in parts:
            if isinstance(part, Inner):
                self._inner[part.key] = Point(part.key, point.program_point, (*added, *point.added))

    def wrap(self, point: Point, head: str, tail: str) -> None:
        """Put text right before and after the statement behind a program point of the seed; later
        ones come inside.
        """
        before = self._wraps.get(point.program_point.ordinal, ("", ""))
        self._wraps[point.program_point.ordinal] = (before[0] + head, tail + before[1])

    def delete(self, point: Point) -> None:
        """Put an empty statement in place of the one behind a program point of the seed."""
        end = point.program_point.statement.end
        self.replace(point, end, ABORT if self.checking else ";")

    def replace(self, point: Point, end: int, text: str) -> None:
        """Put a text in place of the statements from a program point of the seed to `end`."""
        self._replaced[point.program_point.ordinal] = (text, end)

    def add_function(self, point: Point, text: str) -> None:
        """Put a function before the one that a program point lies in."""
        self._functions.setdefault(point.program_point.function, []).append(text)

    def inner_keys(self) -> Sequence[str]:
        """Return the keys of the program points inside inserted text, in the order of insertion."""
        return tuple(self._inner)

    def is_taken(self, number: int) -> bool:
        """Say whether program points are named after this number: a second mutation of that number
        could lie in itself.
        """
        return f"{number}.0" in self._inner

    def is_replaced(self, point: Point) -> bool:
        """Say whether something else stands in place of the statement behind a program point."""
        return point.program_point.ordinal in self._replaced

    def is_untouched(self, point: Point, end: int) -> bool:
        """Say whether no edit is made from the statement behind a program point to `end`; before
        that statement there may be some.
        """
        first = point.program_point
        inserted = (int(key) for key in self._inserted if "." not in key)
        others = [ordinal for ordinal in inserted if ordinal != first.ordinal]
        edited = (self.source.program_points[at] for at in (*others, *self._wraps, *self._replaced))
        return not any(first.offset <= each.offset < end for each in edited)

    def render(self, probes: Mapping[str, str] | None = None) -> bytes:
        """Return the text; `probes` are inserted last at their program points."""
        texts = probes or {}
        data, out, at = self.source.data, [_HEAD if self.checking else b""], 0
        for offset, _, text, end in self._edits(texts):
            if offset < at:
                continue
            out += (data[at:offset], text.encode())
            at = max(offset, end)
        return b"".join([*out, data[at:]])

    def _edits(self, probes: Mapping[str, str]) -> list[tuple[int, int, str, int]]:
        """Return (offset, rank, text, end of what it replaces), sorted; what a
        replacement covers is skipped later.
        """
        source = self.source
        edits = [
            (source.functions[at].start, _INSERT, "".join(texts), 0)
            for at, texts in self._functions.items()
        ]
        ordinals = {int(key) for key in (*self._inserted, *probes) if "." not in key} | set(
            self._wraps
        )
        for ordinal in sorted(ordinals | set(self._replaced)):
            program_point = source.program_points[ordinal]
            head, tail = self._wraps.get(ordinal, ("", ""))
            edits.append((program_point.offset, _INSERT, self._at(str(ordinal), probes) + head, 0))
            if tail:
                edits.append((program_point.statement.end, _CLOSE, tail, 0))
            if ordinal in self._replaced:
                edits.append((program_point.statement.start, _REPLACE, *self._replaced[ordinal]))
        return sorted(edits, key=lambda edit: edit[:2])

    def _at(self, key: str, probes: Mapping[str, str]) -> str:
        inserted = [
            part if isinstance(part, str) else self._at(part.key, probes)
            for parts in self._inserted.get(key, ())
            for part in parts
        ]
        return "".join([*inserted, probes.get(key, "")])

    def _exists(self, program_point: ProgramPoint) -> bool:
        points = self.source.program_points
        return not any(
            points[ordinal].statement.start < program_point.offset < end
            for ordinal, (_, end) in self._replaced.items()
        )


def fact_text(pointer: str, target: str) -> str:
    """Return the expression that says where a pointer points: to an object, or nowhere (`0`)."""
    return f"({pointer} == {'0' if target == '0' else '&' + target})"


def _parts(name: str) -> list[str]:
    """Return the names in what is read: those of a place, or of an expression of `fact_text`."""
    if not name.startswith("("):
        return [name]
    pointer, _, target = name[1:-1].partition(" == ")
    return [pointer] if target == "0" else [pointer, target.removeprefix("&")]
