"""How an execution is to be done."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

STEP_LIMIT: Final = 1_000_000
"""Blocks that one invocation may enter before it counts as not ending."""


class Options(msgspec.Struct, frozen=True):
    """`steps` is the number of blocks an invocation may enter, `seed` decides what an OpUndef
    gives.

    `trace_blocks` records the blocks that were entered, `trace_values` every value of these ids:
    the Python path does that. `path`: "auto" takes C where there is a compiler, and enough to run.
    """

    steps: int = STEP_LIMIT
    rng_seed: int = 0
    trace_blocks: bool = False
    trace_values: tuple[int, ...] = ()
    path: Literal["auto", "python", "native"] = "auto"
