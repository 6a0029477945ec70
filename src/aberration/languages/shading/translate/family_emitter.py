"""Writing GLSL and ESSL: types, numbers, operators, and guards where these languages leave open
what WGSL defines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Final

from msgspec.structs import replace

from ..checker.stage_variables import stage_variables
from ..dialects import dialect_of
from ..rules import words
from ..tree import (
    ArrayOf,
    Binary,
    Call,
    Declare,
    Expression,
    LanguageName,
    Literal,
    Name,
    Statement,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
)
from ..types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Atomic,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    size_of,
    with_element,
)
from .emitter import LEAST, Emitter, parts_of
from .values import LETTERS, Value

_COMPARISONS: Final = {
    "<": "lessThan",
    "<=": "lessThanEqual",
    ">": "greaterThan",
    ">=": "greaterThanEqual",
    "==": "equal",
    "!=": "notEqual",
}


_FOREIGN: Final = words(
    "packed average averageRounded absoluteDifference addSaturate subtractSaturate "
    "multiply32x16 countLeadingZeros"
    " countTrailingZeros"
)
"""Words of single compilers: a token of Mesa's, and functions of an extension that glslang has
also where it is off.
"""


@cache
def _words_of_all() -> frozenset[str]:
    """Return the words of every version of GLSL and ESSL: compilers take some for words in all
    of them.
    """
    languages: tuple[LanguageName, ...] = ("glsl", "essl")
    every = [
        dialect_of(name).rules(version)
        for name in languages
        for version in dialect_of(name).versions
    ]
    return _FOREIGN.union(*(rules.keywords | rules.reserved | rules.type_words for rules in every))


class FamilyEmitter(Emitter):
    """Expressions of GLSL and ESSL."""

    def own_words(self) -> frozenset[str]:
        variables = stage_variables(self.rules.language, self.rules.version, self.stage)
        return frozenset(variables) | _words_of_all() | {"main"}

    # ---- types

    @cached_property
    def brought(self) -> list[Struct]:
        """The structures that built-in functions of the source give, which the translation
        declares.
        """
        return []

    def spelled(self, type: Type) -> str:
        if isinstance(type, Struct):
            if type not in self.structs:
                self.name_struct(type, type.name.strip("_"))
                self.brought.append(type)
            return self.structs[type]
        if isinstance(type, Atomic):
            return type.component.glsl
        if not isinstance(type, Array):
            return type.glsl
        inner, _, sizes = self.spelled(type.element).partition("[")
        count = "" if type.size is None else str(type.size)
        return f"{inner}[{count}]" + (f"[{sizes}" if sizes else "")

    def type_syntax(self, type: Type) -> TypeSyntax:
        if isinstance(type, Array):
            size = None if type.size is None else Literal("int", type.size)
            return ArrayOf(self.type_syntax(type.element), size)
        element = element_of(type)
        if element is not None and element.kind == "half":
            raise self.refuse("float of another width", type.wgsl)
        return TypeName(self.spelled(type))

    def made(self, type: Type, args: Sequence[Expression]) -> Expression:
        syntax = self.type_syntax(type)
        return Call(
            syntax if isinstance(syntax, ArrayOf) else Name(self.spelled(type)), tuple(args)
        )

    # ---- numbers

    def number(self, value: int | float, type: Scalar) -> Expression:
        if type.is_float:
            literal = Literal("double" if type.kind == "double" else "float", abs(float(value)))
            return Unary("-", literal) if float(value) < 0.0 else literal
        if type is UINT:
            return Literal("uint", int(value) & 0xFFFFFFFF)
        if value == LEAST:
            return Binary("-", Unary("-", Literal("int", 2**31 - 1)), Literal("int", 1))
        return Unary("-", Literal("int", -int(value))) if value < 0 else Literal("int", int(value))

    def zero(self, type: Type) -> Expression:
        if isinstance(type, Vector):
            return self.made(type, (self.zero(type.component),))
        return super().zero(type)

    def declaration(
        self, name: str, type: Type, init: Expression | None, *, fixed: bool
    ) -> Statement:
        return Declare((Variable("var", name, self.type_syntax(type), init, "function"),))

    def precise(self, declaration: Statement) -> Statement:
        if "precise" not in self.rules.keywords or not isinstance(declaration, Declare):
            return declaration
        return Declare(
            tuple(replace(one, qualifiers=("precise",)) for one in declaration.variables)
        )

    # ---- operators

    def binary(self, op: str, left: Value, right: Value, type: Type) -> Value:
        """Return `left op right` as the source means it; both have one element type, but for
        shifts.
        """
        element = element_of(left.type)
        if (
            op in ("/", "%")
            and element is not None
            and element.is_integer
            and self._guards_division
        ):
            return self._divided(op, left, right, type)
        if op == "%" and element is not None and element.is_float:
            return Value(self._float_remainder(left, right, type), type)
        if op in ("<<", ">>"):
            return Value(Binary(op, left.expr, self._amount(right)), type)
        if op in _COMPARISONS and isinstance(type, Vector):
            return Value(Call(Name(_COMPARISONS[op]), (left.expr, right.expr)), type)
        if op in ("&", "|", "^") and element is BOOL:
            return Value(self._truth(op, left, right, type), type)
        return Value(Binary(op, left.expr, right.expr), type)

    @property
    def _guards_division(self) -> bool:
        return (
            self.given.integer_division == "defined" and self.wanted.integer_division == "undefined"
        )

    def _divided(self, op: str, left: Value, right: Value, type: Type) -> Value:
        element = element_of(type)
        assert element is not None
        if _is_safe_divisor(right.expr) and (
            op == "/" or element is UINT or _is_below(left.expr, 2**31)
        ):
            return Value(Binary(op, left.expr, right.expr), type)
        name = "quotient" if op == "/" else "remainder"
        args = [
            value.expr if value.type is type else self.made(type, (value.expr,))
            for value in (left, right)
        ]
        return Value(Call(Name(self._division(name, element, type)), tuple(args)), type)

    def _division(self, name: str, element: Scalar, type: Type) -> str:
        """x / 0 is x, x % 0 is 0, the least number divided by -1 is itself; `%` has the sign of
        the dividend.
        """
        if isinstance(type, Vector):
            one = self._division(name, element, element)
            parts = ", ".join(f"{one}(a.{letter}, b.{letter})" for letter in LETTERS[: type.size])
            text = f"{type.glsl} @({type.glsl} a, {type.glsl} b) {{ return {type.glsl}({parts}); }}"
            return self.helper_name(f"{name}_{type.glsl}", text)
        if element is UINT:
            test, op = "b == 0u ? 1u : b", "/" if name == "quotient" else "%"
            return self.helper_name(
                f"{name}_uint", f"uint @(uint a, uint b) {{ return a {op} ({test}); }}"
            )
        test = "b == 0 || (a == -2147483647 - 1 && b == -1) ? 1 : b"
        result = "a / by" if name == "quotient" else "a - a / by * by"
        return self.helper_name(
            f"{name}_int", f"int @(int a, int b) {{ int by = {test}; return {result}; }}"
        )

    def _float_remainder(self, left: Value, right: Value, type: Type) -> Expression:
        args = [
            value.expr if value.type is type else self.made(type, (value.expr,))
            for value in (left, right)
        ]
        spelled = self.spelled(type)
        text = f"{spelled} @({spelled} a, {spelled} b) {{ return a - b * trunc(a / b); }}"
        return self.helper(f"remainder_{spelled}", text, *args)

    def _amount(self, right: Value) -> Expression:
        """WGSL shifts by the amount modulo 32; where the amount is written out, it is less."""
        element = element_of(right.type)
        assert element is not None
        if self.given.shift == self.wanted.shift or _is_below(right.expr, 32):
            return right.expr
        return Binary("&", right.expr, self.constant(31, element))

    def _truth(self, op: str, left: Value, right: Value, type: Type) -> Expression:
        word = {"&": "&&", "|": "||", "^": "^^"}[op]
        if isinstance(type, Scalar):
            return Binary(word, left.expr, right.expr)
        assert isinstance(type, Vector)
        parts = ", ".join(f"a.{letter} {word} b.{letter}" for letter in LETTERS[: type.size])
        name = {"&": "both", "|": "either", "^": "one"}[op]
        text = f"{type.glsl} @({type.glsl} a, {type.glsl} b) {{ return {type.glsl}({parts}); }}"
        return self.helper(f"{name}_{type.glsl}", text, left.expr, right.expr)

    def unary(self, op: str, operand: Value) -> Value:
        if op == "!" and isinstance(operand.type, Vector):
            return Value(Call(Name("not"), (operand.expr,)), operand.type)
        return Value(Unary(op, operand.expr), operand.type)

    # ---- conversions and constructors

    def convert(self, value: Value, type: Type) -> Value:
        """Return a value with another element type; from floats to integers as the source means
        it.
        """
        if value.type is type or isinstance(type, Array | Struct):
            return Value(value.expr, type)
        source, element = element_of(value.type), element_of(type)
        assert source is not None
        assert element is not None
        clamps = self.given.conversion == "defined" and self.wanted.conversion == "undefined"
        if clamps and source.is_float and element.is_integer:
            return Value(Call(Name(self._clamped(element, type)), (value.expr,)), type)
        return Value(self.made(type, (value.expr,)), type)

    def _clamped(self, element: Scalar, type: Type) -> str:
        """A float beyond the integers becomes the nearest that is both."""
        given, spelled = self.spelled(with_element(type, FLOAT)), self.spelled(type)
        if isinstance(type, Vector):
            one = self._clamped(element, element)
            parts = ", ".join(f"{one}(x.{letter})" for letter in LETTERS[: size_of(type)])
            return self.helper_name(
                f"to_{spelled}", f"{spelled} @({given} x) {{ return {spelled}({parts}); }}"
            )
        low, high = ("-2147483648.0", "2147483520.0") if element is INT else ("0.0", "4294967040.0")
        text = f"{spelled} @(float x) {{ return {spelled}(clamp(x, {low}, {high})); }}"
        return self.helper_name(f"to_{spelled}", text)

    def construct(self, type: Type, values: list[Value]) -> Value:
        if isinstance(type, Array | Struct):
            parts = zip(values, parts_of(type), strict=True)
            return Value(
                self.made(type, [self.convert(value, part).expr for value, part in parts]), type
            )
        if len(values) == 1 and _same_shape(values[0].type, type):
            return self.convert(values[0], type)
        return Value(self.made(type, [value.expr for value in values]), type)


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
