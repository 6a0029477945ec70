"""GLSL's and ESSL's operators and conversions, with guards where these languages leave open what
WGSL defines.
"""

from __future__ import annotations

from typing import Final

from ...tree import Binary, Call, Expression, Literal, Name, Unary
from ...types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    size_of,
    with_element,
)
from ..emitter import Emitter, construct_whole, splat_to
from ..values import LETTERS, TranslatedValue

_COMPARISONS: Final = {
    "<": "lessThan",
    "<=": "lessThanEqual",
    ">": "greaterThan",
    ">=": "greaterThanEqual",
    "==": "equal",
    "!=": "notEqual",
}


def binary(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> TranslatedValue:
    """Return `left op right` as the source means it; both have one element type, but for
    shifts.
    """
    element = element_of(left.type)
    given, wanted = emitter.given.integer_division, emitter.wanted.integer_division
    guarded = given == "defined" and wanted == "undefined"
    if guarded and op in ("/", "%") and element is not None and element.is_integer:
        return _divide(emitter, op, left, right, type)
    if op == "%" and element is not None and element.is_float:
        args = [splat_to(emitter, value, type).expr for value in (left, right)]
        spelled = emitter.text_of(type)
        text = f"{spelled} @({spelled} a, {spelled} b) {{ return a - b * trunc(a / b); }}"
        return TranslatedValue(emitter.helper(f"remainder_{spelled}", text, *args), type)
    if op in ("<<", ">>"):
        return TranslatedValue(Binary(op, left.expr, _amount(emitter, right)), type)
    if op in _COMPARISONS and isinstance(type, Vector):
        return TranslatedValue(Call(Name(_COMPARISONS[op]), (left.expr, right.expr)), type)
    if op in ("&", "|", "^") and element is BOOL:
        return TranslatedValue(_truth(emitter, op, left, right, type), type)
    return TranslatedValue(Binary(op, left.expr, right.expr), type)


def _divide(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> TranslatedValue:
    element = element_of(type)
    assert element is not None
    if _is_safe_divisor(right.expr) and (
        op == "/" or element is UINT or _is_below(left.expr, 2**31)
    ):
        return TranslatedValue(Binary(op, left.expr, right.expr), type)
    name = "quotient" if op == "/" else "remainder"
    args = [splat_to(emitter, value, type).expr for value in (left, right)]
    return TranslatedValue(Call(Name(_division(emitter, name, element, type)), tuple(args)), type)


def _division(emitter: Emitter, name: str, element: Scalar, type: Type) -> str:
    """x / 0 is x, x % 0 is 0, the least number divided by -1 is itself; `%` has the sign of
    the dividend.
    """
    if isinstance(type, Vector):
        one = _division(emitter, name, element, element)
        parts = ", ".join(f"{one}(a.{letter}, b.{letter})" for letter in LETTERS[: type.size])
        text = f"{type.glsl} @({type.glsl} a, {type.glsl} b) {{ return {type.glsl}({parts}); }}"
        return emitter.helper_name(f"{name}_{type.glsl}", text)
    if element is UINT:
        test, op = "b == 0u ? 1u : b", "/" if name == "quotient" else "%"
        return emitter.helper_name(
            f"{name}_uint", f"uint @(uint a, uint b) {{ return a {op} ({test}); }}"
        )
    test = "b == 0 || (a == -2147483647 - 1 && b == -1) ? 1 : b"
    result = "a / by" if name == "quotient" else "a - a / by * by"
    return emitter.helper_name(
        f"{name}_int", f"int @(int a, int b) {{ int by = {test}; return {result}; }}"
    )


def _amount(emitter: Emitter, right: TranslatedValue) -> Expression:
    """WGSL shifts by the amount modulo 32; where the amount is written out, it is less."""
    element = element_of(right.type)
    assert element is not None
    if emitter.given.shift == emitter.wanted.shift or _is_below(right.expr, 32):
        return right.expr
    return Binary("&", right.expr, emitter.constant(31, element))


def _truth(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> Expression:
    word = {"&": "&&", "|": "||", "^": "^^"}[op]
    if isinstance(type, Scalar):
        return Binary(word, left.expr, right.expr)
    assert isinstance(type, Vector)
    parts = ", ".join(f"a.{letter} {word} b.{letter}" for letter in LETTERS[: type.size])
    name = {"&": "both", "|": "either", "^": "one"}[op]
    text = f"{type.glsl} @({type.glsl} a, {type.glsl} b) {{ return {type.glsl}({parts}); }}"
    return emitter.helper(f"{name}_{type.glsl}", text, left.expr, right.expr)


def unary(emitter: Emitter, op: str, operand: TranslatedValue) -> TranslatedValue:
    if op == "!" and isinstance(operand.type, Vector):
        return TranslatedValue(Call(Name("not"), (operand.expr,)), operand.type)
    return TranslatedValue(Unary(op, operand.expr), operand.type)


# ---- conversions and constructors


def convert(emitter: Emitter, value: TranslatedValue, type: Type) -> TranslatedValue:
    """Return a value with another element type; from floats to integers as the source means
    it.
    """
    if value.type is type or isinstance(type, Array | Struct):
        return TranslatedValue(value.expr, type)
    source, element = element_of(value.type), element_of(type)
    assert source is not None
    assert element is not None
    clamps = emitter.given.conversion == "defined" and emitter.wanted.conversion == "undefined"
    if clamps and source.is_float and element.is_integer:
        return TranslatedValue(Call(Name(_clamp(emitter, element, type)), (value.expr,)), type)
    return TranslatedValue(emitter.constructor(type, (value.expr,)), type)


def _clamp(emitter: Emitter, element: Scalar, type: Type) -> str:
    """A float beyond the integers becomes the nearest that is both."""
    given, spelled = emitter.text_of(with_element(type, FLOAT)), emitter.text_of(type)
    if isinstance(type, Vector):
        one = _clamp(emitter, element, element)
        parts = ", ".join(f"{one}(x.{letter})" for letter in LETTERS[: size_of(type)])
        return emitter.helper_name(
            f"to_{spelled}", f"{spelled} @({given} x) {{ return {spelled}({parts}); }}"
        )
    low, high = ("-2147483648.0", "2147483520.0") if element is INT else ("0.0", "4294967040.0")
    text = f"{spelled} @(float x) {{ return {spelled}(clamp(x, {low}, {high})); }}"
    return emitter.helper_name(f"to_{spelled}", text)


def construct(emitter: Emitter, type: Type, values: list[TranslatedValue]) -> TranslatedValue:
    if isinstance(type, Array | Struct):
        return construct_whole(emitter, type, values)
    if len(values) == 1 and _same_shape(values[0].type, type):
        return convert(emitter, values[0], type)
    return TranslatedValue(emitter.constructor(type, [value.expr for value in values]), type)


def _same_shape(given: Type, type: Type) -> bool:
    if isinstance(given, Matrix) or isinstance(type, Matrix):
        return False
    return element_of(given) is not None and size_of(given) == size_of(type)


def _is_below(node: Expression, limit: int) -> bool:
    """Whether an expression is a written number below a limit, or a vector of such."""
    if isinstance(node, Call):
        return bool(node.args) and all(_is_below(part, limit) for part in node.args)
    return isinstance(node, Literal) and type(node.value) is int and node.value < limit


def _is_safe_divisor(node: Expression) -> bool:
    if isinstance(node, Call):
        return bool(node.args) and all(_is_safe_divisor(part) for part in node.args)
    return isinstance(node, Literal) and type(node.value) is int and node.value != 0
