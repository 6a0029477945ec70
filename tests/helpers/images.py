"""A module that samples images: the corpus has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from helpers.additions import add_capability
from helpers.transform import assert_sound, ident, module_of

from aberration.languages.spirv.enums import Capability, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate

IMAGES: Final = {
    "line": "1D 0 0",
    "flat": "2D 0 0",
    "layers": "2D 0 1",
    "shadow": "2D 1 0",
    "cubes": "Cube 0 1",
}
GLOBALS: Final = "%v3float = OpTypeVector %float 3\n" + "".join(
    f"""
    %{name}_image = OpTypeImage %float {kind} 0 1 Unknown
    %{name}_sampled = OpTypeSampledImage %{name}_image
    %{name}_pointer = OpTypePointer UniformConstant %{name}_sampled
    %{name} = OpVariable %{name}_pointer UniformConstant
    """
    for name, kind in IMAGES.items()
)
LOADS: Final = (
    "".join(f"%{name}_value = OpLoad %{name}_sampled %{name}\n" for name in IMAGES)
    + """
    %at2 = OpCompositeConstruct %v2float %f %f
    %at3 = OpCompositeConstruct %v3float %at2 %float_0
    %at4 = OpCompositeConstruct %v4float %at3 %float_0
"""
)


def sampling(
    body: str,
    globals_: str = "",
    capabilities: Sequence[int] = (),
    others: Sequence[str] = (),
) -> Module:
    """Return a module with images in one, two and three dimensions, loaded as `%flat_value`,
    and `body` after that; with these capabilities, and places for
    `others`, variables among the globals, too.
    """
    module = module_of(LOADS + body, globals_=GLOBALS + globals_, valid=False)
    for binding, name in enumerate([*IMAGES, *others]):
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.DESCRIPTOR_SET, 0])
        )
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.BINDING, binding])
        )
    for capability in (Capability.SAMPLED1_D, Capability.SAMPLED_CUBE_ARRAY, *capabilities):
        add_capability(module, capability)
    assert_sound(module)
    return module
