"""The whole reduction: same bug throughout, slips kept apart, the nearest neighbour."""

from helpers.toy import ToyMethod, add, toy_case, words_of

from aberration.core.errors import OutOfTime
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.reduce.interestingness import Observe
from aberration.reduce.reducer import Reduced, reduce_case

CRASH = Verdict("crash", "the assertion")
OTHER = Verdict("crash", "another assertion")
GOOD = Verdict("pass")
TEN = toy_case(*(add(f"word{number}") for number in range(10)))


def crash_with(*needed: str) -> Observe:
    """Return a compiler that crashes when each needed text is somewhere in the program."""

    def observe(case: TestCase) -> Verdict:
        source = case.programs["variant"].source.decode()
        return CRASH if all(text in source for text in needed) else GOOD

    return observe


def reduced(observe: Observe, case: TestCase = TEN) -> Reduced:
    return reduce_case(case, ToyMethod(), CRASH, observe)


def test_drops_steps_then_makes_each_smaller() -> None:
    result = reduced(crash_with("wo", "5"))
    assert result.status == "complete"
    assert words_of(result.case) == ["word5"]
    assert words_of(reduced(crash_with("wor")).case) == ["wor"]


def test_the_neighbour_has_one_step_fewer_and_does_not_fail() -> None:
    result = reduced(crash_with("word2", "word8"))
    assert result.neighbour is not None
    assert words_of(result.neighbour) == ["word2"]


def test_a_case_that_does_not_show_the_bug_is_left_alone() -> None:
    result = reduced(crash_with("nothing like this"))
    assert (result.status, result.case, result.neighbour) == ("not-reproduced", TEN, None)


def test_a_flaky_bug_is_not_reduced() -> None:
    verdicts = [CRASH, GOOD]
    result = reduced(lambda case: verdicts.pop(0))
    assert result.status == "not-reproduced"


def test_a_bug_that_is_gone_at_the_end_gives_the_case_back() -> None:
    runs: list[int] = []

    def observe(case: TestCase) -> Verdict:
        runs.append(1)
        return CRASH if len(runs) <= 5 else GOOD

    result = reduced(observe)
    assert (result.status, result.case) == ("unstable", TEN)


def test_another_bug_on_the_way_is_kept_apart() -> None:
    def observe(case: TestCase) -> Verdict:
        words = words_of(case)
        if "word1" in words and "word7" in words:
            return CRASH
        return OTHER if "word1" in words else GOOD

    result = reduced(observe)
    assert words_of(result.case) == ["word1", "word7"]
    (slip,) = result.other_bugs
    assert slip[1] == OTHER
    assert "word1" in words_of(slip[0])
    assert result.neighbour is not None
    assert words_of(result.neighbour) == ["word7"]


def test_when_the_time_is_over_the_smallest_so_far_is_returned() -> None:
    looks = 0

    def observe(case: TestCase) -> Verdict:
        nonlocal looks
        looks += 1
        if looks > 5:
            raise OutOfTime
        return crash_with("word5")(case)

    kept: list[TestCase] = []
    result = reduce_case(TEN, ToyMethod(), CRASH, observe, keep=kept.append)
    assert (result.status, result.is_stable, result.neighbour) == ("time-limit", True, None)
    assert result.case == kept[-1]
    assert 1 < len(words_of(result.case)) < 10
    assert looks == 6, "nothing is asked any more"


def test_without_time_for_a_single_look_nothing_is_concluded() -> None:
    def observe(_: TestCase) -> Verdict:
        raise OutOfTime

    result = reduced(observe)
    assert (result.status, result.is_stable, result.case) == ("no-time", False, TEN)
