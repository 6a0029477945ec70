"""Bind storage images and texel buffers to the units that an OpenGL program states, and read them
back.
"""

from __future__ import annotations

import contextlib
import ctypes
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program, without_comments
from aberration.core.setters import ScalarType
from aberration.core.storage_images import WORD, ImageShape, StorageImage, TexelFormat
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.program import Loose
from aberration.targets.runners.opengl.texel_buffers import (
    SAMPLERS,
    TexelBuffer,
    bind_samplers,
    make_texel_buffer,
)

_READ_WRITE, _MAX_IMAGE_UNITS, _FRAMEBUFFER_BINDING = 0x88BA, 0x8F38, 0x8CA6
_MAX_TEXTURE_UNITS: Final = 0x8B4D
_MIN_FILTER, _MAG_FILTER, _NEAREST = 0x2801, 0x2800, 0x2600
_RED, _RED_INTEGER, _RGBA, _RGBA_INTEGER = 0x1903, 0x8D94, 0x1908, 0x8D99
_TARGETS: Final[Mapping[ImageShape, int]] = MappingProxyType(
    {"2D": 0x0DE1, "3D": 0x806F, "2DArray": 0x8C1A}
)
_STORED: Final[Mapping[TexelFormat, int]] = MappingProxyType(
    {
        "r32i": 0x8235,
        "r32ui": 0x8236,
        "r32f": 0x822E,
        "rgba32i": 0x8D82,
        "rgba32ui": 0x8D70,
        "rgba32f": 0x8814,
    }
)
_NUMBERS: Final[Mapping[ScalarType, int]] = MappingProxyType(
    {"float": 0x1406, "int": 0x1404, "uint": 0x1405}
)
UNIFORMS: Final[Mapping[int, tuple[ScalarType, ImageShape]]] = MappingProxyType(
    {
        0x904D: ("float", "2D"),
        0x904E: ("float", "3D"),
        0x9053: ("float", "2DArray"),
        0x9058: ("int", "2D"),
        0x9059: ("int", "3D"),
        0x905E: ("int", "2DArray"),
        0x9063: ("uint", "2D"),
        0x9064: ("uint", "3D"),
        0x9069: ("uint", "2DArray"),
        0x9051: ("float", "Buffer"),
        0x905C: ("int", "Buffer"),
        0x9067: ("uint", "Buffer"),
        **{kind: (scalar, "Buffer") for kind, scalar in SAMPLERS.items()},
    }
)
"""The types of uniforms that are images or texel buffers (OpenGL 4.6, table 7.3)."""
_CHANNELS: Final = 4
_DECLARED: Final = r"[^;{{}}]*\blayout\s*\((?P<layout>[^()]*)\)[^;{{}}]*\b{name}\b"


class BoundImage(msgspec.Struct, frozen=True):
    """An image with the name of its texture; a texel buffer has its texels in `buffer`."""

    image: StorageImage
    texture: int
    buffer: int = 0


def image_refusal(
    gl: Gl, made: int, program: Program, loose: Sequence[Loose], storage: Sequence[int]
) -> str:
    """Return why the inputs do not give a linked program its storage images, or nothing. `storage`
    are the bindings of its storage blocks.
    """
    images = program.inputs.storage_images
    for one in loose:
        if one.kind not in UNIFORMS:
            continue
        reason = _refusal(gl, made, program, one, images)
        if reason:
            return reason
    units = [_unit(gl, made, one) for one in loose if one.kind in UNIFORMS]
    if len({*units}) < len(units):
        return "two storage images at one binding"
    clash = next((binding for binding in storage if (0, binding) in images), None)
    if clash is not None:
        return f"binding {clash} is that of a storage block, and the inputs give an image"
    return ""


def _refusal(
    gl: Gl, made: int, program: Program, one: Loose, images: Mapping[tuple[int, int], StorageImage]
) -> str:
    if one.array:
        return f"the uniform {one.name!r} is an array, and images are bound to single ones"
    unit = _unit(gl, made, one)
    given = images.get((0, unit))
    if given is None:
        return f"the storage image {one.name!r}, which the inputs do not give"
    sampled = one.kind in SAMPLERS
    most = gl.integer(_MAX_TEXTURE_UNITS if sampled else _MAX_IMAGE_UNITS)
    if unit >= most:
        return f"an image unit of {most} or more"
    layout, words = _declaration(program, one.name)
    fits = UNIFORMS[one.kind] == (given.scalar, given.shape)
    if not fits or (not sampled and given.format not in layout):
        return f"the storage image {one.name!r} is not declared as {given.format} {given.shape}"
    if given.shape == "Buffer" and not gl.has("TexBuffer"):
        return "this context has no texel buffers"
    if sampled:
        return ""
    if program.stage != "compute" and "readonly" not in words:
        return f"a storage image that the {program.stage} stage may write: {one.name!r}"
    return ""


def _unit(gl: Gl, made: int, one: Loose) -> int:
    """Return the image unit of a uniform: what its layout states."""
    location = gl["GetUniformLocation"](made, one.name.encode())
    unit = ctypes.c_int()
    gl["GetUniformiv"](made, location, ctypes.byref(unit))
    return unit.value


