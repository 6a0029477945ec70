"""How long the pages of the dashboard take with a million tests and ten thousand findings, and how
much memory the server has.

    python -m benchmarks.dashboard FOLDER

makes the store in a folder (once; a few minutes), serves it, and prints the figures.
"""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Table, create_engine, insert

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import HealthLine, RunRecord
from aberration.campaign.store import ARTIFACTS, DATABASE, Header, Store
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.outcome import Image
from aberration.core.testcase import load_case

TESTS = 1_000_000
FINDINGS = 10_000
TARGETS = ("lavapipe", "swiftshader")
CASE = Path(__file__).parents[1] / "corpus" / "bugs" / "spirv-opt-fission-wrong-value"
_BATCH = 50_000
_LOOKS = 7
Row = dict[str, object]


def main(folder: Path) -> None:
    """Make the store where it is missing, serve it, and print the figures."""
    if not (folder / "complete").exists():
        make(folder)
        (folder / "complete").touch()
    command = [sys.executable, "-m", "aberration.cli.main", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[0].rstrip("/")
        try:
            measure(address, folder.name, process.pid)
        finally:
            process.terminate()


def measure(address: str, name: str, pid: int) -> None:
    """Print what each page takes, the first time and then at most, and the server's memory."""
    begun = time.monotonic()
    while b"are being gathered" in _get(f"{address}/bugs"):
        time.sleep(1.0)
    print(f"bugs gathered after {time.monotonic() - begun:.1f} s")
    page = _get(f"{address}/bugs").decode()
    bug = page.partition('class="row" href="')[2].partition('"')[0]
    paths = ("/", f"/campaigns/{name}", "/bugs", "/bugs?q=frame+77&kind=crash&sort=found", bug)
    for path in paths:
        first, *again = [_seconds(f"{address}{path}") for _ in range(_LOOKS)]
        print(f"{path:42} first {1e3 * first:6.0f} ms, then at most {1e3 * max(again):4.0f} ms")
    status = Path(f"/proc/{pid}/status").read_text()
    for line in status.splitlines():
        if line.startswith(("VmRSS", "VmHWM")):
            print(line)


def make(folder: Path) -> None:
    """Write the store: rows by bulk, for it would take hours as a campaign."""
    folder.mkdir(parents=True, exist_ok=True)
    store = Store.in_folder(folder)
    store.create(Header(FuzzConfiguration(targets=TARGETS), "0" * 16))
    store.begin_session(8)
    health = tuple(HealthLine(name, runs=TESTS, busy=1e5, version="1") for name in TARGETS)
    store.record(RunRecord(TESTS, "transform", 1, 1.0, 0.9, (), health=health), 40_000.0)
    campaign = store.number
    store.close()
    engine = create_engine(f"sqlite:///{folder / DATABASE}")
    artifacts = Artifacts(str(folder / ARTIFACTS))
    parts: tuple[tuple[Table, Iterator[Row]], ...] = (
        (tables.TESTS, _tests()),
        (tables.OUTCOMES, _outcomes()),
        (tables.FINDINGS, _findings(artifacts)),
    )
    for table, rows in parts:
        for batch in _batches(rows):
            with engine.begin() as connection:
                connection.execute(insert(table), [{"campaign": campaign, **row} for row in batch])
    engine.dispose()


def _tests() -> Iterator[Row]:
    for number in range(TESTS):
        yield {
            "index": number,
            "run": number // 3,
            "method": ("transform", "emi", "fuse")[number % 3],
            "variant": 0,
            "status": "done" if number % 50 else "untested",
            "seed": f"corpus/{number % 997}.frag",
            "detail": "",
        }


def _outcomes() -> Iterator[Row]:
    for number in range(TESTS):
        for target in TARGETS:
            kind = "crash" if number % 211 == 0 else "image"
            verdict = "crash" if kind == "crash" else "pass"
            yield {
                "test": number,
                "target": target,
                "kind": kind,
                "digest": f"{number % 1000:016}",
                "verdict": verdict,
            }


def _findings(artifacts: Artifacts) -> Iterator[Row]:
    case = load_case(CASE)
    evidence = {
        role: artifacts.put(
            msgspec.msgpack.encode(Image(256, 256, "rgba8", bytes([shade]) * 262144))
        )
        for role, shade in (("reference", 40), ("variant", 90))
    }
    for number in range(FINDINGS):
        kind = "crash" if number % 4 else "wrong"
        signature = f"SIGSEGV in frame {number // 3}" if kind == "crash" else "wrong image"
        verdict = Verdict("crash" if kind == "crash" else "wrong", signature, "of a benchmark")
        state = "reduced" if number % 2 else "new"
        finding = Finding(
            f"{number:06}-{TARGETS[number % 2]}",
            number * (TESTS // FINDINGS),
            TARGETS[number % 2],
            "1",
            verdict,
            case,
            "reliable",
            3,
            3,
            state="reduced" if state == "reduced" else "new",
            reduced=case if state == "reduced" else None,
        )
        yield {
            "id": finding.id,
            "test": finding.test,
            "target": finding.target,
            "method": "transform",
            "kind": kind,
            "signature": signature,
            "reliability": "reliable",
            "state": state,
            "body": artifacts.put(msgspec.msgpack.encode(finding)),
            "evidence": msgspec.json.encode(evidence).decode(),
        }


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=600) as answer:
        return bytes(answer.read())


def _seconds(address: str) -> float:
    begun = time.monotonic()
    _get(address)
    return time.monotonic() - begun


if __name__ == "__main__":
    main(Path(sys.argv[1]))
