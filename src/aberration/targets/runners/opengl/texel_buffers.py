"""The texel buffers of an OpenGL program: textures whose texels lie in a buffer."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Buffer
from aberration.core.setters import ScalarType
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.program import Loose

SAMPLERS: Final[Mapping[int, ScalarType]] = MappingProxyType(
    {0x8DC2: "float", 0x8DD0: "int", 0x8DD8: "uint"}
)
"""The types of uniforms that are buffers with a sampler (OpenGL 4.6, table 7.3)."""
_TARGET: Final = 0x8C2A
_FIRST_UNIT: Final = 0x84C0


class TexelBuffer(msgspec.Struct, frozen=True):
    """A texture, and the buffer that its texels lie in."""

    texture: int
    buffer: int


def make_texel_buffer(
    gl: Gl, owned: contextlib.ExitStack, buffer: Buffer, stored: int
) -> TexelBuffer:
    """Make a buffer with its texels, of a format that is `stored`. Both go with `owned`."""
    data, texture = gl.new_object("Buffers"), gl.new_object("Textures")
    owned.callback(gl.delete, "Buffers", data)
    owned.callback(gl.delete, "Textures", texture)
    gl["BindBuffer"](_TARGET, data)
    gl["BufferData"](_TARGET, len(buffer.data), buffer.data, names.DYNAMIC_COPY)
    gl["BindTexture"](_TARGET, texture)
    gl["TexBuffer"](_TARGET, stored, data)
    return TexelBuffer(texture, data)


def bind_samplers(
    gl: Gl,
    program: int,
    wanted: Sequence[tuple[Loose, TexelBuffer]],
    first: int,
) -> None:
    """Bind each buffer to a unit of its own, from `first` on, and tell its sampler in the program
    in use.
    """
    for unit, (one, made) in enumerate(wanted, first):
        gl["ActiveTexture"](_FIRST_UNIT + unit)
        gl["BindTexture"](_TARGET, made.texture)
        location = gl["GetUniformLocation"](program, one.name.encode())
        gl["Uniform1iv"](location, 1, ctypes.byref(ctypes.c_int(unit)))
    if wanted:
        gl["ActiveTexture"](_FIRST_UNIT)
