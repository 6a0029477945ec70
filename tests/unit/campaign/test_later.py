"""A later variant of a run is no finding of its own, unless it shows another set of types."""

from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.records import finding as toy_finding
from helpers.toy import add, toy_case
from helpers.word_compiler import words_of

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.later import Later, types_to_leave_out
from aberration.campaign.observe import Observation
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.pipeline import reduce_findings
from aberration.core.finding import Finding
from aberration.core.oracle import Agree, Verdict
from aberration.core.outcome import Outcome, Text
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Target
from aberration.methods.registry import method_named

WRONG = Verdict("wrong", "wrong text")
TCC = Target("tcc", "executes", ("c",))
OUTCOMES: dict[str, Outcome] = {"reference": Text(b"a"), "variant": Text(b"b")}


def seen(verdict: Verdict = WRONG) -> Observation:
    return Observation({"tcc": OUTCOMES}, {"tcc": verdict})


def first(state: str = "new") -> FoundRecord:
    return FoundRecord(msgspec.structs.replace(toy_finding(1), state=state), {})


def kept(
    *cases: TestCase, verdict: Verdict = WRONG, before: FoundRecord | None = None
) -> list[str]:
    later = Later()
    for number, case in enumerate(cases, 2):
        later.add(number, case, [TCC], seen(verdict), [before or first()])
    return [record.finding.id for record in later.records]


ONE, TWO, APART = toy_case(add("a")), toy_case(add("a"), add("b")), toy_case(add("c"))


def test_of_variants_that_continue_each_other_the_last_is_kept() -> None:
    assert kept(ONE, TWO) == ["000003-tcc"]
    assert kept(ONE, APART, TWO) == ["000003-tcc", "000004-tcc"]


def test_what_is_kept_waits_behind_the_first() -> None:
    later = Later()
    later.add(2, TWO, [TCC], seen(), [first()])
    (record,) = later.records
    finding = record.finding
    assert (finding.state, finding.behind, finding.tries) == ("waiting", "000001-tcc", 0)
    assert record.evidence == OUTCOMES


@pytest.mark.parametrize(
    ("case", "verdict", "before"),
    [
        (ONE, Verdict("pass"), first()),
        (ONE, Verdict("crash", "boom"), first()),
        (ONE, WRONG, first("set-aside")),
        (toy_case(), WRONG, first()),
        (msgspec.structs.replace(ONE, oracle=Agree("variant")), WRONG, first()),
    ],
    ids=["right", "another signature", "explained", "without steps", "compared with others"],
)
def test_what_is_not_kept(case: TestCase, verdict: Verdict, before: FoundRecord) -> None:
    assert kept(case, verdict=verdict, before=before) == []


def reduced_to(*kinds: str) -> Finding:
    steps = tuple(add(f"w{number}", kind=kind) for number, kind in enumerate(kinds))
    return msgspec.structs.replace(toy_finding(1), state="reduced", reduced=toy_case(*steps))


def test_what_the_first_needs_is_left_out() -> None:
    ignored = frozenset({"Support"})
    assert types_to_leave_out(reduced_to("Split", "Support"), ignored, {}) == frozenset({"Split"})
    assert types_to_leave_out(reduced_to("Support"), ignored, {}) == frozenset({"Support"})
    assert types_to_leave_out(reduced_to(), ignored, {}) is None


def test_what_is_made_of_the_same_is_left_out_too() -> None:
    made_of = {
        "Guard": frozenset({"branch"}),
        "Block": frozenset({"branch", "store"}),
        "Gap": frozenset({"gap"}),
    }
    assert types_to_leave_out(reduced_to("Guard"), frozenset(), made_of) == frozenset(
        {"Guard", "Block"}
    )
    assert types_to_leave_out(reduced_to("Other"), frozenset(), made_of) == frozenset({"Other"})


def found(words: str, identifier: str, behind: str = "") -> FoundRecord:
    """Return a finding of the target `bad`; each word is a type of its own."""
    steps: tuple[Step, ...] = tuple(
        {"type": word.capitalize(), "word": word} for word in words.split()
    )
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
    case = wordplay.WordMethod().replay(recipe).case
    one = Finding(
        identifier, int(identifier[:6]), "bad", "words 1.0", WRONG, case, "reliable", 1, 1
    )
    if behind:
        one = msgspec.structs.replace(
            one, state="waiting", reliability="once", tries=0, observed=0, behind=behind
        )
    return FoundRecord(one, {})


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("words", "state", "left"),
    [("w1 twist w2 wide", "reduced", ["wide"]), ("w1 twist w2 twist", "set-aside", None)],
)
def test_a_later_variant_is_another_bug_only_without_the_types_of_the_first(
    tmp_path: Path, words: str, state: str, left: list[str] | None
) -> None:
    (tmp_path / "campaign").mkdir()
    store = Store.in_folder(tmp_path / "campaign")
    store.create(
        Header(
            FuzzConfiguration(methods=("wordplay",), targets=("bad",), confirmations=1), "digest"
        )
    )
    records = (found("w1 twist", "000000-bad"), found(words, "000002-bad", behind="000000-bad"))
    store.record(RunRecord(0, "wordplay", 1, 1.0, 1.0, (), records), 1.0)
    reduce_findings(store, {"bad": wordplay.target("bad", bugs="twist wide")}, method_named)
    first_one, later = store.findings()
    assert (first_one.state, later.state) == ("reduced", state)
    assert later.reduced is None or words_of(later.reduced.programs["variant"]) == left
    assert later.reason == ("" if left else "the bug of 000000-bad: without Twist nothing is wrong")
    store.close()


@pytest.mark.usefixtures("plugin")
def test_a_seed_that_is_wrong_by_itself_explains_all_that_came_later(tmp_path: Path) -> None:
    (tmp_path / "campaign").mkdir()
    store = Store.in_folder(tmp_path / "campaign")
    store.create(
        Header(
            FuzzConfiguration(methods=("wordplay",), targets=("bad",), confirmations=1), "digest"
        )
    )
    plain = found("w1", "000000-bad").finding
    none = msgspec.structs.replace(
        plain, state="reduced", reduced=found("", "000000-bad").finding.case
    )
    records = (FoundRecord(none, {}), found("w1 w2", "000001-bad", behind="000000-bad"))
    store.record(RunRecord(0, "wordplay", 1, 1.0, 1.0, (), records), 1.0)
    reduce_findings(store, {"bad": wordplay.target("bad", bugs="w1")}, method_named)
    assert store.finding("000001-bad").reason == "the bug of 000000-bad: it needs no step at all"
    store.close()
