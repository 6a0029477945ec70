"""The calls of wgpu that compile: modules, layouts of bind groups, and pipelines."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec

from aberration.core.outcome import PixelFormat
from aberration.core.program import Program
from aberration.targets.runners.attachments import CHANNELS, Plane, depth_of, planes_of
from aberration.targets.runners.resources import dynamic_start
from aberration.targets.runners.webgpu.attachments import FORMATS
from aberration.targets.runners.webgpu.interface import glsl_without_comments
from aberration.targets.runners.webgpu.prepare import STRIP, TRIANGLE, PreparedShader
from aberration.targets.runners.webgpu.vertices import Points
from aberration.targets.runners.webgpu.wgpu_draws import point_pipeline
from aberration.targets.runners.webgpu.wgpu_storage_images import stored_layout
from aberration.targets.runners.webgpu.wgpu_textures import sampled_layout

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
        planes = planes_of(prepared.attachments, self._pixels)
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
            fragment={**stage, "targets": [{"format": one} for one in formats_of(planes)]},
            **_depth_state(planes),
        )

    def _layouts(
        self, prepared: PreparedShader, draws: bool, ways: Collection[str]
    ) -> tuple[Any, ...]:
        stages = self._wgpu.ShaderStage
        drawn = stages.VERTEX if prepared.points else stages.FRAGMENT
        if prepared.points is not None and prepared.points.other.paired:
            drawn = stages.VERTEX | stages.FRAGMENT
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
        for image in prepared.stored:
            entries[image.descriptor_set].append(stored_layout(image, visibility))
        return tuple(self._device.create_bind_group_layout(entries=group) for group in entries)


def formats_of(planes: tuple[Plane, ...]) -> list[str]:
    """Return the formats of attachments of colours, whose locations have no gaps."""
    return [FORMATS[one.kind] for one in planes if not one.is_depth]


def bundle_formats(planes: tuple[Plane, ...]) -> dict[str, Any]:
    """Return what a bundle of commands is told of attachments."""
    depth = depth_of(planes)
    more = {} if depth is None else {"depth_stencil_format": FORMATS[depth.kind]}
    return {"color_formats": formats_of(planes), **more}


def _depth_state(planes: tuple[Plane, ...]) -> dict[str, Any]:
    """Return that each depth is kept, where there is an attachment for depths."""
    depth = depth_of(planes)
    if depth is None:
        return {}
    state = {
        "format": FORMATS[depth.kind],
        "depth_write_enabled": True,
        "depth_compare": "always",
    }
    return {"depth_stencil": state}


def has_automatic_layout(ways: Collection[str]) -> bool:
    """Return whether the pipeline says what is bound: it cannot say that offsets are dynamic."""
    return "UseAutomaticLayout" in ways and not dynamic_start(ways)


def _vertex_stage(device: Any, text: str) -> dict[str, Any]:
    module = device.create_shader_module(code=text)
    return {"module": module, "entry_point": "main", "buffers": []}
