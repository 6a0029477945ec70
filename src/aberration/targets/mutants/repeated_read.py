"""When a read turns out to be another one's twin, the table of reads forgets the coordinate of
the first.
"""

from __future__ import annotations

from aberration.languages.spirv.image_reads import READS, variable_of_image
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, redirect

Row = tuple[int, int, int]


def rewrite(module: Module) -> None:
    """Take a later read of the same image in the block for the one that stands there twice."""
    for block in all_blocks(module):
        for first, later in _with_mistake(module, block):
            redirect(module, later.result_id, first.result_id, lambda _: True)


def _with_mistake(module: Module, block: Block) -> list[tuple[Instruction, Instruction]]:
    """Return each read that stands twice, and another one behind it."""
    before: dict[Row, list[Instruction]] = {}
    twins: dict[Row, Instruction] = {}
    found: list[tuple[Instruction, Instruction]] = []
    for read in block.instructions:
        if read.op not in READS:
            continue
        row = read.op, read.type_id, variable_of_image(module, read.ops[0])
        twin = next((one for one in before.get(row, ()) if one.ops == read.ops), None)
        if twin is not None:
            twins.setdefault(row, twin)
        elif row in twins:
            found.append((twins[row], read))
        before.setdefault(row, []).append(read)
    return found


MUTANT = Mutant(
    "repeated-read",
    "common reads of an image found without a look at the coordinate",
    ("ReadImageAgain",),
    rewrite,
    textures=True,
)
