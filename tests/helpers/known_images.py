"""A module that reads images with integers for places, and that knows the textures of two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from helpers.images import sampling
from helpers.transform import ident
from msgspec.structs import replace

from aberration.core.textures import Texture
from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.module import Module

GLOBALS: Final = """
    %v3int = OpTypeVector %int 3
    %v2uint = OpTypeVector %uint 2
    %int_8 = OpConstant %int 8
    %int_m3 = OpConstant %int -3
    %uint_4 = OpConstant %uint 4
    %uint_8 = OpConstant %uint 8
    %none1 = OpConstantComposite %v2int %int_0 %int_0
    %none3 = OpConstantComposite %v3int %int_0 %int_0 %int_0
    %five_m3 = OpConstantComposite %v2int %int_5 %int_m3
    %five_m3_0 = OpConstantComposite %v3int %int_5 %int_m3 %int_0
    %quarter = OpConstant %float 0.25
    %eighth = OpConstant %float 0.125
    %half = OpConstant %float 0.5
    %middle2 = OpConstantComposite %v2float %half %half
    %middle3 = OpConstantComposite %v3float %half %half %float_0
    %of_flat = OpConstantComposite %v2float %quarter %eighth
    %of_layers = OpConstantComposite %v3float %eighth %eighth %float_1
"""
LINES: Final = """
    %flat_plain = OpImage %flat_image %flat_value
    %layers_plain = OpImage %layers_image %layers_value
    %p2 = OpCompositeConstruct %v2int %i %i
    %p3 = OpCompositeConstruct %v3int %p2 %i
"""
TEXTURES: Final = {
    "%flat": Texture("flat", "2D", size=(4, 8, 1)),
    "%layers": Texture("layers", "2DArray", size=(8, 8, 5)),
}


def linear(module: Module) -> None:
    """Let the flat texture have a linear filter."""
    module.facts.textures[ident("%flat")] = replace(TEXTURES["%flat"], filter="linear")


def unknown(module: Module) -> None:
    """Let no texture be known."""
    module.facts.textures.clear()


def known_images(
    body: str, globals_: str = "", query: bool = False, others: Sequence[str] = ()
) -> Module:
    """Return a module with images whose body comes after `%p2` and `%p3`, the place as integers,
    and `%flat_plain` and `%layers_plain`, images alone; it may ask for sizes if it is to `query`.
    """
    capabilities = (Capability.IMAGE_QUERY,) if query else ()
    module = sampling(LINES + body, GLOBALS + globals_, capabilities, others)
    for name, texture in TEXTURES.items():
        module.facts.textures[ident(name)] = texture
    return module
