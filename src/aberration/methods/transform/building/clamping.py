"""Which indexes of a new access chain have to be clamped, and what the chain leads to."""

from __future__ import annotations

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstant, OpTypeRuntimeArray
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.memory import value_type
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined


class Way(msgspec.Struct, frozen=True, gc=False):
    """Where indexes lead: the type at the end, and the last index in bounds where one has to be
    clamped, else -1.
    """

    type_id: int
    lasts: tuple[int, ...]

    @property
    def clamps(self) -> int:
        """The number of indexes to clamp."""
        return sum([1 for last in self.lasts if last >= 0])


def way_into(module: Module, type_id: int, indexes: tuple[int, ...]) -> Way | None:
    """Return where indexes lead in a type; None where one is no defined 32-bit integer, picks no
    member of a structure, or nobody knows its bound. Only constants that matter and are in bounds
    need no clamp.
    """
    lasts: list[int] = []
    for index in indexes:
        if not _is_index(module, index):
            return None
        count = types.component_count(module, type_id)
        definition = module.definition(index)
        known = -1
        if definition is not None and definition.op == OpConstant:
            known = definition.ops[0]
        is_fixed = 0 <= known < count
        if not count or (types.is_struct(module, type_id) and not is_fixed):
            return None
        may_stay = types.is_struct(module, type_id) or not module.facts.is_irrelevant(module, index)
        lasts.append(-1 if is_fixed and may_stay else count - 1)
        type_id = types.walk(module, type_id, known if types.is_struct(module, type_id) else 0)
    if types.op_of(module, type_id) == OpTypeRuntimeArray:
        return None
    return Way(type_id, tuple(lasts))


def _is_index(module: Module, index: int) -> bool:
    type_id = value_type(module, index)
    return (
        types.is_int(module, type_id)
        and types.width(module, type_id) == 32
        and not may_depend_on_undefined(module, index)
    )


def last_constant(module: Module, index: int, last: int) -> int:
    """Return the constant of the index's type that it is clamped to; 0 if there is none."""
    return find_constant(module, False, OpConstant, module.type_of(index), last)
