"""What a program of a test file runs on, whatever its uniforms are called: two such are the
same test.
"""

from __future__ import annotations

from aberration.core.inputs import Buffer
from aberration.core.program import Program
from aberration.languages.shading.resources import Piece
from aberration.report.formats.supply import element_bytes, supply
from aberration.targets.runners.resources import uniform_data


def supplied(program: Program) -> tuple[object, ...]:
    """Return all that a run depends on: text, sizes, loose uniforms and blocks as they arrive,
    buffers with types.
    """
    inputs = program.inputs
    source = program.source
    if program.language == "spirv":
        uniforms: object = (uniform_data(inputs), inputs.push_constants())
        source = source[:8] + source[12:]  # which tool wrote it
    else:
        found = supply(program, "the test")
        loose = {
            piece.name: held(piece, data) for piece, data in found.loose if any(held(piece, data))
        }
        blocks = [
            held(one, data[one.offset :]) for block, data in found.blocks for one in block.pieces
        ]
        uniforms = (loose, blocks, found.push_constants)
    buffers = sorted(
        (one.descriptor_set, one.binding, one.data, merged(one)) for one in inputs.buffers
    )
    size = (inputs.width, inputs.height) if program.stage == "fragment" else inputs.groups
    return program.language, program.stage, source, uniforms, buffers, size


def held(piece: Piece, data: bytes) -> bytes:
    """Return what a uniform holds, without what lies between its elements and columns."""
    return b"".join(element_bytes(piece, data, element) for element in range(max(piece.count, 1)))


def merged(buffer: Buffer) -> tuple[tuple[str, int], ...]:
    """Return the fields with neighbours of one type as one: what is compared is the same."""
    found: list[tuple[str, int]] = []
    for kind, count in buffer.fields or (("uint", len(buffer.data) // 4),):
        if found and found[-1][0] == kind:
            found[-1] = (kind, found[-1][1] + count)
        elif count:
            found.append((kind, count))
    return tuple(found)
