"""Comparing many targets: a slow program is left early, and a confirmation asks no more targets
than it needs.
"""

from contextlib import closing

import pytest
from helpers import wordplay

from aberration.campaign.confirm import voters
from aberration.campaign.observe import (
    CountingPool,
    Observation,
    Observer,
    observe_fresh,
    observe_fresh_often,
    with_tolerance,
)
from aberration.campaign.references import References
from aberration.core.comparison import Tolerance
from aberration.core.oracle import Agree, Expected, Verdict
from aberration.core.outcome import Text, Timeout
from aberration.core.recipe import Recipe, TestCase

GOOD = [wordplay.target(name) for name in ("one", "two", "three", "four")]
BAD = wordplay.target("bad", bugs="twist")


def agree_case(*words: str) -> TestCase:
    return TestCase(
        Recipe("wordplay", 1, {}), {"program": wordplay.program("alpha", words)}, Agree()
    )


def observer(pool: CountingPool, deadline: float) -> Observer:
    return Observer(pool, References(pool, (), Tolerance(), deadline), deadline)


def test_the_minority_is_blamed_and_two_of_the_majority_confirm_it() -> None:
    targets = [BAD, *GOOD]
    with closing(CountingPool()) as pool:
        seen = observer(pool, 5.0).observe(agree_case("twist"), targets)
        assert {name for name, verdict in seen.verdicts.items() if verdict.is_finding} == {"bad"}
        asked = voters(BAD, targets, seen)
        assert [target.id for target in asked] == ["bad", "one", "two"]
        assert observe_fresh(pool, agree_case("twist"), asked, 5.0).verdicts["bad"].kind == "wrong"
        assert pool.busy == pytest.approx(sum(pool.busy_by_target.values()))


def test_looks_side_by_side_are_those_one_after_the_other() -> None:
    asked, case = [BAD, *GOOD[:2]], agree_case("twist")
    with closing(CountingPool()) as one, closing(CountingPool(side_by_side=3)) as three:
        wanted = observe_fresh_often(one, case, asked, 5.0, 3)
        assert observe_fresh_often(three, case, asked, 5.0, 3) == wanted
        assert [seen.verdicts["bad"].kind for seen in wanted] == ["wrong"] * 3
        assert three.health == one.health
        assert three.busy == pytest.approx(sum(three.busy_by_target.values()))


def test_without_majority_all_are_asked() -> None:
    wrong = Verdict("wrong", "no majority")
    seen = Observation({}, {target.id: wrong for target in GOOD})
    assert voters(GOOD[0], GOOD, seen) == GOOD


def test_a_program_that_ends_nowhere_is_left_after_two_targets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = [wordplay.target(f"slow{number}", bugs="stall") for number in range(4)]
    with closing(CountingPool()) as pool:
        monkeypatch.setattr(pool, "run_fresh", None)
        seen = observer(pool, 0.3).observe(agree_case("stall"), slow)
    assert all(isinstance(roles["program"], Timeout) for roles in seen.outcomes.values())
    assert list(seen.outcomes) == ["slow0", "slow1"]
    assert list(seen.skipped) == ["slow2", "slow3"]
    assert {verdict.kind for verdict in seen.verdicts.values()} == {"none"}


def test_a_program_that_ends_on_one_target_is_run_on_all() -> None:
    targets = [wordplay.target("slow", bugs="stall"), *GOOD[:2]]
    with closing(CountingPool()) as pool:
        seen = observer(pool, 0.5).observe(agree_case("stall"), targets)
    assert isinstance(seen.outcomes["two"]["program"], Text)
    assert seen.verdicts["slow"].kind == "timeout"


def test_the_tolerance_of_the_campaign_is_put_in() -> None:
    assert with_tolerance(agree_case(), Tolerance(step=3)).oracle == Agree(
        tolerance=Tolerance(step=3)
    )


def test_a_compiler_that_refuses_the_seed_too_is_left_out() -> None:
    refused, fine = wordplay.program("refused"), wordplay.program("alpha")
    with closing(CountingPool()) as pool:
        look = observer(pool, 5.0)
        both = TestCase(
            Recipe("wordplay", 1, {}),
            {"reference": refused, "variant": refused},
            known_result("alpha"),
        )
        seen = look.observe(both, GOOD[:1])
        assert seen.verdicts == {}
        assert seen.skipped["one"].startswith("the seed itself: rejected")
        one = TestCase(
            Recipe("wordplay", 1, {}),
            {"reference": fine, "variant": refused},
            known_result("alpha"),
        )
        assert look.observe(one, GOOD[:1]).verdicts["one"].kind == "rejected"


def known_result(text: str) -> Expected:
    return Expected(Text(text.encode()), "variant")
