"""Bars and lines."""

import re

import pytest

from aberration.web.plots import Series, bar, rates, rising, ticks


@pytest.mark.parametrize(
    ("most", "found"),
    [(0, [0]), (3, [0, 1, 2, 3]), (10, [0, 5, 10]), (999, [0, 500]), (0.5, [0])],
)
def test_ticks_are_round(most: float, found: list[int]) -> None:
    assert ticks(most) == found


def test_the_parts_of_a_bar_fill_it() -> None:
    widths = re.findall(
        r'<rect class="\w+" x="([\d.]+)" width="([\d.]+)"', bar([("a", 1), ("b", 3)], 4)
    )
    assert widths == [("0.00", "30.00"), ("30.00", "90.00")]
    assert "rect" not in bar([("a", 0)], 0)


def test_a_line_rises_at_its_places() -> None:
    plot = rising([Series("findings", [0, 100], "f")], 100, "two <findings>", "tests")
    assert 'aria-label="two &lt;findings&gt;"' in plot
    (path,) = re.findall(r'class="line f" d="([^"]+)"', plot)
    assert path.startswith("M44 130.0H44.0V69.0H712.0V8.0")


def test_very_many_points_become_as_many_as_can_be_seen() -> None:
    plot = rising([Series("findings", range(100_000), "f")], 100_000, "many", "tests")
    assert len(plot) < 20_000


def test_rates_are_means_of_their_minutes() -> None:
    plot = rates([(0, 30), (2, 60)], 240.0, "<tests>")
    assert 'aria-label="&lt;tests&gt; a minute over 4.0 min; at most 60"' in plot
    (path,) = re.findall(r'class="line findings" d="([^"]+)"', plot)
    assert path == "M44 130.0V69.0H211.0V130.0H378.0V8.0H545.0V130.0H712.0"


def test_a_last_minute_that_is_cut_short_counts_by_its_length() -> None:
    plot = rates([(0, 60), (1, 30)], 90.0, "tests")
    assert "at most 60" in plot


def test_a_year_of_minutes_is_as_much_as_can_be_seen() -> None:
    plot = rates([(minute, 7) for minute in range(0, 500_000, 3)], 3e7, "tests")
    assert len(plot) < 10_000
    assert "tests a minute over 8333.3 h" in plot


def test_no_time_at_all_is_a_plot_too() -> None:
    assert "0 a minute" not in rates([], 0.0, "tests")
    assert "<svg" in rates([], 0.0, "tests")
