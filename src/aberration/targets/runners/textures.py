"""Which textures a runner binds, and where a module's are; programs that want others are refused,
unasked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.shapes import SHAPES
from aberration.core.textures import Compare, Filter, Mip, Sampler, Texture, Wrap
from aberration.languages.spirv.declared_images import (
    DeclaredImage,
    ImageKind,
    ImageType,
    sampler_for,
    texture_for,
)
from aberration.targets.runner import Runner
from aberration.targets.runners.interface import Interface, not_supplied

ALL_SHAPES: Final[frozenset[str]] = frozenset(SHAPES)
"""What a runner says that binds all textures, or passes them on."""
_NONE: Final[frozenset[str]] = frozenset()


class TextureSlot(msgspec.Struct, frozen=True):
    """One descriptor of an image or sampler: no texture where the sampler stands alone. Those of
    an array lie at one binding, each with the number of its `element`.
    """

    descriptor_set: int
    binding: int
    kind: ImageKind
    texture: Texture | None
    wrap: Wrap
    filter: Filter = msgspec.UNSET
    compare: Compare = msgspec.UNSET
    mip: Mip = msgspec.UNSET
    element: int = 0


def unknown_textures(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program with a texture of a shape that a runner does not bind: those
    that it does are in its attribute `texture_shapes`, and without one it binds none.
    """
    known: frozenset[str] = getattr(runner, "texture_shapes", _NONE)
    for texture in program.inputs.textures:
        if texture.shape not in known:
            kind = f"textures of shape {texture.shape}"
            return Rejected(f"{kind} are not bound here: {texture.name}", unasked=True)
    return None


def plan_textures(interface: Interface, inputs: Inputs) -> tuple[TextureSlot, ...] | Rejected:
    """Return the descriptors of the images and samplers that the inputs give, sorted by set and
    binding; or why what they give cannot be bound.
    """
    found: dict[tuple[int, int, int], TextureSlot] = {}
    # What no code names gives way to what is used at the same place.
    for image in sorted(interface.images, key=lambda one: not one.used):
        slot = _slot(image, inputs)
        place = (*image.place, image.element or 0)
        if slot is None or (place in found and not image.used):
            continue
        if slot.texture is not None and (slot.texture.shape, slot.texture.numbers) != (
            image.type.shape,
            image.type.numbers,
        ):
            return Rejected(_disagreement(image, slot.texture), unasked=True)
        if found.setdefault(place, slot) != slot:
            message = f"{_where(image.place)} is two images or samplers, one in Vulkan"
            return Rejected(message, unasked=True)
    return tuple(found[place] for place in sorted(found))


def missing_image(interface: Interface, given: Sequence[TextureSlot]) -> str:
    """Return which image or sampler of a module is not given, or nothing."""
    places = {(slot.descriptor_set, slot.binding, slot.element) for slot in given}
    wanted = sorted((*image.place, image.element or 0) for image in interface.images)
    lacking = next((place for place in wanted if place not in places), None)
    return not_supplied(lacking[:2]) if lacking else ""


def texture_refusal(interface: Interface, inputs: Inputs) -> str:
    """Return why the inputs do not give a module its images and samplers, or nothing."""
    planned = plan_textures(interface, inputs)
    return planned.message if isinstance(planned, Rejected) else missing_image(interface, planned)


def _slot(image: DeclaredImage, inputs: Inputs) -> TextureSlot | None:
    kind = image.type.kind
    if kind == "sampler":
        sampler = sampler_for(image, inputs.samplers)
        if sampler is None:
            return None
        return _slot_of(image, None, sampler)
    texture = texture_for(image, inputs.textures)
    if texture is None:
        return None
    return _slot_of(image, texture, texture)


def _slot_of(image: DeclaredImage, texture: Texture | None, how: Texture | Sampler) -> TextureSlot:
    """Return the descriptor of an image, sampled as a texture or a sampler says."""
    return TextureSlot(
        *image.place,
        image.type.kind,
        texture,
        how.wrap,
        how.filter,
        how.compare,
        how.mip,
        image.element or 0,
    )


def _disagreement(image: DeclaredImage, texture: Texture) -> str:
    wanted, given = _words(image.type), _words(ImageType("texture", texture.shape, texture.numbers))
    return f"{_where(image.place)} is {wanted}, and the texture {texture.name} is {given}"


def _words(one: ImageType) -> str:
    return f"a {one.shape} image of {one.numbers} numbers"


def _where(place: tuple[int, int]) -> str:
    return f"set {place[0]} binding {place[1]}"
