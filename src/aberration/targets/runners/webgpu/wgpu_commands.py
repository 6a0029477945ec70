"""The calls of wgpu that compile, draw, dispatch and read back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat
from aberration.core.program import Program
from aberration.targets.runners.areas import MARGIN, areas_of
from aberration.targets.runners.attachments import CHANNELS, Plane, planes_of
from aberration.targets.runners.resources import AROUND, Slot, dynamic_start, static_start
from aberration.targets.runners.webgpu.attachments import FORMATS
from aberration.targets.runners.webgpu.interface import glsl_without_comments
from aberration.targets.runners.webgpu.prepare import (
    STRIP,
    TRIANGLE,
    PreparedShader,
)
from aberration.targets.runners.webgpu.vertices import Points
from aberration.targets.runners.webgpu.wgpu_draws import (
    PassDraws,
    PointDraws,
    dispatch_groups,
    point_pipeline,
)
from aberration.targets.runners.webgpu.wgpu_surfaces import Surfaces
from aberration.targets.runners.webgpu.wgpu_textures import sampled_layout, sampled_resource

_GLSL_LABELS: Final = {"fragment": "shader.frag", "compute": "shader.comp"}


class WgpuPipeline(msgspec.Struct, frozen=True):
    """A pipeline and the layouts of its bind groups, one for each number from 0 on; `draws`, or
    else dispatches, in these `ways`; `points` are those of a vertex stage under test.
    """

    pipeline: Any
    layouts: tuple[Any, ...]
    draws: bool
    ways: tuple[str, ...] = ()
    points: Points | None = None


class Compiler:
    """Makes pipelines; the vertex stage is the same for all fragment stages."""

    def __init__(self, wgpu: Any, device: Any, pixels: PixelFormat) -> None:
        self._wgpu = wgpu
        self._device = device
        self._pixels = pixels
        self._triangle = _vertex_stage(device, TRIANGLE)
        self._strip: Any = None

    def module(self, source: str | bytes, program: Program) -> Any:
        """Return the module, which naga has read and checked; let its refusals escape.

        wgpu tells GLSL by the very beginning of the text, and the stage by the label.
        """
        if program.language != "glsl":
            return self._device.create_shader_module(code=source)
        text = glsl_without_comments(str(source)).lstrip()
        return self._device.create_shader_module(code=text, label=_GLSL_LABELS[program.stage])

    def pipeline(
        self, module: Any, prepared: PreparedShader, draws: bool, ways: tuple[str, ...] = ()
    ) -> WgpuPipeline:
        """Return the pipeline of a module, made in the ways that are wanted; let the refusals of
        wgpu and of the driver escape.
        """
        automatic = has_automatic_layout(ways)
        layouts = () if automatic else self._layouts(prepared, draws, ways)
        layout = (
            "auto"
            if automatic
            else self._device.create_pipeline_layout(bind_group_layouts=list(layouts))
        )
        stage = {"module": module, "entry_point": prepared.entry_point}
        if prepared.constants:
            stage["constants"] = dict(prepared.constants)
        if "MakePipelineTwice" in ways:
            self._make(layout, stage, prepared, draws, ways)
        pipeline = self._make(layout, stage, prepared, draws, ways)
        if automatic:
            layouts = tuple(map(pipeline.get_bind_group_layout, range(prepared.groups)))
        return WgpuPipeline(pipeline, layouts, draws, ways, prepared.points)

    def _make(
        self,
        layout: Any,
        stage: dict[str, Any],
        prepared: PreparedShader,
        draws: bool,
        ways: Collection[str],
    ) -> Any:
        if not draws:
            return self._device.create_compute_pipeline(layout=layout, compute=stage)
        if prepared.points is not None:
            image_format = FORMATS[self._pixels, CHANNELS]
            description = point_pipeline(self._device, prepared.points, stage, image_format)
            return self._device.create_render_pipeline(layout=layout, **description)
        formats = formats_of(planes_of(prepared.attachments, self._pixels))
        # Facing away, as the other runners draw.
        vertex, primitive = self._triangle, {"topology": "triangle-list", "front_face": "cw"}
        if "DrawTwoTriangles" in ways:
            self._strip = vertex = self._strip or _vertex_stage(self._device, STRIP)
            primitive["topology"] = "triangle-strip"
            if "DrawIndexed" in ways:
                primitive["strip_index_format"] = "uint16"
        return self._device.create_render_pipeline(
            layout=layout,
            vertex=vertex,
            primitive=primitive,
            fragment={**stage, "targets": [{"format": one} for one in formats]},
        )

    def _layouts(
        self, prepared: PreparedShader, draws: bool, ways: Collection[str]
    ) -> tuple[Any, ...]:
        stages = self._wgpu.ShaderStage
        drawn = stages.VERTEX if prepared.points else stages.FRAGMENT
        visibility = drawn if draws else stages.COMPUTE
        entries: list[list[dict[str, object]]] = [[] for _ in range(prepared.groups)]
        for slot in prepared.slots:
            buffer: dict[str, object] = {"type": prepared.buffer_type(slot)}
            if dynamic_start(ways):
                buffer["has_dynamic_offset"] = True
            entries[slot.descriptor_set].append(
                {"binding": slot.binding, "visibility": visibility, "buffer": buffer}
            )
        for one in prepared.sampled:
            entries[one.descriptor_set].append(sampled_layout(one, visibility))
        return tuple(self._device.create_bind_group_layout(entries=group) for group in entries)


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
        slots = prepared.slots
        buffers = [self._fill_buffer(slot, shader.ways) for slot in slots]
        self._made = list(buffers)
        try:
            groups = self._groups(shader, prepared, buffers)
            return (
                self._draw(shader, groups, inputs)
                if shader.draws
                else self._dispatch(shader, groups, buffers, slots, inputs)
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
        self, shader: WgpuPipeline, prepared: PreparedShader, buffers: Sequence[Any]
    ) -> list[tuple[Any, int]]:
        """Return the bind groups, and how many buffers each has."""
        entries: list[list[dict[str, object]]] = [[] for _ in shader.layouts]
        for slot, buffer in zip(prepared.slots, buffers, strict=True):
            resource = {"buffer": buffer, "offset": static_start(shader.ways), "size": slot.size}
            entries[slot.descriptor_set].append({"binding": slot.binding, "resource": resource})
        counts = [len(group) for group in entries]
        for one in prepared.sampled:
            entry = sampled_resource(self._wgpu, self._device, one, self._made.append)
            entries[one.descriptor_set].append(entry)
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
        scope = encoder.begin_render_pass(color_attachments=surfaces.attachments())
        if not {"EnlargeTarget", "SetViewportLate"}.isdisjoint(shader.ways):
            scope.set_viewport(0, 0, inputs.width, inputs.height, 0, 1)
        bundles = []
        if "UseSecondaryCommands" in shader.ways:
            color_formats = formats_of(surfaces.planes)
            bundle = self._device.create_render_bundle_encoder(color_formats=color_formats)
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
        buffers: Sequence[Any],
        slots: Sequence[Slot],
        inputs: Inputs,
    ) -> Buffers:
        usages, ways = self._wgpu.BufferUsage, shader.ways
        start = static_start(ways) + dynamic_start(ways)
        index = {(slot.descriptor_set, slot.binding): at for at, slot in enumerate(slots)}
        places = [index[buffer.descriptor_set, buffer.binding] for buffer in inputs.buffers]
        copies: list[Any] = []

        def record() -> Any:
            encoder = self._device.create_command_encoder()
            scope = encoder.begin_compute_pass()
            _bind(scope, shader, groups)
            dispatch_groups(self._make_buffer, scope, inputs)
            scope.end()
            copies.clear()
            for at in places:
                copy = self._device.create_buffer(
                    size=slots[at].size, usage=usages.COPY_DST | usages.MAP_READ
                )
                encoder.copy_buffer_to_buffer(buffers[at], start, copy, 0, slots[at].size)
                copies.append(copy)
                self._made.append(copy)
            return encoder.finish()

        self._submit(ways, record)
        wanted = zip(copies, inputs.buffers, strict=True)
        data = tuple(bytes(self._read(copy)[: len(buffer.data)]) for copy, buffer in wanted)
        return Buffers(data, tuple(buffer.fields for buffer in inputs.buffers))

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


def formats_of(planes: tuple[Plane, ...]) -> list[str]:
    """Return the formats of attachments, whose locations have no gaps."""
    return [FORMATS[one.kind] for one in planes]


def has_automatic_layout(ways: Collection[str]) -> bool:
    """Return whether the pipeline says what is bound: it cannot say that offsets are dynamic."""
    return "UseAutomaticLayout" in ways and not dynamic_start(ways)


def round_up(size: int) -> int:
    """Return the next multiple of 4, which sizes of buffers are."""
    return -(-size // 4) * 4


def _vertex_stage(device: Any, text: str) -> dict[str, Any]:
    module = device.create_shader_module(code=text)
    return {"module": module, "entry_point": "main", "buffers": []}


def _bind(scope: Any, shader: WgpuPipeline, groups: Sequence[tuple[Any, int]]) -> None:
    scope.set_pipeline(shader.pipeline)
    start = dynamic_start(shader.ways)
    for number, (group, count) in enumerate(groups):
        if start:
            scope.set_bind_group(number, group, [start] * count)
        else:
            scope.set_bind_group(number, group)
