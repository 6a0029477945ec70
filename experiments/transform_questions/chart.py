"""Pictures as SVG: curves, and rows of bars."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from benchmarks.svg import FAINT, TITLE, document, text

COLOURS: Final = ("#1f4e8c", "#c8641e", "#3b8f4a", "#8a4fa3")
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BELOW = 420, 250, 46, 40, 14, 48
_ROW, _NAME, _BAR = 20, 210, 380


class Curve(msgspec.Struct, frozen=True):
    """A line of steps through (x, y), x growing, that begins at (0, 0)."""

    name: str
    points: tuple[tuple[float, float], ...]


class Panel(msgspec.Struct, frozen=True):
    """One set of axes."""

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]


def curves(title: str, panels: Sequence[Panel]) -> str:
    """Return panels of curves beside each other, with one legend."""
    width, height = _WIDTH * len(panels), _TOP + _HEIGHT + _BELOW + 24
    parts = [text(14, 22, title, css=TITLE)]
    for place, panel in enumerate(panels):
        parts += _panel(panel, _WIDTH * place)
    names = [curve.name for curve in panels[0].curves] if panels else []
    for place, name in enumerate(names):
        left = 14 + 180 * place
        parts.append(
            f'<rect x="{left}" y="{height - 20}" width="16" height="4" fill="{_colour(place)}"/>'
        )
        parts.append(text(left + 22, height - 14, name))
    return document((width, height), title, parts)


def bars(title: str, rows: Mapping[str, Sequence[tuple[str, float]]], most: float) -> str:
    """Return named rows, each with bars (a label and a length, of `most` at most) below each
    other.
    """
    count = sum(len(lengths) for lengths in rows.values())
    width, height = _NAME + _BAR + 190, _TOP + _ROW * count + 10 * len(rows) + 12
    parts = [text(14, 22, title, css=TITLE)]
    top = _TOP
    for name, lengths in rows.items():
        parts.append(text(14, top + 14, name))
        for place, (label, length) in enumerate(lengths):
            long = round(_BAR * length / most) if most else 0
            parts.append(
                f'<rect x="{_NAME}" y="{top + 3}" width="{long}" height="{_ROW - 6}" '
                f'fill="{_colour(place)}"/>'
            )
            parts.append(text(_NAME + long + 6, top + 14, label))
            top += _ROW
        top += 10
    return document((width, height), title, parts)


def _panel(panel: Panel, left: int) -> Iterator[str]:
    farthest = max((x for curve in panel.curves for x, _ in curve.points), default=1.0)
    highest = max((y for curve in panel.curves for _, y in curve.points), default=1.0) or 1.0
    wide, floor = _WIDTH - _LEFT - _RIGHT, _TOP + _HEIGHT
    yield text(left + _LEFT, _TOP - 4, panel.title)
    for k in range(5):
        x, y = left + _LEFT + wide * k // 4, floor - (_HEIGHT - 20) * k // 4
        yield f'<path d="M{left + _LEFT} {y}H{left + _LEFT + wide}" stroke="{FAINT}"/>'
        yield text(left + _LEFT - 6, y + 4, f"{highest * k / 4:.3g}", anchor="end")
        yield text(x, floor + 16, f"{farthest * k / 4:.3g}", anchor="middle")
    yield text(
        left + _LEFT + wide // 2, floor + 34, f"{panel.across} (up: {panel.up})", anchor="middle"
    )
    for place, curve in enumerate(panel.curves):
        path = f"M{left + _LEFT} {floor}"
        for after, value in curve.points:
            across = left + _LEFT + wide * after / farthest
            path += f"H{across:.1f}V{floor - (_HEIGHT - 20) * value / highest:.1f}"
        yield f'<path d="{path}" fill="none" stroke="{_colour(place)}" stroke-width="2"/>'


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]
