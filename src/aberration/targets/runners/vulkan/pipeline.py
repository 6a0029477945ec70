"""Pipelines: layouts from slots, shader modules, compute and full-screen graphics pipelines."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import msgspec
import vulkan as vk

from aberration.targets.runners.attachments import Plane, depth_of, locations_of
from aberration.targets.runners.resources import Slot
from aberration.targets.runners.storage_images import ImageSlot
from aberration.targets.runners.textures import TextureSlot
from aberration.targets.runners.vertex_stage import FedColumn
from aberration.targets.runners.vulkan.binding import LIBRARY, NULL, Handle, Structs, create
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.pipeline_making import made_pipeline
from aberration.targets.runners.vulkan.shaders import HAND_ON, STRIP, TRIANGLE
from aberration.targets.runners.vulkan.vertices import vertex_input

DESCRIPTOR_TYPES: Final = {
    "uniform": vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
    "storage": vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
}
DYNAMIC_TYPES: Final = {
    "uniform": vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
    "storage": vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
}
IMAGE_TYPES: Final = {
    "stored": vk.VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
    "stored buffer": vk.VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
    "sampled buffer": vk.VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
}
TEXTURE_TYPES: Final = {
    "texture": vk.VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
    "image": vk.VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
    "sampler": vk.VK_DESCRIPTOR_TYPE_SAMPLER,
}
_VERTEX_BIT: Final[int] = vk.VK_SHADER_STAGE_VERTEX_BIT
_TRIANGLES: Final[int] = vk.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
_STRIP: Final[int] = vk.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
_POINTS: Final[int] = vk.VK_PRIMITIVE_TOPOLOGY_POINT_LIST


class PipelineStage(msgspec.Struct, frozen=True):
    """One stage of a pipeline with what it needs; `bit` is its `VkShaderStageFlagBits`.
    `constants` are the numbers of specialisation constants with the words of their values. Of a
    pair, `other` is the stage that needs no descriptors; `before` is the vertex shader of ours that
    a geometry shader is used with.
    """

    bit: int
    source: bytes
    entry_point: bytes
    slots: tuple[Slot, ...]
    push_bytes: int
    textures: tuple[TextureSlot, ...] = ()
    columns: tuple[FedColumn, ...] = ()
    constants: tuple[tuple[int, int], ...] = ()
    images: tuple[ImageSlot, ...] = ()
    other: PipelineStage | None = None
    before: bytes = b""

    @property
    def is_of_vertices(self) -> bool:
        """Whether it draws a point for each pixel."""
        return self.bit == _VERTEX_BIT or self.other is not None or self.before != b""

    @property
    def places(self) -> tuple[Slot | TextureSlot | ImageSlot, ...]:
        """Return all descriptors."""
        return (*self.slots, *self.textures, *self.images)


class Layout(msgspec.Struct, frozen=True):
    """A pipeline layout and its descriptor set layouts, one for each set from 0 on."""

    handle: Handle
    sets: tuple[Handle, ...]


@contextlib.contextmanager
def made_layout(
    device: VulkanDevice, shader: PipelineStage, ways: Collection[str] = ()
) -> Iterator[Layout]:
    """Make the layout for a shader's descriptors and push constants."""
    structs = Structs()
    with contextlib.ExitStack() as made:
        # Sets are bound from 0 on without a gap: one that the shader does not use gets an empty
        # layout.
        count = max((slot.descriptor_set for slot in shader.places), default=-1) + 1
        buffers = DYNAMIC_TYPES if "UseDynamicOffsets" in ways else DESCRIPTOR_TYPES
        kinds = buffers | TEXTURE_TYPES | IMAGE_TYPES
        sets = []
        for number in range(count):
            sets.append(_set_layout(device, structs, shader, number, kinds))
            made.callback(LIBRARY.vkDestroyDescriptorSetLayout, device.handle, sets[-1], NULL)
        handle = _pipeline_layout(device, structs, shader, sets)
        made.callback(LIBRARY.vkDestroyPipelineLayout, device.handle, handle, NULL)
        yield Layout(handle, tuple(sets))


def _set_layout(
    device: VulkanDevice,
    structs: Structs,
    shader: PipelineStage,
    number: int,
    kinds: Mapping[str, int],
) -> Handle:
    here = [slot for slot in shader.places if slot.descriptor_set == number]
    counts = Counter(slot.binding for slot in here)
    bindings = [
        {
            "binding": slot.binding,
            "descriptorType": kinds[slot.kind],
            "descriptorCount": counts[slot.binding],
            "stageFlags": shader.bit,
        }
        for slot in {slot.binding: slot for slot in here}.values()
    ]
    array = structs.array("VkDescriptorSetLayoutBinding", bindings)
    info = structs.make(
        "VkDescriptorSetLayoutCreateInfo", bindingCount=len(bindings), pBindings=array
    )
    return create("vkCreateDescriptorSetLayout", "VkDescriptorSetLayout", device.handle, info, NULL)


