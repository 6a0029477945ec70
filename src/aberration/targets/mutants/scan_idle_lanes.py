"""A scan of a subgroup takes the invocations that are not active for ones that give 0."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GroupOperation
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, null, redirect

_LOWERED: Final = (
    o.OpGroupNonUniformSMin,
    o.OpGroupNonUniformUMin,
    o.OpGroupNonUniformBitwiseAnd,
    o.OpGroupNonUniformLogicalAnd,
)
"""What a 0 among the values makes 0, if they have no sign."""


def rewrite(module: Module) -> None:
    """Let a minimum or "and" of a scan be 0 wherever a branch has gone before."""
    for block in all_blocks(module):
        if block is block.function.blocks[0]:
            continue
        for found in block.instructions:
            if _is_scan(found):
                redirect(module, found.result_id, null(module, found.type_id), lambda _: True)


def _is_scan(found: Instruction) -> bool:
    return found.op in _LOWERED and found.ops[1] == GroupOperation.INCLUSIVE_SCAN


MUTANT = Mutant(
    "scan-idle-lanes",
    "a scan of a subgroup that takes inactive invocations for zeros",
    ("AddSharedSubgroupSynonym",),
    rewrite,
    subgroups=True,
)
