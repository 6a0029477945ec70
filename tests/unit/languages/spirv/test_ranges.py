from __future__ import annotations

from aberration.languages.spirv.ranges import Ranges


def test_a_range_is_recorded_once() -> None:
    ranges = Ranges()
    assert ranges.add(7, -1, 5)
    assert not ranges.add(7, 0, 1)
    assert ranges.of(7) == (-1, 5)
    assert ranges.of(8) is None
    assert ranges.ids == [7]


def test_a_range_may_hold_if_it_has_all_that_is_known() -> None:
    ranges = Ranges()
    ranges.add(7, -1, 5)
    assert ranges.may_hold(7, -1, 5)
    assert ranges.may_hold(7, -9, 6)
    assert not ranges.may_hold(7, 0, 5)
    assert not ranges.may_hold(7, -1, 4)


def test_any_range_may_hold_where_nothing_is_known_but_no_empty_one() -> None:
    assert Ranges().may_hold(7, 3, 3)
    assert not Ranges().may_hold(7, 4, 3)


def test_nothing_holds_for_what_is_forgotten() -> None:
    ranges = Ranges()
    ranges.add(7, 0, 1)
    ranges.forget(7)
    ranges.forget(8)
    assert ranges.of(7) is None
    assert not ranges.may_hold(7, 0, 1)
    assert not ranges.may_hold(8, 0, 1)
    assert not ranges.add(8, 0, 1)


def test_a_copy_is_independent() -> None:
    ranges = Ranges()
    ranges.add(7, 0, 1)
    ranges.forget(8)
    other = ranges.copy()
    ranges.add(9, 0, 1)
    ranges.forget(7)
    assert other.of(7) == (0, 1)
    assert other.of(9) is None
    assert other.ids == [7]
    assert not other.may_hold(8, 0, 1)
