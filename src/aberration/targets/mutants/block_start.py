"""The members of a uniform block are counted from the first one, wherever that lies."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.targets.mutants.mutant import Mutant

ALIGNED: Final = 16


def rewrite(module: Module) -> None:
    """Move the members of such a block up by the offset of the first one, whole 16 bytes."""
    for variable in module.globals:
        if variable.op != opcodes.OpVariable or variable.ops[0] != StorageClass.UNIFORM:
            continue
        struct = types.pointee(module, variable.type_id)
        if not has_decoration(module, struct, Decoration.BLOCK):
            continue
        offsets = _offsets(module, struct)
        start = min((found.ops[3] for found in offsets), default=0)
        for found in offsets if start and not start % ALIGNED else ():
            module.set_operands(found, [*found.ops[:3], found.ops[3] - start])


def _offsets(module: Module, struct: int) -> list[Instruction]:
    return [
        found
        for found in module.users(struct)
        if found.op == opcodes.OpMemberDecorate and found.ops[2] == Decoration.OFFSET
    ]


MUTANT = Mutant(
    "block-start",
    "a block that is thought to begin with its first member",
    ("MoveUniformMembers",),
    rewrite,
)
