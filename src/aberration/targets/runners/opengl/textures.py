"""Bind textures to the samplers of an OpenGL program, which are found by name."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from aberration.core.texture_arrays import element_name
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
    for one, found in _pairs(loose, textures):
        wrong = [gl_texture(texture) for texture in found]
        wrong = [known for known in wrong if one.kind != known.sampler]
        if wrong:
            return wrong_sampler(one.name, wrong[0].word)
    return ""


def textures_for(one: Loose, named: Mapping[str, Texture]) -> tuple[Texture, ...]:
    """Return the textures of a sampler, or of all elements of an array of samplers; nothing where
    one is not given.
    """
    names = [element_name(one.name, k) for k in range(one.count)] if one.array else [one.name]
    found = tuple(named[name] for name in names if name in named)
    return found if len(found) == len(names) else ()


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
    free = itertools.count()
    for one, found in _pairs(loose, textures):
        units = [next(free) for _ in found]
        for unit, texture in zip(units, found, strict=True):
            gl["ActiveTexture"](_FIRST_UNIT + unit)
            _make(gl, owned, texture)
        location = gl["GetUniformLocation"](program, one.name.encode())
        gl["Uniform1iv"](location, len(units), (ctypes.c_int * len(units))(*units))
    if textures:
        gl["ActiveTexture"](_FIRST_UNIT)


def _pairs(
    loose: Sequence[Loose], textures: Sequence[Texture]
) -> Iterator[tuple[Loose, tuple[Texture, ...]]]:
    named = {texture.name: texture for texture in textures}
    found = ((one, textures_for(one, named)) for one in loose)
    return ((one, given) for one, given in found if given)


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
