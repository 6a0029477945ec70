"""The bandit: what it draws is a function of history and seed, and it goes where bugs are."""

from collections import Counter

from helpers.nights import slice_done

from aberration.campaign.nights.bandit import (
    PRIOR_BUGS,
    PRIOR_MINUTES,
    choose,
    gamma,
    rates,
)
from aberration.campaign.nights.records import Arm
from aberration.core.rng import Rng

GOOD, POOR = Arm("smith", "glsl"), Arm("agree", "wgsl")


def test_gamma_has_its_mean_and_variance() -> None:
    rng = Rng.of(1, "gamma")
    drawn = [gamma(3.0, rng) for _ in range(4000)]
    mean = sum(drawn) / len(drawn)
    variance = sum((one - mean) ** 2 for one in drawn) / len(drawn)
    assert abs(mean - 3.0) < 0.15
    assert abs(variance - 3.0) < 0.4


def test_without_history_there_is_the_prior_alone() -> None:
    assert rates([GOOD], [], 1) == {GOOD: (PRIOR_BUGS, PRIOR_MINUTES)}


def test_what_older_nights_found_counts_less() -> None:
    history = [(1, slice_done(arm=GOOD, new=5)), (3, slice_done(arm=GOOD, new=1))]
    bugs, minutes = rates([GOOD], history, 3)[GOOD]
    assert bugs == PRIOR_BUGS + 1 + 5 * 0.8**2
    assert minutes == PRIOR_MINUTES + 15 + 15 * 0.8**2


def test_slices_of_an_arm_that_is_no_more_are_left_out() -> None:
    assert rates([POOR], [(1, slice_done(arm=GOOD, new=5))], 2)[POOR] == (PRIOR_BUGS, PRIOR_MINUTES)


def test_the_arm_that_finds_bugs_gets_most_slices_and_the_other_some() -> None:
    history = [(1, slice_done(arm=GOOD, new=4)), (1, slice_done(arm=POOR))]
    known = rates([GOOD, POOR], history, 1)
    counts = Counter(choose(known, Rng.of(5, "slice", number)) for number in range(300))
    assert counts[GOOD] > 230
    assert counts[POOR] > 0


def test_the_same_history_and_seed_give_the_same_choice() -> None:
    known = rates([GOOD, POOR], [(1, slice_done(arm=GOOD, new=1))], 1)
    chosen = [[choose(known, Rng.of(9, "slice", n)) for n in range(20)] for _ in range(2)]
    assert chosen[0] == chosen[1]
