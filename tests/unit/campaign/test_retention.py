"""What of a campaign's artifacts is kept, and what goes first."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.records import run_record
from helpers.toy import add, toy_case

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import Defect
from aberration.campaign.retention import YOUNG, Removed, Retention, prune, size_text
from aberration.campaign.store import ARTIFACTS, Header, Store
from aberration.cli.main import main


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store with two findings, two defects, and rubbish of two ages."""
    made = Store.in_folder(tmp_path)
    made.create(Header(FuzzConfiguration(), "0" * 16))
    made.begin_session(1)
    made.record(run_record(0, findings=2), 1.0)
    for test in (7, 3):
        made.add_defect(Defect(test, "our own fault", toy_case(add("x" * test * 100))))
    made.artifacts.put(b"rubbish of a killed run")
    yield made
    made.close()


def _all_old(folder: Path) -> None:
    for place in (folder / ARTIFACTS).rglob("*"):
        if place.is_file():
            os.utime(place, (1000.0, 1000.0))


def test_what_nobody_names_goes_when_it_is_old(store: Store, tmp_path: Path) -> None:
    assert prune(store, None).rubbish == Removed(), "a campaign may be about to name it"
    _all_old(tmp_path)
    young = store.artifacts.put(b"young rubbish")
    first = store.findings()[0]
    store.update_finding(msgspec.structs.replace(first, state="reduced"))
    found, evidence = store.findings(), store.evidence(first.id)
    planned = prune(store, None, dry=True)
    assert planned.rubbish.files == 2, "the killed run's, and the finding of before"
    assert len(store.artifacts.entries()) == planned.rubbish.files + 7
    assert prune(store, None) == planned
    assert store.artifacts.has(young)
    assert (store.findings(), store.evidence(first.id)) == (found, evidence)
    assert prune(store, None, now=time.time() + 2 * YOUNG).rubbish.files == 1
    assert prune(store, None).before == planned.after - len(b"young rubbish")


def test_the_cases_of_our_oldest_defects_go_next_and_findings_never(
    store: Store, tmp_path: Path
) -> None:
    _all_old(tmp_path)
    whole = prune(store, None)
    done = prune(store, whole.after - 1)
    assert (done.defects.files, done.over) == (1, 0)
    cases = {row["test"]: row["case"] for row in store.rows(tables.DEFECTS)}
    assert cases[3] == ""
    assert store.defect_case(str(cases[7])) == toy_case(add("x" * 700))
    last = prune(store, 10)
    assert last.defects.files == 1
    assert last.over == last.after - 10 > 0
    assert len(store.findings()) == 2
    assert store.evidence("000000-tcc")


def test_a_campaign_looks_when_it_has_written_enough(store: Store, tmp_path: Path) -> None:
    _all_old(tmp_path)
    keep = 100 * store.artifacts.bytes_written
    retention = Retention(store, keep)
    assert retention.look() is None
    store.artifacts.put(bytes(keep // 3))
    looked = retention.look()
    assert looked is not None
    assert looked.rubbish.files == 1
    assert retention.look() is None
    assert retention.look(at_end=True) is not None


def test_sizes_as_people_read_them() -> None:
    assert size_text(0) == "0 bytes"
    assert size_text(1023) == "1023 bytes"
    assert size_text(1536) == "1.5 KiB"
    assert size_text(5 * 1024**4) == "5.0 TiB"


def test_the_command(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _all_old(tmp_path)
    assert main(["prune", str(tmp_path), "--dry-run"]) == 0
    assert "1 artifact (23 bytes) would be removed that nothing names" in capsys.readouterr().out
    assert main(["prune", str(tmp_path), "--keep", "10"]) == 0
    said = capsys.readouterr().out
    assert "2 artifacts" in said
    assert "more than asked for: findings need them" in said
    assert main(["prune", str(tmp_path), "--keep", "much"]) == 2
    assert "500MB or 2GiB" in capsys.readouterr().err
