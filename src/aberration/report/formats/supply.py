"""What a program in GLSL or ESSL is supplied with when it runs: the inputs, found as the
runners find them.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, ScalarType
from aberration.core.program import Program, without_comments
from aberration.languages.shading import resources
from aberration.languages.shading.resources import Declared, Piece, ResourceBlock
from aberration.targets.runners import block_places


class Supply(msgspec.Struct, frozen=True):
    """Loose uniforms with their std140 bytes, uniform blocks with all of theirs, and the push
    constants.
    """

    declared: Declared
    loose: tuple[tuple[Piece, bytes], ...]
    blocks: tuple[tuple[ResourceBlock, bytes], ...]
    push_constants: bytes


def supply(program: Program, tool: str) -> Supply:
    """Return what a program is supplied with; raise `BadInput` for what we cannot read, or what
    no file can hold.
    """
    declared = read_declared(program)
    inputs = program.inputs
    if declared.opaque:
        raise BadInput(
            f"the uniform {declared.opaque[0]!r} is a sampler or image, and none is supplied"
        )
    if declared.inputs:
        raise BadInput(f"the shader reads {declared.inputs[0]!r}, which no vertex shader writes")
    missing = {block.binding for block in declared.of("buffer")} - {
        buffer.binding for buffer in inputs.buffers
    }
    if missing:
        raise BadInput(
            f"a storage block has no buffer among the inputs: {tool} would have to make one up"
        )
    data = {uniform.name: uniform.data for uniform in inputs.uniforms}
    return Supply(
        declared,
        tuple(
            (piece, _pad_loose(data[piece.name], piece))
            for piece in declared.loose
            if piece.name in data
        ),
        tuple((block, _block_bytes(block, declared, inputs)) for block in declared.of("uniform")),
        inputs.push_constants(),
    )


def read_declared(program: Program) -> Declared:
    """Return what a program declares, by our own front end; raise `BadInput` where it refuses
    the text.
    """
    language = cast(Literal["glsl", "essl"], program.language)
    stage = cast(Literal["fragment", "compute"], program.stage)
    return resources.declarations_of(program.source, language, stage)


def check_opengl(program: Program, supplied: Supply) -> None:
    """Raise `BadInput` for what only Vulkan has: push constants and descriptor sets."""
    if supplied.push_constants or supplied.declared.of("push_constant"):
        raise BadInput("push constants are Vulkan's: OpenGL has none")
    grouped = any(buffer.descriptor_set for buffer in program.inputs.buffers)
    if grouped or any(block.group for block in supplied.declared.blocks) or _names_sets(program):
        raise BadInput(
            "descriptor sets are Vulkan's: OpenGL has none, and its compilers refuse their names"
        )


def _names_sets(program: Program) -> bool:
    """True where a layout in the text names a set."""
    text = without_comments(program.source).decode("utf-8", "replace")
    layouts = [part.partition(")")[0] for part in text.split("layout")[1:]]
    return any(
        "set" in layout.replace("=", " ").replace(",", " ").replace("(", " ").split()
        for layout in layouts
    )


def spelling(piece: Piece) -> ScalarType | Literal["bool"]:
    """Return which literals the scalars of a piece have; raise `BadInput` for those of other
    than 32 bits.
    """
    kind = piece.component.kind
    if kind not in ("int", "uint", "float", "bool"):
        raise BadInput(
            f"the uniform {piece.name!r} holds values of the type {kind}, which no input has"
        )
    return cast(ScalarType, kind)


def element_bytes(piece: Piece, data: bytes, element: int) -> bytes:
    """Return the scalars of one element, columns one after the other, from the bytes of the
    whole piece.
    """
    return b"".join(data[at : at + 4].ljust(4, b"\0") for at in piece.words(element))


def _pad_loose(data: bytes, piece: Piece) -> bytes:
    """Return the bytes of a loose uniform, as long as its type: the rest is zero, and what is
    beyond is ignored.
    """
    end = max(max(piece.words(max(piece.count, 1) - 1)), 0) + 4
    return data[:end].ljust(end, b"\0")


def _block_bytes(block: ResourceBlock, declared: Declared, inputs: Inputs) -> bytes:
    members = tuple(block_places.Member(piece.name, piece.offset) for piece in block.pieces)
    place = (block.group, block.binding or 0)
    stated = frozenset(one.name for one in declared.of("uniform") if one.binding is not None)
    data = bytearray(block.size)
    for uniform in block_places.lie_in(
        block_places.Block(block.name, place, members, block.size), inputs, stated
    ):
        part = uniform.data[: max(block.size - uniform.offset, 0)]
        data[uniform.offset : uniform.offset + len(part)] = part
    return bytes(data)
