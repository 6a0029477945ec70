"""What targets do with seeds whose result is known."""

import sys

from helpers.known_results import PIXELS, TellingPool, claimed, image, module, target

from aberration.campaign.observe import Observer, reference_of
from aberration.campaign.references import References
from aberration.core.comparison import Tolerance
from aberration.core.oracle import Expected
from aberration.core.outcome import Crash, Outcome, Timeout

ONE, OTHER = target("one"), target("other")
CASE = claimed()
assert isinstance(CASE.oracle, Expected)
CLAIM = CASE.oracle


def observer(**seeds: Outcome) -> tuple[TellingPool, References, Observer]:
    """Return an observer of targets that give this for the seed, and what is right for all else."""
    pool = TellingPool({(name, "seed"): outcome for name, outcome in seeds.items()})
    references = References(pool, (), Tolerance(), 5.0)
    return pool, references, Observer(pool, references, 5.0)


def test_nothing_that_a_seed_drew_is_kept_of_a_target_that_is_right_about_it() -> None:
    drawn = image(51)
    pool, references, look = observer(one=drawn)
    held = sys.getrefcount(drawn)
    look.observe(CASE, [ONE])
    assert sys.getrefcount(drawn) == held
    assert (
        references.outcome_on_seed(ONE, CASE.programs["reference"], CLAIM).outcome == CLAIM.outcome
    )
    assert pool.runs.count(("one", "seed")) == 1


def test_the_seed_is_run_once_on_each_target() -> None:
    pool, references, look = observer()
    for _ in range(2):
        seen = look.observe(CASE, [ONE, OTHER])
        assert {verdict.kind for verdict in seen.verdicts.values()} == {"pass"}
    assert pool.runs.count(("one", "seed")) == 1
    assert references.news() == ()
    assert seen.claims == {}


def test_a_target_that_is_wrong_about_the_whole_seed_is_left_out() -> None:
    _, references, look = observer(one=image(99))
    seen = look.observe(CASE, [ONE, OTHER])
    assert list(seen.verdicts) == ["other"]
    assert (
        seen.skipped["one"]
        == f"it is wrong about the seed itself: {PIXELS} of {PIXELS} lie outside of what is legal"
    )
    (news,) = references.news()
    assert (news.seed, news.target) == ("seed", "one")


def test_where_a_target_is_wrong_about_the_seed_its_variants_are_not_compared() -> None:
    pool, _, look = observer(one=image(51, spoilt=2))
    pool.answers["one", "variant"] = image(51, spoilt=2)
    seen = look.observe(CASE, [ONE])
    assert seen.verdicts["one"].kind == "pass"
    left = seen.claims["one"].limits
    assert left is not None
    assert left.places_compared() == PIXELS - 2
    pool.answers["one", "variant"] = image(51, spoilt=3)
    assert look.observe(CASE, [ONE]).verdicts["one"].kind == "wrong"


def test_a_target_that_dies_of_the_seed_is_left_out() -> None:
    _, _, look = observer(one=Crash("signal", "SIGSEGV"), other=Timeout(5.0))
    seen = look.observe(CASE, [ONE, OTHER])
    assert seen.verdicts == {}
    assert seen.skipped == {
        "one": "the seed itself: crash: SIGSEGV",
        "other": "the seed itself: timeout: timeout",
    }


def test_the_seed_itself_can_be_the_test() -> None:
    pool, _, look = observer(one=image(99))
    case = claimed(steps=0)
    assert reference_of(case) is None
    seen = look.observe_seed(case, [ONE, OTHER])
    assert {name: verdict.kind for name, verdict in seen.verdicts.items()} == {
        "one": "wrong",
        "other": "pass",
    }
    assert pool.runs == [("one", "seed"), ("other", "seed")]
    assert look.observe(case, [ONE]).verdicts["one"].kind == "wrong"


def test_programs_that_differ_from_their_seed_have_a_reference() -> None:
    assert reference_of(CASE) == module("seed")
