"""Expressions, types and attributes of WGSL."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.lexer import IDENTIFIER, NUMERIC
from aberration.languages.shading.parser.cursor import Cursor
from aberration.languages.shading.parser.expressions import BARE, ExpressionParser
from aberration.languages.shading.tree import (
    AddressOf,
    Attribute,
    Call,
    Deref,
    Expression,
    Literal,
    Name,
    TypeName,
    TypeSyntax,
    Unary,
)
from aberration.languages.shading.wgsl.literals import literal
from aberration.languages.shading.wgsl.templates import CLOSE, OPEN
from aberration.languages.shading.wgsl.words import ATTRIBUTES

_LACKING: Final = {
    "?": "Conditional",
    "++": "IncrementExpr",
    "--": "IncrementExpr",
    ",": "Comma",
    "=": "AssignExpr",
}
_SIZED: Final = "array"


class WgslExpressions(ExpressionParser):
    """Reads expressions, types and attributes."""

    def advice(self, came: str) -> str:
        """Return why the language has no such word here, where that is known."""
        return self.rules.reason(_LACKING[came]) if came in _LACKING else ""

    def identifier(self, what: str) -> str:
        """Take an identifier, which must not begin with two underscores, and return it."""
        if self.texts[self.at].startswith("__"):
            raise self.failure(f"{what} without two underscores at its beginning")
        return Cursor.identifier(self, what)

    def unary(self) -> Expression:
        """Read an operand with what stands before it; `--x` is two negations."""
        op = self.kinds[self.at]
        first = self.at
        if op == "*":
            self.at += 1
            return Deref(self.prefix_operand(), span=self.span(first))
        if op == "&":
            self.at += 1
            return AddressOf(self.prefix_operand(), span=self.span(first))
        if op == "--":
            self.at += 1
            inner = Unary("-", self.prefix_operand(), span=self.span(first))
            self.grow(self.height)
            return Unary("-", inner, span=self.span(first))
        return super().unary()

    def primary(self) -> Expression:
        """Read a name, a call, a literal, or an expression in brackets."""
        kind = self.kinds[self.at]
        if kind == IDENTIFIER:
            return self._name_or_call()
        if kind == NUMERIC:
            return self.number()
        if kind == "(":
            return self.bracketed_expression()
        if kind in ("true", "false"):
            return self.truth()
        raise self.failure("an expression")

    def _name_or_call(self) -> Expression:
        first = self.at
        self.at += 1
        following = self.kinds[self.at]
        if following == OPEN:
            return self._call(
                TypeName(self.texts[first], self.template_args(), span=self.span(first)), first
            )
        name = Name(self.texts[first], span=self.span(first))
        if following == "(":
            return self._call(name, first)
        self.group, self.height = BARE, 1
        return name

    def _call(self, callee: Name | TypeName, first: int) -> Call:
        args, height = self.arguments()
        self.grow(height)
        self.group = BARE
        return Call(callee, args, span=self.span(first))

    def arguments(self) -> tuple[tuple[Expression, ...], int]:
        """Read the arguments of a call with their brackets; return them and the height of the
        highest.
        """
        self.expect("(")
        self.enter()
        found: list[Expression] = []
        height = 0
        while self.kinds[self.at] != ")":
            found.append(self.infix(0))
            if self.height > height:
                height = self.height
            if not self.accept(","):
                break
        self.expect(")")
        self.level -= 1
        return tuple(found), height

    def literal(self, text: str) -> Literal | str:
        """Return the literal that a number is, or what is wrong with it."""
        return literal(text)

    def type_syntax(self) -> TypeName:
        """Read a type."""
        first = self.at
        name = self.identifier("a type")
        args = self.template_args() if self.kinds[self.at] == OPEN else ()
        return TypeName(name, args, span=self.span(first))

    def template_args(self) -> tuple[TypeSyntax | Expression, ...]:
        """Read template arguments with their brackets: types, except the size of an array."""
        sized = self.texts[self.at - 1] == _SIZED
        self.expect(OPEN)
        self.enter()
        found: list[TypeSyntax | Expression] = []
        while self.kinds[self.at] != CLOSE:
            found.append(self.expression() if sized and len(found) == 1 else self.type_syntax())
            if not self.accept(","):
                break
        if not found:
            raise self.failure("a template argument")
        self.expect(CLOSE)
        self.level -= 1
        return tuple(found)

    def attributes(self) -> tuple[Attribute, ...]:
        """Read the attributes that come next, perhaps none."""
        if self.kinds[self.at] != "@":
            return ()
        found: list[Attribute] = []
        while self.kinds[self.at] == "@":
            first = self.at
            self.at += 1
            name = self.texts[self.at]
            if name not in ATTRIBUTES:
                raise self.failure("the name of an attribute")
            self.at += 1
            args = self.arguments()[0] if self.kinds[self.at] == "(" else ()
            found.append(Attribute(name, args, span=self.span(first)))
        return tuple(found)
