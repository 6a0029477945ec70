"""Memory that several invocations use: who read and wrote which cell since when they last waited for each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .trap import Undefined

Cell = tuple[int, Any]
_SEVERAL: Final = -1


class Watch:
    """The log of one dispatch. A cell is an element of a list.

    Within a workgroup, accesses are ordered by barriers; those of different workgroups never are. An atomic access
    gets along with other atomic ones only.
    """

    def __init__(self) -> None:
        self.group = 0
        self._writers: Final[dict[Cell, int]] = {}
        self._readers: Final[dict[Cell, int]] = {}
        self._atomics: Final[dict[Cell, int]] = {}
        self._group_writers: Final[dict[Cell, int]] = {}
        self._group_readers: Final[dict[Cell, int]] = {}
        self._group_atomics: Final[dict[Cell, int]] = {}

    def begin_group(self, group: int) -> None:
        self.group = group
        self.wait()

    def wait(self) -> None:
        """All invocations of the workgroup are at a barrier."""
        self._writers.clear()
        self._readers.clear()
        self._atomics.clear()

    # ---- plain accesses

    def read(self, list_: list[Any], index: int, me: int) -> Any:
        value = list_[index]
        if value is None:
            raise Undefined("uninitialised", "read before anything was written")
        self._note_read((id(list_), index), me)
        return value

    def _note_read(self, cell: Cell, me: int) -> None:
        self._refuse(self._writers, cell, me, "read here, written")
        self._refuse(self._atomics, cell, me, "read here, changed by an atomic operation")
        self._refuse_groups(self._group_writers, cell, "read here, written")
        self._refuse_groups(self._group_atomics, cell, "read here, changed by an atomic operation")
        _join(self._readers, cell, me)
        _join(self._group_readers, cell, self.group)

    def write(self, list_: list[Any], index: int, value: Any, me: int) -> None:
        list_[index] = value
        cell = (id(list_), index)
        for log, what in self._all_logs():
            self._refuse(log, cell, me, f"written here, {what}")
        for log, what in self._all_group_logs():
            self._refuse_groups(log, cell, f"written here, {what}")
        _join(self._writers, cell, me)
        _join(self._group_writers, cell, self.group)

    def _all_logs(self) -> tuple[tuple[dict[Cell, int], str], ...]:
        return (
            (self._writers, "written"),
            (self._readers, "read"),
            (self._atomics, "changed by an atomic operation"),
        )

    def _all_group_logs(self) -> tuple[tuple[dict[Cell, int], str], ...]:
        return (
            (self._group_writers, "written"),
            (self._group_readers, "read"),
            (self._group_atomics, "changed by an atomic operation"),
        )

    # ---- lists

    def copied(self, value: Any, me: int) -> Any:
        """Return a copy of nested lists, every cell of which is read."""
        return [
            self.copied(part, me) if isinstance(part, list) else self.read(value, k, me) for k, part in enumerate(value)
        ]

    def replaced(self, target: list[Any], source: list[Any], me: int) -> None:
        """Write every cell of nested lists."""
        for k, part in enumerate(source):
            if isinstance(part, list):
                self.replaced(target[k], part, me)
            else:
                self.write(target, k, part, me)

    # ---- atomic operations

    def atomic(self, list_: list[Any], index: int, change: Callable[[int, int], int], operand: int, me: int) -> int:
        """Change a cell at once; return what it held."""
        old = self._begin_atomic(list_, index, me)
        list_[index] = change(old, operand)
        return old

    def atomic_load(self, list_: list[Any], index: int, me: int) -> int:
        return self._begin_atomic(list_, index, me)

    def atomic_swap(self, list_: list[Any], index: int, expected: int, value: int, me: int) -> int:
        old = self._begin_atomic(list_, index, me)
        if old == expected:
            list_[index] = value
        return old

    def _begin_atomic(self, list_: list[Any], index: int, me: int) -> int:
        old = list_[index]
        if old is None:
            raise Undefined("uninitialised", "an atomic operation on what was never written")
        cell = (id(list_), index)
        self._refuse(self._writers, cell, me, "changed here by an atomic operation, written")
        self._refuse(self._readers, cell, me, "changed here by an atomic operation, read")
        self._refuse_groups(self._group_writers, cell, "changed here by an atomic operation, written")
        self._refuse_groups(self._group_readers, cell, "changed here by an atomic operation, read")
        _join(self._atomics, cell, me)
        _join(self._group_atomics, cell, self.group)
        return int(old)

    # ---- what may not be

    def _refuse(self, log: dict[Cell, int], cell: Cell, me: int, what: str) -> None:
        other = log.get(cell)
        if other is not None and other != me:
            who = "others" if other == _SEVERAL else f"invocation {other}"
            raise Undefined("race", f"{what} by {who} of the workgroup without a barrier between")

    def _refuse_groups(self, log: dict[Cell, int], cell: Cell, what: str) -> None:
        other = log.get(cell)
        if other is not None and other != self.group:
            who = "others" if other == _SEVERAL else f"workgroup {other}"
            raise Undefined("race", f"{what} by {who}")


class GroupWatch(Watch):
    """The log of the memory that one workgroup alone has."""

    def _refuse_groups(self, log: dict[Cell, int], cell: Cell, what: str) -> None:
        """Other workgroups have memory of their own."""

    def begin_group(self, group: int) -> None:
        self._group_writers.clear()
        self._group_readers.clear()
        self._group_atomics.clear()
        self.wait()


class Unwatched(Watch):
    """The same without a log: for one invocation alone, or where races are not asked for."""

    def wait(self) -> None:
        """Nothing to forget."""

    def _note_read(self, cell: Cell, me: int) -> None:
        """Nothing to note."""

    def write(self, list_: list[Any], index: int, value: Any, me: int) -> None:
        list_[index] = value

    def _begin_atomic(self, list_: list[Any], index: int, me: int) -> int:
        old = list_[index]
        if old is None:
            raise Undefined("uninitialised", "an atomic operation on what was never written")
        return int(old)


def _join(log: dict[Cell, int], cell: Cell, who: int) -> None:
    before = log.get(cell)
    log[cell] = who if before is None or before == who else _SEVERAL
