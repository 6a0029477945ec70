"""A value of the file as the bytes that a uniform of the program is."""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.setters import CODES, Value, glsl_type_name
from aberration.languages.shading.resources import Piece
from aberration.languages.shading.types import Matrix, Vector

_WORD: Final = 4


class Misfit(Exception):
    """A value has another shape than its uniform; the text says what was expected and what came."""


def laid_out(value: Value, piece: Piece, element: int | None, *, strict: bool) -> tuple[int, bytes]:
    """Return a value's bytes and where they begin in the piece; None: they are for all of it, else
    from an element on.

    Truth values are 0 or 1. `strict` is false where signs do not count. Raise `Misfit` for another
    shape.
    """
    _check_kind(value, piece, strict=strict)
    first, count = element or 0, max(value.count, 1)
    left = max(piece.count, 1) - first
    fits = count == left if element is None else count <= left
    if (value.rows, value.columns) != shape(piece) or not fits:
        raise Misfit(f"expected {setter_of(piece, first)}, but {came(value)} came")
    words = [at for k in range(count) for at in piece.words(first + k)]
    start = first * piece.stride
    data = bytearray(count * piece.stride or size(piece))
    for at, word in zip(words, _words(value, piece), strict=True):
        data[at - start : at - start + _WORD] = word
    return start, bytes(data)


def size(piece: Piece) -> int:
    """Return how many bytes a piece takes, up to the end of its last element or column."""
    if piece.count:
        return piece.count * piece.stride
    if isinstance(piece.type, Matrix):
        return piece.line * (piece.type.rows if piece.row_major else piece.type.columns)
    return max(piece.words(0)) + _WORD


def shape(piece: Piece) -> tuple[int, int]:
    """Return how many scalars a column has, and how many columns there are."""
    if isinstance(piece.type, Matrix):
        return piece.type.rows, piece.type.columns
    return (piece.type.size if isinstance(piece.type, Vector) else 1), 1


def setter_of(piece: Piece, element: int = 0) -> str:
    """Return which setter a uniform takes, with how many numbers."""
    rows, columns = shape(piece)
    count = rows * columns * (max(piece.count, 1) - element)
    kind = piece.component.kind
    letter = {"float": "f", "uint": "ui"}.get(kind, "i")
    array = "v" if piece.count else ""
    square = f"{columns}" if rows == columns else f"{columns}x{rows}"
    setter = f"glUniformMatrix{square}fv" if columns > 1 else f"glUniform{rows}{letter}{array}"
    length = f"[{piece.count}]" if piece.count else ""
    return (
        f"{setter} with {count} {'number' if count == 1 else 'numbers'} for "
        f"{piece.type.glsl}{length}"
    )


def came(value: Value) -> str:
    """Return what a value is, in words."""
    count = value.numbers
    return (
        f"{glsl_type_name(value.kind, value.rows, value.columns, value.count)} of {count} "
        f"number{'s' * (count != 1)}"
    )


def _check_kind(value: Value, piece: Piece, *, strict: bool) -> None:
    kind = piece.component.kind
    if (
        kind == "bool"
        or kind == value.kind
        or (not strict and {kind, value.kind} == {"int", "uint"})
    ):
        return
    raise Misfit(f"expected {setter_of(piece)}, but {came(value)} came")


def _words(value: Value, piece: Piece) -> list[bytes]:
    words = [value.data[at : at + _WORD] for at in range(0, len(value.data), _WORD)]
    if piece.component.kind != "bool":
        return words
    code = f"<{CODES[value.kind]}"
    return [struct.pack("<I", int(struct.unpack(code, word)[0] != 0)) for word in words]
