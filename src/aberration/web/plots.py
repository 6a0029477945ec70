"""Plots as SVG, made here: bars, and lines that rise. Colours come from the style sheet by class.

All figures that a plot shows stand beside it as text; a plot has a label for those who cannot see
it.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from aberration.report.plots import time_unit

WIDTH: Final = 720
HEIGHT: Final = 150
_LEFT: Final = 44
_BOTTOM: Final = 20
_TOP: Final = 8
_BAR: Final = (120, 10)
_MOST_POINTS: Final = 400
_MOST_PARTS: Final = 120
"""Of a plot of rates: more cannot be told from each other."""
MINUTE: Final = 60.0


class Series(msgspec.Struct, frozen=True):
    """A line that rises by one at each of the places `at` (in order); `style` is its class."""

    name: str
    at: Sequence[float]
    style: str


def bar(parts: Sequence[tuple[str, float]], whole: float) -> Markup:
    """Return a bar of parts one after the other, (class, amount) each; `whole` is the full
    width.
    """
    width, height = _BAR
    rows, x = Markup(""), 0.0
    for style, amount in parts:
        wide = width * amount / whole if whole > 0 else 0.0
        if wide > 0:
            rows += Markup('<rect class="{}" x="{:.2f}" width="{:.2f}" height="{}"/>').format(
                style, x, max(wide, 0.5), height
            )
        x += wide
    return Markup(
        '<svg class="bar" width="{}" height="{}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>'
    ).format(width, height, width, height, rows)


def rising(series: Sequence[Series], last: float, label: str, unit: str) -> Markup:
    """Return a plot of how many there were by each place from 0 to `last`, counted in `unit`."""
    top = max((len(one.at) for one in series), default=0)
    lines = Markup("").join(_line(one.style, _path(one.at, last, top), one.name) for one in series)
    return _figure(_axes(last, top, unit) + lines, label)


def rates(minutes: Sequence[tuple[int, int]], seconds: float, name: str) -> Markup:
    """Return a plot of how many there were a minute, from (minute, number) of those that had some;
    `name` is what is counted. A long time is shown by as many parts as can be seen, each with its
    mean.
    """
    last = max(seconds / MINUTE, minutes[-1][0] + 1 if minutes else 1)
    each = max(1, math.ceil(last / _MOST_PARTS))
    sums: Counter[int] = Counter()
    for minute, number in minutes:
        sums[minute // each] += number
    parts = range(math.ceil(last / each))
    means = [sums[part] / min(each, last - part * each) for part in parts]
    top = max(means, default=0.0)
    steps = [
        f"V{_y(mean, top):.1f}H{_x(min((part + 1) * each, last), last):.1f}"
        for part, mean in enumerate(means)
    ]
    unit = time_unit(last * MINUTE)
    path = f"M{_LEFT} {_y(0, top):.1f}{''.join(steps)}"
    label = (
        f"{name} a minute over {last * MINUTE / unit.seconds:.1f} {unit.name}; at most {top:.0f}"
    )
    shown = _axes(last * MINUTE / unit.seconds, top, unit.name)
    return _figure(shown + _line("findings", path, f"{name} a minute"), label)


def _line(style: str, path: str, name: str) -> Markup:
    return Markup('<path class="line {}" d="{}"><title>{}</title></path>').format(style, path, name)


def _figure(drawn: Markup, label: str) -> Markup:
    return Markup(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(WIDTH, HEIGHT, label, drawn)


def ticks(most: float, count: int = 4) -> list[int]:
    """Return round numbers from 0 to `most`, about `count` of them."""
    if most <= 0:
        return [0]
    step = 1
    while most / step > count:
        digit = str(step)[0]
        step = step * 5 // 2 if digit == "2" else step * 2
    return list(range(0, int(most) + 1, step))


def _axes(last: float, top: float, unit: str) -> Markup:
    base, right = HEIGHT - _BOTTOM, WIDTH - 8
    rows = Markup("")
    for value in ticks(top):
        y = _y(value, top)
        rows += Markup(
            '<path class="grid" d="M{} {:.1f}H{}"/>'
            '<text x="{}" y="{:.1f}" text-anchor="end">{}</text>'
        ).format(_LEFT, y, right, _LEFT - 6, y + 4, value)
    for value in ticks(last, 6):
        rows += Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(
            min(_x(value, last), right - 14), base + 15, f"{value:,}" if value else f"0 {unit}"
        )
    return rows


def _path(at: Sequence[float], last: float, top: int) -> str:
    """Return a staircase; of very many steps as many as can be seen."""
    every = max(1, len(at) // _MOST_POINTS)
    shown = range(0, len(at), every)
    steps = [f"H{_x(at[number], last):.1f}V{_y(number + 1, top):.1f}" for number in shown]
    end = f"V{_y(len(at), top):.1f}H{_x(last, last):.1f}"
    return f"M{_LEFT} {_y(0, top):.1f}{''.join(steps)}{end}"


def _x(value: float, last: float) -> float:
    return _LEFT + (WIDTH - 8 - _LEFT) * value / (last or 1)


def _y(value: float, top: float) -> float:
    base = HEIGHT - _BOTTOM
    return base - (base - _TOP) * value / (top or 1)
