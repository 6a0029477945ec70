"""How a pipeline comes to be: at once, a second time, out of a cache, as the child of another."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal

import vulkan as vk

from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Handle,
    Structs,
    check,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice

PipelineKind = Literal["Compute", "Graphics"]
_FLAGS: Final = {
    "DisableOptimisation": vk.VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT,
    # VK_PIPELINE_CREATE_DISPATCH_BASE_BIT of Vulkan 1.1, which the binding lacks.
    "DispatchInParts": 0x10,
}


class _Maker:
    """Makes pipelines of one description; what it makes is destroyed at the end."""

    def __init__(
        self, device: VulkanDevice, kind: PipelineKind, fields: Mapping[str, object], flags: int
    ) -> None:
        self._device: Final = device
        self._kind: Final = kind
        self._fields: Final = fields
        self._flags: Final = flags
        self._owned = contextlib.ExitStack()

    def make(self, cache: Handle = NULL, flags: int = 0, **more: object) -> Handle:
        """Return a pipeline."""
        return self._create(cache, self._flags | flags, **more)

    def make_plain(self) -> None:
        """Make a pipeline without any flags; it lives on until the others go."""
        self._create(NULL, 0)

    def _create(self, cache: Handle, flags: int, **more: object) -> Handle:
        info = Structs().make(
            f"Vk{self._kind}PipelineCreateInfo", **self._fields, flags=flags, **more
        )
        call, handle = f"vkCreate{self._kind}Pipelines", self._device.handle
        pipeline = create(call, "VkPipeline", handle, cache, 1, info, NULL)
        self._owned.callback(LIBRARY.vkDestroyPipeline, handle, pipeline, NULL)
        return pipeline

    def forget(self) -> None:
        """Destroy what was made so far."""
        self._owned.pop_all().close()

    def cache_with(self, data: bytes = b"") -> Handle:
        """Return a pipeline cache that begins with the data of another one."""
        structs = Structs()
        first = structs.array("char", data) if data else NULL
        info = structs.make(
            "VkPipelineCacheCreateInfo", initialDataSize=len(data), pInitialData=first
        )
        cache = create("vkCreatePipelineCache", "VkPipelineCache", self._device.handle, info, NULL)
        self._owned.callback(LIBRARY.vkDestroyPipelineCache, self._device.handle, cache, NULL)
        return cache

    def data_of(self, cache: Handle) -> bytes:
        """Return what a cache holds."""
        size = FFI.new("size_t *")
        fetch = LIBRARY.vkGetPipelineCacheData
        check("vkGetPipelineCacheData", fetch(self._device.handle, cache, size, NULL))
        data = FFI.new("char[]", size[0])
        check("vkGetPipelineCacheData", fetch(self._device.handle, cache, size, data))
        return bytes(FFI.buffer(data, size[0]))


@contextlib.contextmanager
def made_pipeline(
    device: VulkanDevice,
    kind: PipelineKind,
    fields: Mapping[str, object],
    ways: Collection[str],
) -> Iterator[Handle]:
    """Make a pipeline with these fields of its description in the ways that are wanted."""
    flags = sum(flag for way, flag in _FLAGS.items() if way in ways)
    maker = _Maker(device, kind, fields, flags)
    try:
        if "MakePipelineTwice" in ways:
            maker.make()
            maker.forget()
        cache = NULL
        if "UsePipelineCache" in ways:
            first = maker.cache_with()
            maker.make(first)
            data = maker.data_of(first)
            maker.forget()
            cache = maker.cache_with(data)
        if "MakePlainPipelineFirst" in ways:
            maker.make_plain()
        if "DerivePipeline" not in ways:
            yield maker.make(cache)
            return
        base = maker.make(cache, vk.VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT)
        yield maker.make(
            cache,
            vk.VK_PIPELINE_CREATE_DERIVATIVE_BIT,
            basePipelineHandle=base,
            basePipelineIndex=-1,
        )
    finally:
        maker.forget()
