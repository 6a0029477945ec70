"""What of a campaign's artifacts is kept: a budget of bytes, and nothing that nobody names.

Rubbish goes first, the oldest before: what a killed run left, and cases that a smaller one has
replaced. Then, where the budget is smaller yet, the cases of our own defects, those of the oldest
tests before. The case of a finding and its evidence are never removed. A campaign may write
meanwhile: it writes an artifact before the name, so what is younger than an hour is left alone.
"""

import time
from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import select

from aberration.campaign import tables
from aberration.campaign.artifacts import Entry
from aberration.campaign.store import Store

YOUNG = 3600.0
"""Seconds for which nothing is rubbish."""
_STEP = 0.25
"""A campaign looks at its budget when it has written this part of it since."""


def size_text(number: int) -> str:
    """Return bytes as people read them, such as `1.5 GiB`."""
    size, unit = float(number), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.1f} {unit}" if unit != "bytes" else f"{number} bytes"


class Removed(msgspec.Struct, frozen=True):
    """How many files went, and their bytes."""

    files: int = 0
    bytes: int = 0


class Pruning(msgspec.Struct, frozen=True):
    """What was removed, or would be: rubbish, and cases of our own defects; the bytes before and
    after. `over` is how many bytes more than the budget are left, which findings need.
    """

    before: int
    after: int
    rubbish: Removed
    defects: Removed
    over: int


class Retention:
    """The budget of a campaign that runs."""

    def __init__(self, store: Store, keep: int) -> None:
        self._store = store
        self._keep = keep
        self._looked = 0

    def look(self, *, at_end: bool = False) -> Pruning | None:
        """Keep to the budget where that is due."""
        written = self._store.artifacts.bytes_written
        if not at_end and written - self._looked < self._keep * _STEP:
            return None
        self._looked = written
        return prune(self._store, self._keep)


def prune(
    store: Store, keep: int | None, *, dry: bool = False, now: float | None = None
) -> Pruning:
    """Remove what nobody names, and more where there are more than `keep` bytes; with `dry` only
    say what would be.
    """
    moment = time.time() if now is None else now
    entries = store.artifacts.entries()
    # After the list: what is named by now was there before.
    named, defects = _findings_name(store), _defects_name(store)
    rubbish = sorted(
        (
            entry
            for entry in entries
            if entry.digest not in named
            and entry.digest not in defects
            and moment - entry.written > YOUNG
        ),
        key=lambda entry: (entry.written, entry.path),
    )
    before = sum(entry.size for entry in entries)
    gone = _remove(store, rubbish, dry)
    spared = {entry.digest: entry for entry in entries}
    cases = [spared[digest] for digest in defects if digest in spared and digest not in named]
    wanted = list(_enough(cases, 0 if keep is None else before - gone.bytes - keep))
    if wanted and not dry:
        store.forget_defect_cases([entry.digest for entry in wanted])
    lost = _remove(store, wanted, dry)
    after = before - gone.bytes - lost.bytes
    return Pruning(before, after, gone, lost, 0 if keep is None else max(0, after - keep))


def _enough(entries: Iterable[Entry], surplus: int) -> Iterator[Entry]:
    """Yield the first entries that are so many bytes together."""
    for entry in entries:
        if surplus <= 0:
            return
        surplus -= entry.size
        yield entry


def _remove(store: Store, entries: Iterable[Entry], dry: bool) -> Removed:
    gone = [entry for entry in entries if dry or store.artifacts.remove(entry)]
    return Removed(len(gone), sum(entry.size for entry in gone))


def _findings_name(store: Store) -> frozenset[str]:
    """Return the digests of all cases and evidence of findings."""
    names: set[str] = set()
    for row in store.rows(tables.FINDINGS):
        names.add(str(row["body"]))
        names |= set(msgspec.json.decode(str(row["evidence"]), type=dict[str, str]).values())
    return frozenset(names)


def _defects_name(store: Store) -> list[str]:
    """Return the digests of the cases of our defects, that of the oldest test first."""
    table, campaign = tables.DEFECTS.c, store.number
    chosen = select(table.case).where(table.campaign == campaign, table.case != "")
    with store.reading() as connection:
        return list(dict.fromkeys(connection.execute(chosen.order_by(table.test)).scalars()))
