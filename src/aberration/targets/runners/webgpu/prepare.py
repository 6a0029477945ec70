"""What happens to a program before an implementation of WebGPU sees it: its text, its interface,
its buffers and textures.

The limits are the default ones of the WebGPU specification, which every device has; no more is
asked of any device, so that all of them accept the same programs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.attachments import Attachment
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import OTHER_STAGE, Program, without_comments
from aberration.targets.runners.attachments import planes_of
from aberration.targets.runners.interface import NO_COLOUR, Interface, read_interface
from aberration.targets.runners.resources import (
    Slot,
    StageLimits,
    plan_push_constants,
    plan_slots,
    refusal,
)
from aberration.targets.runners.vertices import WRITABLE
from aberration.targets.runners.webgpu.attachments import unfit_planes
from aberration.targets.runners.webgpu.interface import WgslInterface, read_glsl, read_wgsl
from aberration.targets.runners.webgpu.pairs import interface_of_pair
from aberration.targets.runners.webgpu.storage_images import StoredSlot, plan_stored
from aberration.targets.runners.webgpu.textures import SampledSlot, plan_sampled
from aberration.targets.runners.webgpu.vertices import OtherStage, Points, points_of

LIMITS: Final = StageLimits(
    uniform_blocks=12,
    storage_blocks=8,
    uniform_bytes=65536,
    push_bytes=0,
    sets=4,
    invocations=256,
    features=frozenset(),
)
FEATURES: Final = frozenset(("subgroups",))
"""The extensions of WGSL that need a feature of the device by the same name, and are asked for
where it has them.
"""
BINDINGS: Final = 1000
STORAGE_BYTES: Final = 128 << 20
ROW_ALIGNMENT: Final = 256
"""Bytes that a row of pixels is a multiple of when it is copied into a buffer."""
BLOCK_ALIGNMENT: Final = 16
"""The largest alignment of a block's members (GLSL 4.60, 4.4.5: std140 and std430), but for those
of 64-bit floats, which WebGPU lacks.
"""

TRIANGLE: Final = """
@vertex fn main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
  return vec4<f32>(f32((index & 1u) * 4u) - 1.0, f32((index >> 1u) * 4u) - 1.0, 0.0, 1.0);
}
"""
"""The vertex stage of every drawing: one triangle that covers all and needs no vertices."""

STRIP: Final = TRIANGLE.replace("4u", "2u")
"""The same with corners half as far: its first four vertices are a strip that covers all."""

WARM_UP: Final = Program(
    "wgsl",
    "fragment",
    b"""
@fragment fn main(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
  return vec4<f32>(place.xy / 256.0, 0.0, 1.0);
}
""",
    Inputs(width=16, height=16),
    "warm-up",
)


_BLOCK_ARRAY: Final = re.compile(rb"\}\s*\w+\s*\[")
_AnySlot = Slot | SampledSlot | StoredSlot


class PreparedShader(msgspec.Struct, frozen=True):
    """A shader that the API has to take: text (or SPIR-V), the name of its entry point, its
    buffers, its textures and samplers; `points`: how one for the vertex stage is drawn; `features`:
    those of `FEATURES` that the device has to be asked for; `constants`: the values of its
    overrides, as the API takes them; `stored`: its storage textures; `attachments`: what it draws
    into, where that is not one image.
    """

    source: str | bytes
    entry_point: str
    slots: tuple[Slot, ...]
    read_only: frozenset[tuple[int, int]] = frozenset()
    sampled: tuple[SampledSlot, ...] = ()
    points: Points | None = None
    features: frozenset[str] = frozenset()
    constants: tuple[tuple[str, float], ...] = ()
    stored: tuple[StoredSlot, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    def buffer_type(self, slot: Slot) -> str:
        """Return what the API calls the type of a slot's binding."""
        if slot.kind == "uniform":
            return "uniform"
        return (
            "read-only-storage"
            if (slot.descriptor_set, slot.binding) in self.read_only
            else "storage"
        )

    @property
    def groups(self) -> int:
        """Return how many bind groups the slots need, counted from 0."""
        places: list[_AnySlot] = [*self.slots, *self.sampled, *self.stored]
        return max((slot.descriptor_set for slot in places), default=-1) + 1


