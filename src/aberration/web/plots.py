"""Plots as SVG, made here: bars, and lines that rise. Colours come from the style sheet by class.

All figures that a plot shows stand beside it as text; a plot has a label for those who cannot see
it.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

WIDTH: Final = 720
HEIGHT: Final = 150
_LEFT: Final = 44
_BOTTOM: Final = 20
_TOP: Final = 8
_BAR: Final = (120, 10)
_MOST_POINTS: Final = 400


class Series(msgspec.Struct, frozen=True):
    """A line that rises by one at each of the places `at` (in order); `style` is its class."""

    name: str
    at: Sequence[int]
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


def rising(series: Sequence[Series], last: int, label: str, unit: str) -> Markup:
    """Return a plot of how many there were by each place from 0 to `last`, counted in `unit`."""
    top = max((len(one.at) for one in series), default=0)
    lines = Markup("").join(
        Markup('<path class="line {}" d="{}"><title>{}</title></path>').format(
            one.style, _path(one.at, last, top), one.name
        )
        for one in series
    )
    return Markup(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>'
    ).format(WIDTH, HEIGHT, label, _axes(last, top, unit), lines)


def ticks(most: float, count: int = 4) -> list[int]:
    """Return round numbers from 0 to `most`, about `count` of them."""
    if most <= 0:
        return [0]
    step = 1
    while most / step > count:
        digit = str(step)[0]
        step = step * 5 // 2 if digit == "2" else step * 2
    return list(range(0, int(most) + 1, step))


def _axes(last: int, top: int, unit: str) -> Markup:
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


def _path(at: Sequence[int], last: int, top: int) -> str:
    """Return a staircase; of very many steps as many as can be seen."""
    every = max(1, len(at) // _MOST_POINTS)
    shown = range(0, len(at), every)
    steps = [f"H{_x(at[number], last):.1f}V{_y(number + 1, top):.1f}" for number in shown]
    end = f"V{_y(len(at), top):.1f}H{_x(last, last):.1f}"
    return f"M{_LEFT} {_y(0, top):.1f}{''.join(steps)}{end}"


def _x(value: float, last: int) -> float:
    return _LEFT + (WIDTH - 8 - _LEFT) * value / max(last, 1)


def _y(value: float, top: int) -> float:
    base = HEIGHT - _BOTTOM
    return base - (base - _TOP) * value / max(top, 1)
