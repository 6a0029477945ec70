"""The factor of a coordinate is cancelled against what divides it, on one side only."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import FLOAT_ONE, instructions, is_scalar_constant

_SAMPLES: Final = (opcodes.OpImageSampleProjImplicitLod, opcodes.OpImageSampleProjExplicitLod)


def rewrite(module: Module) -> None:
    """Let the coordinate of a projective sample do without a factor that divides it, too."""
    for sample in instructions(module, *_SAMPLES):
        made = module.definition(sample.ops[1])
        product = None if made is None else _scaling_product(module, made)
        if made is not None and product is not None:
            module.set_operand(made, 0, product.ops[0])


def _scaling_product(module: Module, made: Instruction) -> Instruction | None:
    """Return the product that a coordinate is made of, and whose factor divides it, unless that is
    one.
    """
    if made.op != opcodes.OpCompositeConstruct or len(made.ops) != 2:
        return None
    product = module.definition(made.ops[0])
    if product is None or product.op != opcodes.OpVectorTimesScalar:
        return None
    factor = product.ops[1]
    if factor != made.ops[1] or is_scalar_constant(module, factor, FLOAT_ONE):
        return None
    return product


MUTANT = Mutant(
    "projected-scale",
    "a factor cancelled on one side of a quotient only",
    ("MakeSampleProjective",),
    rewrite,
    textures=True,
)
