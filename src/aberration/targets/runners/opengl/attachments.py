"""Attachments in the current OpenGL context: a framebuffer of their own, and which
outputs of a linked program go where.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.attachments import DEPTH, Output, unfit_attachment
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, PixelFormat, join_images
from aberration.core.setters import ScalarType
from aberration.targets.runners.attachments import (
    CHANNELS,
    Plane,
    Stored,
    depth_of,
    locations_of,
    planes_of,
)
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl, GlFailure

_STORED: Final[Mapping[tuple[PixelFormat, Stored], int]] = MappingProxyType(
    {
        ("rgba8", 1): 0x8229,
        ("rgba8", 2): 0x822B,
        ("rgba8", 4): names.RGBA8,
        ("rgba32f", 1): 0x822E,
        ("rgba32f", 2): 0x8230,
        ("rgba32f", 4): names.RGBA32F,
        ("rgba32i", 1): 0x8235,
        ("rgba32i", 2): 0x823B,
        ("rgba32i", 4): 0x8D82,
        ("rgba32ui", 1): 0x8236,
        ("rgba32ui", 2): 0x823C,
        ("rgba32ui", 4): 0x8D70,
        ("d32f", 1): names.DEPTH_COMPONENT32F,
    }
)
"""GL_R8, GL_RG8 and so forth, by what a plane is of."""
_READ: Final[Mapping[PixelFormat, tuple[int, int, str]]] = MappingProxyType(
    {
        "rgba8": (names.RGBA, names.BYTES, "fv"),
        "rgba32f": (names.RGBA, names.FLOATS, "fv"),
        "rgba32i": (names.RGBA_INTEGER, names.INTS, "iv"),
        "rgba32ui": (names.RGBA_INTEGER, names.UINTS, "uiv"),
        "d32f": (names.DEPTH_COMPONENT, names.FLOATS, "fv"),
    }
)
"""Format and type of what is read back, and how it is cleared."""
_FIRST_TYPES: Final[tuple[tuple[ScalarType, int, int], ...]] = (
    ("float", 0x1406, 0x8B50),
    ("int", 0x1404, 0x8B53),
    ("uint", 0x1405, 0x8DC6),
)
"""GL_FLOAT and GL_FLOAT_VEC2, and so forth: those of three and four components follow."""
_TYPES: Final[Mapping[int, Output]] = MappingProxyType(
    {one: Output(scalar, 1) for scalar, one, _ in _FIRST_TYPES}
    | {two + k: Output(scalar, 2 + k) for scalar, _, two in _FIRST_TYPES for k in range(3)}
)
_NAME_BYTES: Final = 1024
_DEPTH_NAME: Final = b"gl_FragDepth"


class Attached:
    """A framebuffer with an image for each plane."""

    def __init__(self, gl: Gl, planes: tuple[Plane, ...], size: tuple[int, int], more: int) -> None:
        self._gl: Final = gl
        self._planes: Final = planes
        self._size: Final = size
        self._stored: Final = (size[0] + more, size[1] + more)

    def clear(self) -> None:
        """Make all images zero."""
        for one in self._planes:
            zeros = ctypes.create_string_buffer(4 * CHANNELS)
            call = f"ClearBuffer{_READ[one.pixels][2]}"
            kind, number = (names.DEPTH, 0) if one.is_depth else (names.COLOR, one.location)
            self._gl[call](kind, number, zeros)

    @contextlib.contextmanager
    def keep_depths(self) -> Iterator[None]:
        """Let each depth that is drawn be kept, where there is an image for them."""
        if depth_of(self._planes) is None:
            yield
            return
        self._gl["Enable"](names.DEPTH_TEST)
        self._gl["DepthFunc"](names.ALWAYS)
        try:
            yield
        finally:
            self._gl["Disable"](names.DEPTH_TEST)

    def fetch(self) -> Image:
        """Return what was drawn."""
        return join_images([self._fetch(one) for one in self._planes])

    def attach(self, plane: Plane) -> int:
        """Return a new image for a plane, attached at its location."""
        gl = self._gl
        made = gl.new_object("Renderbuffers")
        gl["BindRenderbuffer"](names.RENDERBUFFER, made)
        gl["RenderbufferStorage"](names.RENDERBUFFER, _STORED[plane.kind], *self._stored)
        place = (
            names.DEPTH_ATTACHMENT if plane.is_depth else names.COLOR_ATTACHMENT + plane.location
        )
        gl["FramebufferRenderbuffer"](names.FRAMEBUFFER, place, names.RENDERBUFFER, made)
        return made

    def open(self) -> None:
        """Let outputs go to the images at their locations, and nowhere else."""
        places = [
            names.NONE if one is None else names.COLOR_ATTACHMENT + one.location
            for one in locations_of(self._planes)
        ]
        gl = self._gl
        gl["DrawBuffers"](len(places), (ctypes.c_uint * len(places))(*places))
        status = gl["CheckFramebufferStatus"](names.FRAMEBUFFER)
        gl.check("making attachments")
        if status != names.FRAMEBUFFER_COMPLETE:
            raise GlFailure(f"expected complete attachments, but they are not (0x{status:04x})")

    def _fetch(self, plane: Plane) -> Image:
        gl, (width, height) = self._gl, self._size
        image_format, kind, _ = _READ[plane.pixels]
        channels = 1 if plane.is_depth else CHANNELS
        size = width * height * channels * (1 if plane.pixels == "rgba8" else 4)
        data = ctypes.create_string_buffer(size)
        if not plane.is_depth:
            gl["ReadBuffer"](names.COLOR_ATTACHMENT + plane.location)
        gl["ReadPixels"](0, 0, width, height, image_format, kind, data)
        gl.check("reading an attachment")
        return plane.image(width, height, data.raw, channels)


@contextlib.contextmanager
def bound_attachments(
    gl: Gl, planes: tuple[Plane, ...], size: tuple[int, int], more: int, before: int
) -> Iterator[Attached]:
    """Give a framebuffer with an image for each plane, `more` pixels larger to the right and on
    top; bind the one of `before` again at the end.
    """
    attached = Attached(gl, planes, size, more)
    framebuffer = gl.new_object("Framebuffers")
    gl["BindFramebuffer"](names.FRAMEBUFFER, framebuffer)
    made: list[int] = []
    try:
        made += map(attached.attach, planes)
        attached.open()
        yield attached
    finally:
        gl["BindFramebuffer"](names.FRAMEBUFFER, before)
        gl.delete("Framebuffers", framebuffer)
        for one in made:
            gl.delete("Renderbuffers", one)


def unfit_program(gl: Gl, program: int, inputs: Inputs) -> str:
    """Return why the outputs of a linked program do not go to the attachments, or nothing."""
    most = gl.integer(names.MAX_DRAW_BUFFERS)
    if len(locations_of(planes_of(inputs.attachments, "rgba8"))) > most:
        return f"attachments at locations of {most} or more"
    return unfit_attachment(inputs.attachments, dict(_outputs_of(gl, program)))


def _outputs_of(gl: Gl, program: int) -> Iterator[tuple[int, Output]]:
    """Give location and type of each output that is no array."""
    count, kind = ctypes.c_int(), names.PROGRAM_OUTPUT
    gl["GetProgramInterfaceiv"](program, kind, names.ACTIVE_RESOURCES, ctypes.byref(count))
    wanted = (ctypes.c_uint * 3)(names.LOCATION, names.TYPE, names.ARRAY_SIZE)
    for index in range(count.value):
        found = (ctypes.c_int * 3)()
        gl["GetProgramResourceiv"](program, kind, index, 3, wanted, 3, None, found)
        location, type_, size = found
        output = _TYPES.get(type_)
        name = ctypes.create_string_buffer(_NAME_BYTES)
        gl["GetProgramResourceName"](program, kind, index, _NAME_BYTES, None, name)
        if name.value == _DEPTH_NAME:
            yield DEPTH, Output("float", 1)
        elif output is not None and size <= 1 and not name.value.endswith(b"]"):
            yield location, output
