"""Bind textures to the samplers of an OpenGL program, which are found by name."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Sequence
from typing import Final

from aberration.core.textures import Texture, each_level, texel_bytes
from aberration.targets.runners.gl_textures import (
    GlTexture,
    gl_texture,
    wrong_sampler,
)
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.program import Loose

_FIRST_UNIT: Final = 0x84C0


def texture_refusal(loose: Sequence[Loose], textures: Sequence[Texture]) -> str:
    """Return why textures cannot be bound to the uniforms of their names, or nothing."""
    for one, texture in _pairs(loose, textures):
        known = gl_texture(texture)
        if one.array:
            return (
                f"the uniform {one.name!r} is an array, and textures are bound to single samplers"
            )
        if one.kind != known.sampler:
            return wrong_sampler(one.name, known.word)
    return ""


def bind_textures(
    gl: Gl,
    owned: contextlib.ExitStack,
    program: int,
    loose: Sequence[Loose],
    textures: Sequence[Texture],
) -> None:
    """Bind each texture that the program in use samples to a unit of its own. They are deleted with
    `owned`, by which the units are free again.
    """
    for unit, (one, texture) in enumerate(_pairs(loose, textures)):
        gl["ActiveTexture"](_FIRST_UNIT + unit)
        _make(gl, owned, texture)
        location = gl["GetUniformLocation"](program, one.name.encode())
        gl["Uniform1iv"](location, 1, ctypes.byref(ctypes.c_int(unit)))
    if textures:
        gl["ActiveTexture"](_FIRST_UNIT)


def _pairs(loose: Sequence[Loose], textures: Sequence[Texture]) -> Iterator[tuple[Loose, Texture]]:
    named = {texture.name: texture for texture in textures}
    return ((one, named[one.name]) for one in loose if one.name in named)


def _make(gl: Gl, owned: contextlib.ExitStack, texture: Texture) -> None:
    """Make a texture at the active unit. Texels are 8 or 16 bytes, so their rows lie at multiples
    of 4, as OpenGL takes them where nothing else is said.
    """
    known = gl_texture(texture)
    name = gl.new_object("Textures")
    owned.callback(gl.delete, "Textures", name)
    gl["BindTexture"](known.target, name)
    for key, value in known.parameters:
        gl["TexParameteri"](known.target, key, value)
    for level, own in enumerate(each_level(texture)):
        _fill(gl, known, level, own)


def _fill(gl: Gl, known: GlTexture, level: int, texture: Texture) -> None:
    data, how = texel_bytes(texture), (0, known.format, known.type)
    if known.is_line:
        gl["TexImage1D"](known.target, level, known.stored, texture.size[0], *how, data)
        return
    if not known.flat:
        gl["TexImage3D"](known.target, level, known.stored, *texture.size, *how, data)
    length = len(data) // max(len(known.flat), 1)
    for number, target in enumerate(known.flat):
        part = data[number * length : (number + 1) * length]
        gl["TexImage2D"](target, level, known.stored, *known.flat_size(texture), *how, part)
