"""Draw with a linked program into an image, or dispatch it, in the current OpenGL context."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Final

import msgspec

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat, Rejected
from aberration.targets.runners.areas import MARGIN, areas_of
from aberration.targets.runners.attachments import planes_of
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.attachments import bound_attachments
from aberration.targets.runners.opengl.binding import Gl, GlFailure
from aberration.targets.runners.opengl.draws import PLACES, TriangleDraws, dispatch_groups
from aberration.targets.runners.opengl.points import bound_attributes, draw_points
from aberration.targets.runners.opengl.program import POSITION
from aberration.targets.runners.opengl.resources import Supplied
from aberration.targets.runners.opengl.storage_images import read_image

FORMATS: Final[dict[PixelFormat, tuple[int, int, int]]] = {
    "rgba8": (names.RGBA8, names.BYTES, 4),
    "rgba32f": (names.RGBA32F, names.FLOATS, 16),
}


class Canvas:
    """The framebuffer of one context, with an image of the last size, and the triangle."""

    def __init__(self, gl: Gl, pixels: PixelFormat) -> None:
        self._gl = gl
        self._pixels = pixels
        self._size = (0, 0)
        self._stored = (0, 0)
        self._image = 0
        self._readback = ctypes.create_string_buffer(0)
        self._framebuffer = gl.new_object("Framebuffers")
        gl["BindFramebuffer"](names.FRAMEBUFFER, self._framebuffer)
        gl["Disable"](names.DITHER)
        gl["FrontFace"](names.CLOCKWISE)
        gl["ClearColor"](0.0, 0.0, 0.0, 0.0)
        self._make_triangle()
        self._draws = TriangleDraws(gl)
        gl.check("making the framebuffer")

    def draw(self, inputs: Inputs) -> Image:
        """Draw with the program in use; what is not drawn, or discarded, is transparent black."""
        if inputs.attachments:
            return self._draw_attached(inputs)
        return self._draw(inputs, lambda: self._draws.draw(inputs.ways))

    def draw_points(self, inputs: Inputs) -> Image:
        """Draw a point for each pixel with the program in use, whose vertex stage is under test."""
        with bound_attributes(self._gl, inputs, self._triangle):
            return self._draw(inputs, lambda: draw_points(self._gl, inputs))

    def _draw_attached(self, inputs: Inputs) -> Image:
        """Draw into several attachments."""
        gl, size = self._gl, (inputs.width, inputs.height)
        more = MARGIN if "EnlargeTarget" in inputs.ways else 0
        planes = planes_of(inputs.attachments, self._pixels)
        with bound_attachments(gl, planes, size, more, self._framebuffer) as attached:
            gl["Viewport"](0, 0, *size)
            attached.clear()
            with attached.keep_depths():
                self._cover(inputs, lambda: self._draws.draw(inputs.ways))
            return attached.fetch()

    def _draw(self, inputs: Inputs, cover: Callable[[], None]) -> Image:
        gl, width, height = self._gl, inputs.width, inputs.height
        more = MARGIN if "EnlargeTarget" in inputs.ways else 0
        self._resize(width, height, more)
        gl["Viewport"](0, 0, width, height)
        gl["Clear"](names.COLOR_BUFFER)
        self._cover(inputs, cover)
        kind = FORMATS[self._pixels][1]
        gl["ReadPixels"](0, 0, width, height, names.RGBA, kind, self._readback)
        gl.check("drawing")
        return self._fetch()

    def _cover(self, inputs: Inputs, cover: Callable[[], None]) -> None:
        """Draw over the areas of the inputs."""
        gl = self._gl
        gl["Enable"](names.SCISSOR_TEST)
        for area in areas_of(inputs):
            gl["Scissor"](area.x, area.y, area.width, area.height)
            cover()
        gl["Disable"](names.SCISSOR_TEST)

    def _fetch(self) -> Image:
        """Return what was drawn last: OpenGL's rows begin where `gl_FragCoord.y` is least,
        which is Vulkan's top.
        """
        return Image(*self._size, self._pixels, self._readback.raw)

    def _make_triangle(self) -> None:
        gl = self._gl
        data = struct.pack(f"<{len(PLACES)}f", *PLACES)
        self._triangle = gl.new_object("VertexArrays")
        gl["BindVertexArray"](self._triangle)
        gl["BindBuffer"](names.ARRAY_BUFFER, gl.new_object("Buffers"))
        gl["BufferData"](names.ARRAY_BUFFER, len(data), data, names.DYNAMIC_COPY)
        gl["VertexAttribPointer"](POSITION, 4, names.FLOATS, 0, 0, None)
        gl["EnableVertexAttribArray"](POSITION)

    def _resize(self, width: int, height: int, more: int) -> None:
        """Make an image of at least this size, with `more` pixels to the right and on top."""
        stored = (width + more, height + more)
        if self._stored != stored:
            self._make_image(*stored)
        if self._size != (width, height):
            pixel_bytes = FORMATS[self._pixels][2]
            self._size = (width, height)
            self._readback = ctypes.create_string_buffer(width * height * pixel_bytes)

    def _make_image(self, width: int, height: int) -> None:
        gl = self._gl
        stored, _, _ = FORMATS[self._pixels]
        old, self._image = self._image, gl.new_object("Renderbuffers")
        gl["BindRenderbuffer"](names.RENDERBUFFER, self._image)
        gl["RenderbufferStorage"](names.RENDERBUFFER, stored, width, height)
        gl["FramebufferRenderbuffer"](
            names.FRAMEBUFFER, names.COLOR_ATTACHMENT, names.RENDERBUFFER, self._image
        )
        if old:
            gl.delete("Renderbuffers", old)
        status = gl["CheckFramebufferStatus"](names.FRAMEBUFFER)
        gl.check(f"making an image of {width}x{height}")
        if status != names.FRAMEBUFFER_COMPLETE:
            raise GlFailure(
                f"expected a framebuffer of format {self._pixels}, but it is incomplete "
                f"(0x{status:04x})"
            )
        self._stored = (width, height)


def dispatch(gl: Gl, inputs: Inputs, made: Supplied) -> Buffers | Rejected:
    """Dispatch the program in use once and return the storage buffers of the inputs; refuse
    storage images that the context cannot read.
    """
    dispatch_groups(gl, inputs)
    gl["MemoryBarrier"](names.ALL_BARRIERS)
    gl["Finish"]()
    gl.check("dispatching")
    data = []
    for buffer in inputs.buffers:
        found = _result(gl, buffer, made)
        if found is None:
            return Rejected("a storage image of a format that cannot be read here", unasked=True)
        data.append(found)
    gl.check("reading the results")
    return Buffers(tuple(data), tuple(buffer.fields for buffer in inputs.buffers))


def _result(gl: Gl, buffer: Buffer, made: Supplied) -> bytes | None:
    """Return what a buffer holds after a dispatch; of an image that the program lacks, what it held
    before.
    """
    if buffer.image is msgspec.UNSET:
        return _read(gl, made.buffers[buffer.binding], made.start, len(buffer.data))
    bound = made.images.get(buffer.binding)
    if bound is None:
        return buffer.data
    if bound.buffer:
        return _read(gl, bound.buffer, 0, len(buffer.data))
    return read_image(gl, bound)


def _read(gl: Gl, name: int, start: int, size: int) -> bytes:
    if not size:
        return b""
    kind = names.SHADER_STORAGE_BUFFER
    gl["BindBuffer"](kind, name)
    address = gl["MapBufferRange"](kind, start, size, names.MAP_READ)
    if not address:
        gl.check("reading a storage buffer")
        raise GlFailure("a storage buffer cannot be read")
    data = ctypes.string_at(address, size)
    gl["UnmapBuffer"](kind)
    return data
