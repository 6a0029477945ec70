"""GLSL.std.450 on whole vectors and matrices: operands and results pass through the text's
arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from aberration.languages.spirv.enums import GlslStd450 as G
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.undefined import refuse

from .cells import Cell
from .conversions import joined, parts
from .writer import NativeWriter

Vector = Callable[[NativeWriter, Instruction, list[int]], None]
_NAMES: Final = {
    G.LENGTH: "LENGTH",
    G.DISTANCE: "DISTANCE",
    G.NORMALIZE: "NORMALIZE",
    G.CROSS: "CROSS",
    G.FACE_FORWARD: "FACE_FORWARD",
    G.REFLECT: "REFLECT",
    G.REFRACT: "REFRACT",
}
_PACKS: Final = {
    G.PACK_SNORM4X8: (4, 8, 1, 127.0),
    G.PACK_UNORM4X8: (4, 8, 0, 255.0),
    G.PACK_SNORM2X16: (2, 16, 1, 32767.0),
    G.PACK_UNORM2X16: (2, 16, 0, 65535.0),
}
_UNPACKS: Final = {
    G.UNPACK_SNORM4X8: (4, 8, 1, 127.0),
    G.UNPACK_UNORM4X8: (4, 8, 0, 255.0),
    G.UNPACK_SNORM2X16: (2, 16, 1, 32767.0),
    G.UNPACK_UNORM2X16: (2, 16, 0, 65535.0),
}
"""How many numbers, of how many bits, whether signed, and what 1 is."""


def _need_single(w: NativeWriter, found: Instruction, operand: int) -> None:
    width = w.leaf_of(operand).width
    if width != 32:
        raise refuse(f"instruction {found.ops[1]} of GLSL.std.450 for {width} bits", found)


def _give(w: NativeWriter, operands: list[int]) -> int:
    """Hand operands over; return how many leaves the first one has."""
    for i, value_id in enumerate(operands):
        for k, cell in enumerate(w.operand_cells(value_id)):
            w.put(f"ARG({i}, {k}, {cell.text})")
    same = [
        i for i, value_id in enumerate(operands) if i and w.cells(value_id) == w.cells(operands[0])
    ]
    w.put(f"ALIKE({same[0] if same else 0})")
    return w.count_of(operands[0])


def _take(w: NativeWriter, found: Instruction) -> None:
    for k, result in enumerate(w.results(found)):
        w.put(f"RESULT_{result.kind}({result.text}, {k})")


def _plain(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    _need_single(w, found, operands[0])
    count = _give(w, operands)
    w.put(f"{_NAMES[found.ops[1]]}({count}, {w.freedom(found)}, {w.site})")
    _take(w, found)


def _matrix(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    _need_single(w, found, operands[0])
    side = math.isqrt(_give(w, operands))
    name = "DETERMINANT_F" if found.ops[1] == G.DETERMINANT else "INVERSE"
    w.put(f"{name}({side}, {w.freedom(found)}, {w.site})")
    _take(w, found)


def _pack(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    _need_single(w, found, operands[0])
    _give(w, operands)
    count, width, with_sign, scale = _PACKS[found.ops[1]]
    w.put(f"PACK({count}, {width}, {with_sign}, {scale}, {w.site})")
    _take(w, found)


def _unpack(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    cell = w.operand_cells(operands[0])[0]
    count, width, with_sign, scale = _UNPACKS[found.ops[1]]
    w.put(f"UNPACK_{cell.kind}({count}, {width}, {with_sign}, {scale}, {cell.text})")
    _take(w, found)


def _pack_half(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    _need_single(w, found, operands[0])
    _give(w, operands)
    w.put(f"PACK_HALF({w.site})")
    _take(w, found)


def _unpack_half(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    cell = w.operand_cells(operands[0])[0]
    w.put(f"UNPACK_HALF_{cell.kind}({cell.text})")
    _take(w, found)


def _pack_double(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    bits = joined(w, w.operand_cells(operands[0]), 32, 64)
    result = w.results(found)[0]
    w.put(f"D_OF_BITS_{bits.kind}({result.text}, {bits.text}, {w.site})")


def _unpack_double(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    kind = "J" if w.unit.bounds else "L"
    name = w.temporary(kind)
    w.put(f"D_TO_BITS({name}, {w.operand_cells(operands[0])[0].text}, {w.site})")
    for result, part in zip(w.results(found), parts(w, Cell(name, kind), 64, 32), strict=True):
        w.copy(result, part)


VECTORS: Final[dict[int, Vector]] = {
    **dict.fromkeys(_NAMES, _plain),
    **dict.fromkeys(_PACKS, _pack),
    **dict.fromkeys(_UNPACKS, _unpack),
    G.DETERMINANT: _matrix,
    G.MATRIX_INVERSE: _matrix,
    G.PACK_HALF2X16: _pack_half,
    G.UNPACK_HALF2X16: _unpack_half,
    G.PACK_DOUBLE2X32: _pack_double,
    G.UNPACK_DOUBLE2X32: _unpack_double,
}
