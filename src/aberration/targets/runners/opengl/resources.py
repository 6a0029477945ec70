"""Supply an OpenGL program with what it asks for: uniforms and textures by name, uniform blocks,
storage buffers by binding.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.languages.shading import resources
from aberration.targets.runners.block_layouts import relaid
from aberration.targets.runners.block_places import Block, Member, lie_in
from aberration.targets.runners.gl_attributes import FLOAT, INT, MATRIX_TYPES, UINT
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.program import Loose, Requirements
from aberration.targets.runners.opengl.storage_images import UNIFORMS, BoundImage, bind_images
from aberration.targets.runners.opengl.textures import bind_textures, texture_refusal, textures_for
from aberration.targets.runners.resources import (
    AROUND,
    LEAST_START,
    STORAGE_BYTES,
    UNIFORM_BYTES,
    uniform_data,
)

_ROW: Final = 16
"""Bytes from one element of an array, or column of a matrix, to the next in std140, which
inputs are in.
"""

_BOOL: Final = 0x8B56


class Setter(msgspec.Struct, frozen=True):
    """How a type of uniform is set: the call, and its columns and rows (a vector is one column)."""

    call: str
    columns: int
    rows: int


def _vectors(first: int, scalar: int, letter: str) -> dict[int, Setter]:
    kinds = [scalar, first, first + 1, first + 2]
    return {kind: Setter(f"Uniform{rows}{letter}v", 1, rows) for rows, kind in enumerate(kinds, 1)}


def _matrices() -> dict[int, Setter]:
    shapes = {(c, r): f"{c}" if c == r else f"{c}x{r}" for c, r in MATRIX_TYPES}
    return {
        kind: Setter(f"UniformMatrix{shapes[size]}fv", *size) for size, kind in MATRIX_TYPES.items()
    }


SETTERS: Final[dict[int, Setter]] = {
    **_vectors(0x8B50, FLOAT, "f"),
    **_vectors(0x8B53, INT, "i"),
    **_vectors(0x8DC6, UINT, "ui"),
    **_vectors(0x8B57, _BOOL, "i"),
    **_matrices(),
}


def refusal(asked: Requirements, inputs: Inputs, limits: BindingLimits) -> str:
    """Return why the program cannot be supplied, or nothing."""
    named = {texture.name: texture for texture in inputs.textures}
    strange = next(
        (
            one.name
            for one in asked.loose
            if one.kind not in SETTERS and one.kind not in UNIFORMS and not textures_for(one, named)
        ),
        "",
    )
    wrong = texture_refusal(asked.loose, inputs.textures)
    images = inputs.storage_images
    bindings = [
        *asked.storage,
        *(buffer.binding for buffer in inputs.buffers if buffer.place not in images),
    ]
    checks = (
        (
            (
                f"the uniform {strange!r} is an image, a sampler or of another type that is "
                f"not supplied"
            ),
            bool(strange),
        ),
        (wrong, bool(wrong)),
        (
            "a storage buffer outside of set 0: OpenGL has no sets",
            any(buf.descriptor_set for buf in inputs.buffers),
        ),
        (
            f"a storage binding of {limits.storage} or more",
            any(binding >= limits.storage for binding in bindings),
        ),
        (f"more than {limits.uniform} uniform blocks", len(asked.blocks) > limits.uniform),
    )
    return next((message for message, failed in checks if failed), "")


class BindingLimits(msgspec.Struct, frozen=True):
    """How many bindings a context has."""

    uniform: int
    storage: int


def limits_of(gl: Gl, *, storage: bool) -> BindingLimits:
    """Return the limits of a context."""
    bindings = gl.integer(names.MAX_SHADER_STORAGE_BUFFER_BINDINGS) if storage else 0
    return BindingLimits(gl.integer(names.MAX_UNIFORM_BUFFER_BINDINGS), bindings)


class Supplied:
    """What a program is supplied with; `buffers` are the names of its storage buffers by
    binding, whose data begin at `start`: not 0 where they lie `within` larger ones. `images` are
    its storage images by image unit.
    """

    def __init__(self, gl: Gl, *, within: bool) -> None:
        self._gl = gl
        self.start: Final = _start_of(gl) if within else 0
        self._owned = contextlib.ExitStack()
        self.buffers: dict[int, int] = {}
        self.images: dict[int, BoundImage] = {}

    def close(self) -> None:
        """Delete all buffers and textures."""
        self._owned.close()

    def set_loose(self, program: int, loose: tuple[Loose, ...], inputs: Inputs) -> None:
        """Set the uniforms outside of blocks that the inputs name; the others keep their
        initial values.
        """
        data = {uniform.name: uniform.data for uniform in inputs.uniforms}
        for one in loose:
            if one.name in data and one.kind in SETTERS:
                self._set(program, one, data[one.name])

    def bind_textures(self, program: int, loose: tuple[Loose, ...], inputs: Inputs) -> None:
        """Bind the textures of the inputs to the samplers of their names in the program in use."""
        bind_textures(self._gl, self._owned, program, loose, inputs.textures)

    def bind_blocks(
        self,
        program: int,
        blocks: tuple[Block, ...],
        inputs: Inputs,
        stated: frozenset[str],
        layouts: Mapping[str, resources.ResourceBlock],
    ) -> None:
        """Bind a buffer to each uniform block, one binding after the other; `layouts` are those
        in std140.
        """
        for index, block in enumerate(blocks):
            known = _in_std140(block, layouts)
            held = msgspec.structs.replace(inputs, uniforms=lie_in(known, inputs, stated))
            data = uniform_data(held).get(block.place, b"")
            if block.name in layouts:
                data = relaid(data, layouts[block.name], block)
            size = max(len(data), block.size, UNIFORM_BYTES)
            self._gl["UniformBlockBinding"](program, index, index)
            self._bind(names.UNIFORM_BUFFER, index, data.ljust(size, b"\0"))

    def bind_storage(self, bindings: tuple[int, ...], inputs: Inputs) -> None:
        """Bind a buffer to each storage binding that the inputs or the program know of."""
        given = {
            buffer.binding: buffer.data
            for buffer in inputs.buffers
            if buffer.place not in inputs.storage_images
        }
        for binding in sorted({*bindings, *given}):
            data = given.get(binding) or bytes(STORAGE_BYTES)
            self.buffers[binding] = self._bind(names.SHADER_STORAGE_BUFFER, binding, data)

    def bind_images(self, program: int, loose: tuple[Loose, ...], inputs: Inputs) -> None:
        """Bind the storage images of the inputs to the image units of the program."""
        self.images = bind_images(self._gl, self._owned, program, loose, inputs)

    def _set(self, program: int, loose: Loose, data: bytes) -> None:
        setter = SETTERS[loose.kind]
        location = self._gl["GetUniformLocation"](program, loose.name.encode())
        values = ctypes.create_string_buffer(packed_uniform(setter, loose, data))
        if setter.columns > 1:
            self._gl[setter.call](location, loose.count, 0, values)
        else:
            self._gl[setter.call](location, loose.count, values)

    def _bind(self, kind: int, binding: int, data: bytes) -> int:
        name = self._gl.new_object("Buffers")
        self._owned.callback(self._gl.delete, "Buffers", name)
        self._gl["BindBuffer"](kind, name)
        if not self.start:
            self._gl["BufferData"](kind, len(data), data, names.DYNAMIC_COPY)
            self._gl["BindBufferBase"](kind, binding, name)
            return name
        around = AROUND * self.start
        whole = around + data + around
        self._gl["BufferData"](kind, len(whole), whole, names.DYNAMIC_COPY)
        self._gl["BindBufferRange"](kind, binding, name, self.start, len(data))
        return name


def _start_of(gl: Gl) -> int:
    """Return a number of bytes at which uniform blocks and storage buffers may begin."""
    kinds = (names.UNIFORM_ALIGNMENT, names.STORAGE_ALIGNMENT)
    return math.lcm(*(max(gl.integer(kind), 1) for kind in kinds), LEAST_START)


def _in_std140(block: Block, layouts: Mapping[str, resources.ResourceBlock]) -> Block:
    """Return a block with its members where std140 has them, in which the inputs are."""
    if block.name not in layouts:
        return block
    members = tuple(Member(piece.name, piece.offset) for piece in layouts[block.name].pieces)
    return msgspec.structs.replace(block, members=members)


@contextlib.contextmanager
def fresh_supply(gl: Gl, ways: Collection[str]) -> Iterator[Supplied]:
    """Give a fresh `Supplied`, whose buffers and textures are deleted at the end."""
    made = Supplied(gl, within="BindWithinBuffer" in ways)
    try:
        yield made
    finally:
        made.close()


def packed_uniform(setter: Setter, loose: Loose, data: bytes) -> bytes:
    """Return std140 bytes as `glUniform` takes them: without padding, zero where the data end
    early.
    """
    size = 4 * setter.rows
    if not loose.array and setter.columns == 1:
        return data[:size].ljust(size, b"\0")
    rows = loose.count * setter.columns
    parts = [data[at : at + size].ljust(size, b"\0") for at in range(0, rows * _ROW, _ROW)]
    return b"".join(parts)
