"""Pick components of two vectors (catalogue: VectorShuffle)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeVector, OpVectorShuffle
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import can_be_made, is_usable, record_equal_parts
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

UNDEFINED: Final = 0xFFFFFFFF
"""The component that is taken from nowhere."""


class VectorShuffle(Transformation, frozen=True, gc=False):
    """Precondition: two vectors of one type of components, available at `before`, which takes an
    insertion; each component is below their lengths together; the module may compute with the
    numbers and has the type of vectors of this length. In a dead block a component may be
    undefined, and a vector OpUndef.
    Effect: inserts OpVectorShuffle.
    Facts: each component equals the one that it comes from, if that vector can be a synonym and the
    block is live.
    """

    fresh: int
    left: int
    right: int
    components: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or not shuffled_type(
            module, self.left, self.right, len(self.components)
        ):
            return False
        anchor = insertion_at(module, self.before, OpVectorShuffle)
        if anchor is None or anchor.block is None:
            return False
        count = length(module, self.left) + length(module, self.right)
        if not all(
            0 <= k < count or (k == UNDEFINED and anchor.block.dead) for k in self.components
        ):
            return False
        return is_usable(module, self.left, anchor) and is_usable(module, self.right, anchor)

    def apply(self, module: Module) -> None:
        type_id = shuffled_type(module, self.left, self.right, len(self.components))
        made = Instruction(
            OpVectorShuffle, type_id, self.fresh, [self.left, self.right, *self.components]
        )
        module.insert_before(self.before.get(module), made)
        first = length(module, self.left)
        for k, component in enumerate(self.components):
            if component == UNDEFINED:
                continue
            source, index = (
                (self.left, component) if component < first else (self.right, component - first)
            )
            record_equal_parts(module, source, (index,), self.fresh, (k,))


def length(module: Module, vector: int) -> int:
    """Return the number of components of a vector."""
    return types.component_count(module, module.type_of(vector))


def shuffled_type(module: Module, left: int, right: int, count: int) -> int:
    """Return the type of so many components of two vectors; 0 if they do not fit, or the module
    has it not.
    """
    left_type, right_type = module.type_of(left), module.type_of(right)
    if not types.is_vector(module, left_type) or not types.is_vector(module, right_type):
        return 0
    component = types.component_type(module, left_type)
    if types.component_type(module, right_type) != component or not can_be_made(module, component):
        return 0
    return module.find(OpTypeVector, 0, component, count)
