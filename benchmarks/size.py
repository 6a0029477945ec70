"""Does a transformation cost more in a larger module? `python -m benchmarks.size`, which draws
`size.svg`, too.

The same runs, of 300 steps each, on shaders of 1,000 to 50,000 instructions, once with all of them
in one function and once in functions of about 350. What grows with the module by nature is not
counted but shown beside: reading it and building its indexes and analyses for the first time.
Processor time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from benchmarks import corpus
from benchmarks.large import many_functions, one_function
from benchmarks.svg import FAINT, TITLE, document, text

from aberration.core.rng import Rng
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.scheduler import fuzz, no_collector

SIZES: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
RUNS: Final = 12
STEPS: Final = 300
SHAPES: Final[dict[str, Callable[[int], bytes]]] = {
    "functions of about 350 instructions": many_functions,
    "one function": one_function,
}
_WIDTH, _HEIGHT, _LEFT, _TOP, _FOOT = 720, 400, 76, 48, 56
PICTURE: Final = Path(__file__).resolve().parent / "size.svg"
_COLOURS: Final = ("#1f6f4a", "#a63d2f")


class Point(msgspec.Struct, frozen=True):
    """A module and what runs on it cost: seconds to read and index it, microseconds for each
    step applied.
    """

    shape: str
    instructions: int
    ready: float
    each: float


def measure(shape: str, size: int, donors: Sequence[Donor], runs: int = RUNS) -> Point:
    """Make some runs on a shader of about a size."""
    data = SHAPES[shape](size)
    reading, working, applied, instructions = 0.0, 0.0, 0, 0
    for number in range(runs):
        with no_collector():
            start = time.process_time()
            module = _ready(data)
            between = time.process_time()
            instructions = sum(len(block.instructions) + 1 for block in module.blocks)
            again = time.process_time()
            log, _ = fuzz(module, donors, Rng.of(0, "size", number), STEPS)
            working += time.process_time() - again
        reading += between - start
        applied += len(log)
    return Point(shape, instructions, reading / runs, 1e6 * working / applied)


def _ready(data: bytes) -> Module:
    """Return a module that has been asked for all that it finds out on demand."""
    module = Module.parse(data)
    module.by_opcode(0), module.values_of_type(0), module.find(0, 0), module.is_decorated(0)
    for function in module.functions:
        first = function.blocks[0]
        (
            module.immediate_dominator(first),
            module.post_dominates(first, first),
            construct_header(module, first),
        )
        module.predecessors(first), module.layout_index(first)
    return module


def report(points: Sequence[Point]) -> str:
    """Return the figures as text, with the growth from the smallest to the largest module."""
    lines = []
    for shape in SHAPES:
        known = [point for point in points if point.shape == shape]
        lines.append(
            f"{shape}: {known[-1].each / known[0].each:.1f} times the cost from the "
            f"smallest to the largest"
        )
        lines += [
            f"{point.instructions:8} instructions  {point.each:8.0f} µs a transformation  "
            f"{1e3 * point.ready:6.1f} ms to read and index"
            for point in known
        ]
    return "\n".join(lines)


def draw(points: Sequence[Point]) -> str:
    """Return a plot as SVG, both axes logarithmic."""
    top = 10.0 ** math.ceil(math.log10(max(point.each for point in points)))
    parts = [
        _text(
            _LEFT, 26, "Microseconds for a transformation, by instructions of the module", css=TITLE
        ),
        *_grid(top),
    ]
    for at, shape in enumerate(SHAPES):
        parts += _curve([point for point in points if point.shape == shape], top, _COLOURS[at])
    return document(
        (_WIDTH, _HEIGHT), "Cost of a transformation by size of the module", parts, 12, 15
    )


def _grid(top: float) -> Iterator[str]:
    value = 10.0
    while value <= top:
        y = _y(value, top)
        yield f'<path d="M{_LEFT} {y:.0f}H{_WIDTH - 20}" stroke="{FAINT}"/>'
        yield _text(_LEFT - 8, y + 4, f"{value:,.0f}", anchor="end")
        value *= 10
    for size in SIZES:
        yield _text(_x(size), _HEIGHT - _FOOT + 18, f"{size:,}", anchor="middle")


def _curve(points: Sequence[Point], top: float, colour: str) -> Iterator[str]:
    places = [(_x(point.instructions), _y(point.each, top)) for point in points]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for (x, y), point in zip(places, points, strict=True):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        yield _text(x, y - 8, f"{point.each:.0f}", anchor="middle")
    place = _LEFT + 330 * list(SHAPES).index(points[0].shape)
    yield f'<rect x="{place}" y="{_HEIGHT - 22}" width="14" height="12" fill="{colour}"/>'
    yield _text(place + 20, _HEIGHT - 12, points[0].shape)


def _x(instructions: float) -> float:
    low, high = math.log10(SIZES[0] / 2), math.log10(SIZES[-1] * 1.2)
    return _LEFT + (_WIDTH - 20 - _LEFT) * (math.log10(instructions) - low) / (high - low)


def _y(microseconds: float, top: float) -> float:
    share = (math.log10(microseconds) - 1) / (math.log10(top) - 1)
    return _HEIGHT - _FOOT - (_HEIGHT - _FOOT - _TOP) * share


def _text(x: float, y: float, words: str, anchor: str = "start", css: str = "") -> str:
    return text(round(x), round(y), words, anchor, css)


def points() -> list[Point]:
    """Measure all shapes and sizes."""
    donors = corpus.donors()
    return [measure(shape, size, donors) for shape in SHAPES for size in SIZES]


if __name__ == "__main__":
    found = points()
    print(report(found))
    PICTURE.write_text(draw(found), encoding="utf-8")
