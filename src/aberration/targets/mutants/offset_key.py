"""Samples at a named level are looked up by a key that has no coordinate where there is an
offset.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import Given, image_operands, variable_of_image
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, is_scalar_constant, redirect

Row = tuple[int, int, tuple[int, ...]]


def rewrite(module: Module) -> None:
    """Take a sample with an offset of zeros for one of the same image and level before it."""
    for block in all_blocks(module):
        for first, later in _with_mistake(module, block):
            redirect(module, later.result_id, first.result_id, lambda _: True)


def _with_mistake(module: Module, block: Block) -> list[tuple[Instruction, Instruction]]:
    before: dict[Row, Instruction] = {}
    found: list[tuple[Instruction, Instruction]] = []
    for sample in block.instructions:
        if sample.op != opcodes.OpImageSampleExplicitLod:
            continue
        given = image_operands(sample) or {}
        level = tuple(given.get(ImageOperands.LOD, ()))
        row = sample.type_id, variable_of_image(module, sample.ops[0]), level
        first = before.setdefault(row, sample)
        if first.ops[1] != sample.ops[1] and _is_moved_by_nothing(module, given):
            found.append((first, sample))
    return found


def _is_moved_by_nothing(module: Module, given: Given) -> bool:
    offset = given.get(ImageOperands.CONST_OFFSET)
    return offset is not None and is_scalar_constant(module, offset[0], 0)


MUTANT = Mutant(
    "offset-key",
    "value numbering with a key that lacks an operand",
    ("MakeLodExplicit", "AddZeroImageOffset"),
    rewrite,
    textures=True,
)
