"""Barriers of memory and of control, and votes."""

from __future__ import annotations

from typing import Final

from .row import COMPUTE, Builtin, Form, both, glsl, wgsl


def _row(name: str, *forms: Form) -> Builtin:
    return Builtin(name, "barrier", forms, constant=False, must_use=False)


ROWS: Final = (
    _row("barrier", *both("void:", "", 0, 310, stages=COMPUTE)),
    _row("memoryBarrier", *both("void:", "", 420, 310)),
    _row("memoryBarrierAtomicCounter", *both("void:", "", 430, 310)),
    _row("memoryBarrierBuffer", *both("void:", "", 430, 310)),
    _row("memoryBarrierImage", *both("void:", "", 430, 310)),
    _row("memoryBarrierShared", *both("void:", "", 430, 310, stages=COMPUTE)),
    _row("groupMemoryBarrier", *both("void:", "", 430, 310, stages=COMPUTE)),
    _row("workgroupBarrier", wgsl("void:", stages=COMPUTE)),
    _row("storageBarrier", wgsl("void:", stages=COMPUTE)),
    _row("textureBarrier", wgsl("void:", stages=COMPUTE)),
    _row("anyInvocation", glsl("bool: bool", since=460)),
    _row("allInvocations", glsl("bool: bool", since=460)),
    _row("allInvocationsEqual", glsl("bool: bool", since=460)),
)
