"""GLSL.std.450: leaf by leaf, or over whole vectors; what is short stands as an expression in
the code.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450 as G
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.analysis import is_of_glsl
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee_of

from .arithmetic import fill_template
from .code import Cells, tuple_text
from .memory import pointer_of, write
from .writer import WRITERS, Writer

_EXACT: Final = {
    G.ROUND: "round_even({a})",
    G.ROUND_EVEN: "round_even({a})",
    G.TRUNC: "trunc({a})",
    G.F_ABS: "abs({a})",
    G.F_SIGN: "f_sign({a})",
    G.FLOOR: "floor({a})",
    G.CEIL: "ceil({a})",
    G.F_MIN: "{a} if {a} < {b} else {b} if {b} <= {a} else nan()",
    G.F_MAX: "{a} if {a} > {b} else {b} if {b} >= {a} else nan()",
    G.F_CLAMP: "{a} if {b} <= {a} <= {c} else f_clamp({a}, {b}, {c})",
    G.STEP: "step({a}, {b})",
    G.N_MIN: "n_min({a}, {b})",
    G.N_MAX: "n_max({a}, {b})",
    G.N_CLAMP: "n_clamp({a}, {b}, {c})",
    G.S_ABS: "{a} if {a} < {s} else -{a} & {m}",
    G.S_SIGN: "({a} != 0) + 0 if {a} < {s} else {m}",
    G.U_MIN: "{a} if {a} < {b} else {b}",
    G.U_MAX: "{a} if {a} > {b} else {b}",
    G.S_MIN: "{a} if {a} ^ {s} < {b} ^ {s} else {b}",
    G.S_MAX: "{a} if {a} ^ {s} > {b} ^ {s} else {b}",
    G.U_CLAMP: "{a} if {b} <= {a} <= {c} else u_clamp({a}, {b}, {c})",
    G.S_CLAMP: "s_clamp({a}, {b}, {c}, {s})",
    G.FIND_I_LSB: "({a} & -{a}).bit_length() - 1 & 4294967295",
    G.FIND_S_MSB: "find_s_msb({a})",
    G.FIND_U_MSB: "({a}).bit_length() - 1 & 4294967295",
}
"""Leaf by leaf, of any width."""
SINGLE: Final = {
    G.FRACT: "fract",
    G.RADIANS: "radians",
    G.DEGREES: "degrees",
    G.SIN: "sin",
    G.COS: "cos",
    G.TAN: "tan",
    G.ASIN: "asin",
    G.ACOS: "acos",
    G.ATAN: "atan",
    G.SINH: "sinh",
    G.COSH: "cosh",
    G.TANH: "tanh",
    G.ASINH: "asinh",
    G.ACOSH: "acosh",
    G.ATANH: "atanh",
    G.ATAN2: "atan2",
    G.POW: "power",
    G.EXP: "exp",
    G.LOG: "log",
    G.EXP2: "exp2",
    G.LOG2: "log2",
    G.SQRT: "sqrt",
    G.INVERSE_SQRT: "inverse_sqrt",
    G.F_MIX: "f_mix",
    G.SMOOTH_STEP: "smooth_step",
    G.FMA: "fma",
    G.LDEXP: "ldexp",
}
"""Leaf by leaf, of 32 bits."""
_WIDE: Final = {
    G.FRACT: "{a} - floor({a})",
    G.SQRT: "wide_sqrt({a})",
    G.INVERSE_SQRT: "1.0 / wide_sqrt({a})",
    G.F_MIX: "{a} * (1.0 - {c}) + {b} * {c}",
    G.FMA: "{a} * {b} + {c}",
}
"""Leaf by leaf, of 64 bits."""
_SCALAR_OF_VECTORS: Final = {
    G.LENGTH: "length",
    G.DISTANCE: "distance",
    G.DETERMINANT: "determinant",
    G.PACK_SNORM4X8: "pack_snorm4x8",
    G.PACK_UNORM4X8: "pack_unorm4x8",
    G.PACK_SNORM2X16: "pack_snorm2x16",
    G.PACK_UNORM2X16: "pack_unorm2x16",
    G.PACK_HALF2X16: "pack_half2x16",
    G.PACK_DOUBLE2X32: "pack_double2x32",
}
_VECTOR_OF_VECTORS: Final = {
    G.CROSS: "cross",
    G.NORMALIZE: "normalize",
    G.FACE_FORWARD: "face_forward",
    G.REFLECT: "reflect",
    G.MATRIX_INVERSE: "matrix_inverse",
}
_VECTOR_OF_SCALAR: Final = {
    G.UNPACK_SNORM2X16: "unpack_snorm2x16",
    G.UNPACK_UNORM2X16: "unpack_unorm2x16",
    G.UNPACK_HALF2X16: "unpack_half2x16",
    G.UNPACK_SNORM4X8: "unpack_snorm4x8",
    G.UNPACK_UNORM4X8: "unpack_unorm4x8",
    G.UNPACK_DOUBLE2X32: "unpack_double2x32",
}
_ANY_WIDTH: Final = (G.PACK_DOUBLE2X32, G.UNPACK_DOUBLE2X32, G.MATRIX_INVERSE)


def _write_extended(w: Writer, found: Instruction) -> None:
    if not is_of_glsl(w.module, found):
        return
    number, operands = found.ops[1], found.ops[2:]
    if number in _EXACT:
        _leafwise(w, found, operands, _EXACT[number])
    elif number in (G.MODF, G.FREXP, G.MODF_STRUCT, G.FREXP_STRUCT):
        _need_single(w, found, operands[0])
        _two_results(w, found, number, operands)
    elif number in _WIDE and w.leaf_of(operands[0]).width == 64:
        _leafwise(w, found, operands, _WIDE[number])
    elif number in SINGLE:
        _need_single(w, found, operands[0])
        letters = ", ".join(f"{{{letter}}}" for letter in "abcd"[: len(operands)])
        _leafwise(w, found, operands, f"{SINGLE[number]}({letters})")
    else:
        _vectors(w, found, number, operands)


def _need_single(w: Writer, found: Instruction, operand: int) -> None:
    width = w.leaf_of(operand).width
    if width != 32:
        raise refuse(f"instruction {found.ops[1]} of GLSL.std.450 for {width} bits", found)


def _leafwise(w: Writer, found: Instruction, operands: list[int], template: str) -> None:
    rows = list(zip(*(w.cells(value_id) for value_id in operands), strict=True))
    leaf = w.leaf_of(operands[0])
    names = w.names(found.result_id)
    w.known.update(names)
    for name, row in zip(names, rows, strict=True):
        w.put(f"{name} = {fill_template(leaf, template, list(row))}")


def _vectors(w: Writer, found: Instruction, number: int, operands: list[int]) -> None:
    if number not in _ANY_WIDTH:
        _need_single(w, found, operands[0])
    arguments = [tuple_text(w.cells(value_id)) for value_id in operands]
    if number == G.REFRACT:
        arguments[2] = w.one(operands[2])
        function = "refract"
    elif number in _VECTOR_OF_SCALAR:
        arguments = [w.one(operands[0])]
        function = _VECTOR_OF_SCALAR[number]
    elif number in _SCALAR_OF_VECTORS:
        function = _SCALAR_OF_VECTORS[number]
    elif number in _VECTOR_OF_VECTORS:
        function = _VECTOR_OF_VECTORS[number]
    else:
        raise refuse(f"instruction {number} of GLSL.std.450", found)
    names = w.names(found.result_id)
    w.known.update(names)
    comma = "" if number in _SCALAR_OF_VECTORS else ","
    w.put(f"{', '.join(names)}{comma} = {function}({', '.join(arguments)})")


def _two_results(w: Writer, found: Instruction, number: int, operands: list[int]) -> None:
    """Modf and Frexp: the second result goes through a pointer, or both into a struct."""
    function = "modf" if number in (G.MODF, G.MODF_STRUCT) else "frexp"
    cells = w.cells(operands[0])
    first = [f"q{k}" for k in range(len(cells))]
    second = [f"r{k}" for k in range(len(cells))]
    for x, y, cell in zip(first, second, cells, strict=True):
        w.put(f"{x}, {y} = {function}({cell})")
    if number in (G.MODF_STRUCT, G.FREXP_STRUCT):
        w.put(f"{w.names(found.result_id)[0]} = {tuple_text([*first, *second])}")
        return
    names: Cells = w.names(found.result_id)
    w.put(f"{', '.join(names)} = {', '.join(first)}")
    w.known.update(names)
    write(w, pointer_of(w, operands[1]), second, w.leaves.of(pointee_of(w.module, operands[1])))


WRITERS[opcodes.OpExtInst] = _write_extended
