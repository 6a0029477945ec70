"""Writing GLSL and ESSL: types, numbers, and what the files beside this one add."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from ...checker.stage_variables import stage_variables
from ...checker.wgsl.conversion_rank import concrete
from ...dialects import dialect_of
from ...rules import words
from ...tree import (
    ArrayOf,
    Binary,
    Call,
    Declare,
    Expression,
    LanguageName,
    Literal,
    Name,
    Param,
    Statement,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
)
from ...types import UINT, Array, Atomic, Scalar, Struct, Type, Vector, element_of
from ..declarations import TranslatedParameter
from ..emitter import LEAST, Emitter
from ..inputs import plain_atomics
from ..values import Key
from . import flow, operators
from .builtins import RULES

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
    """The output of one translation to GLSL or ESSL."""

    def own_words(self) -> frozenset[str]:
        variables = stage_variables(self.rules.language, self.rules.version, self.stage)
        return frozenset(variables) | _words_of_all() | {"main"}

    # ---- types

    def text_of(self, type: Type) -> str:
        if isinstance(type, Struct):
            if type not in self.structs:
                self.name_struct(type, type.name.strip("_"))
                self.brought.append(type)
            return self.structs[type]
        if isinstance(type, Atomic):
            return type.component.glsl
        if not isinstance(type, Array):
            return type.glsl
        inner, _, sizes = self.text_of(type.element).partition("[")
        count = "" if type.size is None else str(type.size)
        return f"{inner}[{count}]" + (f"[{sizes}" if sizes else "")

    def type_syntax(self, type: Type) -> TypeSyntax:
        if isinstance(type, Array):
            size = None if type.size is None else Literal("int", type.size)
            return ArrayOf(self.type_syntax(type.element), size)
        element = element_of(type)
        if element is not None and element.kind == "half":
            raise self.refuse("float of another width", type.wgsl)
        return TypeName(self.text_of(type))

    def stored_type(self, key: Key | None, type: Type) -> TypeSyntax:
        return self.type_syntax(plain_atomics(concrete(type)))

    def param(self, param: TranslatedParameter) -> Param:
        return Param(param.name, self.type_syntax(param.type), param.direction)

    def constructor(self, type: Type, args: Sequence[Expression]) -> Expression:
        syntax = self.type_syntax(type)
        return Call(
            syntax if isinstance(syntax, ArrayOf) else Name(self.text_of(type)), tuple(args)
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
            return self.constructor(type, (self.zero(type.component),))
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

    # ---- joined from the files beside this one

    builtin_rules = RULES
    binary = operators.binary
    unary = operators.unary
    convert = operators.convert
    construct = operators.construct
    loop = flow.loop
    switch = flow.switch
