"""Memory of lanes: a region is one cell for each leaf of a variable, each with an array of lanes or one number for all.

A region begins as a list of cells; the first access by an index that differs between lanes lays it out as rows of one
array. Values are never changed in place while others may hold them: what is read from rows is a copy.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .integers import SIGNED, Lanes, blend, blend_bool

Cells = list[Any]
_PADDING: Final = 16
TYPES: Final[dict[str, Any]] = {"i": np.int32, "u": np.uint32, "f": np.float32, "b": np.bool_}


class Region:
    """The cells of one variable; `letters` are their types, `lanes` the size of a tile.

    `unset[k]` is None for a cell that all lanes wrote, True for one that none did, else a mask of lanes that did not.
    """

    __slots__ = ("_flattened", "_lane", "_table", "cells", "fresh", "lanes", "letters", "rows", "stride", "unset")

    def __init__(self, letters: str, lanes: int, cells: Cells | None = None) -> None:
        self.letters = letters
        self.lanes = lanes
        self.cells: Cells = [None] * len(letters) if cells is None else cells
        self.unset: list[Any] | None = [True] * len(letters) if cells is None else None
        self.rows: Lanes = None
        self.fresh: Lanes = None
        self.stride = 0
        self._table: Lanes = None
        self._lane: Lanes = None
        self._flattened: tuple[Lanes, int, Lanes] = (None, 0, None)

    # ---- cells

    def get(self, k: int) -> Lanes:
        """Return a cell; what was never written gives anything."""
        if self.rows is not None:
            return self._restore(self.rows[k, : self.lanes].copy(), k)
        cell = self.cells[k]
        return TYPES[self.letters[k]](0) if cell is None else cell

    def missing(self, start: int, count: int) -> Lanes:
        """Return the lanes that did not write some of the cells; None if there are none."""
        if self.unset is None:
            return None
        found: Lanes = None
        for k in range(start, start + count):
            unset = self.unset[k] if self.fresh is None else self.fresh[k, : self.lanes]
            if unset is True:
                return np.True_
            if unset is not None:
                found = unset if found is None else found | unset
        return found

    def put(self, k: int, value: Lanes, wide: Lanes, mask: Lanes) -> None:
        """Write a cell in the lanes of a mask; `wide` is the mask as int32, None for all lanes that matter."""
        self._table = None
        if self.unset is not None:
            self._note(k, wide, mask)
        if self.rows is not None:
            row = self.rows[k, : self.lanes]
            bits = self._bits(value)
            row[:] = bits if wide is None else blend(wide, bits, row)
        elif wide is None:
            self.cells[k] = value
        elif self.letters[k] == "b":
            self.cells[k] = blend_bool(mask, value, self.cells[k])
        else:
            self.cells[k] = blend(wide, value, self.cells[k])

    def _note(self, k: int, wide: Lanes, mask: Lanes) -> None:
        """Remember that a cell was written."""
        unset = self.unset
        if unset is None:
            return
        if self.fresh is not None:
            self.fresh[k, : self.lanes] &= ~mask if wide is not None else False
        elif wide is None:
            unset[k] = None
            if not any(cell is not None for cell in unset):
                self.unset = None
        elif unset[k] is True:
            unset[k] = ~mask
        elif unset[k] is not None:
            unset[k] = unset[k] & ~mask

    # ---- rows

    def gather(self, index: Lanes, start: int, count: int) -> list[Lanes]:
        """Return `count` cells from `start + index` on; the index may differ between lanes and is in range."""
        if index.ndim == 0:
            start += int(index)
            return [self.get(k) for k in range(start, start + count)]
        if self.rows is None and self.unset is None:
            table = self._uniform_table()
            if table is not None:
                return [self._restore(table.take(index + k), k) for k in range(start, start + count)]
        flat = self._flat(index, start)
        rows = self.rows.ravel()
        return [
            self._restore(rows.take(flat + k * self.stride if k else flat, mode="wrap"), start + k)
            for k in range(count)
        ]

    def missing_at(self, index: Lanes, start: int, count: int) -> Lanes:
        """Return the lanes that did not write some of the cells that `gather` reads; None if there are none."""
        if self.unset is None:
            return None
        if index.ndim == 0:
            return self.missing(start + int(index), count)
        flat = self._flat(index, start)
        fresh = self.fresh.ravel()
        found = fresh.take(flat)
        for k in range(1, count):
            found |= fresh.take(flat + k * self.stride)
        return found

    def scatter(self, index: Lanes, start: int, values: list[Lanes], wide: Lanes, mask: Lanes) -> None:
        """Write cells from `start + index` on in the lanes of a mask."""
        if index.ndim == 0:
            start += int(index)
            for k, value in enumerate(values):
                self.put(start + k, value, wide, mask)
            return
        flat = self._flat(index, start)
        rows = self.rows.ravel()
        for k, value in enumerate(values):
            at = flat + k * self.stride if k else flat
            bits = self._bits(value)
            rows[at] = bits if wide is None else blend(wide, bits, rows.take(at, mode="wrap"))
            if self.unset is not None:
                self._note_at(at, wide, mask)

    def _note_at(self, at: Lanes, wide: Lanes, mask: Lanes) -> None:
        fresh = self.fresh.ravel()
        fresh[at] = False if wide is None else fresh.take(at) & ~mask

    def _flat(self, index: Lanes, start: int) -> Lanes:
        if self.rows is None:
            self._lay_out()
        known, at, flat = self._flattened
        if known is not index or at != start:
            flat = index * SIGNED(self.stride)
            flat += self._lane
            flat = flat.astype(np.intp)
            if start:
                flat += start * self.stride
            self._flattened = index, start, flat
        return flat

    def _lay_out(self) -> None:
        count = len(self.letters)
        self.stride = self.lanes + _PADDING
        self._lane = np.arange(self.lanes, dtype=SIGNED)
        self.rows = np.zeros((count, self.stride), SIGNED)
        for k, cell in enumerate(self.cells):
            if cell is not None:
                self.rows[k, : self.lanes] = self._bits(cell)
        if self.unset is not None:
            self.fresh = np.zeros((count, self.stride), np.bool_)
            for k, unset in enumerate(self.unset):
                self.fresh[k, : self.lanes] = False if unset is None else unset
        self.cells = []

    def _uniform_table(self) -> Lanes:
        """Return the cells as bits, if none differs between lanes."""
        if self._table is None:
            if any(cell.ndim for cell in self.cells):
                return None
            self._table = np.array([self._bits(cell) for cell in self.cells], SIGNED)
        return self._table

    @staticmethod
    def _bits(value: Lanes) -> Lanes:
        return value.astype(SIGNED) if value.dtype == np.bool_ else value.view(SIGNED)

    def _restore(self, bits: Lanes, k: int) -> Lanes:
        letter = self.letters[k]
        return bits != 0 if letter == "b" else bits.view(TYPES[letter])
