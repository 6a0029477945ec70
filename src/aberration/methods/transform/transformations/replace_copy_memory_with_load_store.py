"""Copy memory by way of a value (catalogue: ReplaceCopyMemoryWithLoadStore)."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCopyMemory, OpLoad, OpStore
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory_operands import is_plain_access
from aberration.methods.transform.transformation import Transformation


class ReplaceCopyMemoryWithLoadStore(Transformation, frozen=True, gc=False):
    """Precondition: an OpCopyMemory of plain data, the same type on both sides, without memory
    operands but None and Nontemporal.
    Effect: it becomes OpLoad and OpStore, without memory operands.
    Facts: none used, none added.
    """

    fresh: int
    copy: Place

    def is_applicable(self, module: Module) -> bool:
        copy = self.copy.find(module)
        if (
            copy is None
            or copy.op != OpCopyMemory
            or copy.block is None
            or not module.is_fresh(self.fresh)
        ):
            return False
        target, source = (types.pointee_of(module, pointer) for pointer in copy.ops[:2])
        return (
            target == source and types.can_create_constant(module, source) and is_plain_access(copy)
        )

    def apply(self, module: Module) -> None:
        copy = self.copy.get(module)
        target, source = copy.ops[:2]
        module.replace(
            copy,
            Instruction(OpLoad, types.pointee_of(module, source), self.fresh, [source]),
            Instruction(OpStore, 0, 0, [target, self.fresh]),
        )
