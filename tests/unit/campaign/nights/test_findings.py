"""Which bugs are new, of the findings of several nights."""

import msgspec
from helpers.toy import ToyMethod, add, toy_case

from aberration.campaign.nights.findings import bugs_in, kept_of, new_in, unlike_known
from aberration.campaign.nights.records import Kept
from aberration.core.finding import Finding, State
from aberration.core.oracle import Verdict

CRASH = Verdict("crash", "fold.c:17: fold: Assertion `no boom' failed.")
WRONG = Verdict("wrong", "wrong text")


def finding(name: str, *kinds: str, verdict: Verdict = WRONG, state: State = "reduced") -> Finding:
    small = toy_case(*(add("w", kind=kind) for kind in kinds))
    large = toy_case(add("x", kind="Other"), *(add("w", kind=kind) for kind in kinds))
    return Finding(name, 1, "driver@2", "2", verdict, large, "reliable", 3, 3, state, reduced=small)


def kept(night: int, *found: Finding) -> list[Kept]:
    """Return the findings as a night has them in the store."""
    named = [msgspec.structs.replace(one, id=f"{night:04d}-01/{one.id}") for one in found]
    return [kept_of(one, night, "driver") for one in named]


def new_ids(night: int, *nights: list[Kept]) -> list[tuple[str, ...]]:
    every = [one for found in nights for one in found]
    bugs = new_in(bugs_in(every, lambda _: ToyMethod()), every, night)
    return [bug.findings for bug in bugs]


def test_what_a_former_night_has_is_not_new() -> None:
    first = kept(1, finding("a", "Swap"))
    second = kept(2, finding("a", "Swap"), finding("b", "Copy"))
    assert new_ids(1, first) == [("0001-01/a",)]
    assert new_ids(2, first, second) == [("0002-01/b",)]


def test_a_signature_of_a_former_night_makes_it_known_whatever_the_steps() -> None:
    first = kept(1, finding("a", "Swap", verdict=CRASH))
    assert new_ids(2, first, kept(2, finding("b", "Copy", verdict=CRASH))) == []


def test_a_bug_with_findings_of_both_nights_is_not_new() -> None:
    first, second = kept(1, finding("a", "Swap", "Copy")), kept(2, finding("b", "Swap"))
    assert new_ids(2, first, second) == []


def test_only_the_smallest_case_is_kept() -> None:
    (one,) = kept(1, finding("a", "Swap"))
    assert one.finding.case == one.finding.reduced == toy_case(add("w", kind="Swap"))
    assert (one.family, one.night) == ("driver", 1)


def test_what_another_campaign_of_the_store_has_is_not_new() -> None:
    assert new_ids(2, kept(0, finding("a", "Swap")), kept(2, finding("b", "Swap"))) == []


def test_unreduced_findings_are_new_only_where_nothing_known_looks_alike() -> None:
    families = {"driver@2": "driver"}
    known = kept(1, finding("a", "Swap"))
    left = [finding("b", state="new"), finding("c", state="new", verdict=CRASH)]
    assert unlike_known(left, known, families) == [("driver", "crash", CRASH.signature)]
    assert unlike_known([finding("d")], [], families) == []
