"""Built-in functions of GLSL and ESSL that WGSL spells by operators, by other names, or that
are written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...builtins.signature import Overload
from ...tree import Binary, Call, Expression, Name, TypeName, Unary
from ...types import BOOL, INT, UINT, Matrix, Vector, with_element
from ..emitter import Emitter, Rule
from ..values import TranslatedValue
from .operators import each_column, splat


def _operator(op: str) -> Rule:
    def rule(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
        return TranslatedValue(Binary(op, args[0].expr, args[1].expr), callee.result)

    return rule


def _not(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    return TranslatedValue(Unary("!", args[0].expr), callee.result)


def _bits(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    """The bits of floats as integers and back."""
    syntax = TypeName("bitcast", (emitter.type_syntax(callee.result),))
    return TranslatedValue(Call(syntax, (args[0].expr,)), callee.result)


def _field(name: str) -> Rule:
    """Offset and count of a field of bits are unsigned in WGSL; what is beyond is undefined in
    GLSL.
    """

    def rule(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
        last = [emitter.convert(value, UINT).expr for value in args[-2:]]
        return TranslatedValue(
            Call(Name(name), (*(value.expr for value in args[:-2]), *last)), callee.result
        )

    return rule


def _count(name: str) -> Rule:
    """GLSL gives int, WGSL the argument's type."""

    def rule(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
        found = TranslatedValue(Call(Name(name), (args[0].expr,)), args[0].type)
        return emitter.convert(found, callee.result)

    return rule


def _text(text: str, name: str = "") -> Rule:
    """A function in WGSL's text: T is the type of the first argument, U the same of u32, I of
    i32, B of bool.
    """

    def rule(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
        spread = [splat(emitter, value, args[0].type) if callee.directions[k] == "in" else value
                  for k, value in enumerate(args)]  # fmt: skip
        type = args[0].type
        words = {
            "$T": type,
            "$U": with_element(type, UINT),
            "$I": with_element(type, INT),
            "$B": with_element(type, BOOL),
        }
        full = text
        for word, meant in words.items():
            full = full.replace(word, emitter.text_of(meant))
        called = emitter.helper(
            f"{name or callee.builtin.name}_{emitter.mark(type)}", full, *(v.expr for v in spread)
        )
        return TranslatedValue(called, callee.result)

    return rule


def _round_even(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    return TranslatedValue(Call(Name("round"), (args[0].expr,)), callee.result)


def _product_of_components(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue:
    assert isinstance(callee.result, Matrix)
    left, right = emitter.temporary(args[0]), emitter.temporary(args[1])
    return TranslatedValue(each_column(emitter, "*", left, right, callee.result), callee.result)


def _outer_product(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue:
    assert isinstance(callee.result, Matrix)
    column, row = emitter.temporary(args[0]), emitter.components(args[1])
    columns: list[Expression] = [Binary("*", column.expr, one.expr) for one in row]
    return TranslatedValue(emitter.constructor(callee.result, columns), callee.result)


def _of_scalars(make: Callable[[Emitter, list[TranslatedValue]], Expression]) -> Rule:
    """A rule for scalars; vectors go by the table."""

    def rule(
        emitter: Emitter, callee: Overload, args: list[TranslatedValue]
    ) -> TranslatedValue | None:
        if isinstance(args[0].type, Vector):
            return None
        return TranslatedValue(make(emitter, args), callee.result)

    return rule


def _with_out(function: str, passed: str) -> Rule:
    """`modf` and `frexp` give two numbers: one as the result, one through a pointer here."""

    def rule(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
        type, second = emitter.text_of(args[0].type), emitter.text_of(callee.types[1])
        text = (
            f"fn @(x: {type}, part: ptr<function, {second}>) -> {type} "
            f"{{ let found = {function}(x); *part = found.{passed}; return found.fract; }}"
        )
        called = emitter.helper(
            f"{function}_{emitter.mark(args[0].type)}", text, *(value.expr for value in args)
        )
        return TranslatedValue(called, callee.result)

    return rule


_MULTIPLY: Final = """
fn @(a: $T, b: $T, high: ptr<function, $T>, low: ptr<function, $T>) {
  let x = $U(a); let y = $U(b); let half = $U(16u); let mask = $U(0xffffu);
  let x0 = x & mask; let x1 = x >> half; let y0 = y & mask; let y1 = y >> half;
  let first = x0 * y0; let middle = x1 * y0 + (first >> half);
  let other = x0 * y1 + (middle & mask);
  *low = $T(x * y);
  *high = $T(x1 * y1 + (middle >> half) + (other >> half)SIGNS);
}"""
_SIGNS: Final = " - select($U(0u), y, a < $T(0)) - select($U(0u), x, b < $T(0))"
_BITS: Final = "bitcast<$U>(x) & $U(0x7fffffffu)"
RULES: Final[Mapping[str, Rule]] = {
    "lessThan": _operator("<"),
    "lessThanEqual": _operator("<="),
    "greaterThan": _operator(">"),
    "greaterThanEqual": _operator(">="),
    "equal": _operator("=="),
    "notEqual": _operator("!="),
    "not": _not,
    "floatBitsToInt": _bits,
    "floatBitsToUint": _bits,
    "intBitsToFloat": _bits,
    "uintBitsToFloat": _bits,
    "bitfieldExtract": _field("extractBits"),
    "bitfieldExtract of uint": _field("extractBits"),
    "bitfieldInsert": _field("insertBits"),
    "bitCount": _count("countOneBits"),
    "findLSB": _count("firstTrailingBit"),
    "findMSB": _count("firstLeadingBit"),
    "roundEven": _round_even,
    "mod": _text("fn @(x: $T, y: $T) -> $T { return x - y * floor(x / y); }"),
    "isnan": _text(f"fn @(x: $T) -> $B {{ return ({_BITS}) > $U(0x7f800000u); }}"),
    "isinf": _text(f"fn @(x: $T) -> $B {{ return ({_BITS}) == $U(0x7f800000u); }}"),
    "uaddCarry": _text(
        "fn @(a: $T, b: $T, carry: ptr<function, $T>) -> $T "
        "{ let sum = a + b; *carry = select($T(0u), $T(1u), sum < a); return sum; }"
    ),
    "usubBorrow": _text(
        "fn @(a: $T, b: $T, borrow: ptr<function, $T>) -> $T { *borrow = select($T(0u), "
        "$T(1u), a < b); return a - b; }"
    ),
    "umulExtended": _text(_MULTIPLY.replace("SIGNS", "")),
    "imulExtended": _text(_MULTIPLY.replace("SIGNS", _SIGNS)),
    "matrixCompMult": _product_of_components,
    "outerProduct": _outer_product,
    "modf": _with_out("modf", "whole"),
    "frexp": _with_out("frexp", "exp"),
    "dot": _of_scalars(lambda emitter, args: Binary("*", args[0].expr, args[1].expr)),
    "normalize": _of_scalars(lambda emitter, args: Call(Name("sign"), (args[0].expr,))),
}
