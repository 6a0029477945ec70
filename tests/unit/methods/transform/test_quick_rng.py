from __future__ import annotations

from collections import Counter

from aberration.methods.transform.quick_rng import QuickRng


def test_the_stream_is_fixed_by_the_state() -> None:
    one, same, other = QuickRng(5), QuickRng(5), QuickRng(6)
    first = [one.bits() for _ in range(50)]
    assert first == [same.bits() for _ in range(50)]
    assert first != [other.bits() for _ in range(50)]
    assert first[:2] == [2675342408, 3185950859]


def test_draws_stay_in_range_and_reach_all_of_it() -> None:
    rng = QuickRng(1)
    counts = Counter(rng.below(7) for _ in range(7000))
    assert sorted(counts) == list(range(7))
    assert min(counts.values()) > 800
    assert {rng.choose("abc") for _ in range(100)} == set("abc")
    assert {rng.between(3, 4) for _ in range(100)} == {3, 4}
    assert all(0 <= rng.bits() < 1 << 32 for _ in range(1000))
    assert 0.2 < sum(rng.chance(0.25) for _ in range(4000)) / 4000 < 0.3
