"""Plots: what is counted is drawn, also what is rare; who does not see them gets a sentence."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from aberration.report.plots import Bar, Curve, TimeUnit, bars, curve, time_unit


def widths(page: str, kind: str) -> list[float]:
    return [
        float(one)
        for one in re.findall(rf'class="bar-{kind}" x="[^"]+" y="\d+" width="([\d.]+)', page)
    ]


def test_a_part_is_as_wide_as_its_share() -> None:
    page = str(bars([Bar("one", {"pass": 3, "wrong": 1})]))
    (right,), (wrong,) = widths(page, "pass"), widths(page, "wrong")
    assert abs(right - 3 * wrong) < 1


def test_one_in_a_million_is_seen() -> None:
    page = str(bars([Bar("one", {"pass": 1_000_000, "wrong": 1})]))
    (right,), (wrong,) = widths(page, "pass"), widths(page, "wrong")
    assert wrong > 2.5
    assert right + wrong <= 731


def test_names_are_text() -> None:
    page = str(bars([Bar('<script>"', {"wrong": 1})]))
    assert "<script" not in page
    svg = page[page.index("<svg") : page.index("</svg>") + 6]
    assert ElementTree.fromstring(svg).attrib["aria-label"] == '<script>": 1 wrong'


def test_a_curve_grows_by_one_at_each_place() -> None:
    page = str(curve(Curve((20.0, 10.0), 40.0, "tests", "findings")))
    assert 'aria-label="2 findings in 40 tests; the last came at 20"' in page
    (line,) = re.findall(r'class="curve" points="([^"]+)"', page)
    places = [tuple(map(float, one.split(","))) for one in line.split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    assert len(places) == 6


def test_what_is_empty_is_not_drawn() -> None:
    assert bars([]) == curve(Curve((), 5.0, "tests", "findings")) == ""


@pytest.mark.parametrize(
    ("seconds", "unit"),
    [
        (0.0, TimeUnit("s", 1.0)),
        (179.0, TimeUnit("s", 1.0)),
        (180.0, TimeUnit("min", 60.0)),
        (10_800.0, TimeUnit("h", 3600.0)),
    ],
)
def test_an_axis_of_time_has_several_units(seconds: float, unit: TimeUnit) -> None:
    assert time_unit(seconds) == unit
