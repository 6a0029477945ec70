from __future__ import annotations

from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.rng import Rng
from aberration.methods.emi.distance import distance, flow_of, union
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.guidance import MOST, acceptance, draw_fragments
from aberration.methods.emi.mutations.insert_fragment import InsertFragment


def drawn(number: int) -> list[InsertFragment]:
    source = emi.source_of(BUSY)
    donors = [source, emi.source_of(TINY)]
    return draw_fragments(Draft(source), emi.profiled(BUSY).dead, donors, Rng.of(number), 5)


def test_the_chain_is_a_function_of_the_number() -> None:
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_fragments_have_numbers_of_their_own_and_are_sound() -> None:
    made = drawn(3)
    assert 0 < len(made) <= MOST
    numbers = [mutation.number for mutation in made]
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) >= 5
    emi.assert_sound(BUSY, made)


def test_variants_at_the_end_of_the_chain_are_farther_than_others() -> None:
    """Than one that holds fragments as they come."""
    base = flow_of(BUSY)

    def mean(chosen: list[list[InsertFragment]]) -> float:
        far = [distance(base, union([flow_of(one.text()) for one in some])) for some in chosen]
        return sum(far) / len(far)

    guided = [drawn(number) for number in range(12)]
    assert mean(guided) > mean([unguided(number, len(guided[number])) for number in range(12)])


def unguided(number: int, count: int) -> list[InsertFragment]:
    rng, dead = Rng.of(number, "any"), emi.profiled(BUSY).dead
    made: list[InsertFragment] = []
    while len(made) < count:
        one = InsertFragment.draw(emi.site_of(BUSY, rng.choose(dead), len(made)), rng)
        made += [one] if isinstance(one, InsertFragment) else []
    return made


def test_what_is_lost_is_accepted_seldom() -> None:
    assert acceptance(0, 10) == acceptance(-5, 10) == 1 << 32
    assert acceptance(10, 10) == 1 << 31
    assert acceptance(20, 10) == 1 << 30
    assert acceptance(15, 10) == 3 << 29
    assert 0 < acceptance(10**9, 10) < 1 << 3


def test_without_dead_code_there_are_none() -> None:
    source = emi.source_of(BUSY)
    assert draw_fragments(Draft(source), (), [source], Rng.of(1), 0) == []
