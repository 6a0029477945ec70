"""What the readers of foreign test files share: errors with their place, numbers, uniforms, and
the vertex stage.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence
from typing import Final, Literal, cast

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Inputs, ScalarType, Uniform
from aberration.core.program import Program, Stage, shading_language, without_comments
from aberration.languages.shading.resources import Declared, Piece, ResourceBlock, declarations_of

CODES: Final[dict[ScalarType, str]] = {"int": "i", "uint": "I", "float": "f"}
LARGEST: Final = 1 << 24
"""Bytes that a buffer of a seed may have at most."""
SIDE: Final = 4096
GROUPS: Final = 65535
_ROW: Final = 16
_MAIN: Final = re.compile(rb"\bvoid\s+main\s*\(\s*(?:void)?\s*\)\s*\{(?P<body>[^{}]*)\}\s*\Z")
_PLACING: Final = re.compile(rb"\s*gl_Position\s*=[^;=]*;\s*")
_TYPE: Final = re.compile(
    r"(?P<kind>[iu]?)vec(?P<size>[234])|mat(?P<columns>[234])(?:x(?P<rows>[234]))?"
)


class Shape:
    """The type of a value in a file: its scalars, how many are in a column, and how many
    columns (1: no matrix).
    """

    def __init__(self, kind: ScalarType, size: int, columns: int) -> None:
        self.kind: Final = kind
        self.size: Final = size
        self.columns: Final = columns

    @property
    def count(self) -> int:
        """Return how many scalars a value has."""
        return self.size * self.columns


def fault(where: str, line: int, message: str) -> BadInput:
    """Return an error at a line of a file."""
    return BadInput(message, where=f"{where}:{line}")


def decode_text(data: bytes, where: str) -> str:
    """Return the text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"expected UTF-8, but byte {error.start} is none", where=where) from None


def shape_of(name: str) -> Shape | None:
    """Return the type of a name such as `uvec3` or `mat2x3`; None for other types."""
    if name in CODES:
        return Shape(name, 1, 1)
    found = _TYPE.fullmatch(name)
    if found is None:
        return None
    if found["columns"]:
        columns = int(found["columns"])
        return Shape("float", int(found["rows"] or columns), columns)
    kinds: dict[str, ScalarType] = {"": "float", "i": "int", "u": "uint"}
    return Shape(kinds[found["kind"]], int(found["size"]), 1)


def natural(text: str, where: str, line: int, least: int, most: int) -> int:
    """Return a number without a sign, within limits; raise `BadInput` for all else."""
    if not re.fullmatch(r"[0-9]{1,12}", text) or not least <= int(text) <= most:
        raise fault(
            where, line, f"expected a number from {least} to {most}, but {text[:40]!r} came"
        )
    return int(text)


def pack_literals(kind: ScalarType, values: Sequence[str], where: str, line: int) -> bytes:
    """Return literals as 32-bit words; raise `BadInput` for one that is none of the kind."""
    out = bytearray()
    for text in values:
        try:
            out += struct.pack(
                f"<{CODES[kind]}", _finite(text) if kind == "float" else int(text[:40], 0)
            )
        except (ValueError, OverflowError, struct.error):
            raise fault(
                where, line, f"expected a value of type {kind}, but {text[:40]!r} came"
            ) from None
    return bytes(out)


def rows_of(shape: Shape, data: bytes, count: int) -> bytes:
    """Lay tight values out as loose uniforms are kept: elements of an array and columns in rows
    of 16 bytes.
    """
    if count == 0 and shape.columns == 1:
        return data
    width = 4 * shape.size
    return b"".join(data[at : at + width].ljust(_ROW, b"\0") for at in range(0, len(data), width))


def read_declared(text: str, stage: Stage) -> Declared | None:
    """Return what a shader declares; None for one that our front end refuses: its uniforms keep
    the file's names.
    """
    source = text.encode()
    try:
        language = cast(Literal["glsl", "essl"], shading_language(source))
        return declarations_of(source, language, "compute" if stage == "compute" else "fragment")
    except BadInput:
        return None


def block_uniform(
    known: Declared | None, group: int, binding: int, data: bytes, name: str
) -> Uniform:
    """Return what is bound for a uniform block: by the block's name where its text states no
    binding.
    """
    for block in known.of("uniform") if known else ():
        if block.binding is None and (group, binding) == (0, 0):
            return Uniform(block.name, data, UNBOUND)
        if (block.group, block.binding) == (group, binding):
            return Uniform(block.name, data, binding, group)
    return Uniform(name, data, binding, group)


def member_uniform(known: Declared | None, name: str, index: int, values: bytes) -> Uniform | None:
    """Return an element of a member of a block by OpenGL's name; None where the name is of no
    block's member.
    """
    for block in known.of("uniform") if known else ():
        for piece in block.pieces:
            if block.full_name(piece) == name:
                return _member(block, piece, index, values)
    return None


def _member(block: ResourceBlock, piece: Piece, index: int, values: bytes) -> Uniform:
    words = piece.words(0)
    data = bytearray(max(words) + 4)
    for at, start in zip(words, range(0, len(values), 4), strict=False):
        data[at : at + 4] = values[start : start + 4]
    offset = piece.offset + index * piece.stride
    return Uniform(
        block.name,
        bytes(data),
        UNBOUND if block.binding is None else block.binding,
        block.group,
        offset=offset,
    )


def check_vertex(text: str, where: str, line: int) -> None:
    """Raise `BadInput` for a vertex shader that does more than to place its vertices."""
    found = _MAIN.search(without_comments(text.encode()))
    if found is None or not _PLACING.fullmatch(found["body"]):
        message = (
            "the vertex shader does more than to place the vertices: `gl_Position = ...;` "
            "alone is supported"
        )
        raise fault(where, line, message)


def shader(text: str, stage: Stage, inputs: Inputs, name: str) -> Program:
    """Return a program in GLSL or ESSL, by its `#version`."""
    source = text.encode()
    return Program(shading_language(source), stage, source, inputs, name)


def _finite(text: str) -> float:
    value = float(text[:400])
    if not math.isfinite(value):
        raise ValueError(text)
    return value
