"""A store of a million tests and ten thousand findings, as a campaign of some nights leaves it:
`benchmarks.store` and `benchmarks.dashboard` ask it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, create_engine, delete, insert, text, update

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import HealthLine, OutcomeLine, RunRecord, TestRecord
from aberration.campaign.storage.finding_rows import Row, finding_row
from aberration.campaign.store import DATABASE, Header, Store
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.outcome import Image
from aberration.core.testcase import load_case

RUNS: Final = 250_000
TESTS_A_RUN: Final = 4
FINDINGS: Final = 10_000
TARGETS: Final = ("lavapipe", "swiftshader", "radv", "spirv-opt")
NAME: Final = "benchmark"
"""Of the campaign."""
_METHODS: Final = ("transform", "emi", "fuse")
_BATCH: Final = 500
_RECORDED: Final = 4_000
_WORKERS: Final = 64
_CASE: Final = Path(__file__).parents[1] / "corpus" / "bugs" / "spirv-opt-fission-wrong-value"
_SIDE: Final = 256


class StoringCost(msgspec.Struct, frozen=True):
    """What it takes to store a test: seconds, and seconds of this process's processor time."""

    seconds: float
    processor: float


def large_store(folder: Path, address: str = "") -> Store:
    """Return the store of a folder, or that of a database by its address, whose artifacts are in
    the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    url = address or f"sqlite:///{folder.absolute() / DATABASE}"
    return Store(url, str(folder.absolute() / "artifacts"), NAME)


def fill(folder: Path, address: str = "", runs: int = RUNS) -> StoringCost:
    """Make the campaign in an empty place: some runs as a campaign stores them, which says what
    that costs, and the others by the database's own means for many rows.
    """
    store = large_store(folder, address)
    store.create(Header(FuzzConfiguration(targets=TARGETS), "0" * 16))
    store.begin_session(_WORKERS)
    spent = own = 0.0
    recorded = min(runs, _RECORDED)
    for begin in range(0, recorded, _BATCH):
        batch = [run_of(number) for number in range(begin, begin + _BATCH)]
        start, busy = time.perf_counter(), time.process_time()
        store.record_all(batch, _seconds_of(begin))
        spent, own = spent + time.perf_counter() - start, own + time.process_time() - busy
    store.note_time(_seconds_of(runs))
    engine = create_engine(address or f"sqlite:///{folder.absolute() / DATABASE}")
    with engine.begin() as connection:
        for table, rows in _other_rows(store.number, range(recorded, runs)).items():
            _copy(connection, table, rows)
        _count_again(connection, runs / recorded)
        found = [{"campaign": store.number, **row} for row in _finding_rows(store)]
        connection.execute(insert(tables.FINDINGS), found)
    engine.dispose()
    store.close()
    tests = recorded * TESTS_A_RUN
    return StoringCost(spent / tests, own / tests)


def _seconds_of(run: int) -> float:
    """Return when a run is stored: a quarter of a million of them in ten hours."""
    return run * 36_000.0 / RUNS


def _other_rows(campaign: int, runs: range) -> dict[Table, Iterator[tuple[object, ...]]]:
    """Return the rows of runs in the order of the columns."""
    return {
        tables.RUNS: (
            (
                campaign,
                one.run,
                one.method,
                one.run_seed,
                one.seconds,
                one.busy,
                _seconds_of(number),
            )
            for number in runs
            for one in (run_of(number),)
        ),
        tables.TESTS: (
            (campaign, test.index, one.run, one.method, test.variant, test.status, test.seed, "")
            for number in runs
            for one in (run_of(number),)
            for test in one.tests
        ),
        tables.OUTCOMES: (
            (campaign, test.index, line.target, line.kind, line.digest, line.verdict)
            for number in runs
            for test in run_of(number).tests
            for line in test.outcomes
        ),
    }


def _copy(connection: Connection, table: Table, rows: Iterator[tuple[object, ...]]) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.c)
    raw: Any = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" for _ in table.c)
        raw.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)
        return
    with raw.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _count_again(connection: Connection, factor: float) -> None:
    """Make the tallies those of all rows; of what rows do not say, as many times what there is."""
    for tally, table, names in (
        (tables.TEST_TALLIES, tables.TESTS, "campaign, method, status, seed"),
        (tables.OUTCOME_TALLIES, tables.OUTCOMES, "campaign, target, kind, verdict"),
    ):
        connection.execute(delete(tally))
        counted = f"SELECT {names}, count(*) FROM {table.name} GROUP BY {names}"
        connection.execute(text(f"INSERT INTO {tally.name} ({names}, count) {counted}"))
    for table in (tables.COVERAGE_TALLIES, tables.HEALTH, tables.WORKERS):
        for name in ("count", "runs", "tests", "busy", "seconds"):
            if name in table.c:
                connection.execute(update(table).values({name: table.c[name] * int(factor)}))
    connection.execute(delete(tables.MINUTE_TALLIES))
    minutes = range(int(_seconds_of(RUNS) // 60))
    row = {"campaign": 1, "count": RUNS * TESTS_A_RUN // len(minutes)}
    rows = [{**row, "minute": minute} for minute in minutes]
    connection.execute(insert(tables.MINUTE_TALLIES), rows)
    if connection.dialect.name == "postgresql":
        connection.execute(text("ANALYZE"))


def run_of(number: int) -> RunRecord:
    """Return a run of four tests on four targets each; one test of two hundred crashes."""
    first, method = number * TESTS_A_RUN, _METHODS[number % 3]
    tests = tuple(
        TestRecord(
            first + place,
            method,
            place,
            "done" if number % 50 else "untested",
            f"corpus/spirv/references/seed_{number % 997}.spv",
            "",
            tuple(_line(target, first + place) for target in TARGETS),
            kinds=tuple(f"AddKind{(number + one * 13) % 130}" for one in range(4 + 4 * place)),
        )
        for place in range(TESTS_A_RUN)
    )
    health = tuple(HealthLine(target, runs=TESTS_A_RUN, busy=0.1) for target in TARGETS)
    return RunRecord(
        number,
        method,
        number,
        0.5,
        0.4,
        tests,
        health=health,
        stage=f"{('spirv', 'glsl')[number % 2]} {('fragment', 'compute', 'vertex')[number % 3]}",
        features=tuple(f"OpFeature{(number * 7 + place * 11) % 300}" for place in range(40)),
        worker=f"machine-{number % _WORKERS:02d}",
    )


def _line(target: str, test: int) -> OutcomeLine:
    if test % 211 == 0:
        return OutcomeLine(target, "crash", "", "crash")
    return OutcomeLine(target, "image", f"{test % 1000:016x}", "pass")


def _finding_rows(store: Store) -> Iterator[Row]:
    """Yield the rows of all findings: wrong images, each a bug, and crashes, of which some look
    alike; half of all are reduced.
    """
    case = load_case(_CASE)
    evidence = {
        role: store.artifacts.put(
            msgspec.msgpack.encode(Image(_SIDE, _SIDE, "rgba8", bytes([shade]) * 4 * _SIDE**2))
        )
        for role, shade in (("reference", 40), ("variant", 90))
    }
    for number in range(FINDINGS):
        kind = "crash" if number % 4 else "wrong"
        signature = f"SIGSEGV in frame {number // 3}" if kind == "crash" else "wrong image"
        reduced = bool(number % 2)
        target = TARGETS[number % 4]
        finding = Finding(
            f"{number * 100:06d}-{target}",
            number * 100,
            target,
            "1",
            Verdict("crash" if kind == "crash" else "wrong", signature, "9 of 65536 pixels differ"),
            case,
            "reliable",
            3,
            3,
            state="reduced" if reduced else "new",
            reduced=case if reduced else None,
        )
        row = finding_row(store.artifacts, finding)
        yield {**row, "evidence": msgspec.json.encode(evidence).decode(), "at": float(number)}