def _pipeline_layout(
    device: VulkanDevice, structs: Structs, shader: PipelineStage, sets: list[Handle]
) -> Handle:
    ranges = (
        [{"stageFlags": shader.bit, "offset": 0, "size": shader.push_bytes}]
        if shader.push_bytes
        else []
    )
    info = structs.make(
        "VkPipelineLayoutCreateInfo",
        setLayoutCount=len(sets),
        pSetLayouts=structs.array("VkDescriptorSetLayout", sets),
        pushConstantRangeCount=len(ranges),
        pPushConstantRanges=structs.array("VkPushConstantRange", ranges),
    )
    return create("vkCreatePipelineLayout", "VkPipelineLayout", device.handle, info, NULL)


def make_module(device: VulkanDevice, source: bytes) -> Handle:
    """Return a shader module."""
    structs = Structs()
    # A copy in memory of ours, aligned to words as `pCode` has to be.
    words = structs.array("uint32_t", len(source) // 4)
    vk.ffi.memmove(words, source, len(source))
    info = structs.make("VkShaderModuleCreateInfo", codeSize=len(source), pCode=words)
    return create("vkCreateShaderModule", "VkShaderModule", device.handle, info, NULL)


@contextlib.contextmanager
def made_compute_pipeline(
    device: VulkanDevice, shader: PipelineStage, layout: Layout, ways: Collection[str] = ()
) -> Iterator[Handle]:
    """Make a compute pipeline."""
    structs = Structs()
    with _made_stage(device, structs, shader) as stage:
        fields = {"stage": stage, "layout": layout.handle}
        with made_pipeline(device, "Compute", fields, ways) as pipeline:
            yield pipeline


class GraphicsPipelines:
    """Makes pipelines that draw one triangle, or a point for each pixel, over the whole of the
    colour attachments of a render pass.
    """

    def __init__(self, device: VulkanDevice) -> None:
        self._device = device
        self._structs = Structs()
        vertex = device.own(LIBRARY.vkDestroyShaderModule, make_module(device, TRIANGLE))
        strip = device.own(LIBRARY.vkDestroyShaderModule, make_module(device, STRIP))
        self._vertex_stages = {
            topology: _stage(self._structs, _VERTEX_BIT, module, b"main")
            for topology, module in ((_TRIANGLES, vertex), (_STRIP, strip))
        }
        hand_on = device.own(LIBRARY.vkDestroyShaderModule, make_module(device, HAND_ON))
        self._hand_on = _stage(self._structs, vk.VK_SHADER_STAGE_FRAGMENT_BIT, hand_on, b"main")
        self._fixed = _fixed_states(self._structs)

    @contextlib.contextmanager
    def make(
        self,
        shader: PipelineStage,
        layout: Layout,
        drawn: tuple[Handle, tuple[Plane, ...]],
        size: tuple[int, int],
        ways: Collection[str] = (),
    ) -> Iterator[Handle]:
        """Make a pipeline with a fragment or vertex shader for a render area of a size; the scissor
        is set with each draw. `drawn` are the render pass and what it draws into.
        """
        structs = Structs()
        render_pass, planes = drawn
        topology = _topology(shader, ways)
        dynamic = [vk.VK_DYNAMIC_STATE_SCISSOR]
        dynamic += [vk.VK_DYNAMIC_STATE_VIEWPORT] if "SetViewportLate" in ways else []
        with (
            _made_stage(self._device, structs, shader) as stage,
            self._other_stage(structs, shader, topology) as other,
            self._stages_before(structs, shader) as before,
        ):
            last = shader.bit == vk.VK_SHADER_STAGE_FRAGMENT_BIT
            stages = [*before, other, stage] if last else [*before, stage, other]
            fields: dict[str, object] = {
                "stageCount": len(stages),
                "pStages": structs.array("VkPipelineShaderStageCreateInfo", stages),
                "pViewportState": _viewport_state(structs, *size),
                "pInputAssemblyState": structs.make(
                    "VkPipelineInputAssemblyStateCreateInfo", topology=topology
                ),
                "pDynamicState": structs.make(
                    "VkPipelineDynamicStateCreateInfo",
                    dynamicStateCount=len(dynamic),
                    pDynamicStates=structs.array("VkDynamicState", dynamic),
                ),
                "layout": layout.handle,
                "renderPass": render_pass,
                "pColorBlendState": _blend_state(structs, planes),
                "pVertexInputState": vertex_input(structs, shader.columns),
                **self._fixed,
                **_depth_state(structs, planes),
            }
            with made_pipeline(self._device, "Graphics", fields, ways) as pipeline:
                yield pipeline

    @contextlib.contextmanager
    def _other_stage(
        self, structs: Structs, shader: PipelineStage, topology: int
    ) -> Iterator[Mapping[str, object]]:
        """Give the stage that a shader is used with: that of its pair, or one of ours."""
        if shader.other is not None:
            with _made_stage(self._device, structs, shader.other) as stage:
                yield stage
            return
        yield self._hand_on if shader.is_of_vertices else self._vertex_stages[topology]

    @contextlib.contextmanager
    def _stages_before(
        self, structs: Structs, shader: PipelineStage
    ) -> Iterator[Sequence[Mapping[str, object]]]:
        """Give the vertex stage of ours that a geometry shader is used with, if it is one."""
        if not shader.before:
            yield ()
            return
        module = make_module(self._device, shader.before)
        try:
            yield (_stage(structs, _VERTEX_BIT, module, b"main"),)
        finally:
            LIBRARY.vkDestroyShaderModule(self._device.handle, module, NULL)


def _topology(shader: PipelineStage, ways: Collection[str]) -> int:
    if shader.is_of_vertices:
        return _POINTS
    return _STRIP if "DrawTwoTriangles" in ways else _TRIANGLES


@contextlib.contextmanager
def _made_stage(
    device: VulkanDevice, structs: Structs, shader: PipelineStage
) -> Iterator[dict[str, object]]:
    module = make_module(device, shader.source)
    try:
        stage = _stage(structs, shader.bit, module, shader.entry_point)
        if shader.constants:
            stage["pSpecializationInfo"] = _specialisation(structs, shader.constants)
        yield stage
    finally:
        LIBRARY.vkDestroyShaderModule(device.handle, module, NULL)


def _stage(structs: Structs, bit: int, module: Handle, entry_point: bytes) -> dict[str, object]:
    return structs.tagged_struct(
        "VkPipelineShaderStageCreateInfo", stage=bit, module=module, pName=structs.text(entry_point)
    )


def _specialisation(structs: Structs, constants: Sequence[tuple[int, int]]) -> Handle:
    entries = [
        {"constantID": number, "offset": 4 * place, "size": 4}
        for place, (number, _) in enumerate(constants)
    ]
    return structs.make(
        "VkSpecializationInfo",
        mapEntryCount=len(entries),
        pMapEntries=structs.array("VkSpecializationMapEntry", entries),
        dataSize=4 * len(constants),
        pData=structs.array("uint32_t", [word for _, word in constants]),
    )


def _viewport_state(structs: Structs, width: int, height: int) -> Handle:
    return structs.make(
        "VkPipelineViewportStateCreateInfo",
        viewportCount=1,
        pViewports=structs.make("VkViewport", width=width, height=height, maxDepth=1),
        scissorCount=1,
    )


def _fixed_states(structs: Structs) -> dict[str, object]:
    """Return the states that no test changes: one sample, no culling, no depth."""
    return {
        "pRasterizationState": structs.make("VkPipelineRasterizationStateCreateInfo", lineWidth=1),
        "pMultisampleState": structs.make(
            "VkPipelineMultisampleStateCreateInfo", rasterizationSamples=vk.VK_SAMPLE_COUNT_1_BIT
        ),
    }


def _depth_state(structs: Structs, planes: tuple[Plane, ...]) -> dict[str, object]:
    """Return that each depth is kept, where there is an attachment for depths."""
    if depth_of(planes) is None:
        return {}
    state = structs.make(
        "VkPipelineDepthStencilStateCreateInfo",
        depthTestEnable=1,
        depthWriteEnable=1,
        depthCompareOp=vk.VK_COMPARE_OP_ALWAYS,
    )
    return {"pDepthStencilState": state}


def _blend_state(structs: Structs, planes: tuple[Plane, ...]) -> Handle:
    """Return that nothing is blended, and all channels are written: one state for each location."""
    mask = sum((vk.VK_COLOR_COMPONENT_R_BIT, vk.VK_COLOR_COMPONENT_G_BIT))
    mask += sum((vk.VK_COLOR_COMPONENT_B_BIT, vk.VK_COLOR_COMPONENT_A_BIT))
    count = len(locations_of(planes))
    states = [{"colorWriteMask": mask}] * count
    attachments = structs.array("VkPipelineColorBlendAttachmentState", states)
    return structs.make(
        "VkPipelineColorBlendStateCreateInfo", attachmentCount=count, pAttachments=attachments
    )
