"""Who is asked for a second opinion on what the interpreter says."""

from __future__ import annotations

from helpers import wordplay
from helpers.agreeing import case_of, sums

from aberration.campaign.observe import Observation
from aberration.campaign.triage.cross_check import (
    UNCONFIRMED,
    cross_check_targets,
    needs_cross_check,
    unconfirmed,
)
from aberration.campaign.triage.false_positives import FalsePositiveChecks
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image
from aberration.core.recipe import Recipe
from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.methods.agree.method import AgreeMethod
from aberration.targets.pool import TargetPool

WRONG = Verdict("wrong", "wrong image")
CASE = case_of(sums(2, 1))


def target(name: str, family: str, *groups: str, languages: tuple[str, ...] = ("essl",)) -> Target:
    stages = (Stage(name, WorkerSpec("none")),)
    return Target(name, "executes", languages, stages, groups, family)


ACCUSED = target("a:1", "a")
KNOWN = (
    target("slow", "b", "angle"),
    ACCUSED,
    target("a:2", "a"),
    target("c:1", "c"),
    target("c:2", "c"),
    target("floats", "d", "float-images"),
    target("asked", "e", BY_REQUEST),
    target("glsl", "f", languages=("glsl",)),
)


def test_one_of_each_other_family_quick_ones_first() -> None:
    assert [one.id for one in cross_check_targets(CASE, ACCUSED, KNOWN)] == ["c:1", "slow"]


def test_one_who_agrees_is_enough() -> None:
    assert (
        unconfirmed(
            CASE, ACCUSED, KNOWN, lambda one: Verdict("pass") if one.id == "slow" else WRONG
        )
        == ""
    )


def test_where_nobody_agrees_it_may_be_our_defect() -> None:
    told = unconfirmed(CASE, ACCUSED, KNOWN, lambda _: WRONG)
    assert told == f"{UNCONFIRMED} (c:1: wrong, slow: wrong)"
    assert unconfirmed(CASE, ACCUSED, (ACCUSED,), lambda _: WRONG).endswith("(nobody to ask)")


def test_only_results_of_shaders_need_one() -> None:
    assert needs_cross_check(CASE)
    assert not needs_cross_check(
        wordplay.WordMethod().replay(Recipe("wordplay", 1, {"seed": wordplay.program("x")})).case
    )


def checks(*passing: str) -> FalsePositiveChecks:
    def observe(case: object, targets: object) -> Observation:
        assert isinstance(targets, list)
        return Observation(
            {}, {one.id: Verdict("pass") if one.id in passing else WRONG for one in targets}
        )

    return FalsePositiveChecks(AgreeMethod(), 5.0, observe, TargetPool(), lambda: KNOWN)


def test_a_finding_is_cross_checked() -> None:
    assert checks("c:1").explanation(CASE, ACCUSED, [ACCUSED], WRONG) == ""
    assert checks().explanation(CASE, ACCUSED, [ACCUSED], WRONG).startswith(UNCONFIRMED)


def test_where_all_are_wrong_at_first_sight_nobody_is_asked_thrice() -> None:
    assert isinstance(CASE.oracle, Expected)
    right = CASE.oracle.outcome
    assert isinstance(right, Image)
    wrong = Image(right.width, right.height, right.format, bytes(len(right.data)))
    alone = Observation({"a:1": {"program": wrong}}, {"a:1": WRONG})
    assert checks().at_first_sight(CASE, ACCUSED, alone).startswith(UNCONFIRMED)
    beside = Observation(
        {"a:1": {"program": wrong}, "c:1": {"program": right}},
        {"a:1": WRONG, "c:1": Verdict("pass")},
    )
    assert checks().at_first_sight(CASE, ACCUSED, beside) == ""
