"""Dot products of integers (SPIR-V specification, 3.42.13): of vectors, and of words that hold
four components of eight bits.
"""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.integer_dots import DOTS, Dot, dot_of

from .code import Cells, tuple_text
from .writer import WRITERS, Writer


def _dot(w: Writer, found: Instruction) -> None:
    dot = dot_of(w.module, w.leaves, found)
    sides = [
        tuple_text(_components(w, value_id, dot, with_sign))
        for value_id, with_sign in zip(found.ops, dot.signs, strict=False)
    ]
    (name,) = w.names(found.result_id)
    if dot.saturates:
        accumulator = w.one(found.ops[2])
        numbers = f"{accumulator}, {dot.width}, {any(dot.signs)}"
        w.put(f"{name} = saturated_dot({', '.join(sides)}, {numbers})")
    else:
        w.put(f"{name} = plain_dot({', '.join(sides)}) & {(1 << dot.width) - 1}")
    w.known.add(name)


def _components(w: Writer, value_id: int, dot: Dot, with_sign: bool) -> Cells:
    """Return the components of an operand as Python's integers."""
    top = 1 << (dot.component - 1)
    cells = w.cells(value_id)
    if dot.is_packed:
        cells = [f"({cells[0]} >> {shift} & 255)" for shift in (0, 8, 16, 24)]
    return [f"({cell} ^ {top}) - {top}" for cell in cells] if with_sign else [*cells]


WRITERS.update(dict.fromkeys(DOTS, _dot))
