"""Which storage images and texel buffers a runner binds, and where a module's are; programs that
want others are refused, unasked.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.storage_images import StorageImage
from aberration.languages.spirv.storage_images import DeclaredStorage, storage_refusal
from aberration.targets.runner import Runner
from aberration.targets.runners.interface import Interface

ImageSlotKind = Literal["stored", "stored buffer", "sampled buffer"]


class ImageSlot(msgspec.Struct, frozen=True):
    """One descriptor of a storage image or texel buffer, with its texels before the run."""

    descriptor_set: int
    binding: int
    image: StorageImage
    data: bytes
    kind: ImageSlotKind = "stored"

    @property
    def place(self) -> tuple[int, int]:
        """Return (set, binding)."""
        return self.descriptor_set, self.binding


NO_IMAGES: Final[tuple[ImageSlot, ...]] = ()


def unknown_storage_images(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program with storage images by a runner that does not bind them:
    those that do have an attribute `storage_images`.
    """
    if not program.inputs.storage_images or getattr(runner, "storage_images", False):
        return None
    return Rejected("storage images are not bound here", unasked=True)


def plan_storage_images(interface: Interface, inputs: Inputs) -> tuple[ImageSlot, ...]:
    """Return the descriptors of the storage images that the inputs give and a module declares,
    sorted by set and binding.
    """
    declared = {
        one.place: _kind(one) for one in interface.stored if not storage_refusal(one, inputs)
    }
    found = {
        buffer.place: (buffer.image, buffer.data)
        for buffer in inputs.buffers
        if isinstance(buffer.image, StorageImage)
    }
    return tuple(ImageSlot(*place, *found[place], declared[place]) for place in sorted(declared))


def _kind(declared: DeclaredStorage) -> ImageSlotKind:
    if declared.type.sampled:
        return "sampled buffer"
    return "stored buffer" if declared.type.shape == "Buffer" else "stored"


def image_refusal(interface: Interface, inputs: Inputs) -> str:
    """Return why the inputs do not give a module its storage images, or nothing; or why not every
    device takes them.
    """
    reasons = (_refusal(one, interface, inputs) for one in interface.stored)
    return next((one for one in reasons if one), "") or _clash(interface, inputs)


def _refusal(image: DeclaredStorage, interface: Interface, inputs: Inputs) -> str:
    reason = storage_refusal(image, inputs)
    if reason or interface.stage == "compute":
        return reason
    if interface.stage == "fragment" and image.read_only:
        return ""
    return f"a storage image that the {interface.stage} stage may write: {image.title}"


def _clash(interface: Interface, inputs: Inputs) -> str:
    """Return at which place an image and something else would be bound, or nothing."""
    others = {*interface.blocks, *(image.place for image in interface.images)}
    images = {one.place for one in interface.stored} | {*inputs.storage_images}
    for group, binding in sorted(others & images):
        return f"set {group} binding {binding} is that of a storage image and of something else"
    return ""
