"""Propose functions that end the invocation."""

from __future__ import annotations

from aberration.methods.transform.donation.livesafe import ENDS
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.early_terminators import wrapping
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("inline_functions",))
def wrap_early_terminators(draw: Draw) -> Transformation | None:
    """One attempt: any OpKill, OpUnreachable or OpTerminateInvocation."""
    end = draw.instruction(ENDS)
    return None if end is None else wrapping(draw, end)