def prepare(program: Program, languages: Sequence[str]) -> PreparedShader | Rejected:
    """Return the shader with its buffers and textures, or why no implementation may see it."""
    if program.language not in languages:
        expected = " or ".join(languages)
        raise BadInput(
            f"expected {expected}, but a {program.language} program came", where=program.name
        )
    source, other = _readable(program.source, program), _readable(program.companion, program)
    if isinstance(source, Rejected):
        return source
    if isinstance(other, Rejected):
        return other
    if program.is_pair and program.language != "wgsl":
        return Rejected("pairs are taken in WGSL alone", unasked=True)
    interface = _interface(program, source, other)
    if interface.elements or _has_block_array(program):
        return Rejected("an array of blocks, which WebGPU does not have", unasked=True)
    if not interface.entry_point:
        return Rejected(f"there is no entry point for {program.stage}", unasked=True)
    attachments = program.inputs.attachments
    if program.is_pair and interface.unsupported:
        return Rejected(interface.unsupported, unasked=True)
    gives_colour = program.stage == "fragment" or program.is_pair
    if gives_colour and not attachments and 0 not in interface.outputs:
        return Rejected(NO_COLOUR, unasked=True)
    planes = planes_of(attachments, "rgba8") if attachments else ()
    points = _points(program, interface, source, other)
    if isinstance(points, Rejected):
        return points
    slots = _pad(plan_slots(interface, program.inputs), interface)
    sampled, disagreement = _sampled_slots(interface, program.inputs, slots)
    stored, unlike = _stored_slots(interface, program.inputs, [*slots, *sampled])
    images = tuple(one.slot for one in stored)
    push_constants = plan_push_constants(interface, program.inputs)
    reason = (
        unlike
        or refusal(interface, slots, push_constants, LIMITS, images=images)
        or disagreement
        or _excess(slots, [*sampled, *stored])
        or _writable(slots, interface, points)
        or _unsaid(program.inputs)
        or unfit_planes(planes, interface.outputs)
    )
    if reason:
        return Rejected(reason, unasked=True)
    name = interface.entry_point.decode()
    features = interface.enabled & FEATURES if isinstance(interface, WgslInterface) else frozenset()
    constants = _constants(interface, program.inputs)
    return PreparedShader(
        source,
        name,
        slots,
        interface.read_only,
        sampled,
        points,
        features,
        constants,
        stored,
        attachments,
    )


def _has_block_array(program: Program) -> bool:
    """Whether a text in GLSL or ESSL may declare an array of blocks."""
    is_family = program.language in ("glsl", "essl")
    return is_family and _BLOCK_ARRAY.search(without_comments(program.source)) is not None


