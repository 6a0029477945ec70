"""Versions of one compiler as targets."""

from __future__ import annotations

from aberration.core.target import BY_REQUEST, OLDER, Target
from aberration.targets.versions import Versioned, marked_by_age, with_version


def version(
    identifier: str, number: str, *, available: bool = True, series: str = "lavapipe"
) -> Versioned:
    groups = ("vulkan", f"mesa@{number}")
    return Versioned(
        Target(
            identifier, "executes", ("spirv",), groups=groups, available=available, series=series
        ),
        number,
    )


def test_the_version_stands_before_the_variant() -> None:
    assert with_version("lavapipe", "26.2.6") == "lavapipe@26.2.6"
    assert with_version("lavapipe:rgba32f", "26.2.6") == "lavapipe@26.2.6:rgba32f"


def test_the_newest_keeps_its_groups_and_the_others_have_to_be_asked_for() -> None:
    found = marked_by_age(
        [version("lavapipe", "22.3.6"), version("b", "9.0"), version("c", "26.2.6")]
    )
    assert {target.id: target.groups for target in found} == {
        "lavapipe": ("mesa@22.3.6", OLDER, BY_REQUEST),
        "b": ("mesa@9.0", OLDER, BY_REQUEST),
        "c": ("vulkan", "mesa@26.2.6"),
    }


def test_each_series_has_a_newest_one() -> None:
    found = marked_by_age([version("a", "1"), version("b", "2"), version("c", "1", series="other")])
    assert [OLDER in target.groups for target in found] == [True, False, False]


def test_one_that_cannot_run_is_newest_only_where_none_can() -> None:
    found = marked_by_age([version("a", "2", available=False), version("b", "1")])
    assert [OLDER in target.groups for target in found] == [True, False]
    (alone,) = marked_by_age([version("a", "2", available=False)])
    assert alone.groups == ("vulkan", "mesa@2")


def test_of_two_with_one_id_or_one_version_the_first_counts() -> None:
    twice = [version("a", "1"), version("a", "1", available=False)]
    assert [target.available for target in marked_by_age(twice)] == [True]
    found = marked_by_age([version("lavapipe", "22.3.6"), version("lavapipe@22.3.6", "22.3.6")])
    assert [OLDER in target.groups for target in found] == [False, True]
