"""Which values may have synonyms, other ids that may stand for them."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstantNull, OpFunction, OpUndef

PLAIN_CLASSES: Final = frozenset(
    (
        *(
            StorageClass.INPUT,
            StorageClass.UNIFORM,
            StorageClass.OUTPUT,
            StorageClass.WORKGROUP,
            StorageClass.PRIVATE,
        ),
        *(StorageClass.FUNCTION, StorageClass.PUSH_CONSTANT, StorageClass.STORAGE_BUFFER),
    )
)
NEVER: Final = frozenset((OpUndef, OpConstantNull, OpFunction))


def can_be_synonym(module: Module, source: Instruction) -> bool:
    """Say whether another id may stand for the result: see the class (catalogue, section 6.5)."""
    if not source.type_id or source.op in NEVER:
        return False
    if not types.can_create_constant(module, source.type_id) and not is_plain_pointer(
        module, source.type_id
    ):
        return False
    return not module.facts.is_irrelevant(module, source.result_id) and not module.is_decorated(
        source.result_id
    )


def is_plain_pointer(module: Module, type_id: int) -> bool:
    """Images, samplers and ray queries are no plain data, nor is what a texel pointer points to."""
    if types.storage_class(module, type_id) not in PLAIN_CLASSES:
        return False
    return _is_data(module, types.pointee(module, type_id))


def _is_data(module: Module, type_id: int) -> bool:
    while types.component_type(module, type_id):
        type_id = types.component_type(module, type_id)
    if types.is_struct(module, type_id):
        return all(_is_data(module, part) for part in types.part_types(module, type_id))
    return types.is_scalar(module, type_id)


def can_be_operand(module: Module, operand: int) -> bool:
    """Say whether an equation may speak of a value: it may be replaced by equal ones."""
    definition = module.definition(operand)
    return definition is not None and can_be_synonym(module, definition)
