"""The storage images and texel buffers of a shader that inputs give: what each is, and how it is
declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from aberration.core.storage_images import (
    FORMATS,
    WGSL_FORMATS,
    ImageShape,
    StorageImage,
    TexelFormat,
    scalar_of_format,
)

from ...checker.symbols import VariableSymbol
from ...checker.typing import Typing
from ...tree import Attribute, Declare, Interface, Literal, Module, Variable
from ...types import Access, Opaque
from ..trap import Refused

Place = tuple[int, int]
_COHERENT: Final = ("coherent", "volatile")
_SAMPLED: Final[Mapping[str, TexelFormat]] = {"float": "r32f", "int": "r32i", "uint": "r32ui"}
_SHAPES: Final[Mapping[str, ImageShape]] = {
    "2D": "2D",
    "3D": "3D",
    "2DArray": "2DArray",
    "Buffer": "Buffer",
}


class ImageVariable(msgspec.Struct, frozen=True, eq=False):
    """A storage image of a shader: its symbol, what it is, and where its declaration stands.
    `coherent`: barriers order it. `access` is WGSL's.
    """

    symbol: VariableSymbol
    node: Variable
    image: StorageImage
    place: Place
    coherent: bool
    access: Access | None = None

    @property
    def name(self) -> str:
        return self.symbol.name


def variables_of(module: Module) -> Iterator[Variable]:
    """Give the variables that a module declares outside of functions."""
    for node in module.decls:
        if isinstance(node, Declare):
            yield from node.variables


def image_variable(
    typing: Typing, node: Variable, given: Mapping[Place, StorageImage]
) -> ImageVariable:
    """Return a storage image as the inputs give it; raise `Refused` for one that they do not, and
    for kinds that are not known.
    """
    symbol = typing.declared[id(node)]
    type = symbol.type
    assert isinstance(type, Opaque)
    place = place_of(typing, node)
    texels, shape = _format(node, type, given.get(place)), _SHAPES.get(type.shape)
    if texels is None or shape is None or type.component is None:
        raise Refused(f"the storage image {node.name} of this kind")
    if typing.module.language == "essl" and node.precision != "highp":
        raise Refused(f"the storage image {node.name}, whose precision is not highp")
    image = given.get(place)
    if image is None:
        raise Refused(f"the storage image {node.name}, which the inputs do not give")
    if (image.format, image.shape) != (texels, shape):
        came = f"{image.format} {image.shape}"
        raise Refused(f"the storage image {node.name} is {texels} {shape}, and {came} is given")
    assert scalar_of_format(texels) == type.component.kind
    wgsl = typing.module.language == "wgsl"
    coherent = wgsl or any(word in node.qualifiers for word in _COHERENT)
    return ImageVariable(symbol, node, image, place, coherent, type.access)


def _format(node: Variable, type: Opaque, given: StorageImage | None) -> TexelFormat | None:
    """Return the format that a declaration names, or None for one that is not known or none; a
    buffer with a sampler names none, and takes any of its numbers.
    """
    if type.family == "sampler":
        assert type.component is not None
        scalar = type.component.kind
        fits = given is not None and given.scalar == scalar
        return given.format if given is not None and fits else _SAMPLED[scalar]
    if type.format:
        return WGSL_FORMATS.get(type.format)
    words = {attribute.name for attribute in node.attributes}
    return next((one for one in FORMATS if one in words), None)


def place_of(typing: Typing, node: Variable | Interface) -> Place:
    """Return (set, binding) of a declaration, 0 where it states none."""
    return _integer(typing, node, "group"), _integer(typing, node, "binding")


def _integer(typing: Typing, node: Variable | Interface, name: str) -> int:
    """Return the number of a layout qualifier, 0 without it."""
    found = next((one for one in node.attributes if one.name == name), None)
    return 0 if found is None else _value(typing, found)


def _value(typing: Typing, attribute: Attribute) -> int:
    argument = attribute.args[0]
    found = typing.constants.get(id(argument))
    if found is None and isinstance(argument, Literal):
        found = argument.value
    if not isinstance(found, int):
        raise Refused(f"the value of {attribute.name}, which is not known")
    return found
