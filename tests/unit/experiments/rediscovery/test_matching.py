"""When a finding is a known bug, and when it only may be."""

from __future__ import annotations

import msgspec
import pytest
from experiments.rediscovery.known import Known
from experiments.rediscovery.matching import best, fail_alike, is_known
from tools.bugs_by_version import BUGS

from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Verdict
from aberration.core.testcase import load_case

CASE = load_case(BUGS / "swiftshader-value-leaving-loop")
OTHER = load_case(BUGS / "spirv-opt-not-of-null")
KNOWN = Known("swiftshader-value-leaving-loop", CASE, {"5.0.0": "wrong"})
FINDING = Finding(
    id="000021-swiftshader",
    test=21,
    target="swiftshader",
    target_version="5.0.0",
    verdict=Verdict("wrong", "wrong image"),
    case=CASE,
    reliability="reliable",
    observed=3,
    tries=3,
    state="reduced",
    reduced=CASE,
)


def test_the_same_case_is_the_same_bug_whatever_its_culprit() -> None:
    culprit = Culprit(kind="knob", name="x")
    for finding in (FINDING, msgspec.structs.replace(FINDING, culprit=culprit)):
        assert is_known(finding, {"5.0.0": "wrong"}, KNOWN, "swiftshader") == "same"


def test_other_steps_are_another_bug() -> None:
    finding = msgspec.structs.replace(FINDING, case=OTHER, reduced=OTHER)
    assert is_known(finding, {"5.0.0": "wrong"}, KNOWN, "swiftshader") != "same"


def test_a_case_that_fails_on_other_versions_is_another_bug() -> None:
    known = msgspec.structs.replace(KNOWN, told={"4.0.0": "right", "5.0.0": "wrong"})
    told = {"4.0.0": "wrong", "5.0.0": "wrong"}
    assert is_known(FINDING, told, known, "swiftshader") == "other"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"1": "right", "2": "wrong"}, {"1": "right", "2": "wrong"}, True),
        ({"1": "right", "2": "wrong"}, {"1": "right", "2": "crash"}, True),
        ({"1": "refused", "2": "wrong"}, {"1": "right", "2": "wrong"}, True),
        ({"1": "wrong", "2": "wrong"}, {"1": "right", "2": "wrong"}, False),
        ({"1": "refused"}, {"1": "wrong"}, False),
        ({}, {"1": "wrong"}, False),
    ],
)
def test_versions(one: dict[str, str], other: dict[str, str], alike: bool) -> None:
    assert fail_alike(one, other) is alike


def test_the_surest_answer_counts() -> None:
    assert best({"a": "perhaps", "b": "same"}) == ("same", ["b"])
    assert best({"a": "same", "b": "same", "c": "perhaps"}) == ("perhaps", ["a", "b"])
    assert best({"a": "perhaps", "b": "other"}) == ("perhaps", ["a"])
    assert best({"a": "other"}) == ("other", [])
