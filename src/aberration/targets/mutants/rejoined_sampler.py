"""An image that is taken out of a sampled image and put together with a sampler again gets the
sampler of another pair.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.image_reads import variable_of_image
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks


def rewrite(module: Module) -> None:
    """Let such a pair have the first other sampler of its block."""
    for block in all_blocks(module):
        for pair in block.instructions:
            if pair.op == opcodes.OpSampledImage and _is_rejoined(module, pair):
                _mix_up(module, block, pair)


def _is_rejoined(module: Module, pair: Instruction) -> bool:
    image = module.definition(pair.ops[0])
    if image is None or image.op != opcodes.OpImage:
        return False
    before = module.definition(image.ops[0])
    return before is not None and before.op == opcodes.OpSampledImage


def _mix_up(module: Module, block: Block, pair: Instruction) -> None:
    own = variable_of_image(module, pair.ops[1])
    for other in block.instructions[: module.position(pair)]:
        if other.op != opcodes.OpSampledImage or other.type_id != pair.type_id:
            continue
        if variable_of_image(module, other.ops[1]) != own:
            module.set_operand(pair, 1, other.ops[1])
            return


MUTANT = Mutant(
    "rejoined-sampler",
    "two samplers of one image merged",
    ("RejoinImageAndSampler",),
    rewrite,
    textures=True,
)
