"""Form a pointer to a part of what a pointer points to (catalogue: AccessChain)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpCopyObject,
    OpSelect,
    OpTypeBool,
    OpTypePointer,
    OpULessThanEqual,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import is_builtin, pointer_type
from aberration.methods.transform.analysis.synonymy import is_plain_pointer
from aberration.methods.transform.building.clamping import Way, last_constant, way_into
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh


class AccessChain(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data or a block of it, and indexes, all available at
    `before`, which takes an insertion. The indexes are defined 32-bit integers and lead to a part
    whose pointer type exists; into structures they are constants. Another one is a constant that
    matters and is in bounds, or `clamps` has three fresh ids for it; then bool and the last index,
    as a constant of its type, exist. No array of blocks, no clamps for built-ins.
    Effect: inserts `copy <= last ? copy : last` (the ids: copy of the index, comparison, selection)
    for each index without bounds, and OpAccessChain. The copy keeps both uses of an index that does
    not matter one value.
    Facts: memory behind the new pointer is as irrelevant as behind the old one.
    """

    fresh: int
    pointer: int
    indexes: tuple[int, ...]
    before: Place
    clamps: tuple[tuple[int, int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        if not self.indexes or not all_fresh(
            module, self.fresh, *[new_id for ids in self.clamps for new_id in ids]
        ):
            return False
        pointer, anchor = (
            pointer_type(module, self.pointer),
            insertion_at(module, self.before, OpAccessChain),
        )
        if pointer is None or anchor is None or not can_lead_into(module, self.pointer):
            return False
        way = way_into(module, pointer.ops[1], self.indexes)
        if way is None or way.clamps != len(self.clamps) or not self._can_clamp(module, way):
            return False
        if not module.find(OpTypePointer, 0, pointer.ops[0], way.type_id):
            return False
        return all(available_before(module, used, anchor) for used in (self.pointer, *self.indexes))

    def _can_clamp(self, module: Module, way: Way) -> bool:
        if not self.clamps:
            return True
        if is_builtin(module, self.pointer) or not module.find(OpTypeBool, 0):
            return False
        lasts = zip(self.indexes, way.lasts, strict=True)
        return all(last < 0 or last_constant(module, index, last) for index, last in lasts)

    def apply(self, module: Module) -> None:
        pointer = must_exist(pointer_type(module, self.pointer))
        way = must_exist(way_into(module, pointer.ops[1], self.indexes))
        anchor, clamps = self.before.get(module), iter(self.clamps)
        ops = [self.pointer]
        for index, last in zip(self.indexes, way.lasts, strict=True):
            ops.append(index if last < 0 else _clamp(module, anchor, index, last, next(clamps)))
        type_id = module.find(OpTypePointer, 0, pointer.ops[0], way.type_id)
        module.insert_before(anchor, Instruction(OpAccessChain, type_id, self.fresh, ops))
        if module.facts.is_pointee_irrelevant(self.pointer):
            module.facts.add_pointee_irrelevant(self.fresh)


def can_lead_into(module: Module, pointer_id: int) -> bool:
    """Say whether a pointer leads to plain data; picking a block of an array of them at run
    time takes a feature.
    """
    type_id = module.type_of(pointer_id)
    if not is_plain_pointer(module, type_id):
        return False
    return not types.is_block_struct(
        module, types.component_type(module, types.pointee(module, type_id))
    )


def _clamp(
    module: Module, anchor: Instruction, index: int, last: int, ids: tuple[int, int, int]
) -> int:
    copy, compare, select = ids
    bound, type_id = last_constant(module, index, last), module.type_of(index)
    boolean = module.find(OpTypeBool, 0)
    module.insert_before(anchor, Instruction(OpCopyObject, type_id, copy, [index]))
    module.insert_before(anchor, Instruction(OpULessThanEqual, boolean, compare, [copy, bound]))
    module.insert_before(anchor, Instruction(OpSelect, type_id, select, [compare, copy, bound]))
    return select
