"""Uniform blocks whose layout is the driver's: without `std140` it is `shared`, and each driver has
its own.

Inputs are in std140, so the words move to where the driver says that its members are (OpenGL 4.6
core specification, 7.6.2 "Uniform Blocks").
"""

from __future__ import annotations

import re
from typing import Final, Literal

from aberration.core.errors import BadInput
from aberration.core.program import Program, without_comments
from aberration.languages.shading import resources
from aberration.languages.shading.resources import Piece
from aberration.targets.runners.block_places import Block, heads, heads_of

_WORD: Final = 4
_DEFAULT: Final = re.compile(rb"\blayout\s*\([^)]*\bstd(?:140|430)\b[^)]*\)\s*buffer\s*;")


def own_layouts(program: Program) -> dict[str, resources.ResourceBlock] | None:
    """Return the uniform blocks of a program as std140 has them, by name; none where its text
    states std140 for all.

    None: our front end does not read the text, so that nothing is known.
    """
    declarations = [words for words in heads_of(program) if b"uniform" in words]
    if declarations and all(b"std140" in words for words in declarations):
        return {}
    language: Literal["glsl", "essl"] = "essl" if program.language == "essl" else "glsl"
    try:
        declared = [
            resources.declarations_of(source, language, stage) for stage, source in program.stages()
        ]
    except BadInput:
        return None
    return {block.name: block for one in declared for block in one.of("uniform")}


def storage_is_stated(program: Program) -> bool:
    """Return whether every storage block says how it lies in memory."""
    return all(_storage_is_stated(source) for _, source in program.stages())


def _storage_is_stated(source: bytes) -> bool:
    if _DEFAULT.search(without_comments(source)):
        return True
    declarations = [words for words in heads(source) if b"buffer" in words]
    return all({b"std430", b"std140"} & {*words} for words in declarations)


def relaid(data: bytes, own: resources.ResourceBlock, theirs: Block) -> bytes:
    """Return the bytes of a block in std140 as a driver has it laid out."""
    out = bytearray(theirs.size)
    by_name = {member.name: member for member in theirs.members}
    for piece in own.pieces:
        member = by_name.get(piece.name)
        if member is None:
            continue
        there = Piece(
            piece.name, piece.type, piece.count, 0, member.stride, member.line, member.row_major
        )
        for element in range(max(piece.count, 1)):
            for source, target in zip(piece.words(element), there.words(element), strict=True):
                word = data[piece.offset + source : piece.offset + source + _WORD].ljust(
                    _WORD, b"\0"
                )
                out[member.offset + target : member.offset + target + _WORD] = word
    return bytes(out)
