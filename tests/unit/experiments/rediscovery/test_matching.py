"""When a finding is a known bug, when it only may be, and when nothing can tell."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from experiments.rediscovery.known import Known
from experiments.rediscovery.matching import (
    Told,
    are_told_apart,
    best,
    fail_alike,
    features_of_case,
    is_known,
)
from tools.bugs_by_version import BUGS

from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case

CASE = load_case(BUGS / "lavapipe-value-leaving-loop")
OTHER = load_case(BUGS / "lavapipe-swapped-arms")
SHADER = load_case(BUGS / "mesa-gl-nested-switch-continue")
FAMILY = "llvmpipe"
MENDED = {"22.3.6": "wrong", "25.0.7": "right"}
NEVER_MENDED = {"22.3.6": "wrong", "25.0.7": "wrong"}


def _known(case: TestCase) -> Known:
    return Known("known", FAMILY, case, {})


def _finding(case: TestCase) -> Finding:
    return Finding(
        id="000021-lavapipe",
        test=21,
        target="lavapipe",
        target_version="22.3.6",
        verdict=Verdict("wrong", "wrong image"),
        case=case,
        reliability="reliable",
        observed=3,
        tries=3,
        state="reduced",
        reduced=case,
    )


def _told(*answers: tuple[TestCase, Mapping[str, str]]) -> Told:
    def told(case: TestCase) -> Mapping[str, str]:
        return next(words for one, words in answers if one is case)

    return told


def test_the_same_steps_are_the_same_bug_where_a_version_tells_whatever_the_culprit() -> None:
    plain = _finding(CASE)
    blamed = msgspec.structs.replace(plain, culprit=Culprit(kind="knob", name="x"))
    for finding in (plain, blamed):
        assert is_known(finding, _known(CASE), FAMILY, _told((CASE, MENDED))) == "same"


def test_where_no_version_is_right_it_is_only_likely() -> None:
    told = _told((CASE, NEVER_MENDED))
    assert is_known(_finding(CASE), _known(CASE), FAMILY, told) == "likely"


def test_the_pass_to_blame_makes_it_likely() -> None:
    culprit = Culprit(kind="pass", name="loop-fission=4")
    finding = msgspec.structs.replace(_finding(OTHER), culprit=culprit)
    known = msgspec.structs.replace(_known(CASE), passes=frozenset({"ssa-rewrite", "loop-fission"}))
    told = _told((CASE, MENDED), (OTHER, MENDED))
    assert is_known(finding, known, FAMILY, told) == "likely"
    other = msgspec.structs.replace(finding, culprit=Culprit(kind="pass", name="ccp"))
    assert is_known(other, known, FAMILY, told) == "other"


def test_other_steps_are_another_bug_although_versions_agree() -> None:
    told = _told((CASE, MENDED), (OTHER, MENDED))
    assert is_known(_finding(OTHER), _known(CASE), FAMILY, told) == "other"


def test_a_case_that_fails_on_other_versions_is_another_bug() -> None:
    again = msgspec.structs.replace(CASE)
    told = _told((CASE, MENDED), (again, NEVER_MENDED))
    assert is_known(_finding(CASE), _known(again), FAMILY, told) == "other"


def test_a_known_bug_that_does_not_show_is_not_found() -> None:
    told = _told((CASE, {"22.3.6": "right", "25.0.7": "right"}))
    assert is_known(_finding(CASE), _known(CASE), FAMILY, told) == "other"


def test_a_shader_made_small_is_compared_by_what_it_is_made_of() -> None:
    large = load_case(BUGS / "mesa-gl-continue-lost-copy")
    finding = msgspec.structs.replace(_finding(large), reduced=SHADER)
    told = _told((SHADER, MENDED))
    assert is_known(finding, _known(SHADER), FAMILY, told) == "same"
    assert is_known(finding, _known(large), FAMILY, lambda _: MENDED) == "other"


def test_a_program_that_holds_all_that_is_distinctive_is_perhaps_the_bug() -> None:
    needed = features_of_case(SHADER)
    assert {"continue in if", "switch in switch"} <= needed
    finding = msgspec.structs.replace(_finding(SHADER), reduced=_with_steps(SHADER))
    assert is_known(finding, _known(SHADER), FAMILY, lambda _: MENDED) == "perhaps"


def _with_steps(case: TestCase) -> TestCase:
    steps = load_case(BUGS / "nvidia-gl-second-return").recipe.steps
    recipe = msgspec.structs.replace(case.recipe, method="emi", steps=steps)
    return msgspec.structs.replace(case, recipe=recipe)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"1": "right", "2": "wrong"}, {"1": "right", "2": "wrong"}, True),
        ({"1": "right", "2": "wrong"}, {"1": "right", "2": "crash"}, True),
        ({"1": "refused", "2": "wrong"}, {"1": "right", "2": "wrong"}, True),
        ({"1": "wrong", "2": "wrong"}, {"1": "right", "2": "wrong"}, False),
        ({"1": "right", "2": "right"}, {"1": "right", "2": "right"}, False),
        ({"1": "refused"}, {"1": "wrong"}, False),
        ({}, {"1": "wrong"}, False),
    ],
)
def test_versions(one: dict[str, str], other: dict[str, str], alike: bool) -> None:
    assert fail_alike(one, other) is alike


def test_only_a_version_that_is_right_with_both_tells_bugs_apart() -> None:
    assert are_told_apart(MENDED, MENDED)
    assert not are_told_apart(NEVER_MENDED, NEVER_MENDED)
    assert not are_told_apart({"1": "right"}, {"1": "refused"})


def test_the_surest_answer_counts() -> None:
    assert best({"a": "perhaps", "b": "same", "c": "likely"}) == ("same", ["b"])
    assert best({"a": "likely", "b": "perhaps"}) == ("likely", ["a"])
    assert best({"a": "same", "b": "same", "c": "perhaps"}) == ("perhaps", ["a", "b"])
    assert best({"a": "perhaps", "b": "other"}) == ("perhaps", ["a"])
    assert best({"a": "other"}) == ("other", [])
