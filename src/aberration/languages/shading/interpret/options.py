"""What may be chosen about an execution."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True):
    """`nonfinite`: whether infinities and NaN trap where they arise. `turns`: the budget of loop turns of one
    invocation. `order`: in which order the invocations of a workgroup, and the workgroups, take their turns; a defined
    program gives the same in both. `races`: whether accesses of different invocations to one cell are compared.
    `count`: count the expressions that are evaluated, names and numbers aside, which is slow. `path`: "c" compiles the
    generated text with the C compiler of this machine, "auto" does where there is one and enough to run; all paths give
    the same.
    """

    nonfinite: Literal["trap", "allow"] = "trap"
    turns: int = 1_000_000
    order: Literal["forward", "reverse"] = "forward"
    races: bool = True
    count: bool = False
    path: Literal["auto", "python", "c"] = "auto"
