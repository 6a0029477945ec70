"""Memory that the invocations of a workgroup exchange values by: who may use which cell when.

An array has one cell for each invocation of the workgroup. Between barriers it is either *own*:
each invocation reads and writes its own cell, whose index is its number, or *open*: all read any
cell, and nobody writes. So no two invocations race, whatever else a program does; the index into an
open array may be any integer, for the one that reconditioning brings within bounds is still open.
The index of an invocation's own cell is no drawn value: no rule changes what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from aberration.languages.shading.tree import Expression
from aberration.languages.shading.types import Scalar, Type

from .scope import Variable


class Cells(msgspec.Struct, frozen=True):
    """An array with a cell for each invocation: its own cell, the whole of it, how the whole is
    named, and whether it lies in a storage buffer.
    """

    own: Variable
    name: str
    array: Expression
    element: Type
    all: Variable | None = None
    """What expressions read while it is open; None: they do not see it, only `exchange` does."""

    @property
    def is_stored(self) -> bool:
        return self.all is None


class Shared:
    """The workgroup memory of a program, and the output buffers that are exchanged like it.

    `counters` are arrays for atomic operations, `singles` variables that one invocation writes for
    all. `closed` are the names of what is open now: functions that write to it may not be called.
    """

    def __init__(self) -> None:
        self.cells: Final[list[Cells]] = []
        self.counters: Final[list[tuple[str, Scalar]]] = []
        self.singles: Final[list[tuple[str, Type]]] = []
        self.closed: Final[set[str]] = set()

    @property
    def any_memory(self) -> bool:
        return bool(self.cells or self.counters or self.singles)

    @contextmanager
    def open_to_all(self, among: Sequence[Cells]) -> Iterator[None]:
        """Let all invocations read any cell of some arrays, and write none."""
        for one in among:
            _turn(one, +1)
            self.closed.add(one.name)
        yield
        for one in among:
            _turn(one, -1)
            self.closed.discard(one.name)

    @contextmanager
    def hide_all(self) -> Iterator[None]:
        """Let nothing be read or written: before it has a value."""
        for one in self.cells:
            one.own.hidden += 1
        self.closed.update(one.name for one in self.cells)
        yield
        for one in self.cells:
            one.own.hidden -= 1
        self.closed.clear()


def _turn(cells: Cells, by: int) -> None:
    cells.own.hidden += by
    if cells.all is not None:
        cells.all.hidden -= by
