"""One orchestration for campaigns and the command line: what a case is a finding of, and what
becomes of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import wordplay
from helpers.word_compiler import words_of

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.finding_reducer import FindingReducer
from aberration.campaign.timed import TimedPool
from aberration.core.errors import NothingTested
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Target

CONFIGURATION = FuzzConfiguration(confirmations=1)
BAD = wordplay.target("bad", bugs="twist")


def case_of(*words: str) -> TestCase:
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
    return wordplay.WordMethod().replay(recipe).case


def reducer(pool: TimedPool, target: Target) -> FindingReducer:
    return FindingReducer(pool, target, wordplay.WordMethod(), CONFIGURATION)


def test_a_case_is_confirmed_and_reduced() -> None:
    kept: list[Sequence[str]] = []
    with TimedPool(2, None) as pool:
        ours = reducer(pool, BAD)
        finding = ours.finding_of(case_of("w1", "twist", "w2"))
        assert (finding.state, finding.looks) == ("new", 1)
        judged = ours.reduce(finding, lambda case: kept.append(words_of(case.programs["variant"])))
    assert judged is not None
    assert (judged.status, judged.finding.state) == ("complete", "reduced")
    assert judged.finding.reduced is not None
    assert words_of(judged.finding.reduced.programs["variant"]) == ["twist"] == kept[-1]
    assert ours.runs >= judged.attempts


def test_what_a_worker_remembers_of_a_step_that_went_is_not_believed() -> None:
    stale = wordplay.target("stale", bugs="stale")
    with TimedPool(2, None) as pool:
        ours = reducer(pool, stale)
        judged = ours.reduce(ours.finding_of(case_of("w1", "primer", "w2", "stale")))
    assert judged is not None
    assert judged.status == "complete"
    assert judged.finding.reduced is not None
    assert words_of(judged.finding.reduced.programs["variant"]) == ["primer", "stale"]


def test_a_case_that_is_right_or_explained_is_no_finding() -> None:
    with TimedPool(2, None) as pool:
        with pytest.raises(NothingTested, match=r"shows no bug on bad \(pass\)"):
            reducer(pool, BAD).finding_of(case_of("w1"))
        crooked = wordplay.target("crooked", bugs="round")
        with pytest.raises(NothingTested, match=r"shows no bug on crooked \(none: .+\)"):
            reducer(pool, crooked).finding_of(case_of("round"))
