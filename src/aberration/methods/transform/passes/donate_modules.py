"""Propose functions of donors."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.donors import donate
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation

LIVESAFE: Final = 0.6


@fuzzer_pass(
    chance=(0.02, 0.1),
    followed_by=(
        "add_function_calls",
        "replace_irrelevant_ids",
        "merge_function_returns",
        "replace_branches_from_dead_blocks_with_exits",
    ),
)
def donate_modules(draw: Draw) -> Transformation | None:
    """One attempt: any function of any donor, fit for live code or not."""
    if not draw.donors:
        return None
    return donate(draw, draw.rng.choose(draw.donors), draw.rng.chance(LIVESAFE))
