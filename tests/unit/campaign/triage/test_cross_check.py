"""Who is asked for a second opinion on what the interpreter says."""

from __future__ import annotations

from collections.abc import Sequence

from helpers import wordplay
from helpers.agreeing import case_of, sums
from helpers.questions import question

from aberration.campaign.observe import Observation
from aberration.campaign.triage.cross_check import (
    UNCONFIRMED,
    cross_check_targets,
    needs_cross_check,
    no_confirmation,
)
from aberration.campaign.triage.false_positives import at_first_sight, explanation
from aberration.campaign.triage.question import KnownTargets, Question
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.methods.agree.method import AgreeMethod

WRONG = Verdict("wrong", "wrong image")
CASE = case_of(sums(2, 1))


def target(
    name: str,
    family: str,
    *groups: str,
    languages: tuple[str, ...] = ("essl",),
    driver: str = "",
) -> Target:
    stages = (Stage(name, WorkerSpec("none")),)
    return Target(name, "executes", languages, stages, groups, family, driver=driver)


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


def asked(
    *passing: str, known: Sequence[Target] = KNOWN, seen: Observation | None = None
) -> Question:
    """Return the question about a wrong result, where these targets give the right one."""

    def ask(_: TestCase, one: Target) -> Verdict:
        return Verdict("pass") if one.id in passing else WRONG

    everybody = KnownTargets(every=lambda: known, chains=tuple)
    return question(CASE, ACCUSED, WRONG, ask, method=AgreeMethod(), known=everybody, seen=seen)


def test_one_of_each_other_family_quick_ones_first() -> None:
    assert [one.id for one in cross_check_targets(CASE, ACCUSED, KNOWN)] == ["c:1", "slow"]


def test_another_driver_comes_before_the_one_that_the_accused_has_too() -> None:
    accused = target("a-swift", "a", driver="swift")
    others = (
        target("b-swift", "b", driver="swift"),
        target("b-pipe", "b", driver="pipe"),
        target("b@2-pipe", "b", driver="pipe"),
        target("a-pipe", "a", driver="pipe"),
    )
    asked = [one.id for one in cross_check_targets(CASE, accused, (accused, *others))]
    assert asked == ["b-pipe", "b-swift"]


def test_a_bug_of_the_driver_below_two_front_ends_is_confirmed_on_another_driver() -> None:
    accused = target("a-swift", "a", driver="swift")
    known = (target("b-swift", "b", driver="swift"), target("b-pipe", "b", driver="pipe"))

    def ask(_: TestCase, one: Target) -> Verdict:
        return Verdict("pass") if one.driver == "pipe" else WRONG

    everybody = KnownTargets(every=lambda: known, chains=tuple)
    asking = question(CASE, accused, WRONG, ask, method=AgreeMethod(), known=everybody)
    assert no_confirmation(asking) == ""


def test_one_who_agrees_is_enough() -> None:
    assert no_confirmation(asked("slow")) == ""


def test_where_nobody_agrees_nobody_knows_who_is_wrong() -> None:
    told = no_confirmation(asked())
    assert told == f"{UNCONFIRMED} (c:1: wrong, slow: wrong)"
    assert no_confirmation(asked(known=(ACCUSED,))).endswith("(nobody to ask)")


def test_a_chain_confirms_what_no_other_driver_reads() -> None:
    chains = (target("front+a:2", "front+a"), target("front+b", "front+b"))
    everybody = KnownTargets(every=lambda: (ACCUSED,), chains=lambda: chains)

    def ask(_: TestCase, one: Target) -> Verdict:
        return Verdict("pass") if one.id == "front+b" else WRONG

    asking = question(CASE, ACCUSED, WRONG, ask, method=AgreeMethod(), known=everybody)
    assert no_confirmation(asking) == ""
    same = KnownTargets(every=lambda: (ACCUSED,), chains=lambda: chains[:1])
    alone = question(CASE, ACCUSED, WRONG, ask, method=AgreeMethod(), known=same)
    assert no_confirmation(alone).endswith("(nobody to ask)")


def test_a_second_front_end_is_asked_where_the_first_gives_no_answer() -> None:
    chains = (target("front+b", "front+b"), target("front@2+b", "front+b"))
    everybody = KnownTargets(every=lambda: (ACCUSED,), chains=lambda: chains)

    def told(first: Verdict) -> str:
        given = {"front+b": first, "front@2+b": Verdict("pass")}
        asking = question(
            CASE,
            ACCUSED,
            WRONG,
            lambda _, one: given[one.id],
            method=AgreeMethod(),
            known=everybody,
        )
        return no_confirmation(asking)

    assert told(Verdict("invalid")) == ""
    assert told(WRONG) == f"{UNCONFIRMED} (front+b: wrong)"


def test_only_results_of_shaders_need_one() -> None:
    assert needs_cross_check(CASE)
    assert not needs_cross_check(
        wordplay.WordMethod().replay(Recipe("wordplay", 1, {"seed": wordplay.program("x")})).case
    )


def test_a_finding_is_cross_checked() -> None:
    assert explanation(asked("c:1")) == ""
    assert explanation(asked()).startswith(UNCONFIRMED)


def test_where_all_are_wrong_at_first_sight_nobody_is_asked_thrice() -> None:
    assert isinstance(CASE.oracle, Expected)
    right = CASE.oracle.outcome
    assert isinstance(right, Image)
    wrong = Image(right.width, right.height, right.format, bytes(len(right.data)))
    alone = Observation({"a:1": {"program": wrong}}, {"a:1": WRONG})
    assert at_first_sight(asked(seen=alone)).startswith(UNCONFIRMED)
    beside = Observation(
        {"a:1": {"program": wrong}, "c:1": {"program": right}},
        {"a:1": WRONG, "c:1": Verdict("pass")},
    )
    assert at_first_sight(asked(seen=beside)) == ""
