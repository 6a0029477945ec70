"""A shuffle of one vector with itself takes a component of its second half from one place
further.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions

_UNDEFINED = 0xFFFFFFFF


def rewrite(module: Module) -> None:
    """Move the components that are taken from the second vector, where both are the same one."""
    for shuffle in instructions(module, opcodes.OpVectorShuffle):
        first, second, *taken = shuffle.ops
        size = types.component_count(module, module.type_of(first))
        moved = [_move_component(component, size) for component in taken]
        if first == second and moved != taken:
            module.set_operands(shuffle, [first, second, *moved])


def _move_component(component: int, size: int) -> int:
    if component == _UNDEFINED or component < size:
        return component
    return size + (component - size + 1) % size


MUTANT = Mutant("shuffled-twice", "a mask that is shifted by one lane", ("VectorShuffle",), rewrite)
