"""Barriers of a module in which storage buffers will stand for its storage images.

Semantics name buffers and images apart (SPIR-V, "Memory Semantics"), and an image that is not
coherent is ordered by none (GLSL 4.60, 4.10 "Memory Qualifiers").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration, MemorySemantics, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.types import constant_int, storage_class

from .undefined import refuse

_BOTH: Final = MemorySemantics.UNIFORM_MEMORY | MemorySemantics.IMAGE_MEMORY
_SEMANTICS_AT: Final = {opcodes.OpControlBarrier: 2, opcodes.OpMemoryBarrier: 1}
_STORES: Final = (
    opcodes.OpStore,
    opcodes.OpCopyMemory,
    *range(opcodes.OpAtomicStore, opcodes.OpAtomicXor + 1),
)
_BLOCKS: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)


def order_as_buffers(module: Module, written: set[int], plain: set[int]) -> None:
    """Let each barrier name buffers where it orders the images that are written: of these, `plain`
    are read or written otherwise than by atomic operations, which are coherent always.

    Raise `Refused` where buffers are written too, or images of which only some are coherent, and a
    barrier orders either of them.
    """
    if not written:
        return
    incoherent = {one for one in written & plain if not _is_coherent(module, one)}
    buffers = _writes_buffers(module)
    for barrier, at, semantics in [*_barriers(module)]:
        named = bool(semantics & MemorySemantics.IMAGE_MEMORY)
        if named and incoherent and incoherent != written:
            raise refuse("a barrier of storage images of which only some are coherent", barrier)
        images = named and not incoherent
        if buffers and images != bool(semantics & MemorySemantics.UNIFORM_MEMORY):
            raise refuse("a barrier that orders either buffers or storage images", barrier)
        wanted = semantics & ~_BOTH | (MemorySemantics.UNIFORM_MEMORY if images else 0)
        if wanted != semantics:
            type_id = module.type_of(barrier.ops[at])
            number = declare(module, opcodes.OpConstant, type_id, wanted)
            module.set_operand(barrier, at, number)


def _is_coherent(module: Module, variable_id: int) -> bool:
    return any(
        has_decoration(module, variable_id, kind)
        for kind in (Decoration.COHERENT, Decoration.VOLATILE)
    )


def _barriers(module: Module) -> Iterator[tuple[Instruction, int, int]]:
    """Give the barriers, where their semantics stand, and these."""
    for op, at in _SEMANTICS_AT.items():
        for found in module.by_opcode(op):
            semantics = module.definition(found.ops[at])
            if semantics is None or semantics.op != opcodes.OpConstant:
                raise refuse("a barrier whose semantics are no plain constant", found)
            yield found, at, constant_int(module, found.ops[at])


def _writes_buffers(module: Module) -> bool:
    return any(
        storage_class(module, module.type_of(found.ops[0])) in _BLOCKS
        for op in _STORES
        for found in module.by_opcode(op)
    )
