"""A store of a million tests and ten thousand findings, as a campaign of some nights leaves it:
`benchmarks.store` and `benchmarks.dashboard` ask it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import create_engine, insert

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
    """Make the campaign in an empty place."""
    store = large_store(folder, address)
    store.create(Header(FuzzConfiguration(targets=TARGETS), "0" * 16))
    store.begin_session(64)
    spent = own = 0.0
    for begin in range(0, runs, _BATCH):
        batch = [run_of(number) for number in range(begin, begin + _BATCH)]
        start, busy = time.perf_counter(), time.process_time()
        store.record_all(batch, float(begin))
        spent, own = spent + time.perf_counter() - start, own + time.process_time() - busy
    rows = [{"campaign": store.number, **row} for row in _finding_rows(store)]
    engine = create_engine(address or f"sqlite:///{folder.absolute() / DATABASE}")
    with engine.begin() as connection:
        connection.execute(insert(tables.FINDINGS), rows)
    engine.dispose()
    store.close()
    return StoringCost(spent / (runs * TESTS_A_RUN), own / (runs * TESTS_A_RUN))


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
        )
        for place in range(TESTS_A_RUN)
    )
    health = tuple(HealthLine(target, runs=TESTS_A_RUN, busy=0.1) for target in TARGETS)
    return RunRecord(number, method, number, 0.5, 0.4, tests, health=health)


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
