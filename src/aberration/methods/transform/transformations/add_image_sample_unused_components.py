"""Sample an image at a coordinate with components that nobody reads (catalogue:
AddImageSampleUnusedComponents).
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpImageSampleDrefExplicitLod,
    OpImageSampleDrefImplicitLod,
    OpImageSampleExplicitLod,
    OpImageSampleImplicitLod,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import is_usable
from aberration.methods.transform.transformation import Transformation

SAMPLES: Final = (
    OpImageSampleDrefExplicitLod,
    OpImageSampleDrefImplicitLod,
    OpImageSampleExplicitLod,
    OpImageSampleImplicitLod,
)
"""Not those with a projective coordinate: they divide by a component that more of them would
move.
"""
WIDEST: Final = 4
COORDINATE: Final = 1
"""The operand that is the coordinate."""


class AddImageSampleUnusedComponents(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples an image, not projectively, at a coordinate that is no vector of
    four; the other coordinate is a relevant vector put together of it, first, and of more
    components, and is available there.
    Effect: samples at the other coordinate.
    Facts: none used, none added.
    """

    coordinate: int
    at: Place

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        if sample is None or not missing_components(module, sample):
            return False
        wider = module.definition(self.coordinate)
        if (
            wider is None
            or wider.op != OpCompositeConstruct
            or not types.is_vector(module, wider.type_id)
        ):
            return False
        if wider.ops[0] != sample.ops[COORDINATE] or module.facts.is_declared_irrelevant(
            self.coordinate
        ):
            return False
        return is_usable(module, self.coordinate, sample)

    def apply(self, module: Module) -> None:
        module.set_operand(self.at.get(module), COORDINATE, self.coordinate)


def missing_components(module: Module, found: Instruction) -> int:
    """Return how many components the coordinate of a sampling instruction may have more; 0 for
    all else.
    """
    if found.op not in SAMPLES or found.block is None:
        return 0
    type_id = module.type_of(found.ops[COORDINATE])
    return WIDEST - max(1, types.component_count(module, type_id))