def _pad(slots: tuple[Slot, ...], interface: Interface) -> tuple[Slot, ...]:
    """Return slots whose ranges are as long as naga wants the blocks of GLSL and SPIR-V: rounded up
    to an alignment, which WGSL says of its own structures. What is behind the inputs' bytes is
    zero, and part of no result. A range that says how long an array is stays as it is.
    """
    if isinstance(interface, WgslInterface):
        return slots
    return tuple(
        slot
        if (slot.descriptor_set, slot.binding) in interface.unsized
        else replace(slot, size=-(-slot.size // BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT)
        for slot in slots
    )


def row_bytes(width: int, pixel_bytes: int) -> int:
    """Return the length of a row in a buffer that an image is copied to."""
    return -(-width * pixel_bytes // ROW_ALIGNMENT) * ROW_ALIGNMENT


def tight_rows(data: memoryview, pitch: int, row: int) -> bytes:
    """Return rows of `row` bytes without what is between them; each begins `pitch` bytes behind
    the one before.
    """
    if pitch == row:
        return bytes(data)
    return b"".join(data[at : at + row] for at in range(0, len(data), pitch))


def _readable(source: bytes, program: Program) -> str | bytes | Rejected:
    """Return the text of a stage, or the module: some versions read a text up to its first NUL, and
    end at none.
    """
    if program.language == "spirv":
        return source
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        return Rejected(f"the text is not UTF-8: {error}", unasked=True)
    return Rejected("the text holds a NUL", unasked=True) if "\0" in text else text


def _interface(program: Program, source: str | bytes, other: str | bytes) -> Interface:
    if isinstance(source, bytes):
        return read_interface(source)
    if program.is_pair:
        return interface_of_pair(program, source, str(other))
    return read_wgsl(source) if program.language == "wgsl" else read_glsl(source)


def _points(
    program: Program, interface: Interface, source: str | bytes, other: str | bytes
) -> Points | Rejected | None:
    if program.stage != "vertex" and not program.is_pair:
        return None
    if not isinstance(interface, WgslInterface):
        return Rejected(
            f"programs for the vertex stage are taken in WGSL, not in {program.language}",
            unasked=True,
        )
    beside = _other_stage(program, str(source), str(other)) if program.is_pair else None
    found = points_of(interface.vertices, program.inputs, beside)
    return Rejected(found, unasked=True) if isinstance(found, str) else found


def _other_stage(program: Program, source: str, other: str) -> OtherStage:
    """Return the other stage of a pair; a module with both is made once."""
    stage = OTHER_STAGE[program.shader_stage]
    name = read_wgsl(other, stage).entry_point.decode()
    text = "" if other == source else other
    return OtherStage(text, name, is_vertex=stage == "vertex", paired=True)


def _writable(slots: Sequence[Slot], interface: Interface, points: Points | None) -> str:
    """Return why the vertex stage cannot have these, or nothing: WebGPU lets it write nowhere, and
    what the stages of a pair have is visible in both.
    """
    storage = {(one.descriptor_set, one.binding) for one in slots if one.kind == "storage"}
    return WRITABLE if points is not None and storage - interface.read_only else ""


def _sampled_slots(
    interface: Interface, inputs: Inputs, slots: Sequence[Slot]
) -> tuple[tuple[SampledSlot, ...], str]:
    """Return the textures and samplers, and why they cannot be bound or nothing: of WGSL alone it
    is known where they are declared.
    """
    if isinstance(interface, WgslInterface):
        places = {(slot.descriptor_set, slot.binding) for slot in slots}
        return plan_sampled(interface.sampled, inputs, places)
    given = inputs.textures or inputs.samplers
    return (), "textures are bound for WGSL alone" if given else ""


def _stored_slots(
    interface: Interface, inputs: Inputs, others: Sequence[Slot | SampledSlot]
) -> tuple[tuple[StoredSlot, ...], str]:
    """Return the storage textures, and why they cannot be bound or nothing: those of WGSL alone."""
    if isinstance(interface, WgslInterface):
        places = {(one.descriptor_set, one.binding) for one in others}
        return plan_stored(interface, inputs, places)
    return (), "storage images are bound for WGSL alone" if inputs.storage_images else ""


def _constants(interface: Interface, inputs: Inputs) -> tuple[tuple[str, float], ...]:
    """Return the values of overrides that a shader has: the API refuses those of others."""
    known = interface.constants if isinstance(interface, WgslInterface) else frozenset[str]()
    return tuple((one.id, float(one.value)) for one in inputs.constants if one.id in known)


def _unsaid(inputs: Inputs) -> str:
    """Return which value the API does not take, or nothing."""
    strange = [one.id for one in inputs.constants if not math.isfinite(one.value)]
    return f"specialisation constant {strange[0]} is no finite number" if strange else ""


def _excess(slots: Sequence[Slot], textures: Sequence[SampledSlot | StoredSlot]) -> str:
    if any(slot.descriptor_set >= LIMITS.sets for slot in textures):
        return f"more than {LIMITS.sets} descriptor sets"
    places: list[_AnySlot] = [*slots, *textures]
    if any(slot.binding >= BINDINGS for slot in places):
        return f"a binding of {BINDINGS} or more"
    if any(slot.kind == "storage" and slot.size > STORAGE_BYTES for slot in slots):
        return f"a storage buffer of more than {STORAGE_BYTES} bytes"
    return ""
