"""Propose less precision in dead blocks."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_relaxed_decoration import (
    NUMERIC,
    AddRelaxedDecoration,
)

TRIES: Final = 6


@fuzzer_pass(chance=(0.2, 0.9))
def add_relaxed_decorations(draw: Draw) -> Transformation | None:
    """One attempt: any numeric instruction of any dead block."""
    for _ in range(TRIES):
        block = draw.dead_block()
        found = None if block is None else draw.rng.choose(block.instructions)
        if found is not None and found.op in NUMERIC:
            return AddRelaxedDecoration(found.result_id)
    return None
