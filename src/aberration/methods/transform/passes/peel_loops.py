"""Propose copies of first rounds before loops."""

from __future__ import annotations

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.loops import any_loop, round_for
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.peel_loop import PeelLoop


@fuzzer_pass(chance=(0.02, 0.15))
def peel_loops(draw: Draw) -> Transformation | None:
    """One attempt: any small loop."""
    loop = any_loop(draw)
    first = None if loop is None else round_for(draw, loop)
    return None if loop is None or first is None else PeelLoop(loop.header.id, draw.fresh(), first)
