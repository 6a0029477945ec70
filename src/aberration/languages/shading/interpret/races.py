"""Memory that several invocations use: who read and wrote which cell, and what orders that.

Two accesses of one cell by two invocations are a race unless both only read, both are atomic, or
barriers order them.

**Workgroups.** Nothing orders accesses of two workgroups.

**Barriers at which a workgroup waits** order one class of memory each. WGSL's `workgroupBarrier`
and `workgroupUniformLoad` and GLSL's `barrier()` order workgroup memory, `storageBarrier` orders
storage memory, `textureBarrier` neither. (WGSL, "Synchronization Built-in Functions": such a
function orders the accesses of its address space; GLSL 4.60, 8.16: `barrier()` synchronizes
accesses of shared variables, all others take a memory barrier besides; ESSL says the same.) What a
barrier orders comes before it or after it as a whole: writes, reads and atomic accesses. Of other
memory it orders nothing, not even a read before it and a write after it: in the memory model of
Vulkan, which all of these are mapped to, a wait alone makes no access happen before another, so a
compiler or a cache may complete that read later.

**Storage memory in GLSL** is ordered by memory barriers beside `barrier()`; `fences` says how. It
has to be declared `coherent`: values in other buffers need not become visible to anyone (GLSL 4.60,
4.10 and 8.17).

**Atomic accesses** are relaxed: they get along with each other, and order nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from .trap import Undefined

Cell = tuple[int, Any]
SEVERAL: Final = -1


class Watch:
    """The log of storage memory in one dispatch. A cell is an element of a list. `lacking`:
    what would order it.
    """

    lacking: ClassVar[str] = "a barrier of storage memory between"

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
        self._forget()

    def wait(self, *, ordered: bool) -> None:
        """All invocations of the workgroup are at a barrier; `ordered`: it is one of this
        memory.
        """
        if ordered:
            self._forget()

    def fence(self, me: int) -> None:
        """An invocation is at a memory barrier."""

    def _forget(self) -> None:
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
        self._note(self._readers, cell, me)
        self._note_group(self._group_readers, cell)

    def write(self, list_: list[Any], index: int, value: Any, me: int) -> None:
        list_[index] = value
        # Lists live as long as the dispatch, so that an identity names one memory.
        cell = (id(list_), index)
        self._refuse(self._writers, cell, me, "written here, written")
        self._refuse(self._readers, cell, me, "written here, read")
        self._refuse(self._atomics, cell, me, "written here, changed by an atomic operation")
        self._refuse_groups(self._group_writers, cell, "written here, written")
        self._refuse_groups(self._group_readers, cell, "written here, read")
        self._refuse_groups(
            self._group_atomics, cell, "written here, changed by an atomic operation"
        )
        self._note(self._writers, cell, me)
        self._note_group(self._group_writers, cell)

    # ---- lists

    def copy_cells(self, value: Any, me: int) -> Any:
        """Return a copy of nested lists, every cell of which is read."""
        return [
            self.copy_cells(part, me) if isinstance(part, list) else self.read(value, k, me)
            for k, part in enumerate(value)
        ]

    def write_cells(self, target: list[Any], source: list[Any], me: int) -> None:
        """Write every cell of nested lists."""
        for k, part in enumerate(source):
            if isinstance(part, list):
                self.write_cells(target[k], part, me)
            else:
                self.write(target, k, part, me)

    # ---- atomic operations

    def atomic(
        self, list_: list[Any], index: int, change: Callable[[int, int], int], operand: int, me: int
    ) -> int:
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
        self._refuse_groups(
            self._group_writers, cell, "changed here by an atomic operation, written"
        )
        self._refuse_groups(self._group_readers, cell, "changed here by an atomic operation, read")
        self._note(self._atomics, cell, me)
        self._note_group(self._group_atomics, cell)
        return int(old)

    # ---- what may not be

    def _refuse(self, log: dict[Cell, int], cell: Cell, me: int, what: str) -> None:
        other = log.get(cell)
        if other is not None and other != me and not self._is_before(log, cell, other, me):
            who = "others" if other == SEVERAL else f"invocation {other}"
            raise Undefined("race", f"{what} by {who} of the workgroup without {self.lacking}")

    def _is_before(self, log: dict[Cell, int], cell: Cell, other: int, me: int) -> bool:
        """Whether memory barriers order what others did before what an invocation does now."""
        return False

    def _note(self, log: dict[Cell, int], cell: Cell, me: int) -> None:
        before = log.get(cell)
        # Who of several it was is not needed: any third one is in conflict with one of them.
        log[cell] = me if before is None or before == me else SEVERAL

    def _note_group(self, log: dict[Cell, int], cell: Cell) -> None:
        before = log.get(cell)
        log[cell] = self.group if before is None or before == self.group else SEVERAL

    def _refuse_groups(self, log: dict[Cell, int], cell: Cell, what: str) -> None:
        other = log.get(cell)
        if other is not None and other != self.group:
            who = "others" if other == SEVERAL else f"workgroup {other}"
            raise Undefined("race", f"{what} by {who}")


class GroupWatch(Watch):
    """The log of the memory that one workgroup alone has."""

    lacking: ClassVar[str] = "a barrier of workgroup memory between"

    def _refuse_groups(self, log: dict[Cell, int], cell: Cell, what: str) -> None:
        """Other workgroups have memory of their own."""

    def begin_group(self, group: int) -> None:
        self._group_writers.clear()
        self._group_readers.clear()
        self._group_atomics.clear()
        self._forget()


class IncoherentWatch(Watch):
    """The log of storage memory that is not coherent: no barrier is one of it."""

    lacking: ClassVar[str] = (
        "a barrier of storage memory between: none orders a buffer that is not coherent"
    )


class Unwatched(Watch):
    """The same without a log: for one invocation alone, or where races are not asked for."""

    def _forget(self) -> None:
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
