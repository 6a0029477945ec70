"""The textures of one test: images with their texels, and samplers; destroyed after it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
import vulkan as vk

from aberration.core.shapes import has_layers, is_cube, is_line, is_shadow, plain_shape
from aberration.core.textures import (
    COMPARES,
    LEQUAL,
    LINEAR,
    Compare,
    Numbers,
    Texture,
    Wrap,
    each_level,
    texel_bytes,
)
from aberration.targets.runners.textures import TextureSlot
from aberration.targets.runners.vulkan.binding import (
    LIBRARY,
    NULL,
    Destroy,
    Handle,
    Structs,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer, image_with_memory
from aberration.targets.runners.vulkan.pipeline import PipelineStage

Run = Callable[[Callable[[Handle], None], Collection[str]], None]
"""What runs commands that a function records, to their end."""
Regions = list[dict[str, object]]
"""The fields of a `VkBufferImageCopy` for each level."""

_FORMATS: Final[Mapping[Numbers, int]] = MappingProxyType(
    {
        "float": vk.VK_FORMAT_R16G16B16A16_SFLOAT,
        "int": vk.VK_FORMAT_R32G32B32A32_SINT,
        "uint": vk.VK_FORMAT_R32G32B32A32_UINT,
    }
)
_VIEWS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "2D": vk.VK_IMAGE_VIEW_TYPE_2D,
        "3D": vk.VK_IMAGE_VIEW_TYPE_3D,
        "2DArray": vk.VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        "Cube": vk.VK_IMAGE_VIEW_TYPE_CUBE,
        "1D": vk.VK_IMAGE_VIEW_TYPE_1D,
        "1DArray": vk.VK_IMAGE_VIEW_TYPE_1D_ARRAY,
        "CubeArray": vk.VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
    }
)
_WRAPS: Final[Mapping[Wrap, int]] = MappingProxyType(
    {
        "repeat": vk.VK_SAMPLER_ADDRESS_MODE_REPEAT,
        "clamp": vk.VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        "mirror": vk.VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
    }
)
_STAGES: Final = MappingProxyType(
    {
        vk.VK_SHADER_STAGE_VERTEX_BIT: vk.VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
        vk.VK_SHADER_STAGE_GEOMETRY_BIT: vk.VK_PIPELINE_STAGE_GEOMETRY_SHADER_BIT,
        vk.VK_SHADER_STAGE_FRAGMENT_BIT: vk.VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
        vk.VK_SHADER_STAGE_COMPUTE_BIT: vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
    }
)
_DEPTHS: Final[int] = vk.VK_FORMAT_D32_SFLOAT
_COLOUR: Final[int] = vk.VK_IMAGE_ASPECT_COLOR_BIT
_DEPTH: Final[int] = vk.VK_IMAGE_ASPECT_DEPTH_BIT
_EMPTY: Final = vk.VK_IMAGE_LAYOUT_UNDEFINED
_FILLED: Final = vk.VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
_SAMPLED: Final = vk.VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
_NO_FAMILY: Final = (1 << 32) - 1
"""VK_QUEUE_FAMILY_IGNORED: no queue hands the image to another one."""


class MadeTexture(msgspec.Struct, frozen=True):
    """What a descriptor points to; NULL is what its kind does not have."""

    view: Handle
    sampler: Handle

    def descriptor(self, structs: Structs) -> Handle:
        """Return what is written into the descriptor."""
        return structs.make(
            "VkDescriptorImageInfo",
            sampler=self.sampler,
            imageView=self.view,
            imageLayout=_EMPTY if self.view == NULL else _SAMPLED,
        )


@contextlib.contextmanager
def made_textures(
    device: VulkanDevice, run: Run, shader: PipelineStage
) -> Iterator[tuple[MadeTexture, ...]]:
    """Make what the texture slots of a shader name, ready to be sampled in its stage."""
    with contextlib.ExitStack() as owned:
        maker = _TextureMaker(device, run, _STAGES[shader.bit], owned)
        yield tuple(maker.make(slot) for slot in shader.textures)


class _TextureMaker:
    """Makes images and samplers that are destroyed with the stack, the latest first."""

    def __init__(
        self, device: VulkanDevice, run: Run, stage: int, owned: contextlib.ExitStack
    ) -> None:
        self._device: Final = device
        self._run: Final = run
        self._stage: Final = stage
        self._owned: Final = owned

    def make(self, slot: TextureSlot) -> MadeTexture:
        """Return what one slot names."""
        view, sampler = NULL, NULL
        if slot.texture is not None:
            image = self._make_image(slot.texture)
            self._fill(image, slot.texture)
            view = self._make_view(image, slot.texture)
        if slot.kind != "image":
            sampler = self._make_sampler(slot)
        return MadeTexture(view, sampler)

    def _own(self, destroy: Destroy, handle: Handle) -> Handle:
        self._owned.callback(destroy, self._device.handle, handle, NULL)
        return handle

    def _make_image(self, texture: Texture) -> Handle:
        info = Structs().make(
            "VkImageCreateInfo",
            flags=vk.VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT if is_cube(texture.shape) else 0,
            imageType=_image_type(texture),
            format=_format(texture),
            extent=_extent(texture),
            mipLevels=texture.level_count,
            arrayLayers=_layers(texture),
            samples=vk.VK_SAMPLE_COUNT_1_BIT,
            tiling=vk.VK_IMAGE_TILING_OPTIMAL,
            usage=vk.VK_IMAGE_USAGE_SAMPLED_BIT | vk.VK_IMAGE_USAGE_TRANSFER_DST_BIT,
            initialLayout=_EMPTY,
        )
        return image_with_memory(self._device, info, self._owned)

    def _fill(self, image: Handle, texture: Texture) -> None:
        """Give an image its texels, one level behind the other, and the layout that it is sampled
        in.
        """
        levels = [texel_bytes(own) for own in each_level(texture)]
        data, regions = b"".join(levels), _regions(texture, [len(one) for one in levels])
        staging = MappedBuffer(self._device, len(data), vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT)
        try:
            staging.view[:] = data
            staging.show()
            self._run(
                lambda buffer: self._record(buffer, staging.handle, image, texture, regions), ()
            )
        finally:
            staging.close()

    def _record(
        self, buffer: Handle, source: Handle, image: Handle, texture: Texture, regions: Regions
    ) -> None:
        structs = Structs()
        transfer = vk.VK_PIPELINE_STAGE_TRANSFER_BIT
        written, sampled = vk.VK_ACCESS_TRANSFER_WRITE_BIT, vk.VK_ACCESS_SHADER_READ_BIT
        start = vk.VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT
        to_be_filled = _barrier(structs, image, texture, (_EMPTY, _FILLED), (0, written))
        to_be_sampled = _barrier(structs, image, texture, (_FILLED, _SAMPLED), (written, sampled))
        copies = structs.array("VkBufferImageCopy", regions)
        barrier = LIBRARY.vkCmdPipelineBarrier
        barrier(buffer, start, transfer, 0, 0, NULL, 0, NULL, 1, to_be_filled)
        LIBRARY.vkCmdCopyBufferToImage(buffer, source, image, _FILLED, len(regions), copies)
        barrier(buffer, transfer, self._stage, 0, 0, NULL, 0, NULL, 1, to_be_sampled)

    def _make_view(self, image: Handle, texture: Texture) -> Handle:
        info = Structs().make(
            "VkImageViewCreateInfo",
            image=image,
            viewType=_VIEWS[plain_shape(texture.shape)],
            format=_format(texture),
            subresourceRange=_whole(texture),
        )
        view = create("vkCreateImageView", "VkImageView", self._device.handle, info, NULL)
        return self._own(LIBRARY.vkDestroyImageView, view)

    def _make_sampler(self, slot: TextureSlot) -> Handle:
        addressing = _WRAPS[slot.wrap]
        compare = _compare_of(slot)
        filtered = vk.VK_FILTER_LINEAR if slot.filter == LINEAR else vk.VK_FILTER_NEAREST
        is_blended = slot.mip == LINEAR
        info = Structs().make(
            "VkSamplerCreateInfo",
            magFilter=filtered,
            minFilter=filtered,
            mipmapMode=(
                vk.VK_SAMPLER_MIPMAP_MODE_LINEAR
                if is_blended
                else vk.VK_SAMPLER_MIPMAP_MODE_NEAREST
            ),
            addressModeU=addressing,
            addressModeV=addressing,
            addressModeW=addressing,
            maxLod=vk.VK_LOD_CLAMP_NONE,
            compareEnable=vk.VK_TRUE if compare else vk.VK_FALSE,
            compareOp=COMPARES.index(compare) if compare else vk.VK_COMPARE_OP_NEVER,
            unnormalizedCoordinates=vk.VK_FALSE,
        )
        sampler = create("vkCreateSampler", "VkSampler", self._device.handle, info, NULL)
        return self._own(LIBRARY.vkDestroySampler, sampler)


def _barrier(
    structs: Structs,
    image: Handle,
    texture: Texture,
    layouts: tuple[int, int],
    accesses: tuple[int, int],
) -> Handle:
    """Return a barrier between two layouts of an image, and what is done to it in each."""
    return structs.make(
        "VkImageMemoryBarrier",
        srcAccessMask=accesses[0],
        dstAccessMask=accesses[1],
        oldLayout=layouts[0],
        newLayout=layouts[1],
        srcQueueFamilyIndex=_NO_FAMILY,
        dstQueueFamilyIndex=_NO_FAMILY,
        image=image,
        subresourceRange=_whole(texture),
    )


def _whole(texture: Texture) -> dict[str, int]:
    levels = texture.level_count
    return {"aspectMask": _aspect(texture), "levelCount": levels, "layerCount": _layers(texture)}


def _regions(texture: Texture, lengths: list[int]) -> Regions:
    """Return where each level lies in a buffer that has them one behind the other, each so many
    bytes long, and how large it is.
    """
    layers = _layers(texture)
    return [
        {
            "bufferOffset": sum(lengths[:level]),
            "imageSubresource": {
                "aspectMask": _aspect(texture),
                "mipLevel": level,
                "layerCount": layers,
            },
            "imageExtent": _extent(own),
        }
        for level, own in enumerate(each_level(texture))
    ]


def _format(texture: Texture) -> int:
    return _DEPTHS if is_shadow(texture.shape) else _FORMATS[texture.numbers]


def _aspect(texture: Texture) -> int:
    return _DEPTH if is_shadow(texture.shape) else _COLOUR


def _compare_of(slot: TextureSlot) -> Compare:
    """Return what the sampler of a slot compares: also one in one with depths of ours."""
    if slot.texture is not None and is_shadow(slot.texture.shape):
        return slot.compare or LEQUAL
    return slot.compare


def _layers(texture: Texture) -> int:
    return texture.size[2] if has_layers(texture.shape) else 1


def _image_type(texture: Texture) -> int:
    if is_line(texture.shape):
        return int(vk.VK_IMAGE_TYPE_1D)
    return int(vk.VK_IMAGE_TYPE_3D if texture.shape == "3D" else vk.VK_IMAGE_TYPE_2D)


def _extent(texture: Texture) -> dict[str, int]:
    width, height, depth = texture.size
    return {"width": width, "height": height, "depth": depth if texture.shape == "3D" else 1}
