"""The calls of wgpu that compile, draw, dispatch and read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat
from aberration.core.program import Program
from aberration.targets.runners.resources import Slot
from aberration.targets.runners.webgpu.interface import glsl_without_comments
from aberration.targets.runners.webgpu.prepare import (
    TRIANGLE,
    PreparedShader,
    row_bytes,
    tight_rows,
)

FORMATS: Final[dict[PixelFormat, tuple[str, int]]] = {
    "rgba8": ("rgba8unorm", 4),
    "rgba32f": ("rgba32float", 16),
}
_GLSL_LABELS: Final = {"fragment": "shader.frag", "compute": "shader.comp"}


class WgpuPipeline(msgspec.Struct, frozen=True):
    """A pipeline and the layouts of its bind groups, one for each number from 0 on; `draws`, or
    else dispatches.
    """

    pipeline: Any
    layouts: tuple[Any, ...]
    draws: bool


class Compiler:
    """Makes pipelines; the vertex stage is the same for all."""

    def __init__(self, wgpu: Any, device: Any, pixels: PixelFormat) -> None:
        self._wgpu = wgpu
        self._device = device
        self._format = FORMATS[pixels][0]
        self._vertex = {
            "module": device.create_shader_module(code=TRIANGLE),
            "entry_point": "main",
            "buffers": [],
        }

    def module(self, source: str | bytes, program: Program) -> Any:
        """Return the module, which naga has read and checked; let its refusals escape.

        wgpu tells GLSL by the very beginning of the text, and the stage by the label.
        """
        if program.language != "glsl":
            return self._device.create_shader_module(code=source)
        text = glsl_without_comments(str(source)).lstrip()
        return self._device.create_shader_module(code=text, label=_GLSL_LABELS[program.stage])

    def pipeline(self, module: Any, prepared: PreparedShader, draws: bool) -> WgpuPipeline:
        """Return the pipeline of a module; let the refusals of wgpu and of the driver escape."""
        layouts = self._layouts(prepared, draws)
        layout = self._device.create_pipeline_layout(bind_group_layouts=list(layouts))
        stage = {"module": module, "entry_point": prepared.entry_point}
        if not draws:
            return WgpuPipeline(
                self._device.create_compute_pipeline(layout=layout, compute=stage), layouts, draws
            )
        pipeline = self._device.create_render_pipeline(
            layout=layout,
            vertex=self._vertex,
            primitive={
                "topology": "triangle-list",
                "front_face": "cw",
            },  # facing away, as the other runners draw
            fragment={**stage, "targets": [{"format": self._format}]},
        )
        return WgpuPipeline(pipeline, layouts, draws)

    def _layouts(self, prepared: PreparedShader, draws: bool) -> tuple[Any, ...]:
        stages = self._wgpu.ShaderStage
        visibility = stages.FRAGMENT if draws else stages.COMPUTE
        entries: list[list[dict[str, object]]] = [[] for _ in range(prepared.groups)]
        for slot in prepared.slots:
            buffer = {"type": prepared.buffer_type(slot)}
            entries[slot.descriptor_set].append(
                {"binding": slot.binding, "visibility": visibility, "buffer": buffer}
            )
        return tuple(self._device.create_bind_group_layout(entries=group) for group in entries)


class Executor:
    """Runs pipelines; the render target of the last size is kept."""

    def __init__(self, wgpu: Any, device: Any, pixels: PixelFormat) -> None:
        self._wgpu = wgpu
        self._device = device
        self._pixels = pixels
        self._size = (0, 0)
        self._texture: Any = None
        self._readback: Any = None

    def execute(
        self, shader: WgpuPipeline, slots: Sequence[Slot], inputs: Inputs
    ) -> Image | Buffers:
        """Return the image, or the storage buffers of the inputs, of one drawing or dispatch."""
        buffers = [self._fill_buffer(slot) for slot in slots]
        try:
            groups = self._groups(shader, slots, buffers)
            return (
                self._draw(shader, groups, inputs)
                if shader.draws
                else self._dispatch(shader, groups, buffers, slots, inputs)
            )
        finally:
            for buffer in buffers:
                buffer.destroy()

    def close(self) -> None:
        """Destroy the render target."""
        for kept in (self._texture, self._readback):
            if kept is not None:
                kept.destroy()
        self._texture = self._readback = None

    def _fill_buffer(self, slot: Slot) -> Any:
        """Return a buffer with a slot's bytes; the API makes the rest zero."""
        usages = self._wgpu.BufferUsage
        usage = usages.UNIFORM if slot.kind == "uniform" else usages.STORAGE | usages.COPY_SRC
        buffer = self._device.create_buffer(size=slot.size, usage=usage | usages.COPY_DST)
        if slot.data:
            self._device.queue.write_buffer(
                buffer, 0, slot.data.ljust(-(-len(slot.data) // 4) * 4, b"\0")
            )
        return buffer

    def _groups(
        self, shader: WgpuPipeline, slots: Sequence[Slot], buffers: Sequence[Any]
    ) -> list[Any]:
        entries: list[list[dict[str, object]]] = [[] for _ in shader.layouts]
        for slot, buffer in zip(slots, buffers, strict=True):
            resource = {"buffer": buffer, "offset": 0, "size": slot.size}
            entries[slot.descriptor_set].append({"binding": slot.binding, "resource": resource})
        return [
            self._device.create_bind_group(layout=layout, entries=group)
            for layout, group in zip(shader.layouts, entries, strict=True)
        ]

    def _draw(self, shader: WgpuPipeline, groups: Sequence[Any], inputs: Inputs) -> Image:
        """Return the image, rows from the top; what is not drawn, or discarded, is transparent
        black.
        """
        self._resize(inputs.width, inputs.height)
        pixel_bytes = FORMATS[self._pixels][1]
        pitch = row_bytes(inputs.width, pixel_bytes)
        encoder = self._device.create_command_encoder()
        attachment = {
            "view": self._texture.create_view(),
            "resolve_target": None,
            "clear_value": (0, 0, 0, 0),
            "load_op": "clear",
            "store_op": "store",
        }
        scope = encoder.begin_render_pass(color_attachments=[attachment])
        _bind(scope, shader.pipeline, groups)
        for area in inputs.areas:
            scope.set_scissor_rect(area.x, area.y, area.width, area.height)
            scope.draw(3, 1, 0, 0)
        scope.end()
        encoder.copy_texture_to_buffer(
            {"texture": self._texture, "mip_level": 0, "origin": (0, 0, 0)},
            {
                "buffer": self._readback,
                "offset": 0,
                "bytes_per_row": pitch,
                "rows_per_image": inputs.height,
            },
            (inputs.width, inputs.height, 1),
        )
        self._device.queue.submit([encoder.finish()])
        rows = self._read(self._readback)
        return Image(
            inputs.width,
            inputs.height,
            self._pixels,
            tight_rows(rows, pitch, inputs.width * pixel_bytes),
        )

    def _dispatch(
        self,
        shader: WgpuPipeline,
        groups: Sequence[Any],
        buffers: Sequence[Any],
        slots: Sequence[Slot],
        inputs: Inputs,
    ) -> Buffers:
        usages = self._wgpu.BufferUsage
        encoder = self._device.create_command_encoder()
        scope = encoder.begin_compute_pass()
        _bind(scope, shader.pipeline, groups)
        scope.dispatch_workgroups(*inputs.groups)
        scope.end()
        index = {(slot.descriptor_set, slot.binding): at for at, slot in enumerate(slots)}
        copies = []
        for buffer in inputs.buffers:
            at = index[buffer.descriptor_set, buffer.binding]
            copy = self._device.create_buffer(
                size=slots[at].size, usage=usages.COPY_DST | usages.MAP_READ
            )
            encoder.copy_buffer_to_buffer(buffers[at], 0, copy, 0, slots[at].size)
            copies.append(copy)
        self._device.queue.submit([encoder.finish()])
        wanted = zip(copies, inputs.buffers, strict=True)
        data = tuple(bytes(self._read(copy)[: len(buffer.data)]) for copy, buffer in wanted)
        for copy in copies:
            copy.destroy()
        return Buffers(data, tuple(buffer.fields for buffer in inputs.buffers))

    def _resize(self, width: int, height: int) -> None:
        if self._size == (width, height):
            return
        self.close()
        self._size = (width, height)
        image_format, pixel_bytes = FORMATS[self._pixels]
        textures, buffers = self._wgpu.TextureUsage, self._wgpu.BufferUsage
        usage = textures.RENDER_ATTACHMENT | textures.COPY_SRC
        self._texture = self._device.create_texture(
            size=(width, height, 1), format=image_format, usage=usage
        )
        size = row_bytes(width, pixel_bytes) * height
        self._readback = self._device.create_buffer(
            size=size, usage=buffers.COPY_DST | buffers.MAP_READ
        )

    def _read(self, buffer: Any) -> memoryview:
        """Wait until the device is done with a buffer and return its bytes."""
        buffer.map_sync(self._wgpu.MapMode.READ)
        try:
            return memoryview(buffer.read_mapped())
        finally:
            buffer.unmap()


def _bind(scope: Any, pipeline: Any, groups: Sequence[Any]) -> None:
    scope.set_pipeline(pipeline)
    for number, group in enumerate(groups):
        scope.set_bind_group(number, group)
