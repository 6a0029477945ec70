"""A device of WebGPU or WebGL in a process of another language, which `*_device.mjs` runs in:
what is said to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.inputs import Inputs
from aberration.core.outcome import (
    Buffers,
    Compiled,
    Crash,
    Image,
    Outcome,
    PixelFormat,
    Rejected,
    join_images,
)
from aberration.core.program import Program
from aberration.core.textures import Sampler, each_level
from aberration.targets.runner import Clock
from aberration.targets.runners.areas import MARGIN, areas_of
from aberration.targets.runners.attachments import Plane, planes_of
from aberration.targets.runners.child import PipedCommand
from aberration.targets.runners.resources import dynamic_start, static_start
from aberration.targets.runners.webgpu.attachments import webgpu_depth, webgpu_targets
from aberration.targets.runners.webgpu.prepare import (
    FEATURES,
    STRIP,
    TRIANGLE,
    WARM_UP,
    PreparedShader,
    prepare,
    row_bytes,
    tight_rows,
)
from aberration.targets.runners.webgpu.storage_images import StoredSlot
from aberration.targets.runners.webgpu.textures import (
    ADDRESS_MODES,
    VIEWS,
    SampledSlot,
    compare_of,
    dimension_of,
    filter_of,
    format_of,
    mipmap_filter_of,
    row_length,
    sample_type_of,
    written_texels,
)
from aberration.targets.runners.webgpu.vertices import Points

_INTERNAL: Final = re.compile(r"internal compiler error.*", re.IGNORECASE)
_FORMATS: Final[dict[str, tuple[PixelFormat, str, int]]] = {
    "rgba8": ("rgba8", "rgba8unorm", 4),
    "rgba32f": ("rgba32f", "rgba32float", 16),
}


Frame = tuple[dict[str, object], bytes]


class Dialect(msgspec.Struct, frozen=True):
    """What is said to a device: how a program becomes a frame, the program to begin with, and what
    several attachments are. `read`: channels that are read of each of them, if not those stored.
    """

    framed: Callable[[Program], Frame | Rejected]
    warm_up: Program
    targets: Callable[[tuple[Plane, ...]], list[dict[str, object] | None]]
    read: int = 0


class DeviceFailure(Exception):
    """An implementation reported what no program may bring about: a lost device, memory that
    ran out.
    """


class DeviceClient:
    """A device in another process: opened there by the first frame, asked for one outcome a
    frame.
    """

    def __init__(self, child: PipedCommand, pixels: str, dialect: Dialect | None = None) -> None:
        self._child = child
        self._dialect = dialect or WEBGPU
        self._pixels = _FORMATS[pixels][0]
        self._features: frozenset[str] = frozenset()

    def open(
        self, backend: str, wanted: str, header: Mapping[str, object]
    ) -> tuple[str, dict[str, Any]]:
        """Open the device and draw once, so that the first test meets a driver as warm as the
        others do.

        Return the adapter's name, in which `wanted` has to be, and the whole answer.
        """
        answer, _ = self._child.ask(device_header(self._pixels) | dict(header))
        # A silent fall-back to another adapter would fake agreement.
        if "unavailable" in answer:
            raise TargetUnavailable(f"expected an adapter of {backend}: {answer['unavailable']}")
        adapter = str(answer["adapter"])
        if _in_dashes(wanted) not in _in_dashes(adapter):
            raise TargetUnavailable(
                f"expected an adapter named like {wanted!r}, but {adapter!r} came"
            )
        self._features = frozenset(answer.get("features", ()))
        warm = self.run(self._dialect.warm_up, Clock())
        if isinstance(warm, Rejected):
            raise TargetUnavailable(f"{backend} refuses the simplest shader: {warm.message}")
        return adapter, answer

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once; what the API calls an error in the program is a refusal."""
        framed = self._dialect.framed(program)
        if isinstance(framed, Rejected):
            return framed
        planes = planes_of(program.inputs.attachments, self._pixels)
        if program.inputs.attachments:
            targets = {"targets": self._dialect.targets(planes), "depth": webgpu_depth(planes)}
            framed = framed[0] | targets, framed[1]
        reason = lacking(framed[0], self._features)
        if reason:
            return Rejected(reason, unasked=True)
        asked = self.ask(framed, clock)
        if not isinstance(asked, tuple):
            return asked
        answer, data = asked
        if "compiled" in answer:
            return Compiled()
        if program.stage == "compute":
            return _buffers(program.inputs, framed[0], answer["sizes"], data)
        if not program.inputs.attachments:
            return _images(planes, program.inputs, [answer["pitch"]], [len(data)], data)
        lengths = answer["pitches"], answer["sizes"]
        return _images(planes, program.inputs, *lengths, data, self._dialect.read)

    def ask(self, frame: Frame, clock: Clock) -> tuple[dict[str, Any], bytes] | Rejected | Crash:
        """Return the answer to a program, or the refusal that it is."""
        answer, data = self._child.ask(*frame)
        clock.seconds += float(answer["seconds"])
        if "broken" in answer:
            raise DeviceFailure(str(answer["broken"]))
        for kind in ("refused", "unasked"):
            if kind in answer:
                return refusal_of(str(answer[kind]), unasked=kind == "unasked")
        return answer, data

    def close(self) -> None:
        """End the other process."""
        self._child.close()


