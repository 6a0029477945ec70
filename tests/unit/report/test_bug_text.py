"""What is said of a bug: once for all pages."""

from __future__ import annotations

import msgspec
from helpers.records import finding
from helpers.toy import ToyMethod

from aberration.core.finding import IMPORTED
from aberration.core.outcome import Crash
from aberration.dedup.bugs import Bug
from aberration.report.bug_text import Seen, found_by, text_of_bug, text_of_case

BUG = Bug("crash-1", "tcc", "crash", "no boom", (), ("000007-tcc",))


def test_what_came_from_elsewhere_has_no_test_of_ours() -> None:
    assert found_by(finding(7)) == "toy, test 7"
    assert found_by(msgspec.structs.replace(finding(7), test=IMPORTED)) == "toy"


def test_of_a_log_the_end_is_shown() -> None:
    log = "\n".join(f"line {number}" for number in range(99))
    text = text_of_bug(
        BUG, finding(7, kind="crash"), {"variant": Crash("signal", log=log)}, ToyMethod()
    )
    assert text.log.split("\n") == [f"line {number}" for number in range(59, 99)]
    assert text.lead == "tcc dies"


def test_other_targets_are_told() -> None:
    rows = [Seen("gcc", "12", "pass", "")]
    text = text_of_bug(BUG, finding(7), {}, ToyMethod(), rows)
    assert text.seen == tuple(rows)
    assert text.values == ()


def test_a_case_that_nobody_ran_says_what_it_claims() -> None:
    text = text_of_case("mine", finding(7).case, ToyMethod())
    assert text.lead == "On whatever runs them, variant must give what reference gives"
    assert (text.target, text.kind, text.title) == ("", "case", "mine")
