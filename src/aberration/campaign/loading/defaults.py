"""Values for the uniforms that nobody gives."""

from __future__ import annotations

import struct
from typing import Final

from aberration.campaign.loading.asked import WantedInputs, place_of
from aberration.campaign.loading.uniforms import Filled, Uniforms
from aberration.campaign.loading.values import shape, size
from aberration.core.errors import BadInput
from aberration.core.well_known import well_known_value
from aberration.languages.shading.resources import Piece

_PLAIN: Final = 1e6
"""Floats from here on are written with an exponent."""


def add_defaults(uniforms: Uniforms, image: tuple[int, int] | None) -> list[str]:
    """Give the uniforms that the file lacks their own initial values, well-known ones, or zero;
    return the notes. `image` is the size of the image where there is no file at all, or None.
    """
    initial = dict(uniforms.asked.declared.initial)
    notes = []
    for filled in uniforms.loose.values():
        assert filled.piece is not None
        if not filled.parts:
            notes += _loose_default(filled, filled.piece, initial, uniforms.asked, image)
    for filled in uniforms.blocks:
        notes += _block_defaults(filled, uniforms.asked, image)
    return notes


def _loose_default(
    filled: Filled,
    piece: Piece,
    initial: dict[str, bytes | None],
    asked: WantedInputs,
    image: tuple[int, int] | None,
) -> list[str]:
    root = _root(piece.name)
    own = initial.get(root)
    if root in initial and own is None:
        raise BadInput(
            f"the uniform {root} has an initial value that is not known here: give it "
            f"in the file of inputs"
        )
    if own is not None:
        data, reason = own[piece.offset : piece.offset + size(piece)], ", its own initial value"
    else:
        data, reason = _default(piece, image)
    filled.put(piece.name, 0, data.ljust(size(piece), b"\0"))
    return [_description(piece, data, reason)] if root in asked.declared.named else []


def _block_defaults(
    filled: Filled, asked: WantedInputs, image: tuple[int, int] | None
) -> list[str]:
    block = filled.block
    assert block is not None
    missing = [piece for piece in block.pieces if filled.lacks(piece)]
    named = [
        piece
        for piece in missing
        if (block.name if block.instance else _root(piece.name)) in asked.declared.named
    ]
    for piece in missing:
        data, _ = _default(piece, image)
        filled.put(block.full_name(piece), piece.offset, data.ljust(size(piece), b"\0"))
    if not named:
        return []
    if (
        len(named) > 1
        and len(missing) == len(block.pieces)
        and not any(_default(piece, image)[1] for piece in named)
    ):
        return [f"the block {block.name} ({place_of(block)}) = {block.size} bytes of zeros"]
    return [_description(piece, *_default(piece, image)) for piece in named]


def _default(piece: Piece, image: tuple[int, int] | None) -> tuple[bytes, str]:
    """Return the value of a uniform that nobody gives, and why it is that; `image` where there
    is no file at all.
    """
    rows, columns = shape(piece)
    kind = piece.component.kind
    if image is not None and kind == "float" and rows == columns > 1:
        return _identities(piece), f", {'identities' if piece.count else 'the identity'}"
    if image is None or columns > 1 or piece.count or kind not in ("float", "int", "uint"):
        return bytes(size(piece)), ""
    known = well_known_value(piece.name, rows, image)
    if known is None:
        return bytes(size(piece)), ""
    value, reason = known
    code = "f" if kind == "float" else "i"
    words = (int(word) if code == "i" else word for word in value)
    return struct.pack(f"<{rows}{code}", *words), f", {reason}"


def _identities(piece: Piece) -> bytes:
    """Return square matrices that move nothing: with zeros, all that they move is at one place."""
    rows, _ = shape(piece)
    data = bytearray(size(piece))
    for element in range(max(piece.count, 1)):
        for place in list(piece.words(element))[:: rows + 1]:
            struct.pack_into("<f", data, place, 1.0)
    return bytes(data)


def _description(piece: Piece, data: bytes, reason: str) -> str:
    """Return a uniform with its value as a constructor of GLSL, one number where all are the
    same.
    """
    kind = piece.component.kind
    code = {"float": "f", "int": "i"}.get(kind, "I")
    places = [at for k in range(max(piece.count, 1)) for at in piece.words(k)]
    words = [struct.unpack_from(f"<{code}", data, at)[0] for at in places]
    numbers = dict.fromkeys(words) if len({*words}) == 1 else words
    values = ", ".join(_number(word, kind) for word in numbers)
    length = f"[{piece.count}]" if piece.count else ""
    return f"{piece.name} = {piece.type.glsl}{length}({values}){reason}"


def _number(word: float, kind: str) -> str:
    if kind == "bool":
        return "true" if word else "false"
    return (
        f"{word:.6g}"
        if kind != "float" or word != int(word) or abs(word) >= _PLAIN
        else f"{word:.1f}"
    )


def _root(name: str) -> str:
    return name.split(".")[0].split("[")[0]
