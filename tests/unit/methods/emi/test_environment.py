from __future__ import annotations

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.environment import MOST_READ, MOST_ROWS, Environment, view_of

NAMES = tuple("abcdefgh")
READS = tuple(Read(name, INT) for name in NAMES)
STATES = tuple((n, n % 2, 7, *range(n, n + 5)) for n in range(20))
VALUES = ((1, 2, 3), None, (4,), tuple(range(16)), tuple(range(15)), (0, 1), (0, 1, 2), None)


def test_a_view_of_states_has_those_that_were_seen_and_no_others() -> None:
    environment = Environment("0", READS, STATES, (None,) * 8)
    for number in range(50):
        view = view_of(environment, Rng.of(number))
        assert view is not None
        assert 2 <= len(view.reads) <= MOST_READ
        places = [NAMES.index(read.text) for read in view.reads]
        assert set(view.rows) == {tuple(state[at] for at in places) for state in STATES}
        assert len(set(view.rows)) == len(view.rows)


def test_without_states_all_combinations_are_rows() -> None:
    environment = Environment("0", READS, None, VALUES)
    for number in range(50):
        view = view_of(environment, Rng.of(number))
        assert view is not None
        assert len(view.rows) <= MOST_ROWS
        columns = view.columns
        sizes = [len(set(columns[read.text])) for read in view.reads]
        product = 1
        for read, size in zip(view.reads, sizes, strict=True):
            assert set(columns[read.text]) == set(VALUES[NAMES.index(read.text)] or ())
            product *= size
        assert product == len(view.rows)


def test_wanted_places_are_there_or_there_is_no_view() -> None:
    environment = Environment("0", READS, None, VALUES)
    for number in range(20):
        view = view_of(environment, Rng.of(number), ["d"])
        assert view is not None
        assert view.reads[0].text == "d"
    assert view_of(environment, Rng.of(1), ["b"]) is None
    assert view_of(environment, Rng.of(1), ["unknown"]) is None