def _declaration(program: Program, name: str) -> tuple[list[str], list[str]]:
    """Return the words of an image's layout in the text, and all of its declaration: OpenGL does
    not tell the format.
    """
    text = without_comments(program.source).decode("utf-8", "replace")
    found = re.search(_DECLARED.format(name=re.escape(name)), text)
    if found is None:
        return [], []
    return re.findall(r"\w+", found["layout"]), re.findall(r"\w+", found[0])


def bind_images(
    gl: Gl, owned: contextlib.ExitStack, made: int, loose: Sequence[Loose], inputs: Inputs
) -> dict[int, BoundImage]:
    """Bind an image to each image unit of a program, and a texel buffer to each of its samplers;
    return them by the binding in the text. They are deleted with `owned`.
    """
    given = {buffer.binding: buffer for buffer in inputs.buffers if buffer.image}
    bound: dict[int, BoundImage] = {}
    sampled: list[tuple[Loose, TexelBuffer]] = []
    for one in loose:
        buffer = given.get(_unit(gl, made, one)) if one.kind in UNIFORMS else None
        if buffer is None or not isinstance(buffer.image, StorageImage):
            continue
        stored = _STORED[buffer.image.format]
        if buffer.image.shape != "Buffer":
            bound[buffer.binding] = _bind(gl, owned, buffer, buffer.image)
            continue
        texels = make_texel_buffer(gl, owned, buffer, stored)
        bound[buffer.binding] = BoundImage(buffer.image, texels.texture, texels.buffer)
        if one.kind in SAMPLERS:
            sampled.append((one, texels))
        else:
            gl["BindImageTexture"](buffer.binding, texels.texture, 0, 0, 0, _READ_WRITE, stored)
    bind_samplers(gl, made, sampled, len(inputs.textures))
    return bound


def _bind(gl: Gl, owned: contextlib.ExitStack, buffer: Buffer, image: StorageImage) -> BoundImage:
    """Make an image with its texels, and bind it to its unit."""
    target, stored = _TARGETS[image.shape], _STORED[image.format]
    name = gl.new_object("Textures")
    owned.callback(gl.delete, "Textures", name)
    gl["BindTexture"](target, name)
    for key in (_MIN_FILTER, _MAG_FILTER):
        gl["TexParameteri"](target, key, _NEAREST)
    kind = _NUMBERS[image.scalar]
    texels = _texels(image)
    corner = [0] * len(image.sides)
    if image.shape == "2D":
        gl["TexStorage2D"](target, 1, stored, *image.sides)
        gl["TexSubImage2D"](target, 0, *corner, *image.sides, texels, kind, buffer.data)
    else:
        gl["TexStorage3D"](target, 1, stored, *image.sides)
        gl["TexSubImage3D"](target, 0, *corner, *image.sides, texels, kind, buffer.data)
    gl["BindTexture"](target, 0)
    layered = int(image.shape != "2D")
    gl["BindImageTexture"](buffer.binding, name, 0, layered, 0, _READ_WRITE, stored)
    return BoundImage(image, name)


def _texels(image: StorageImage) -> int:
    if image.channels == 1:
        return _RED if image.scalar == "float" else _RED_INTEGER
    return _RGBA if image.scalar == "float" else _RGBA_INTEGER


def read_image(gl: Gl, bound: BoundImage) -> bytes | None:
    """Return all texels; None where the context cannot read such an image.

    OpenGL ES reads what a framebuffer shows, and always as four channels.
    """
    width, height, depth = bound.image.size
    size = width * height * _CHANNELS * WORD
    with _own_framebuffer(gl):
        layers = []
        for layer in range(depth):
            _attach(gl, bound, layer)
            if gl["CheckFramebufferStatus"](names.FRAMEBUFFER) != names.FRAMEBUFFER_COMPLETE:
                return None
            texels = _RGBA if bound.image.scalar == "float" else _RGBA_INTEGER
            read = ctypes.create_string_buffer(size)
            kind = _NUMBERS[bound.image.scalar]
            gl["ReadPixels"](0, 0, width, height, texels, kind, read)
            layers.append(read.raw)
    whole = b"".join(layers)
    if bound.image.channels == _CHANNELS:
        return whole
    step = _CHANNELS * WORD
    return b"".join(whole[at : at + WORD] for at in range(0, len(whole), step))


@contextlib.contextmanager
def _own_framebuffer(gl: Gl) -> Iterator[None]:
    """Use a framebuffer that nothing is drawn into, then that of before."""
    before = gl.integer(_FRAMEBUFFER_BINDING)
    own = gl.new_object("Framebuffers")
    gl["BindFramebuffer"](names.FRAMEBUFFER, own)
    try:
        yield
    finally:
        gl["BindFramebuffer"](names.FRAMEBUFFER, before)
        gl.delete("Framebuffers", own)


def _attach(gl: Gl, bound: BoundImage, layer: int) -> None:
    where = (names.FRAMEBUFFER, names.COLOR_ATTACHMENT)
    if bound.image.shape == "2D":
        gl["FramebufferTexture2D"](*where, _TARGETS["2D"], bound.texture, 0)
    else:
        gl["FramebufferTextureLayer"](*where, bound.texture, 0, layer)
