"""Dot products of integers: without saturation as the products and sums that they stand for, which
wrap around; with it by a function of the text, which looks for what leaves the type.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.integer_dots import DOTS, Dot, dot_of

from .cells import Cell
from .conversions import integer_kind, with_width
from .integers import apply
from .writer import NativeWriter, Write

_WORD: Final = 32


def _dot(w: NativeWriter, found: Instruction) -> None:
    dot = dot_of(w.module, w.leaves, found)
    sides = [
        _components(w, found, value_id, dot, with_sign)
        for value_id, with_sign in zip(found.ops, dot.signs, strict=False)
    ]
    if dot.saturates:
        _saturate(w, found, dot, sides)
        return
    (result,) = w.results(found)
    total = ""
    for pair in zip(*sides, strict=True):
        wide = [
            with_width(w, cell, width, dot.width, with_sign)
            for (cell, width), with_sign in zip(pair, dot.signs, strict=True)
        ]
        product = Cell(w.temporary(result.kind), result.kind)
        apply(w, "MUL", product, wide, dot.width)
        if total:
            whole = Cell(w.temporary(result.kind), result.kind)
            apply(w, "ADD", whole, [Cell(total, result.kind), product], dot.width)
            product = whole
        total = product.text
    w.copy(result, Cell(total, result.kind), dot.width)


def _components(
    w: NativeWriter, found: Instruction, value_id: int, dot: Dot, with_sign: bool
) -> list[tuple[Cell, int]]:
    """Return the components of an operand, each with the width that it lies in. Those of a word
    fill one with their sign.
    """
    loose = w.is_loose(found.result_id)
    cells = w.operand_cells(value_id)
    if loose:
        cells = [w.as_loose(cell, w.leaf_of(value_id).width) for cell in cells]
    if not dot.is_packed:
        return [(cell, dot.component) for cell in cells]
    name, kind = "FIELD_S" if with_sign else "FIELD_U", integer_kind(_WORD, loose)
    parts = []
    for shift in range(0, _WORD, dot.component):
        part = Cell(w.temporary(kind), kind)
        where = [Cell(f"{number}u", "U") for number in (shift, dot.component)]
        apply(w, name, part, [cells[0], *where], _WORD)
        parts.append((part, _WORD))
    return parts


def _saturate(
    w: NativeWriter, found: Instruction, dot: Dot, sides: list[list[tuple[Cell, int]]]
) -> None:
    accumulator = w.operand_cells(found.ops[2])[0]
    (result,) = w.results(found)
    for side, (cells, with_sign) in enumerate(zip(sides, dot.signs, strict=True)):
        for k, (cell, width) in enumerate(cells):
            w.put(f"DOT_{cell.kind}({side}, {k}, {cell.text}, {width}, {int(with_sign)})")
    given = w.as_kind(accumulator, result.kind, dot.width)
    signed = int(any(dot.signs))
    w.put(
        f"SATURATE_{given.kind}({result.text}, {given.text}, {len(sides[0])}, {signed}, "
        f"{dot.width}, {w.site})"
    )


INTEGER_DOTS: Final[dict[int, Write]] = dict.fromkeys(DOTS, _dot)