def check_format(options: Mapping[str, str]) -> str:
    """Return the format of images that the options name; raise `BadInput` for one that nobody
    knows.
    """
    pixels = options.get("format", "rgba8")
    if pixels not in _FORMATS:
        raise BadInput(f"expected the format rgba8 or rgba32f, but {pixels!r} came")
    return pixels


def lacking(header: Mapping[str, Any], features: Collection[str]) -> str:
    """Return which feature a device lacks for a program, or nothing."""
    missing = sorted({*header.get("features", ())} - {*features})
    return f"the device lacks the feature {missing[0]}" if missing else ""


def device_header(pixels: str) -> dict[str, object]:
    """Return what a device is opened with for images of a format."""
    _, name, pixel_bytes = _FORMATS[pixels]
    return {
        "format": name,
        "pixelBytes": pixel_bytes,
        "vertex": TRIANGLE,
        "strip": STRIP,
        "executes": True,
        "features": sorted(FEATURES),
    }


def _frame_program(program: Program) -> Frame | Rejected:
    prepared = prepare(program, ("wgsl",))
    return prepared if isinstance(prepared, Rejected) else frame_of(prepared, program)


def frame_of(prepared: PreparedShader, program: Program) -> Frame:
    """Return the header and the bytes that say to `webgpu_device.mjs` what to run."""
    code = str(prepared.source).encode()
    groups: list[list[dict[str, object]]] = [[] for _ in range(prepared.groups)]
    sampled: list[list[dict[str, object]]] = [[] for _ in range(prepared.groups)]
    stored: list[list[dict[str, object]]] = [[] for _ in range(prepared.groups)]
    places: dict[tuple[int, int], dict[str, object]] = {}
    payload = bytearray(code)
    for slot in prepared.slots:
        data = slot.data.ljust(-(-len(slot.data) // 4) * 4, b"\0")
        place = slot.descriptor_set, slot.binding
        places[place] = {"group": place[0], "at": len(groups[place[0]]), "stored": False}
        groups[slot.descriptor_set].append(
            {
                "binding": slot.binding,
                "type": prepared.buffer_type(slot),
                "size": slot.size,
                "offset": len(payload),
                "length": len(data),
            }
        )
        payload += data
    for one in prepared.sampled:
        entry, texels = _sampled_entry(one, len(payload))
        sampled[one.descriptor_set].append(entry)
        payload += texels
    for image in prepared.stored:
        place = image.slot.place
        places[place] = {"group": place[0], "at": len(stored[place[0]]), "stored": True}
        stored[place[0]].append(_stored_entry(image, len(payload)))
        payload += image.slot.data
    points: dict[str, object] = {}
    if prepared.points is not None:
        points = {"points": _points_entry(prepared.points, len(payload))}
        payload += b"".join(one.data for one in prepared.points.buffers)
    inputs = program.inputs
    header: dict[str, object] = {
        **points,
        "features": sorted(prepared.features),
        "draws": program.draws,
        "code": len(code),
        "entryPoint": prepared.entry_point,
        "constants": dict(prepared.constants),
        "groups": groups,
        "sampled": sampled,
        "stored": stored,
        "width": inputs.width,
        "height": inputs.height,
        "areas": msgspec.to_builtins(areas_of(inputs)),
        "ways": inputs.ways,
        "margin": MARGIN if "EnlargeTarget" in inputs.ways else 0,
        "staticStart": static_start(inputs.ways),
        "dynamicStart": dynamic_start(inputs.ways),
        "workgroups": inputs.groups,
        "results": [places[buffer.place] for buffer in inputs.buffers if buffer.place in places],
    }
    return header, bytes(payload)


def _sampled_entry(slot: SampledSlot, offset: int) -> tuple[dict[str, object], bytes]:
    """Return what is said of a texture or sampler, and the texels, which are at an offset."""
    given = slot.given
    if isinstance(given, Sampler):
        how = {
            "addressMode": ADDRESS_MODES[given.wrap],
            "filter": filter_of(given),
            "mipmapFilter": mipmap_filter_of(given),
        }
        if given.compare:
            how["compare"] = compare_of(given)
        return {"binding": slot.binding, **how}, b""
    levels: list[dict[str, object]] = []
    texels = bytearray()
    for own in each_level(given):
        place = {"rowBytes": row_length(own), "offset": offset + len(texels)}
        levels.append({"size": own.size, **place})
        texels += written_texels(own)
    entry: dict[str, object] = {
        "binding": slot.binding,
        "sampleType": sample_type_of(given),
        "viewDimension": VIEWS[given.shape],
        "format": format_of(given),
        "dimension": dimension_of(given),
        "levels": levels,
    }
    return entry, bytes(texels)


def _stored_entry(image: StoredSlot, offset: int) -> dict[str, object]:
    """Return what is said of a storage texture, whose texels are at an offset."""
    return {
        "binding": image.binding,
        "access": image.access,
        "format": image.format,
        "viewDimension": image.view,
        "dimension": image.dimension,
        "size": image.slot.image.size,
        "rowBytes": image.row_bytes,
        "offset": offset,
    }


def _points_entry(points: Points, offset: int) -> dict[str, object]:
    """Return what is said of the vertex buffers, whose bytes begin at an offset, and of the stage
    that is not under test.
    """
    buffers: list[dict[str, object]] = []
    for one in points.buffers:
        fields = [
            {"shaderLocation": field.location, "format": field.format, "offset": field.offset}
            for field in one.fields
        ]
        layout = {"arrayStride": one.stride, "stepMode": "vertex", "attributes": fields}
        buffers.append({"layout": layout, "offset": offset, "length": len(one.data)})
        offset += len(one.data)
    other = msgspec.to_builtins(points.other)
    return {"other": other, "buffers": buffers, "count": points.count}


def _in_dashes(name: str) -> str:
    """Return a name as Dawn writes those of devices: small letters and digits, with dashes
    between.
    """
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))


