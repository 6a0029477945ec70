"""The phases of a call end when they must, whatever came before them."""

import pytest

from aberration.campaign.timetable import EACH, FOLLOWING, MORE, Timetable

LANES = 2


def test_without_findings_the_tests_have_nearly_all_of_it() -> None:
    table = Timetable(1000.0, 120.0)
    assert table.end == 1120.0
    assert table.tests_end(1018.0, 0, 0, LANES) == pytest.approx(1120.0 - 2.4)


def test_findings_end_the_tests_sooner_but_never_before_the_share_of_what_follows() -> None:
    table = Timetable(1000.0, 120.0)
    one, three, many = (table.tests_end(1018.0, count, count, LANES) for count in (1, 3, 500))
    assert one == pytest.approx(1120.0 - 2.4 - EACH)
    assert three == pytest.approx(1120.0 - 2.4 - 2 * EACH)
    assert table.tests_end(1018.0, 1, 3, LANES) == pytest.approx(1120.0 - 2.4 - EACH - MORE)
    assert many == pytest.approx(1120.0 - 2.4 - FOLLOWING * 120.0)


def test_nothing_is_kept_for_a_reduction_that_is_not_wanted() -> None:
    table = Timetable(0.0, 120.0, reducing=False)
    assert table.tests_end(5.0, 40, 90, LANES) == table.tests_end(5.0, 0, 0, LANES)


def test_a_long_self_test_leaves_the_tests_their_least() -> None:
    table = Timetable(0.0, 40.0)
    assert table.tests_end(35.0, 10, 10, LANES) == 45.0
    assert Timetable(0.0, 2.0).tests_end(1.5, 0, 0, LANES) == 4.5


def test_what_follows_ends_before_the_report() -> None:
    table = Timetable(0.0, 120.0)
    assert table.following_end(80.0, 60.0) == pytest.approx(120.0 - 2.4)
    assert Timetable(0.0, 30.0).following_end(20.0, 10.0) == 29.0
    assert Timetable(0.0, 36000.0).following_end(20.0, 10.0) == 36000.0 - 20.0


def test_a_call_that_goes_on_has_what_earlier_ones_left() -> None:
    table = Timetable(0.0, 120.0, spent=50.0)
    assert table.end == 70.0
    assert table.tests_end(10.0, 0, 0, LANES) == pytest.approx(70.0 - 2.4)


def test_a_call_without_time_for_tests_has_some_for_what_is_left() -> None:
    table = Timetable(0.0, 120.0, spent=120.0)
    assert table.tests_end(9.0, 5, 5, LANES) == 9.0
    assert table.following_end(9.0, 0.0) == pytest.approx(42.0 - 2.4)


def test_a_number_of_tests_alone_gives_what_follows_as_long_as_they_took_within_bounds() -> None:
    table = Timetable(0.0, None)
    assert table.tests_end(1.0, 5, 5, LANES) is None
    assert [table.following_end(500.0, tests) - 500.0 for tests in (5.0, 200.0, 9000.0)] == [
        60.0,
        200.0,
        600.0,
    ]
