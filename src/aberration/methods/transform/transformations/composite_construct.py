"""Put a composite together (catalogue: CompositeConstruct)."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCompositeConstruct
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import is_usable, parts_to_make, record_equal_parts
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation


class CompositeConstruct(Transformation, frozen=True, gc=False):
    """Precondition: a type of plain data with 64 parts at most, with all numbers of which the
    module may compute; the parts fit it, one for each, or for a vector scalars and shorter vectors
    that fill it; they are available at `before`, which takes an insertion, and in a live block none
    is OpUndef.
    Effect: inserts OpCompositeConstruct.
    Facts: each part equals its part of the result, or each component its component, if the part can
    be a synonym and the block is live.
    """

    fresh: int
    composite_type: int
    parts: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or not parts_fit(
            module, self.composite_type, self.parts
        ):
            return False
        anchor = insertion_at(module, self.before, OpCompositeConstruct)
        return anchor is not None and all(is_usable(module, part, anchor) for part in self.parts)

    def apply(self, module: Module) -> None:
        made = Instruction(OpCompositeConstruct, self.composite_type, self.fresh, list(self.parts))
        module.insert_before(self.before.get(module), made)
        index = 0
        for part in self.parts:
            count = components_in(module, self.composite_type, module.type_of(part))
            paths: list[tuple[int, ...]] = [()] if count == 1 else [(k,) for k in range(count)]
            for k, path in enumerate(paths):
                record_equal_parts(module, part, path, self.fresh, (index + k,))
            index += count


def components_in(module: Module, composite_type: int, type_id: int) -> int:
    """Return how many components a value gives to a composite: those of a vector in a vector,
    else 1.
    """
    if types.is_vector(module, composite_type) and types.is_vector(module, type_id):
        return types.component_count(module, type_id)
    return 1


def parts_fit(module: Module, type_id: int, parts: tuple[int, ...]) -> bool:
    """Say whether a composite of the type may be put together of the parts, as far as types go."""
    wanted = parts_to_make(module, type_id)
    given = [module.type_of(part) for part in parts]
    if not types.is_vector(module, type_id):
        return bool(wanted) and given == wanted
    if len(parts) < 2 or sum([components_in(module, type_id, part) for part in given]) != len(
        wanted
    ):
        return False
    return all(types.scalar_of(module, part) == wanted[0] for part in given)
