"""Writing WGSL: types, numbers, declarations, places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...rules import words
from ...tree import (
    Assign,
    Call,
    Declare,
    Expression,
    Field,
    Function,
    Literal,
    Name,
    Param,
    Return,
    Statement,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
)
from ...types import (
    UINT,
    VOID,
    WGSL_SCALARS,
    Array,
    Atomic,
    Matrix,
    Pointer,
    Scalar,
    Struct,
    Type,
    Vector,
    atomic,
)
from ..declarations import TranslatedParameter
from ..emitter import LEAST, Emitter
from ..inputs import innermost
from ..values import LETTERS, Key, TranslatedPlace, TranslatedValue
from . import flow, operators
from .builtins import RULES

_SIDES: Final = (2, 3, 4)
_WORDS: Final = words(
    "i32 u32 f32 f16 bool array atomic ptr vec2 vec3 vec4 function private workgroup "
    "uniform storage read write"
    " read_write fragment compute vertex sampler sampler_comparison bitcast arrayLength "
    "workgroupUniformLoad"
) | {
    *(f"mat{c}x{r}{kind}" for c in _SIDES for r in _SIDES for kind in ("", "f", "h")),
    *(f"vec{n}{kind}" for n in _SIDES for kind in "fhiu"),
}


class WgslEmitter(Emitter):
    """What WGSL writes in its own way, expressions with more than one way aside."""

    indexes_values = False
    filler = "u32"

    def own_words(self) -> frozenset[str]:
        return _WORDS

    # ---- types

    def text_of(self, type: Type) -> str:
        if isinstance(type, Struct):
            return self.structs[type]
        if isinstance(type, Array):
            count = "" if type.size is None else f", {type.size}"
            return f"array<{self.text_of(type.element)}{count}>"
        if isinstance(type, Pointer):
            return f"ptr<{type.space}, {self.text_of(type.store)}>"
        return type.wgsl

    def type_syntax(self, type: Type) -> TypeSyntax:
        if isinstance(type, Struct):
            return TypeName(self.structs[type])
        if isinstance(type, Scalar):
            return TypeName(WGSL_SCALARS[type.kind])
        if isinstance(type, Atomic):
            return TypeName("atomic", (self.type_syntax(type.component),))
        if isinstance(type, Vector):
            return TypeName(f"vec{type.size}", (self.type_syntax(type.component),))
        if isinstance(type, Matrix):
            return TypeName(f"mat{type.columns}x{type.rows}", (self.type_syntax(type.component),))
        if isinstance(type, Pointer):
            return TypeName("ptr", (TypeName(type.space), self.type_syntax(type.store)))
        assert isinstance(type, Array), type.glsl
        size = () if type.size is None else (Literal("abstract_int", type.size),)
        return TypeName("array", (self.type_syntax(type.element), *size))

    def stored_type(self, key: Key | None, type: Type) -> TypeSyntax:
        if key in self.atomic:
            type = innermost(type, lambda one: atomic(one) if isinstance(one, Scalar) else one)
        return self.type_syntax(type)

    def constructor(self, type: Type, args: Sequence[Expression]) -> Expression:
        syntax = self.type_syntax(type)
        assert isinstance(syntax, TypeName)
        return Call(syntax if syntax.args else Name(syntax.name), tuple(args))

    # ---- numbers

    def number(self, value: int | float, type: Scalar) -> Expression:
        if type.is_float:
            return _with_sign(Literal("float", abs(float(value))), negative=float(value) < 0.0)
        if type is UINT:
            return Literal("uint", int(value) & 0xFFFFFFFF)
        if value == LEAST:
            return Call(Name("i32"), (Unary("-", Literal("abstract_int", -LEAST)),))
        return _with_sign(Literal("int", abs(int(value))), negative=value < 0)

    def zero(self, type: Type) -> Expression:
        return super().zero(type) if isinstance(type, Scalar) else self.constructor(type, ())

    # ---- declarations

    def declaration(
        self, name: str, type: Type, init: Expression | None, *, fixed: bool
    ) -> Statement:
        if fixed:
            return Declare((Variable("let", name, self.type_syntax(type), init),))
        return Declare((Variable("var", name, self.type_syntax(type), init, "function"),))

    def param(self, param: TranslatedParameter) -> Param:
        pointer = param.type.pointer("function", "read_write")
        return Param(param.name, self.type_syntax(pointer if param.is_written else param.type))

    def function_decl(
        self,
        name: str,
        params: Sequence[TranslatedParameter],
        result: Type,
        body: Sequence[Statement],
    ) -> Function:
        if result is not VOID and not (body and isinstance(body[-1], Return)):
            body = (*body, Return(self.zero(result)))
        return super().function_decl(name, params, result, body)

    # ---- places

    def assign(self, place: TranslatedPlace, value: Expression) -> None:
        if not place.swizzle:
            super().assign(place, value)
            return
        kept = self.temporary(TranslatedValue(value, place.type))
        for k, letter in enumerate(place.swizzle):
            self.emit(Assign("=", Field(place.expr, letter), Field(kept.expr, LETTERS[k])))

    # ---- joined from the files beside this one

    builtin_rules = RULES
    binary = operators.binary
    unary = operators.unary
    convert = operators.convert
    construct = operators.construct
    loop = flow.loop
    switch = flow.switch


def _with_sign(literal: Literal, *, negative: bool) -> Expression:
    return Unary("-", literal) if negative else literal
