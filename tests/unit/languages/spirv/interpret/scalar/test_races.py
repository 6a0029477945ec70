"""Both records of shared accesses find the same races."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.languages.spirv.interpret.scalar.races import Accesses, Conflict, Races
from aberration.languages.spirv.interpret.undefined import Undefined

accesses = st.tuples(st.sampled_from(["read", "write", "atomic"]), st.integers(0, 3))
turns = st.lists(st.lists(accesses, max_size=3), min_size=3, max_size=3)
groups = st.lists(st.lists(turns, min_size=1, max_size=3), min_size=1, max_size=3)
Groups = list[list[list[list[tuple[str, int]]]]]


def first_race(run: Groups) -> tuple[int, int, int] | None:
    """Return where the exact record finds the first race: group, epoch, invocation."""
    races = Races()
    for group, epochs in enumerate(run):
        for epoch, each in enumerate(epochs):
            for invocation, made in enumerate(each):
                races.turn(group, invocation)
                for kind, place in made:
                    try:
                        getattr(races, kind)(place)
                    except Undefined:
                        return group, epoch, invocation
            races.epoch += 1
    return None


def has_conflict(run: Groups) -> bool:
    """Say whether the sets meet anywhere."""
    record = Accesses()
    try:
        for epochs in run:
            for each in epochs:
                for invocation, made in enumerate(each):
                    for kind, place in made:
                        getattr(record.places_of(invocation), kind).add(place)
                record.pass_barrier()
            record.end_group(forget=False)
    except Conflict:
        return True
    return False


def races_by_definition(run: Groups) -> bool:
    """Compare all pairs of accesses."""
    flat = [
        (group, epoch, invocation, kind, place)
        for group, epochs in enumerate(run)
        for epoch, each in enumerate(epochs)
        for invocation, made in enumerate(each)
        for kind, place in made
    ]
    for g, e, i, kind, place in flat:
        for h, f, j, other, same in flat:
            apart = g != h or (e == f and i != j)
            harmless = kind == other and kind in ("read", "atomic")
            if apart and place == same and not harmless:
                return True
    return False


@settings(max_examples=400, deadline=None)
@given(groups)
def test_both_records_agree_with_the_definition(run: Groups) -> None:
    expected = races_by_definition(run)
    assert has_conflict(run) == expected
    assert (first_race(run) is not None) == expected
