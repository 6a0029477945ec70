from __future__ import annotations

from aberration.core.rng import Rng
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.strategies import LONGEST, STRATEGIES, Looped, Random, Simple


def nothing(draw: Draw) -> None:
    """Propose nothing."""


A, B, C, D = range(4)
PASSES = [
    FuzzerPass("a", nothing, (0.5, 0.5), ("b", "unknown")),
    FuzzerPass("b", nothing, (0.5, 0.5), ("c",)),
    FuzzerPass("c", nothing, (0.5, 0.5)),
    FuzzerPass("d", nothing, (0.5, 0.5)),
]


def test_all_strategies_choose_every_pass() -> None:
    for kind in STRATEGIES.values():
        chosen = set()
        for seed in range(30):
            strategy = kind(PASSES, Rng.of(seed))
            chosen |= {strategy.next() for _ in range(20)}
        assert chosen == {A, B, C, D}, kind


def test_simple_takes_no_notice_of_effects() -> None:
    one, other = Simple(PASSES, Rng.of(1)), Simple(PASSES, Rng.of(1))
    for _ in range(50):
        chosen = one.next()
        one.had_effect(chosen)
        assert chosen == other.next()


def test_random_follows_recommendations_of_what_had_an_effect() -> None:
    after = {A: [0] * 4, C: [0] * 4}
    for seed in range(400):
        strategy = Random(PASSES, Rng.of(seed))
        start = A if seed % 2 else C
        strategy.had_effect(start)
        after[start][strategy.next()] += 1
    assert after[A][B] > 70
    assert max(after[C]) < 75


def test_looped_goes_round_a_list() -> None:
    strategy = Looped(PASSES, Rng.of(5))
    taken = []
    for _ in range(2 * LONGEST):
        chosen = strategy.next()
        strategy.had_effect(chosen)
        taken.append(chosen)
    assert any(taken[:period] * 2 == taken[: 2 * period] for period in range(1, LONGEST + 1))


def test_looped_draws_another_list_after_a_round_in_vain() -> None:
    strategy = Looped(PASSES, Rng.of(3))
    assert {strategy.next() for _ in range(20 * LONGEST)} == {A, B, C, D}


def test_looped_leaves_out_recommendations_after_a_pass_in_vain() -> None:
    """Only `a` recommends `b` here, so that each `b` after an `a` in vain was drawn for itself."""
    passes = [PASSES[A], FuzzerPass("b", nothing, (0.5, 0.5))]
    after_effect = after_vain = 0
    for seed in range(300):
        working, vain = Looped(passes, Rng.of(seed)), Looped(passes, Rng.of(seed))
        first = working.next()
        working.had_effect(first)
        if first == A and vain.next() == A:
            after_effect += working.next() == B
            after_vain += vain.next() == B
    assert after_effect > after_vain + 20
