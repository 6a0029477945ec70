"""What may be chosen about an execution."""

from __future__ import annotations

from typing import Literal

import msgspec

Order = Literal["forward", "reverse"]
Path = Literal["auto", "python", "c"]
"""How generated text is run: by Python, as C, or as C where that is there and worth it."""


class Options(msgspec.Struct, frozen=True):
    """`nonfinite`: whether infinities and NaN trap where they arise. `turns`: the budget of loop
    turns of one invocation. `order`: in which order the invocations of a workgroup, and the
    workgroups, take their turns; a defined program gives the same in both. `races`: whether
    accesses of different invocations to one cell are compared. `count`: count the expressions that
    are evaluated, names and numbers aside, which is slow. `rounding`: the number of another way to
    round floats that the language allows (`rounding.py`), None for the nearest. `path`: all give
    the same; "c" refuses what the C path lacks.
    """

    nonfinite: Literal["trap", "allow"] = "trap"
    turns: int = 1_000_000
    order: Order = "forward"
    races: bool = True
    count: bool = False
    rounding: int | None = None
    path: Path = "auto"


def in_turn(order: Order, count: int) -> range:
    """Return the numbers of invocations, or of workgroups, in the order of their turns."""
    return range(count) if order == "forward" else range(count - 1, -1, -1)


def position(number: int, size: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return where the invocation or workgroup of a number stands, x first."""
    return number % size[0], number // size[0] % size[1], number // (size[0] * size[1])
