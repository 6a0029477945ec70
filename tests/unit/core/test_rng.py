"""The random source: the same everywhere, and even enough."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from aberration.core.rng import Rng


def test_the_stream_never_changes() -> None:
    rng = Rng.of(1, "plan", 2)
    assert [rng.bits() for _ in range(3)] == STREAM


STREAM = [1973979653, 2065378469, 1322020541]


def test_paths_give_streams_of_their_own() -> None:
    firsts = {Rng.of(seed, "x", step).bits() for seed in range(20) for step in range(20)}
    assert len(firsts) == 400


@given(st.integers(), st.integers(1, 2**32))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= Rng.of(seed).below(bound) < bound


def test_below_is_even() -> None:
    rng = Rng.of(3)
    counts = Counter(rng.below(10) for _ in range(20_000))
    assert min(counts.values()) > 1_800
    assert max(counts.values()) < 2_200


def test_chance_follows_its_probability() -> None:
    rng = Rng.of(4)
    assert not any(rng.chance(0.0) for _ in range(100))
    assert all(rng.chance(1.0) for _ in range(100))
    assert 2_300 < sum(rng.chance(0.25) for _ in range(10_000)) < 2_700


@given(st.integers(), st.lists(st.integers()))
def test_shuffling_keeps_the_items(seed: int, items: list[int]) -> None:
    assert sorted(Rng.of(seed).shuffled(items)) == sorted(items)
