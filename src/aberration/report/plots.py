"""Plots as SVG that stands in a page: no script, no other file, colours by `style.css`, and a
sentence for who does not see them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from markupsafe import Markup, escape

VERDICTS: Final = ("pass", "none", "rejected", "timeout", "invalid", "crash", "wrong")
"""In the order of a bar, from left to right."""
_WIDTH: Final = 1040
_NAMES: Final = 300
_ROW: Final = 22
_BAR: Final = 14
_LEAST: Final = 3.0
"""Pixels of a part that is not empty: one wrong result in a million must be seen."""
_HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 16, 12, 30


class Bar(msgspec.Struct, frozen=True):
    """A bar by the name beside it, with counts by the kind of its parts."""

    name: str
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        """Return the sum of all parts."""
        return sum(self.counts.values())


class Curve(msgspec.Struct, frozen=True):
    """What grew: at each of the numbers `at`, in order, one more; up to `end`. `x` and `y` name
    what is counted.
    """

    at: tuple[float, ...]
    end: float
    x: str
    y: str


class TimeUnit(msgspec.Struct, frozen=True):
    """What an axis of time counts in."""

    name: str
    seconds: float


def time_unit(seconds: float) -> TimeUnit:
    """Return the largest unit of which an axis of so many seconds has several."""
    for name, each in (("h", 3600.0), ("min", 60.0)):
        if seconds >= 3 * each:
            return TimeUnit(name, each)
    return TimeUnit("s", 1.0)


def bars(rows: Sequence[Bar], kinds: Sequence[str] = VERDICTS) -> Markup:
    """Return rows of bars, each as long as all others, its parts in the shares of their kinds;
    nothing without rows.
    """
    if not rows:
        return Markup("")
    height = _ROW * len(rows) + 4
    drawn = Markup("").join(_bar(row, kinds, 2 + _ROW * place) for place, row in enumerate(rows))
    known = [kind for kind in kinds if any(row.counts.get(kind) for row in rows)]
    label = "; ".join(f"{row.name}: {_in_words(row, known)}" for row in rows)
    return _figure(drawn, height, label) + _legend(known)


def curve(given: Curve) -> Markup:
    """Return a curve that grows in steps; nothing where nothing was counted."""
    if not given.at:
        return Markup("")
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    end, most = max(given.end, *given.at, 1), len(given.at)

    def place(x: float, y: int) -> str:
        return f"{_LEFT + wide * x / end:.1f},{_TOP + high * (1 - y / most):.1f}"

    points = [place(0, 0)]
    for number, at in enumerate(sorted(given.at)):
        points += [place(at, number), place(at, number + 1)]
    points.append(place(end, most))
    line = " ".join(points)
    area = f"{line} {place(end, 0)} {place(0, 0)}"
    drawn = Markup('<polygon class="area" points="{}"/><polyline class="curve" points="{}"/>')
    label = f"{most} {given.y} in {end:g} {given.x}; the last came at {max(given.at):g}"
    return _figure(_axes(given, end, most) + drawn.format(area, line), _HEIGHT, label)


def _axes(given: Curve, end: float, most: int) -> Markup:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    line = Markup('<line class="axis" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    text = Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>')
    return Markup("").join(
        (
            line.format(_LEFT, bottom, right, bottom),
            line.format(_LEFT, _TOP, _LEFT, bottom),
            text.format(_LEFT - 6, _TOP + 10, "end", most),
            text.format(_LEFT - 6, bottom, "end", 0),
            text.format(_LEFT + 8, _TOP + 10, "start", given.y),
            text.format(_LEFT, _HEIGHT - 10, "start", 0),
            text.format(right, _HEIGHT - 10, "end", f"{end:g} {given.x}"),
        )
    )


def _bar(row: Bar, kinds: Sequence[str], top: int) -> Markup:
    at = float(_NAMES)
    parts = [
        Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(
            _NAMES - 8, top + _BAR - 2, _short(row.name)
        )
    ]
    for kind, width in _widths(row, kinds):
        part = Markup(
            '<rect class="bar-{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>'
        )
        title = f"{row.name}: {row.counts[kind]} {kind}"
        parts.append(part.format(kind, f"{at:.1f}", top, f"{width:.1f}", _BAR, title))
        at += width
    return Markup("").join(parts)


def _widths(row: Bar, kinds: Sequence[str]) -> list[tuple[str, float]]:
    """Return the width of each part, none narrower than can be seen; together the whole bar."""
    room = float(_WIDTH - _NAMES - 10)
    total = max(row.total, 1)
    wide = {
        kind: max(room * row.counts[kind] / total, _LEAST) for kind in kinds if row.counts.get(kind)
    }
    scale = room / max(sum(wide.values()), room)
    return [(kind, width * scale) for kind, width in wide.items()]


def _short(name: str, most: int = 44) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _in_words(row: Bar, kinds: Sequence[str]) -> str:
    return ", ".join(f"{row.counts[kind]} {kind}" for kind in kinds if row.counts.get(kind))


def _legend(kinds: Sequence[str]) -> Markup:
    item = Markup(
        '<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="bar-{0}" width="10" '
        'height="10"/></svg>{1}</li>'
    )
    names = {"none": "no verdict"}
    items = Markup("").join(item.format(kind, names.get(kind, kind)) for kind in kinds)
    return Markup('<ul class="legend">{}</ul>').format(items)


def _figure(drawn: Markup, height: int, label: str) -> Markup:
    return Markup(
        '<div class="plot"><svg viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}">{3}</svg></div>\n'
    ).format(_WIDTH, height, escape(label), drawn)
