"""Add a barrier that nothing waits for."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import MemorySemantics, Scope
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpControlBarrier,
    OpMemoryBarrier,
    OpTypeInt,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.convergence import (
    is_compute,
    is_convergent,
    may_have_effects,
)
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

ORDERS: Final = (MemorySemantics.ACQUIRE, MemorySemantics.RELEASE, MemorySemantics.ACQUIRE_RELEASE)
ORDERED: Final = (
    MemorySemantics.UNIFORM_MEMORY,
    MemorySemantics.WORKGROUP_MEMORY,
    MemorySemantics.UNIFORM_MEMORY | MemorySemantics.WORKGROUP_MEMORY,
)
"""Kinds of memory that a barrier is about."""


class AddIdleBarrier(Transformation, frozen=True, gc=False):
    """Precondition: the module is a compute shader; `before` takes an insertion, in a function that
    does not promise to have no effects. If the barrier `waits`, all invocations of a workgroup
    surely execute its block together, or none does. The semantics are an order (to wait:
    AcquireRelease) and buffers, workgroup memory or both; to wait also none. The scope of memory is
    Workgroup, or Device where that needs no capability. Relevant constants of unsigned integers
    with these values exist.
    Effect: inserts OpControlBarrier, which waits, or OpMemoryBarrier.
    Facts: none added.
    """

    before: Place
    waits: bool
    semantics: int
    scope: int = Scope.WORKGROUP

    def is_applicable(self, module: Module) -> bool:
        if not is_compute(module) or not self._has_legal_operands(module):
            return False
        if not all(
            find_uint(module, value) for value in (self.scope, self.semantics, Scope.WORKGROUP)
        ):
            return False
        anchor = insertion_at(module, self.before, OpControlBarrier)
        if anchor is None or anchor.block is None or not may_have_effects(anchor.block):
            return False
        return not self.waits or is_convergent(module, anchor.block)

    def _has_legal_operands(self, module: Module) -> bool:
        if self.scope != Scope.WORKGROUP and (
            self.scope != Scope.DEVICE or has_vulkan_memory_model(module)
        ):
            return False
        if self.waits and self.semantics == MemorySemantics.RELAXED:
            return True
        orders = (MemorySemantics.ACQUIRE_RELEASE,) if self.waits else ORDERS
        return any(self.semantics == order | memory for order in orders for memory in ORDERED)

    def apply(self, module: Module) -> None:
        scope, semantics = find_uint(module, self.scope), find_uint(module, self.semantics)
        made = Instruction(OpMemoryBarrier, 0, 0, [scope, semantics])
        if self.waits:
            made = Instruction(
                OpControlBarrier, 0, 0, [find_uint(module, Scope.WORKGROUP), scope, semantics]
            )
        module.insert_before(self.before.get(module), made)


def find_uint(module: Module, value: int) -> int:
    """Return the relevant constant of this value of an unsigned 32-bit integer type; 0 if there
    is none.
    """
    uint = module.find(OpTypeInt, 0, 32, 0)
    return find_constant(module, False, OpConstant, uint, value) if uint else 0