def refusal_of(message: str, *, unasked: bool) -> Rejected | Crash:
    """Return a refusal, or the crash that it is when Tint blames itself."""
    fault = _INTERNAL.search(message)
    return (
        Crash("assertion", assertion=fault[0], log=message)
        if fault
        else Rejected(message, unasked=unasked)
    )


def _images(
    planes: tuple[Plane, ...],
    inputs: Inputs,
    pitches: Sequence[int],
    sizes: Sequence[int],
    data: bytes,
    read: int = 0,
) -> Image:
    """Return the images of attachments, which lie one after the other; a row of each begins `pitch`
    bytes behind the one before. `read` is as `Plane.image` has it.
    """
    width, height = inputs.width, inputs.height
    found = []
    at = 0
    for plane, pitch, size in zip(planes, pitches, sizes, strict=True):
        row = width * (read or plane.stored) * plane.bytes_of_pixel // plane.stored
        rows = tight_rows(memoryview(data)[at : at + pitch * height], pitch, row)
        found.append(plane.image(width, height, rows, read))
        at += size
    return join_images(found)


def _buffers(
    inputs: Inputs, header: Mapping[str, Any], sizes: Sequence[int], data: bytes
) -> Buffers:
    """Return the storage buffers without what they were padded with, and the texels of images; of
    an image that the shader lacks, those of before.
    """
    found = {}
    at = 0
    for one, size in zip(header["results"], sizes, strict=True):
        part = memoryview(data)[at : at + size]
        at += size
        slot = header["stored" if one["stored"] else "groups"][one["group"]][one["at"]]
        if one["stored"]:
            part = memoryview(tight_rows(part, row_bytes(slot["rowBytes"], 1), slot["rowBytes"]))
        found[one["group"], slot["binding"]] = part
    return Buffers(
        tuple(
            bytes(found.get(buffer.place, buffer.data)[: len(buffer.data)])
            for buffer in inputs.buffers
        ),
        tuple(buffer.fields for buffer in inputs.buffers),
    )


WEBGPU: Final = Dialect(_frame_program, WARM_UP, webgpu_targets)
