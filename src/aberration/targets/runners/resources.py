"""From inputs and a module's interface to descriptors: which bytes lie at which binding. Textures
are planned in `textures`.

A block that the module declares and the inputs lack is zero, as in GraphicsFuzz; a block that the
inputs have and the module lacks is left out, unless it is a storage buffer, whose bytes are part of
the result.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.texels import SUBTEXEL_BITS
from aberration.core.textures import LINEAR
from aberration.targets.runners.capabilities import not_enabled
from aberration.targets.runners.interface import BlockKind, Interface, not_supplied
from aberration.targets.runners.storage_images import ImageSlot
from aberration.targets.runners.textures import TextureSlot, missing_image

UNIFORM_BYTES: Final = 16384
"""Least size of a uniform block's range, which every device allows; zero behind the inputs'
bytes.
"""

STORAGE_BYTES: Final = 65536
"""Size of a storage block that the inputs lack."""

AROUND: Final = b"\xa5"
"""What lies around buffers that are in the middle of larger ones."""

LEAST_START: Final = 256
"""Bytes before such a buffer: every device allows a multiple of them."""

_PUSH_BYTES: Final = 128


def dynamic_start(ways: Collection[str]) -> int:
    """Return where buffers begin by what is said as they are bound."""
    return LEAST_START if "UseDynamicOffsets" in ways else 0


def static_start(ways: Collection[str]) -> int:
    """Return where buffers begin by what is said before."""
    return LEAST_START if "BindWithinBuffer" in ways else 0


class Slot(msgspec.Struct, frozen=True):
    """One descriptor with its buffer's first bytes; `size` is the whole range. Those of an array
    of blocks lie at one binding, each with the number of its `element`.
    """

    descriptor_set: int
    binding: int
    kind: BlockKind
    data: bytes
    size: int
    element: int = 0

    @property
    def place(self) -> tuple[int, int]:
        """Return (set, binding) in the inputs, where each element has a binding of its own."""
        return self.descriptor_set, self.binding + self.element


_MOST: Final = 1 << 31


class StageLimits(msgspec.Struct, frozen=True):
    """What a device allows in one shader stage; `spirv` is the newest version of modules that it
    takes.

    `local_size` of a workgroup and `groups` of a dispatch are by dimension, `image` the largest
    width and height, `features` what `capabilities` names. `textures` counts images and samplers,
    those in one descriptor once; `subtexel_bits` are those that a weight of a linear filter is made
    of (Vulkan's `subTexelPrecisionBits`).
    """

    uniform_blocks: int
    storage_blocks: int
    uniform_bytes: int
    push_bytes: int
    sets: int
    invocations: int
    features: frozenset[str]
    storage_bytes: int = _MOST
    resources: int = _MOST
    local_size: tuple[int, ...] = (_MOST,) * 3
    shared_bytes: int = _MOST
    groups: tuple[int, ...] = (_MOST,) * 3
    image: tuple[int, int] = (_MOST,) * 2
    spirv: tuple[int, int] = (1, 6)
    textures: int = 16
    subtexel_bits: int = SUBTEXEL_BITS
    storage_images: int = 4


def plan_slots(interface: Interface, inputs: Inputs) -> tuple[Slot, ...]:
    """Return the descriptors, sorted by set and binding."""
    given = uniform_data(inputs)
    buffers = {
        buffer.place: buffer.data
        for buffer in inputs.buffers
        if buffer.place not in inputs.storage_images
    }
    kinds = dict.fromkeys(buffers, "storage") | interface.blocks
    slots = []
    for place in sorted(kinds):
        kind: BlockKind = "uniform" if kinds[place] == "uniform" else "storage"
        data = buffers.get(place, given.get(place, b""))
        element = interface.elements.get(place, 0)
        size = _range(kind, len(data))
        slots.append(Slot(place[0], place[1] - element, kind, data, size, element))
    return tuple(slots)


def plan_push_constants(interface: Interface, inputs: Inputs) -> bytes:
    """Return the push constants, nothing if the module has none; zero behind the inputs' bytes."""
    return inputs.push_constants().ljust(_PUSH_BYTES, b"\0") if interface.push_constants else b""


def refusal(
    interface: Interface,
    slots: tuple[Slot, ...],
    push_constants: bytes,
    limits: StageLimits,
    textures: tuple[TextureSlot, ...] = (),
    images: tuple[ImageSlot, ...] = (),
) -> str:
    """Return why a device cannot run this, or nothing: what it does not promise must not reach
    it.
    """
    lacking = not_enabled(interface, limits.features)
    uniforms = [slot for slot in slots if slot.kind == "uniform"]
    storage = [slot for slot in slots if slot.kind == "storage"]
    unsupported = (
        interface.unsupported
        or missing_image(interface, textures)
        or _missing_storage_image(interface, images)
        or _clash(slots, textures)
    )
    every: list[Slot | TextureSlot | ImageSlot] = [*slots, *textures, *images]
    checks = (
        (unsupported, bool(unsupported)),
        (lacking, bool(lacking)),
        (
            f"more than {limits.uniform_blocks} uniform blocks",
            len(uniforms) > limits.uniform_blocks,
        ),
        (f"more than {limits.storage_blocks} storage blocks", len(storage) > limits.storage_blocks),
        (
            f"more than {limits.textures} textures",
            len(textures) + sum(one.kind == "sampled buffer" for one in images) > limits.textures,
        ),
        (
            f"weights of a linear filter of {limits.subtexel_bits} bits",
            limits.subtexel_bits < SUBTEXEL_BITS
            and any(slot.filter == LINEAR for slot in textures),
        ),
        (
            f"more than {limits.storage_images} storage images",
            len(images) > limits.storage_images,
        ),
        (f"more than {limits.resources} resources", len(every) > limits.resources),
        (
            f"more than {limits.uniform_bytes} uniform bytes",
            any(slot.size > limits.uniform_bytes for slot in uniforms),
        ),
        (
            f"more than {limits.storage_bytes} storage bytes",
            any(slot.size > limits.storage_bytes for slot in storage),
        ),
        (
            f"more than {limits.push_bytes} bytes of push constants",
            len(push_constants) > limits.push_bytes,
        ),
        (
            f"more than {limits.sets} descriptor sets",
            any(slot.descriptor_set >= limits.sets for slot in every),
        ),
        (
            f"more than {limits.invocations} invocations in a workgroup",
            math.prod(interface.local_size) > limits.invocations,
        ),
        (
            f"a workgroup larger than {_dimensions(limits.local_size)}",
            _exceeds(interface.local_size, limits.local_size),
        ),
        (
            f"more than {limits.shared_bytes} bytes of a workgroup",
            interface.shared > limits.shared_bytes,
        ),
    )
    return next((message for message, failed in checks if failed), "")


def _missing_storage_image(interface: Interface, given: Sequence[ImageSlot]) -> str:
    """Return which storage image of a module is not bound, or nothing."""
    lacking = sorted({one.place for one in interface.stored} - {one.place for one in given})
    return not_supplied(lacking[0]) if lacking else ""


def _clash(slots: Sequence[Slot], textures: Sequence[TextureSlot]) -> str:
    """Return at which place a buffer would be bound beside a texture, or nothing: buffers of the
    inputs are bound where no code names their blocks, too.
    """
    taken = {(slot.descriptor_set, slot.binding) for slot in slots}
    for group, binding in ((one.descriptor_set, one.binding) for one in textures):
        if (group, binding) in taken:
            return f"set {group} binding {binding} is that of a buffer and of an image or sampler"
    return ""


def refusal_of_size(program: Program, limits: StageLimits) -> str:
    """Return why a device cannot run so large a program, or one of so new a version, or nothing."""
    inputs, version = program.inputs, spirv_version(program.source)
    if version > limits.spirv:
        return (
            f"a module of SPIR-V {version[0]}.{version[1]}, and the device takes "
            f"{limits.spirv[0]}.{limits.spirv[1]}"
        )
    if program.stage == "compute" and _exceeds(inputs.groups, limits.groups):
        return f"more than {_dimensions(limits.groups)} workgroups"
    if program.draws and _exceeds((inputs.width, inputs.height), limits.image):
        return f"an image larger than {_dimensions(limits.image)}"
    return ""


def spirv_version(source: bytes) -> tuple[int, int]:
    """Return the version in the header of a valid module."""
    word = memoryview(source)[:8].cast("I")[1]
    return word >> 16 & 0xFF, word >> 8 & 0xFF


def _exceeds(sizes: Sequence[int], limits: Sequence[int]) -> bool:
    return any(size > limit for size, limit in zip(sizes, limits, strict=True))


def _dimensions(sizes: Sequence[int]) -> str:
    return "x".join(str(size) for size in sizes)


def _range(kind: BlockKind, size: int) -> int:
    if kind == "uniform":
        return max(size, UNIFORM_BYTES)
    return max((size + 3) & ~3, 4) if size else STORAGE_BYTES


def uniform_data(inputs: Inputs) -> dict[tuple[int, int], bytes]:
    """Return the bytes per place; uniforms of one place are members of one block, at their
    offsets.
    """
    out: dict[tuple[int, int], bytearray] = {}
    for uniform in inputs.uniforms:
        if uniform.push_constant:
            continue
        block = out.setdefault(uniform.place, bytearray())
        block.extend(bytes(max(uniform.offset + len(uniform.data) - len(block), 0)))
        block[uniform.offset : uniform.offset + len(uniform.data)] = uniform.data
    return {place: bytes(block) for place, block in out.items()}
