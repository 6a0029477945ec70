"""The calls of wgpu that draw, dispatch and read back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat
from aberration.targets.runners.areas import MARGIN, areas_of
from aberration.targets.runners.attachments import Plane, planes_of
from aberration.targets.runners.resources import AROUND, Slot, dynamic_start, static_start
from aberration.targets.runners.webgpu.prepare import (
    PreparedShader,
)
from aberration.targets.runners.webgpu.wgpu_draws import (
    PassDraws,
    PointDraws,
    dispatch_groups,
)
from aberration.targets.runners.webgpu.wgpu_pipelines import WgpuPipeline, bundle_formats
from aberration.targets.runners.webgpu.wgpu_storage_images import (
    copy_of_texture,
    stored_texture,
    texels_in,
)
from aberration.targets.runners.webgpu.wgpu_surfaces import Surfaces
from aberration.targets.runners.webgpu.wgpu_textures import sampled_resource


class _Resources(msgspec.Struct, frozen=True):
    """What was made for the slots of a shader: buffers, and storage textures."""

    buffers: tuple[Any, ...]
    images: tuple[Any, ...]


class Executor:
    """Runs pipelines; the render target of the last size is kept."""

    def __init__(self, wgpu: Any, device: Any, pixels: PixelFormat) -> None:
        self._wgpu = wgpu
        self._device = device
        self._pixels = pixels
        self._surfaces: Surfaces | None = None
        self._made: list[Any] = []

    def execute(
        self, shader: WgpuPipeline, prepared: PreparedShader, inputs: Inputs
    ) -> Image | Buffers:
        """Return the image, or the storage buffers of the inputs, of one drawing or dispatch."""
        made = _Resources(
            tuple(self._fill_buffer(slot, shader.ways) for slot in prepared.slots),
            tuple(stored_texture(self._wgpu, self._device, one) for one in prepared.stored),
        )
        self._made = [*made.buffers, *made.images]
        try:
            groups = self._groups(shader, prepared, made)
            return (
                self._draw(shader, groups, inputs)
                if shader.draws
                else self._dispatch(shader, groups, made, prepared, inputs)
            )
        finally:
            for made in self._made:
                made.destroy()

    def close(self) -> None:
        """Destroy the render target."""
        surfaces, self._surfaces = self._surfaces, None
        if surfaces is not None:
            surfaces.close()

    def _fill_buffer(self, slot: Slot, ways: Collection[str]) -> Any:
        """Return a buffer with a slot's bytes; the API makes the rest zero."""
        usages = self._wgpu.BufferUsage
        usage = usages.UNIFORM if slot.kind == "uniform" else usages.STORAGE | usages.COPY_SRC
        start = static_start(ways) + dynamic_start(ways)
        data = AROUND * start + slot.data.ljust(slot.size, b"\0") + AROUND * start
        data = data if start else slot.data
        size = round_up(len(data)) if start else slot.size
        buffer = self._device.create_buffer(size=size, usage=usage | usages.COPY_DST)
        if data:
            self._device.queue.write_buffer(buffer, 0, data.ljust(round_up(len(data)), b"\0"))
        return buffer

    def _make_buffer(self, data: bytes, use: str) -> Any:
        """Return a buffer with these bytes that lives as long as the test."""
        usages = self._wgpu.BufferUsage
        usage = getattr(usages, use) | usages.COPY_DST
        buffer = self._device.create_buffer(size=len(data), usage=usage)
        self._made.append(buffer)
        self._device.queue.write_buffer(buffer, 0, data)
        return buffer

    def _groups(
        self, shader: WgpuPipeline, prepared: PreparedShader, made: _Resources
    ) -> list[tuple[Any, int]]:
        """Return the bind groups, and how many buffers each has."""
        entries: list[list[dict[str, object]]] = [[] for _ in shader.layouts]
        for slot, buffer in zip(prepared.slots, made.buffers, strict=True):
            resource = {"buffer": buffer, "offset": static_start(shader.ways), "size": slot.size}
            entries[slot.descriptor_set].append({"binding": slot.binding, "resource": resource})
        counts = [len(group) for group in entries]
        for one in prepared.sampled:
            entry = sampled_resource(self._wgpu, self._device, one, self._made.append)
            entries[one.descriptor_set].append(entry)
        for image, texture in zip(prepared.stored, made.images, strict=True):
            view = texture.create_view(dimension=image.view)
            entries[image.descriptor_set].append({"binding": image.binding, "resource": view})
        return [
            (self._device.create_bind_group(layout=layout, entries=group), count)
            for layout, group, count in zip(shader.layouts, entries, counts, strict=True)
        ]

    def _draw(
        self, shader: WgpuPipeline, groups: Sequence[tuple[Any, int]], inputs: Inputs
    ) -> Image:
        """Return the image, rows from the top; what is not drawn, or discarded, is transparent
        black.
        """
        more = MARGIN if "EnlargeTarget" in shader.ways else 0
        planes = planes_of(inputs.attachments, self._pixels)
        surfaces = self._surfaces_of(planes, (inputs.width + more, inputs.height + more))
        draws = (
            PointDraws(self._make_buffer, shader.points)
            if shader.points
            else PassDraws(self._make_buffer, shader.ways)
        )
        self._submit(
            shader.ways, lambda: self._command_buffer(shader, groups, inputs, draws, surfaces)
        )
        return surfaces.fetch(self._read, inputs)

    def _command_buffer(
        self,
        shader: WgpuPipeline,
        groups: Sequence[tuple[Any, int]],
        inputs: Inputs,
        draws: PassDraws | PointDraws,
        surfaces: Surfaces,
    ) -> Any:
        """Return the command buffer that draws, and copies what was drawn."""
        encoder = self._device.create_command_encoder()
        scope = encoder.begin_render_pass(**surfaces.attachments())
        if not {"EnlargeTarget", "SetViewportLate"}.isdisjoint(shader.ways):
            scope.set_viewport(0, 0, inputs.width, inputs.height, 0, 1)
        bundles = []
        if "UseSecondaryCommands" in shader.ways:
            bundle = self._device.create_render_bundle_encoder(**bundle_formats(surfaces.planes))
            _bind(bundle, shader, groups)
            draws.draw(bundle)
            bundles.append(bundle.finish())
        else:
            _bind(scope, shader, groups)
        for area in areas_of(inputs):
            scope.set_scissor_rect(area.x, area.y, area.width, area.height)
            if bundles:
                scope.execute_bundles(bundles)
            else:
                draws.draw(scope)
        scope.end()
        surfaces.copy(encoder, inputs)
        return encoder.finish()

    def _dispatch(
        self,
        shader: WgpuPipeline,
        groups: Sequence[tuple[Any, int]],
        made: _Resources,
        prepared: PreparedShader,
        inputs: Inputs,
    ) -> Buffers:
        """Return the buffers and the texels of images; of an image that the shader lacks, those of
        before.
        """
        copies: dict[tuple[int, int], Any] = {}

        def record() -> Any:
            encoder = self._device.create_command_encoder()
            scope = encoder.begin_compute_pass()
            _bind(scope, shader, groups)
            dispatch_groups(self._make_buffer, scope, inputs)
            scope.end()
            for slot, buffer in zip(prepared.slots, made.buffers, strict=True):
                place = slot.descriptor_set, slot.binding
                if place in wanted:
                    copies[place] = self._copy_of_buffer(encoder, slot, buffer, shader.ways)
            for image, texture in zip(prepared.stored, made.images, strict=True):
                copies[image.slot.place] = copy_of_texture(
                    self._wgpu, self._device, encoder, image, texture
                )
            self._made.extend(copies.values())
            return encoder.finish()

        wanted = {buffer.place for buffer in inputs.buffers}
        self._submit(shader.ways, record)
        stored = {image.slot.place: image for image in prepared.stored}
        data = tuple(
            texels_in(stored[buffer.place], self._read(copies[buffer.place]))
            if buffer.place in stored
            else bytes(self._read(copies[buffer.place])[: len(buffer.data)])
            if buffer.place in copies
            else buffer.data
            for buffer in inputs.buffers
        )
        return Buffers(data, tuple(buffer.fields for buffer in inputs.buffers))

    def _copy_of_buffer(self, encoder: Any, slot: Slot, buffer: Any, ways: Collection[str]) -> Any:
        """Return a buffer that a slot's bytes are copied to, which is recorded."""
        usages = self._wgpu.BufferUsage
        start = static_start(ways) + dynamic_start(ways)
        copy = self._device.create_buffer(size=slot.size, usage=usages.COPY_DST | usages.MAP_READ)
        encoder.copy_buffer_to_buffer(buffer, start, copy, 0, slot.size)
        return copy

    def _submit(self, ways: Collection[str], record: Callable[[], Any]) -> None:
        """Record a command buffer and submit it, or more of them where that is wanted."""
        if "RecordAgain" in ways:
            record()
        count = 2 if "SubmitTwice" in ways else 1
        self._device.queue.submit([record() for _ in range(count)])

    def _surfaces_of(self, planes: tuple[Plane, ...], size: tuple[int, int]) -> Surfaces:
        known = self._surfaces
        if known is not None and (known.planes, known.size) == (planes, size):
            return known
        self.close()
        self._surfaces = made = Surfaces(self._wgpu, self._device, planes, size)
        return made

    def _read(self, buffer: Any) -> memoryview:
        """Wait until the device is done with a buffer and return its bytes."""
        buffer.map_sync(self._wgpu.MapMode.READ)
        try:
            return memoryview(buffer.read_mapped())
        finally:
            buffer.unmap()


def round_up(size: int) -> int:
    """Return the next multiple of 4, which sizes of buffers are."""
    return -(-size // 4) * 4


def _bind(scope: Any, shader: WgpuPipeline, groups: Sequence[tuple[Any, int]]) -> None:
    scope.set_pipeline(shader.pipeline)
    start = dynamic_start(shader.ways)
    for number, (group, count) in enumerate(groups):
        if start:
            scope.set_bind_group(number, group, [start] * count)
        else:
            scope.set_bind_group(number, group)
