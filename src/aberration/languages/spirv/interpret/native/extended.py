"""GLSL.std.450, leaf by leaf; what works on whole vectors is in `vectors`."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450 as G
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.analysis import is_of_glsl
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee_of

from .cells import Cell, kind_of
from .integers import apply
from .places import pointer_of, store_leaves
from .vectors import VECTORS
from .writer import NativeWriter, Write

_ANY_WIDTH: Final = {
    G.ROUND: "ROUND",
    G.ROUND_EVEN: "ROUND",
    G.TRUNC: "TRUNC",
    G.F_ABS: "ABS",
    G.F_SIGN: "SIGN",
    G.FLOOR: "FLOOR",
    G.CEIL: "CEIL",
    G.F_MIN: "MIN",
    G.F_MAX: "MAX",
    G.F_CLAMP: "CLAMP",
    G.STEP: "STEP",
    G.N_MIN: "NMIN",
    G.N_MAX: "NMAX",
    G.N_CLAMP: "NCLAMP",
}
"""Floats of any width."""
_SINGLE: Final = {
    G.FRACT: "FRACT",
    G.RADIANS: "RADIANS",
    G.DEGREES: "DEGREES",
    G.SIN: "SIN",
    G.COS: "COS",
    G.TAN: "TAN",
    G.ASIN: "ASIN",
    G.ACOS: "ACOS",
    G.ATAN: "ATAN",
    G.SINH: "SINH",
    G.COSH: "COSH",
    G.TANH: "TANH",
    G.ASINH: "ASINH",
    G.ACOSH: "ACOSH",
    G.ATANH: "ATANH",
    G.ATAN2: "ATAN2",
    G.POW: "POW",
    G.EXP: "EXP",
    G.LOG: "LOG",
    G.EXP2: "EXP2",
    G.LOG2: "LOG2",
    G.SQRT: "SQRT",
    G.INVERSE_SQRT: "RSQRT",
    G.F_MIX: "MIX",
    G.SMOOTH_STEP: "SMOOTH",
    G.FMA: "FMA",
}
"""Floats of 32 bits."""
_DOUBLE: Final = (G.FRACT, G.SQRT, G.INVERSE_SQRT, G.F_MIX, G.FMA)
"""Those that are known for 64 bits, too."""
_INTEGER: Final = {
    G.S_ABS: "SABS",
    G.S_SIGN: "SSIGN",
    G.U_MIN: "UMIN",
    G.U_MAX: "UMAX",
    G.S_MIN: "SMIN",
    G.S_MAX: "SMAX",
    G.U_CLAMP: "UCLAMP",
    G.S_CLAMP: "SCLAMP",
    G.FIND_I_LSB: "LSB",
    G.FIND_S_MSB: "SMSB",
    G.FIND_U_MSB: "UMSB",
}
_BITS_32: Final = (G.FIND_I_LSB, G.FIND_S_MSB, G.FIND_U_MSB)


def _write_extended(w: NativeWriter, found: Instruction) -> None:
    if not is_of_glsl(w.module, found):
        return
    number, operands = found.ops[1], found.ops[2:]
    if number in _ANY_WIDTH:
        _leafwise(w, found, f"{_ANY_WIDTH[number]}_X", operands)
    elif number in _INTEGER:
        _integers(w, found, number, operands)
    elif number in (G.MODF, G.FREXP, G.MODF_STRUCT, G.FREXP_STRUCT):
        _two_results(w, found, number, operands)
    elif number == G.LDEXP:
        _ldexp(w, found, operands)
    elif number in _SINGLE:
        kind = _kind(w, found, operands[0], number in _DOUBLE)
        _leafwise(w, found, f"{_SINGLE[number]}_{kind}", operands)
    elif number in VECTORS:
        VECTORS[number](w, found, operands)
    else:
        raise refuse(f"instruction {number} of GLSL.std.450", found)


def _kind(w: NativeWriter, found: Instruction, operand: int, double: bool = False) -> str:
    leaf = w.leaf_of(operand)
    if leaf.width != 32 and not (double and leaf.width == 64):
        raise refuse(f"instruction {found.ops[1]} of GLSL.std.450 for {leaf.width} bits", found)
    return kind_of(leaf)


def _leafwise(w: NativeWriter, found: Instruction, name: str, operands: list[int]) -> None:
    given = [w.operand_cells(value_id) for value_id in operands]
    freedom = w.freedom(found)
    for k, result in enumerate(w.results(found)):
        texts = ", ".join([result.text, *(cells[k].text for cells in given)])
        w.put(f"{name}({texts}, {freedom}, {w.site})")


def _integers(w: NativeWriter, found: Instruction, number: int, operands: list[int]) -> None:
    width = w.leaf_of(operands[0]).width
    if number in _BITS_32 and width != 32:
        raise refuse(f"instruction {number} of GLSL.std.450 for {width} bits", found)
    given = [w.operand_cells(value_id) for value_id in operands]
    for k, result in enumerate(w.results(found)):
        apply(w, _INTEGER[number], result, [cells[k] for cells in given], width)


def _ldexp(w: NativeWriter, found: Instruction, operands: list[int]) -> None:
    _kind(w, found, operands[0])
    if w.leaf_of(operands[1]).width != 32:
        raise refuse("an exponent that has not 32 bits", found)
    given, powers, freedom = (
        w.operand_cells(operands[0]),
        w.operand_cells(operands[1]),
        w.freedom(found),
    )
    for result, cell, power in zip(w.results(found), given, powers, strict=True):
        w.put(
            f"LDEXP_F_{power.kind}({result.text}, {cell.text}, {power.text}, 32, "
            f"{freedom}, {w.site})"
        )


def _two_results(w: NativeWriter, found: Instruction, number: int, operands: list[int]) -> None:
    """Modf and Frexp: the second result goes through a pointer, or both into a struct."""
    _kind(w, found, operands[0])
    modf = number in (G.MODF, G.MODF_STRUCT)
    freedom = w.freedom_of(found, "F")
    other = "F" if modf else "J" if w.unit.bounds else "U"
    pairs = []
    for cell in w.operand_cells(operands[0]):
        first, second = Cell(w.temporary("F"), "F"), Cell(w.temporary(other), other)
        w.put(
            f"{'MODF' if modf else 'FREXP'}_F({first.text}, {second.text}, {cell.text}, "
            f"{freedom}, {w.site})"
        )
        pairs.append((first, second))
    seconds = [second for _, second in pairs]
    if number in (G.MODF_STRUCT, G.FREXP_STRUCT):
        made = w.place_for(found)
        for k, cell in enumerate([*(first for first, _ in pairs), *seconds]):
            w.put(f"STORE_{cell.kind}(m, {made.leaf(k)}, {cell.text}) z[{made.leaf(k)}] = 1;")
        return
    for result, (first, _) in zip(w.results(found), pairs, strict=True):
        w.copy(result, first)
    store_leaves(
        w, pointer_of(w, operands[1]), seconds, w.leaves.of(pointee_of(w.module, operands[1]))
    )


EXTENDED: Final[dict[int, Write]] = {opcodes.OpExtInst: _write_extended}
