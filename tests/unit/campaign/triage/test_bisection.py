"""The searches for the one thing that decides."""

from collections.abc import Sequence

import pytest

from aberration.campaign.triage.bisection import first_bad, smallest

NAMES = [f"n{number:02}" for number in range(40)]


@pytest.mark.parametrize(
    "needed", [["n00"], ["n39"], ["n17"], ["n03", "n31"], ["n10", "n11", "n25"]]
)
def test_the_smallest_choice_is_found(needed: list[str]) -> None:
    asked = []

    def suffice(some: Sequence[str]) -> bool:
        asked.append(tuple(some))
        return set(needed) <= set(some)

    assert sorted(smallest(NAMES, suffice)) == needed
    assert len(asked) <= (12 if len(needed) == 1 else 120)


def test_of_two_that_suffice_alone_the_earlier_half_has_it() -> None:
    assert smallest(NAMES, lambda some: "n05" in some or "n30" in some) == ("n05",)
    assert smallest(["only"], lambda some: True) == ("only",)


@pytest.mark.parametrize("bad", [1, 2, 17, 1000])
def test_the_first_bad_number(bad: int) -> None:
    asked: list[int] = []

    def good(number: int) -> bool:
        asked.append(number)
        return number < bad

    assert first_bad(1000, good) == bad
    assert len(asked) <= 10
