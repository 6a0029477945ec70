"""What a caller has to know of a function."""

from __future__ import annotations

import msgspec


class Made(msgspec.Struct, frozen=True):
    """What a value depends on: whether it may differ all the same, else the parameters that it
    may differ with.
    """

    varies: bool
    parameters: frozenset[int]


class Summary(msgspec.Struct, frozen=True):
    """`collective`: it must be called in uniform control flow; `needs` are parameters that must be
    uniform.

    A parameter that points into the function space stands for what it points at. `given` is the
    result, `left` what such parameters point at in the end, whether anything was written or not.
    """

    collective: bool
    needs: frozenset[int]
    given: Made
    left: dict[int, Made]
