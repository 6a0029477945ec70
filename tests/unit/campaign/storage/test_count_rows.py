"""Counts that the database makes are those of the rows."""

from pathlib import Path

import msgspec
from helpers.records import run_record

from aberration.campaign import tables
from aberration.campaign.codes import code_counts
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import OutcomeLine
from aberration.campaign.store import Header, Store
from aberration.core.rng import Rng

VERDICTS = ("pass", "pass", "none", "wrong", "crash", "rejected", "timeout")


def test_codes_of_tests_are_those_of_all_rows(tmp_path: Path) -> None:
    rng = Rng.of(1, "verdicts")
    store = Store.in_folder(tmp_path)
    store.create(Header(FuzzConfiguration(), "0" * 16))
    store.begin_session(1)
    for number in range(40):
        run = run_record(number, tests=1)
        outcomes = tuple(
            OutcomeLine(f"target-{place}", "image", rng.choose(["", "stage"]), verdict)
            for place in range(rng.below(4))
            for verdict in (rng.choose(VERDICTS),)
        )
        test = msgspec.structs.replace(run.tests[0], outcomes=outcomes)
        store.record(msgspec.structs.replace(run, tests=(test,)), 1.0)
    codes = store.codes()
    assert codes == code_counts(store.rows(tables.OUTCOMES))
    assert {"agree", "differ", "rejected by one"} <= codes.keys()
    by_target = store.counts_of_pairs(tables.OUTCOMES, "target", "verdict")
    assert sum(sum(of.values()) for of in by_target.values()) == len(store.rows(tables.OUTCOMES))
    store.close()
