from __future__ import annotations

import pytest
from helpers.live_shaders import environment_of

from aberration.core.errors import BadInput
from aberration.core.rng import Rng
from aberration.methods.emi.shading.environment import (
    KNOWLEDGE,
    MOST_ROWS,
    Environment,
    columns_of,
    view_of,
    with_knowledge,
)
from aberration.methods.emi.shading.expressions import Read

READS = (Read("x", "int"), Read("b", "bool"), Read("y", "int"))
STATES = tuple((n % 4, n % 2, n) for n in range(MOST_ROWS + 10))
KNOWN = Environment("k", READS, STATES, ((0, 3), (0, 1), (0, 57)), frozenset(), (), 1)


def test_columns_hold_booleans_as_such() -> None:
    assert columns_of(READS[:2], ((1, 1), (2, 0))) == {"x": [1, 2], "b": [True, False]}


@pytest.mark.parametrize("number", range(20))
def test_a_view_has_all_states_of_its_places(number: int) -> None:
    view = view_of(KNOWN, Rng.of(number, "view"))
    assert view is not None
    at = [READS.index(read) for read in view.reads]
    assert set(view.rows) == {tuple(state[k] for k in at) for state in STATES}
    assert len(view.rows) <= MOST_ROWS
    # `y` has too many values.
    assert READS[2] not in view.reads


def test_wanted_places_are_there_or_there_is_no_view() -> None:
    view = view_of(KNOWN, Rng.of(1, "view"), ["b"])
    assert view is not None
    assert READS[1] in view.reads
    assert view_of(KNOWN, Rng.of(1, "view"), ["y"]) is None
    assert view_of(KNOWN, Rng.of(1, "view"), ["nowhere"]) is None
    alone = view_of(KNOWN, Rng.of(1, "view"), only=frozenset(("x",)))
    assert alone is not None
    assert set(alone.reads) <= {READS[0]}


def test_where_there_were_too_many_states_only_constants_are_seen() -> None:
    known = Environment("k", READS, None, ((4, 4), (0, 1), (0, 9)), frozenset(), (), 1)
    seen = [view_of(known, Rng.of(number, "view")) for number in range(20)]
    assert {read for view in seen if view for read in view.reads} == {READS[0]}
    assert all(view.rows in (((4,),), ((),)) for view in seen if view)


def test_the_small_shader() -> None:
    known = environment_of("glsl", "If")
    columns = known.columns
    assert columns["n"] == [2, 3, 4, 5]
    assert columns["b"] == [False, False, True, True]
    assert columns["u"] == [7, 7, 7, 7]


def test_knowledge_is_limited_to_the_kinds_that_are_named() -> None:
    known = with_knowledge({1: KNOWN}, {"knowledge": "range, bits"})[1]
    assert known.usable == {"range", "bits"}
    assert known.states == KNOWN.states
    assert with_knowledge({1: KNOWN}, {})[1].usable == frozenset(KNOWLEDGE)
    with pytest.raises(BadInput, match="kinds of knowledge, but 'rage'"):
        with_knowledge({1: KNOWN}, {"knowledge": "range,rage"})
