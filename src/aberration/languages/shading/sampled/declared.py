"""The textures and samplers that a shader declares, and pictures of ours for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.shapes import Shape
from aberration.core.texture_arrays import element_name
from aberration.core.textures import LEQUAL, SETTERS, Numbers, Sampler, Texture, own_picture

from ..checker.typing import Typing
from ..resources import number_of
from ..tree import Declare, Variable
from ..types import Array, Opaque, Type, is_opaque
from .given import GivenTextures

_COMPARES: Final = "sampler_comparison"


class DeclaredTexture(msgspec.Struct, frozen=True, eq=False):
    """A texture, a sampler, or both in one, as the text has it; `array` is the name of that of
    which it is an element.
    """

    name: str
    type: Type
    group: int = 0
    binding: int | None = None
    array: str = ""

    @property
    def kind(self) -> tuple[Numbers, Shape] | None:
        """Return what a picture for it is made of; None where none is made of its type."""
        type = self.type
        if not isinstance(type, Opaque) or type.component is None or type.format:
            return None
        if type.family not in ("sampler", "texture"):
            return None
        wanted = (type.component.kind, type.shape)
        return next((row for row in SETTERS.values() if row == wanted), None)

    @property
    def is_sampler(self) -> bool:
        """Whether it is a sampler that stands alone."""
        return isinstance(self.type, Opaque) and self.type.wgsl in ("sampler", _COMPARES)

    @property
    def compares(self) -> bool:
        """Whether it is a sampler that compares depths."""
        return isinstance(self.type, Opaque) and self.type.wgsl == _COMPARES


def declared_textures(typing: Typing) -> tuple[DeclaredTexture, ...]:
    """Return all that a checked module declares, in the order of its text."""
    variables = [
        variable
        for declaration in typing.module.decls
        if isinstance(declaration, Declare)
        for variable in declaration.variables
    ]
    return tuple(_each_of(variables, typing))


def _each_of(variables: list[Variable], typing: Typing) -> Iterator[DeclaredTexture]:
    for one in variables:
        type = typing.declared[id(one)].type
        words = {attribute.name: attribute for attribute in one.attributes}
        group = number_of(words.get("group"), typing)
        if not is_opaque(type):
            continue
        whole = DeclaredTexture(one.name, type, group or 0, number_of(words.get("binding"), typing))
        yield from _elements(whole)


def _elements(whole: DeclaredTexture) -> Iterator[DeclaredTexture]:
    """Give the elements of an array of textures, else the whole."""
    type = whole.type
    if not isinstance(type, Array) or type.size is None or not isinstance(type.element, Opaque):
        yield whole
        return
    for number in range(type.size):
        yield replace(
            whole, name=element_name(whole.name, number), type=type.element, array=whole.name
        )


def complete(
    declared: tuple[DeclaredTexture, ...], names: Collection[str], given: GivenTextures
) -> GivenTextures:
    """Return a texture or sampler for each name: the given one, at the place that the shader says,
    or the picture whose number is the texture's in the shader. Raise `BadInput` for a type of which
    none is made, for a given one of another type, and for two of WGSL at one place, which entry
    points of their own use.
    """
    _refuse_shared_places(declared, names)
    textures: list[Texture] = []
    samplers: list[Sampler] = []
    for one in declared:
        if (one.array or one.name) not in names:
            continue
        if one.is_sampler:
            samplers.append(_sampler(one, given))
        else:
            textures.append(_texture(one, given, len(textures) + 1))
    return GivenTextures(tuple(textures), tuple(samplers), given.attributes)


def _refuse_shared_places(declared: tuple[DeclaredTexture, ...], names: Collection[str]) -> None:
    """Raise `BadInput` for a texture or sampler of WGSL at the place of one before it."""
    places: dict[tuple[int, int | None], str] = {}
    for one in declared:
        if one.name not in names or not isinstance(one.type, Opaque) or not one.type.wgsl:
            continue
        other = places.setdefault((one.group, one.binding), one.name)
        if other != one.name and one.binding is not None:
            raise BadInput(f"{one.name}: it shares its place with {other}")


def _sampler(one: DeclaredTexture, given: GivenTextures) -> Sampler:
    if any(other.name == one.name for other in given.textures):
        raise BadInput(f"{one.name}: expected a sampler, but a texture came")
    made = Sampler(one.name, compare=LEQUAL if one.compares else msgspec.UNSET)
    found = next((other for other in given.samplers if other.name == one.name), made)
    if bool(found.compare) is not one.compares:
        raise BadInput(f"{one.name}: of the sampler and the one that came, one compares")
    if one.binding is None:
        return found
    return replace(found, binding=one.binding, descriptor_set=one.group)


def _texture(one: DeclaredTexture, given: GivenTextures, number: int) -> Texture:
    kind = one.kind
    if kind is None:
        raise BadInput(f"{one.name}: no textures are made of its type")
    numbers, shape = kind
    made = own_picture(one.name, shape, numbers, number)
    found = next((other for other in given.textures if other.name == one.name), made)
    if (found.numbers, found.shape) != kind:
        came = f"{found.shape} of {found.numbers}"
        raise BadInput(
            f"{one.name}: expected a texture of shape {shape} of {numbers}, but one of {came} came"
        )
    if one.binding is None:
        return found
    return replace(found, binding=one.binding, descriptor_set=one.group)
