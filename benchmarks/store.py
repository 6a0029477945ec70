"""A store of a million tests and ten thousand findings: how long what pages and commands ask takes,
and what storing a test costs.

    .venv/bin/python -m benchmarks.store FOLDER [RUNS [ADDRESS]]

makes the store in a folder, or in an empty database by its address, and prints a figure a line.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from sqlalchemy import Table, create_engine, func, insert, select

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import HealthLine, OutcomeLine, RunRecord, TestRecord
from aberration.campaign.storage.count_rows import count_rows
from aberration.campaign.store import Header, Store
from aberration.core.finding import Finding
from aberration.core.oracle import Same, Verdict
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase

RUNS = 250_000
TESTS_A_RUN = 4
FINDINGS = 10_000
BATCH = 500
TARGETS = ("lavapipe", "swiftshader", "radv", "spirv-opt")
KINDS = ("wrong", "crash", "timeout")


def run_of(number: int) -> RunRecord:
    """Return a run of four tests on four targets each."""
    first = number * TESTS_A_RUN
    lines = tuple(OutcomeLine(target, "image", f"{number:016x}", "pass") for target in TARGETS)
    seed = f"corpus/spirv/references/seed_{number % 200}.spv"
    tests = tuple(
        TestRecord(first + place, "transform", place, "done", seed, "", lines)
        for place in range(TESTS_A_RUN)
    )
    health = tuple(HealthLine(target, runs=TESTS_A_RUN, busy=0.1) for target in TARGETS)
    return RunRecord(number, "transform", number, 0.5, 0.4, tests, health=health)


def finding_rows(store: Store) -> list[dict[str, object]]:
    """Return the rows of all findings; they share one artifact."""
    program = Program("c", "program", b"int main(void) { return 0; }")
    case = TestCase(Recipe("transform", 1, {}, ()), {"variant": program}, Same())
    verdict = Verdict("wrong", "wrong text")
    finding = Finding("0", 0, TARGETS[0], "1", verdict, case, "reliable", 3, 3)
    body = store.artifacts.put(msgspec.msgpack.encode(finding))
    return [
        {
            "campaign": store.number,
            "id": f"{number * 100:06d}-{TARGETS[number % 4]}",
            "test": number * 100,
            "target": TARGETS[number % 4],
            "method": "transform",
            "kind": KINDS[number % 3],
            "signature": f"signature {number % 50}",
            "reliability": "reliable",
            "state": "new" if number % 5 else "reduced",
            "body": body,
            "evidence": "{}",
            "version": "1",
            "detail": "9 of 65536 pixels differ",
            "reason": "",
            "steps": 20,
            "reduced_steps": None if number % 5 else '["AddDeadBlock"]',
            "culprit": None,
            "at": float(number),
        }
        for number in range(FINDINGS)
    ]


def fill(store: Store, url: str, runs: int) -> tuple[float, float]:
    """Store all runs and findings; return the seconds that a test takes to be stored, and those of
    the processor.
    """
    store.create(Header(FuzzConfiguration(targets=TARGETS), "0" * 16))
    store.begin_session(64)
    spent = own = 0.0
    for begin in range(0, runs, BATCH):
        batch = [run_of(number) for number in range(begin, begin + BATCH)]
        start, busy = time.perf_counter(), time.process_time()
        store.record_all(batch, float(begin))
        spent, own = spent + time.perf_counter() - start, own + time.process_time() - busy
    rows = finding_rows(store)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(insert(tables.FINDINGS), rows)
    engine.dispose()
    return spent / (runs * TESTS_A_RUN), own / (runs * TESTS_A_RUN)


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
            chosen, found.c.target == TARGETS[1], found.c.kind == "wrong"
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
        "all findings listed": store.listed,
    }


def main(folder: Path, runs: int = RUNS, address: str = "") -> None:
    """Print the figures."""
    folder.mkdir(parents=True, exist_ok=True)
    artifacts = str(folder / "artifacts")
    url = address or f"sqlite:///{folder.absolute() / 'campaign.sqlite'}"
    store = Store(url, artifacts, "benchmark")
    assert Artifacts(artifacts).is_empty(), "expected a new folder"
    taken, own = fill(store, url, runs)
    print(f"storing a test: {taken * 1000:.3f} ms, of the processor {own * 1000:.3f} ms")
    for name, ask in questions(store).items():
        ask()
        start, own = time.perf_counter(), time.process_time()
        ask()
        taken, own = time.perf_counter() - start, time.process_time() - own
        print(f"{name}: {taken * 1000:.1f} ms, of the processor {own * 1000:.1f} ms")
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int((*sys.argv[2:3], str(RUNS))[0]), *sys.argv[3:4])
