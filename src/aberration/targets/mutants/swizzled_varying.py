"""A vector that does not begin its location comes to the fragment stage with its first two
components swapped.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, redirect

_CHAINS: Final = (opcodes.OpAccessChain, opcodes.OpInBoundsAccessChain)
_OTHER: Final = (1, 0)


def rewrite(module: Module) -> None:
    """Swap components of inputs at a component, where they are loaded as a whole, and where one of
    them is.
    """
    for load in instructions(module, opcodes.OpLoad):
        if _is_shifted(module, load.ops[0]):
            _swap(module, load)
    for op in _CHAINS:
        for chain in instructions(module, op):
            index = module.definition(chain.ops[1]) if len(chain.ops) > 1 else None
            if index is None or index.op != opcodes.OpConstant or index.ops[0] > 1:
                continue
            if _is_shifted(module, chain.ops[0]):
                other = declare(module, opcodes.OpConstant, index.type_id, _OTHER[index.ops[0]])
                module.set_operand(chain, 1, other)


def _swap(module: Module, load: Instruction) -> None:
    """Let what uses a loaded vector use one with two components swapped."""
    assert load.block is not None
    order = [*_OTHER, *range(2, types.component_count(module, load.type_id))]
    swapped = module.fresh_id()
    ops = [load.result_id, load.result_id, *order]
    redirect(module, load.result_id, swapped, lambda _: True)
    made = Instruction(opcodes.OpVectorShuffle, load.type_id, swapped, ops)
    module.insert(load.block, module.position(load) + 1, made)


def _is_shifted(module: Module, pointer: int) -> bool:
    """Say whether it is an input vector that does not begin its location."""
    variable = module.definition(pointer)
    if variable is None or variable.op != opcodes.OpVariable:
        return False
    if variable.ops[0] != StorageClass.INPUT:
        return False
    marks = {mark.ops[1]: mark.ops[2:] for mark in decorations(module, pointer)}
    is_vector = types.is_vector(module, types.pointee(module, variable.type_id))
    return is_vector and marks.get(Decoration.COMPONENT, [0])[0] > 0


MUTANT = Mutant(
    "swizzled-varying",
    "a component added to both ends of a swizzle",
    ("MoveVarying",),
    rewrite,
    pairs=True,
)
