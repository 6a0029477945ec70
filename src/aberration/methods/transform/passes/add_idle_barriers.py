"""Propose barriers that nothing waits for."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import MemorySemantics, Scope
from aberration.languages.spirv.opcodes import OpControlBarrier
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.convergence import is_compute, is_convergent
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_idle_barrier import (
    ORDERED,
    ORDERS,
    AddIdleBarrier,
)

RARELY: Final = 32
"""One in so many attempts orders memory where not all invocations come along."""


@fuzzer_pass(chance=(0.05, 0.3))
def add_idle_barriers(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, half the time near a barrier; it mostly waits, if all
    invocations come along.

    Where they do not, even a barrier that does not wait is rare: lavapipe waits there, and its one
    bug would be found again and again.
    """
    module = draw.module
    if not is_compute(module):
        return None
    near = draw.instruction((OpControlBarrier,)) if draw.rng.bits() & 1 else None
    anchor = near or draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    together = is_convergent(module, anchor.block)
    if not together and draw.rng.below(RARELY):
        return None
    waits = together and draw.rng.below(4) > 0
    device = draw.rng.below(4) == 0 and not has_vulkan_memory_model(module)
    scope = Scope.DEVICE if device else Scope.WORKGROUP
    semantics = _semantics(draw, waits)
    uint = draw.int_type(32, False)
    for value in dict.fromkeys((scope, semantics, Scope.WORKGROUP)):
        draw.int_constant(uint, value)
    return AddIdleBarrier(Place.of(module, anchor), waits, semantics, scope)


def _semantics(draw: Draw, waits: bool) -> int:
    if waits and draw.rng.below(4) == 0:
        return MemorySemantics.RELAXED
    order = MemorySemantics.ACQUIRE_RELEASE if waits else draw.rng.choose(ORDERS)
    return order | draw.rng.choose(ORDERED)
