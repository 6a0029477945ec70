"""What an execution of a seed program with its inputs says about its integers and booleans.

A range that is learnt holds in every variant: transformations keep what the original's ids stand for. It is only
learnt of values that are the same on every implementation (`steady.py`), over all invocations, and only if all of
them can be executed within a number of steps that is fixed.
"""

from __future__ import annotations

from typing import Final

from aberration.core.program import Program
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.ranges import Range, ranges_of
from aberration.languages.spirv.layout import scalars_of
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.languages.spirv.steady import steady_scalars
from aberration.methods.transform.known_uniforms import learn_uniforms

MOST_INSTRUCTIONS: Final = 4000
"""Modules with more are not executed: that takes too long to prepare."""
MOST_SEEDS: Final = 256
"""Seeds of which the ranges are kept."""
MOST_SCALARS: Final = 64


class KnownRanges:
    """The ranges of seeds, each learnt once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, Range]] = {}

    def learn(self, module: Module, seed: Program) -> None:
        """Record the ranges of a seed's ids in its module.

        They are found in a module of their own: what asking does to the indexes of a module, whose order depends on
        history, would make the first run of a seed another one than later ones.
        """
        known = self._known.get(seed.digest)
        if known is None:
            if len(self._known) >= MOST_SEEDS:
                self._known.clear()
            known = self._known[seed.digest] = _found(seed)
        for value_id in sorted(known):
            module.facts.ranges.add(value_id, *known[value_id])


def _found(seed: Program) -> dict[int, Range]:
    module = Module.parse(seed.source)
    learn_uniforms(module, seed.inputs)
    found = find_ranges(module, seed)
    module.clear()
    return found


def find_ranges(module: Module, seed: Program) -> dict[int, Range]:
    """Return the ranges of a seed's ids; none if that would take too long, or the seed cannot be executed."""
    if sum(len(block.instructions) for block in module.blocks) > MOST_INSTRUCTIONS:
        return {}
    ids = steady_scalars(module, _with_odd_floats(module))
    return ranges_of(seed, ids) if ids else {}


def _with_odd_floats(module: Module) -> list[int]:
    """Return the variables of uniforms that may hold floats which are not plain: denormals may be flushed."""
    uniforms = (StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT)
    found = [each for each in module.globals if each.op == OpVariable and each.ops[0] in uniforms]
    return [each.result_id for each in found if not _has_plain_floats(module, each)]


def _has_plain_floats(module: Module, variable: Instruction) -> bool:
    """Say whether all floats of a variable are known."""
    block = module.pointee(variable.type_id)
    if _has_array_of_floats(module, block):
        return False
    scalars = scalars_of(module, block, MOST_SCALARS + 1)
    floats = [scalar.path for scalar in scalars if types.is_float(module, scalar.type_id)]
    if len(scalars) > MOST_SCALARS:
        return False
    return all(module.facts.uniforms.at(variable.result_id, path) is not None for path in floats)


def _has_array_of_floats(module: Module, type_id: int, inside: bool = False) -> bool:
    """Say whether floats are in arrays, of which only the first elements are looked at."""
    if types.is_float(module, type_id):
        return inside
    inside = inside or types.is_array(module, type_id)
    return any(_has_array_of_floats(module, part, inside) for part in dict.fromkeys(types.part_types(module, type_id)))
