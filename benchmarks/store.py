"""A store of a million tests and ten thousand findings: how long what pages and commands ask takes,
and what storing a test costs.

    .venv/bin/python -m benchmarks.store FOLDER [RUNS [ADDRESS]]

makes the store in a folder, or in an empty database by its address, and prints a figure a line. One
that is there already is asked again.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.large_store import RUNS, TARGETS, fill, large_store
from sqlalchemy import Table, func, select

from aberration.campaign import tables
from aberration.campaign.storage.count_rows import count_rows
from aberration.campaign.store import Store

_LOOKS = 5


def questions(store: Store) -> dict[str, Callable[[], object]]:
    """Return what pages and commands ask, by name."""
    found, number = tables.FINDINGS, store.number

    def counts(table: Table, *columns: str) -> object:
        with store.reading() as connection:
            return count_rows(connection, number, table, *columns)

    def over_time() -> object:
        place = func.floor(found.c.test / 10_000)
        asked = select(place, func.count()).where(found.c.campaign == number).group_by(place)
        with store.reading() as connection:
            return connection.execute(asked).all()

    def first_page() -> object:
        chosen = (found.c.campaign == number) & (found.c.state == "new")
        narrowed = select(found).where(
            chosen, found.c.target == TARGETS[2], found.c.kind == "crash"
        )
        with store.reading() as connection:
            return connection.execute(narrowed.order_by(found.c.test).limit(50)).all()

    return {
        "outcomes by verdict": lambda: counts(tables.OUTCOMES, "verdict"),
        "outcomes by target": lambda: counts(tables.OUTCOMES, "target", "kind", "verdict"),
        "tests by method": lambda: counts(tables.TESTS, "method"),
        "tests by seed": lambda: counts(tables.TESTS, "seed"),
        "findings by state": lambda: counts(found, "state", "kind"),
        "findings over time": over_time,
        "page of 50 findings": first_page,
        "header": store.header,
        "sums over sessions": store.totals,
        "all findings listed": store.list_findings,
        "all findings of a state listed": lambda: store.list_findings("new"),
        "tests by code": store.codes,
        "numbers of the runs": store.runs,
        "tests of each run": store.tests_by_run,
    }


def main(folder: Path, runs: int = RUNS, address: str = "") -> None:
    """Print the figures: of each question the least of some times that it was asked."""
    store = large_store(folder, address)
    if not store.exists():
        cost = fill(folder, address, runs)
        shown = f"{cost.seconds * 1000:.3f} ms, of the processor {cost.processor * 1000:.3f} ms"
        print(f"storing a test: {shown}")
    for name, ask in questions(store).items():
        times = sorted(_seconds(ask) for _ in range(_LOOKS))
        print(f"{name}: {1000 * times[0]:.1f} ms, at most {1000 * times[-1]:.1f} ms")
    store.close()


def _seconds(ask: Callable[[], object]) -> float:
    start = time.perf_counter()
    ask()
    return time.perf_counter() - start


if __name__ == "__main__":
    main(Path(sys.argv[1]), int((*sys.argv[2:3], str(RUNS))[0]), *sys.argv[3:4])
