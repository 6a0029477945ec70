"""What happens to a program before a Vulkan driver sees it: its interface, its descriptors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import vulkan as vk

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import POINTED, Program, Stage
from aberration.languages.spirv.given_constants import with_given_constants
from aberration.languages.spirv.specialise import Specialised, specialise
from aberration.targets.runners.attachments import attachments_of_module
from aberration.targets.runners.handed_points import placed_columns, point_module
from aberration.targets.runners.interface import Interface, read_interface
from aberration.targets.runners.pair_modules import halves_of, pair_refusal
from aberration.targets.runners.resources import (
    StageLimits,
    plan_push_constants,
    plan_slots,
    refusal,
    refusal_of_size,
)
from aberration.targets.runners.storage_images import image_refusal, plan_storage_images
from aberration.targets.runners.textures import plan_textures
from aberration.targets.runners.vertex_stage import (
    FedColumn,
    VertexModule,
    fed_columns,
    geometry_refusal,
    vertex_refusal,
)
from aberration.targets.runners.vulkan.binding import VulkanFailure
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.pipeline import PipelineStage

_BITS: Final = {
    "vertex": vk.VK_SHADER_STAGE_VERTEX_BIT,
    "geometry": vk.VK_SHADER_STAGE_GEOMETRY_BIT,
    "fragment": vk.VK_SHADER_STAGE_FRAGMENT_BIT,
    "compute": vk.VK_SHADER_STAGE_COMPUTE_BIT,
}
_REFUSALS: Final[dict[Stage, Callable[[VertexModule, Inputs, Interface], str]]] = {
    "vertex": vertex_refusal,
    "geometry": geometry_refusal,
}
_COMPILING: Final = (
    "vkCreateShaderModule",
    "vkCreateGraphicsPipelines",
    "vkCreateComputePipelines",
)
_BROKEN: Final = (
    "VK_ERROR_OUT_OF_HOST_MEMORY",
    "VK_ERROR_OUT_OF_DEVICE_MEMORY",
    "VK_ERROR_DEVICE_LOST",
)
_TEXTURE_LIMITS: Final = (
    "maxPerStageDescriptorSampledImages",
    "maxPerStageDescriptorSamplers",
    "maxDescriptorSetSampledImages",
    "maxDescriptorSetSamplers",
)
_STORAGE_IMAGE_LIMITS: Final = (
    "maxPerStageDescriptorStorageImages",
    "maxDescriptorSetStorageImages",
)
_MOST_TEXTURES: Final = 64
"""Our pool of descriptors has room for these, and for a copy of each."""
_SPIRV: Final = {(1, 1): (1, 3), (1, 2): (1, 5)}
_NEWEST_SPIRV: Final = (1, 6)
"""The newest version of modules by that of Vulkan (Vulkan 1.3, A.1)."""


class PreparedModule(msgspec.Struct, frozen=True):
    """A shader that a driver has to take."""

    shader: PipelineStage
    push_constants: bytes
    has_colour: bool


def prepare(program: Program, limits: StageLimits) -> PreparedModule | Rejected:
    """Return the shader with its descriptors, or why no driver may see it."""
    if program.language != "spirv":
        hint = "Compile it to SPIR-V first."
        raise BadInput(
            f"expected SPIR-V, but a {program.language} program came", where=program.name, hint=hint
        )
    return _prepare_stage(program, limits, paired=False)


def prepare_pair(program: Program, limits: StageLimits) -> PreparedModule | Rejected:
    """Return the stage of a pair that asks for descriptors, if one does, with the other one; or why
    no driver may see them.
    """
    if program.language != "spirv":
        return prepare(program, limits)
    vertex, fragment = halves_of(program)
    reason = pair_refusal(vertex, fragment)
    if reason:
        return Rejected(reason, unasked=True)
    made = [_prepare_stage(one, limits, paired=True) for one in (vertex, fragment)]
    refused = next((one for one in made if isinstance(one, Rejected)), None)
    if refused is not None:
        return refused
    first, second = (one for one in made if not isinstance(one, Rejected))
    asking = [one for one in (first, second) if one.shader.places or one.push_constants]
    if len(asking) > 1:
        return Rejected("descriptors in both stages of a pair", unasked=True)
    main, other = (first, second) if asking == [first] else (second, first)
    shader = msgspec.structs.replace(main.shader, columns=first.shader.columns, other=other.shader)
    return PreparedModule(shader, main.push_constants, second.has_colour)


def _prepare_stage(
    program: Program, limits: StageLimits, *, paired: bool
) -> PreparedModule | Rejected:
    try:
        interface = read_interface(with_given_constants(program).source, paired=paired)
    except BadInput as error:
        return Rejected(error.message, unasked=True)
    slots = plan_slots(interface, program.inputs)
    push_constants = plan_push_constants(interface, program.inputs)
    textures = plan_textures(interface, program.inputs)
    if isinstance(textures, Rejected):
        return textures
    images = plan_storage_images(interface, program.inputs)
    reason = image_refusal(interface, program.inputs)
    reason = reason or refusal(interface, slots, push_constants, limits, textures, images)
    reason = reason or refusal_of_size(program, limits) or attachments_of_module(program)
    columns: tuple[FedColumn, ...] | str = ()
    if program.stage in POINTED:
        stage = VertexModule(program.source)
        columns = fed_columns(stage, program.inputs)
        if not paired:
            reason = reason or _REFUSALS[program.stage](stage, program.inputs, interface)
    if program.stage == "geometry" and not isinstance(columns, str):
        columns = placed_columns(columns, program.inputs)
    if isinstance(columns, str):
        return Rejected(reason or columns, unasked=True)
    if reason:
        return Rejected(reason, unasked=True)
    made = _specialise(program)
    shader = PipelineStage(
        _BITS[program.stage],
        made.source,
        interface.entry_point,
        slots,
        len(push_constants),
        textures,
        columns,
        made.values,
        images,
        before=_stage_before(program, columns),
    )
    has_colour = bool(program.inputs.attachments) or 0 in interface.outputs
    return PreparedModule(shader, push_constants, has_colour)


def _stage_before(program: Program, columns: Sequence[FedColumn]) -> bytes:
    """Return the vertex shader of ours that a stage is used with; nothing where it is none."""
    if program.stage != "geometry":
        return b""
    return point_module(tuple(fed.column for fed in columns))


def _specialise(program: Program) -> Specialised:
    """Return the module, and all values that the driver is given for its constants."""
    constants = program.inputs.constants
    given = tuple((one.number, one.word) for one in constants if one.number is not None)
    if "SpecialiseConstants" not in program.inputs.ways:
        return Specialised(program.source, given)
    made = specialise(program.source, constants)
    return Specialised(made.source, (*given, *made.values))


def refusal_of(failure: VulkanFailure) -> Rejected:
    """Return the refusal to compile that a failed call is; if the driver went wrong, let that
    end the worker.
    """
    if failure.call in _COMPILING and failure.result not in _BROKEN:
        return Rejected(str(failure))
    raise failure


def too_many_dynamic(device: VulkanDevice, shader: PipelineStage, ways: Sequence[str]) -> str:
    """Return why the buffers of a shader cannot all have dynamic offsets, or nothing."""
    if "UseDynamicOffsets" not in ways:
        return ""
    for kind in ("uniform", "storage"):
        count = sum(slot.kind == kind for slot in shader.slots)
        most = device.limit(f"maxDescriptorSet{kind.capitalize()}BuffersDynamic")
        if count > most:
            return f"more than {most} {kind} buffers with dynamic offsets"
    return ""


def limits_of(device: VulkanDevice) -> StageLimits:
    """Return the limits that a shader can exceed."""
    sizes = [device.limits("maxViewportDimensions")[:2], (device.limit("maxImageDimension2D"),) * 2]
    sizes.append((device.limit("maxFramebufferWidth"), device.limit("maxFramebufferHeight")))
    width, height = (min(size[place] for size in sizes) for place in (0, 1))
    return StageLimits(
        uniform_blocks=_least(
            device, "maxPerStageDescriptorUniformBuffers", "maxDescriptorSetUniformBuffers"
        ),
        storage_blocks=_least(
            device, "maxPerStageDescriptorStorageBuffers", "maxDescriptorSetStorageBuffers"
        ),
        uniform_bytes=device.limit("maxUniformBufferRange"),
        push_bytes=device.limit("maxPushConstantsSize"),
        sets=device.limit("maxBoundDescriptorSets"),
        invocations=device.limit("maxComputeWorkGroupInvocations"),
        features=device.features,
        storage_bytes=device.limit("maxStorageBufferRange"),
        resources=device.limit("maxPerStageResources") - 1,
        local_size=device.limits("maxComputeWorkGroupSize"),
        shared_bytes=device.limit("maxComputeSharedMemorySize"),
        groups=device.limits("maxComputeWorkGroupCount"),
        image=(width, height),
        spirv=_SPIRV.get(device.api, _NEWEST_SPIRV),
        textures=min(_least(device, *_TEXTURE_LIMITS), _MOST_TEXTURES),
        subtexel_bits=device.limit("subTexelPrecisionBits"),
        storage_images=min(_least(device, *_STORAGE_IMAGE_LIMITS), _MOST_TEXTURES),
    )


def _least(device: VulkanDevice, *names: str) -> int:
    return min(device.limit(name) for name in names)
