from __future__ import annotations

import pytest

from aberration.languages.c.profile_sample import (
    EQUAL,
    GREATER,
    LESS,
    Agreement,
    ProfileSample,
    agreement_of,
    relate,
)

PAIR = ProfileSample(2, ((1, 5), (2, 5)), ((1, 2), (5,)), ((1, 2), (5, 5)))


def test_what_both_saw_equally_is_kept_whole() -> None:
    assert agreement_of(PAIR, PAIR) == Agreement(PAIR, (0, 1))


def test_a_place_that_control_reached_more_often_for_one_is_dropped() -> None:
    often = ProfileSample(3, PAIR.states, PAIR.values, PAIR.ranges)
    assert agreement_of(PAIR, often) is None
    assert agreement_of(often, PAIR) is None


def test_a_place_that_control_never_reached_is_agreed_about() -> None:
    never = ProfileSample(0, (), ((),), ((0, -1),))
    assert agreement_of(never, never) == Agreement(never, (0,))


def test_an_expression_with_other_values_is_dropped_and_the_states_lose_it() -> None:
    other = ProfileSample(2, ((7, 5), (8, 5)), ((7, 8), (5,)), ((7, 8), (5, 5)))
    assert agreement_of(PAIR, other) == Agreement(
        ProfileSample(2, ((5,),), ((5,),), ((5, 5),)), (1,)
    )


def test_other_combinations_of_the_same_values_leave_no_states_but_relations() -> None:
    straight = ProfileSample(2, ((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 3), (2, 4)))
    crossed = ProfileSample(2, ((1, 4), (3, 2)), ((1, 3), (2, 4)), ((1, 3), (2, 4)))
    expected = ProfileSample(2, None, straight.values, straight.ranges, ((0, 1, LESS | GREATER),))
    assert agreement_of(straight, crossed) == Agreement(expected, (0, 1))


def test_ranges_decide_where_there_were_too_many_values() -> None:
    many = ProfileSample(40, None, (None, (5,)), ((0, 39), (5, 5)), ((0, 1, 7),))
    more = ProfileSample(40, None, (None, (5,)), ((0, 40), (5, 5)), ((0, 1, 7),))
    assert agreement_of(many, many) == Agreement(many, (0, 1))
    assert agreement_of(many, more) == Agreement(ProfileSample(40, None, ((5,),), ((5, 5),)), (1,))


def test_a_set_of_values_does_not_agree_with_a_mere_range() -> None:
    many = ProfileSample(40, None, (None,), ((0, 3),))
    few = ProfileSample(40, None, ((0, 3),), ((0, 3),))
    assert agreement_of(many, few) == Agreement(ProfileSample(40, None, (), ()), ())


def test_relations_are_united_and_follow_the_expressions_that_stay() -> None:
    values = ((1,), (2,), (3,))
    first = ProfileSample(
        40, None, values, ((1, 1), (2, 2), (3, 3)), ((0, 1, LESS), (0, 2, LESS), (1, 2, LESS))
    )
    second = ProfileSample(
        40,
        None,
        ((9,), *values[1:]),
        ((9, 9), (2, 2), (3, 3)),
        ((0, 1, 4), (0, 2, 4), (1, 2, EQUAL)),
    )
    agreement = agreement_of(first, second)
    assert agreement is not None
    assert agreement.kept == (1, 2)
    assert agreement.seen.relations == ((0, 1, LESS | EQUAL),)


def test_states_of_one_count_among_the_relations_when_the_other_had_too_many() -> None:
    overflown = ProfileSample(2, None, PAIR.values, PAIR.ranges, ((0, 1, GREATER),))
    agreement = agreement_of(PAIR, overflown)
    assert agreement is not None
    assert agreement.seen.relations == ((0, 1, LESS | GREATER),)


@pytest.mark.parametrize(
    ("states", "mask"),
    [
        (((1, 2),), LESS),
        (((2, 2), (3, 2)), EQUAL | GREATER),
        (((-1, 2**64 - 1), (0, 0), (5, -5)), 7),
    ],
)
def test_relations_of_states(states: tuple[tuple[int, int], ...], mask: int) -> None:
    assert relate(states, 2) == ((0, 1, mask),)


def test_only_the_first_expressions_are_related() -> None:
    assert len(relate([tuple(range(20))], 20)) == 12 * 11 // 2
    assert relate([], 20) == ()
