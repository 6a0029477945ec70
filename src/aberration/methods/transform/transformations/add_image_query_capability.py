"""Declare that the module may ask images for their sizes."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCapability
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.transformation import Transformation


class AddImageQueryCapability(Transformation, frozen=True, gc=False):
    """Precondition: the module has the capability Shader, and ImageQuery not. (Vulkan demands that
    all implementations have it.)
    Effect: declares ImageQuery.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True

    def is_applicable(self, module: Module) -> bool:
        return has_capability(module, Capability.SHADER) and not has_capability(
            module, Capability.IMAGE_QUERY
        )

    def apply(self, module: Module) -> None:
        module.insert_preamble(0, Instruction(OpCapability, 0, 0, [Capability.IMAGE_QUERY]))
