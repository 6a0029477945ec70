"""Expressions of all languages: precedence climbing over the operator table of the language's
rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from aberration.core.errors import MalformedShader
from aberration.languages.shading.lexer import IDENTIFIER, NUMERIC, TYPE, Tokens
from aberration.languages.shading.parser.cursor import DEPTH, Cursor
from aberration.languages.shading.rules import UNARY, Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import (
    Binary,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Span,
    Unary,
)

BARE: Final = ""
"""The group of what needs no brackets: names, literals, calls and what stands in brackets."""

ALONE: Final = frozenset(
    (
        ")",
        ";",
        ",",
        "]",
        "+",
        "-",
        "*",
        "/",
        "<",
        ">",
        "==",
        "&",
        "=",
        "+=",
        "&&",
        "?",
        ":",
        "%",
        ">=",
    )
)
"""What comes behind most names and numbers that are operands by themselves; what else may come is
read the longer way.
"""
_BEGINNINGS: Final = frozenset((IDENTIFIER, TYPE, NUMERIC))
"""What begins most operands: no prefix operator and no bracket."""


class ExpressionParser(Cursor, ABC):
    """Reads expressions. After each, `group` says which operator it is made of and `height` how
    deep its tree is.
    """

    def __init__(self, source: Source, tokens: Tokens, rules: Rules) -> None:
        super().__init__(source, tokens, rules)
        self.group = BARE
        self.height = 0
        self.operators = rules.operators
        self.prefixes = rules.prefixes

    def expression(self) -> Expression:
        """Read a whole expression; a language with more than infix operators says more here."""
        return self.infix(0)

    @abstractmethod
    def primary(self) -> Expression:
        """Read a name, a call, or what else the language has there."""

    @abstractmethod
    def literal(self, text: str) -> Literal | str:
        """Return the literal that a number is (without a span), or what is wrong with it."""

    def infix(self, least: int) -> Expression:
        """Read operands joined by operators that bind at least so tightly."""
        first = self.at
        kinds = self.kinds
        kind = kinds[first]
        # The most frequent operands go around the methods that would find out, one by one, that
        # they are such.
        if kind not in _BEGINNINGS:
            left = self.unary()
        elif kinds[first + 1] not in ALONE:
            left = self.postfix()
        else:
            left = self.number() if kind == NUMERIC else self.name()
        while True:
            op = kinds[self.at]
            operator = self.operators.get(op)
            if operator is None or operator.power < least:
                return left
            group, height = self.group, self.height
            if group and group not in operator.bare_left:
                raise self.mixing_error(group, operator.group)
            self.at += 1
            right = self.infix(operator.power + 1)
            if self.group and self.group not in operator.bare_right:
                raise self.mixing_error(operator.group, self.group)
            self.group = operator.group
            self.grow(self.height if self.height > height else height)
            left = Binary(op, left, right, span=self.span(first))

    def name(self) -> Name:
        """Read a name that is an operand by itself."""
        at = self.at
        self.at = at + 1
        self.group, self.height = BARE, 1
        return Name(self.texts[at], span=Span(self.starts[at], self.ends[at], self.plain[at]))

    def grow(self, height: int) -> None:
        """Note that the expression just read is one higher than its highest child."""
        self.height = height + 1
        if self.level + self.height > DEPTH:
            raise self.too_deep()

    def unary(self) -> Expression:
        """Read an operand with what stands before it."""
        op = self.kinds[self.at]
        if op not in self.prefixes:
            return self.postfix()
        first = self.at
        self.at += 1
        operand = self.prefix_operand()
        return Unary(op, operand, span=self.span(first))

    def prefix_operand(self) -> Expression:
        """Read the operand of a prefix operator."""
        self.enter()
        operand = self.unary()
        self.level -= 1
        self.grow(self.height)
        self.group = UNARY
        return operand

    def postfix(self) -> Expression:
        """Read a primary expression with the indices and fields that follow it."""
        first = self.at
        base = self.primary()
        while True:
            kind = self.kinds[self.at]
            if kind == ".":
                self.at += 1
                base = Field(base, self.field_name(), span=self.span(first))
                self.grow(self.height)
            elif kind == "[":
                height = self.height
                base = Index(base, self.subscript(), span=self.span(first))
                self.grow(max(height, self.height))
            else:
                return base
            self.group = BARE

    def field_name(self) -> str:
        """Read the name after a dot."""
        return self.identifier("the name of a member or a swizzle")

    def bracketed_expression(self) -> Expression:
        """Read an expression in round brackets."""
        self.expect("(")
        self.open += 1
        if self.open > DEPTH:
            raise self.too_deep()
        inner = self.expression()
        self.open -= 1
        self.expect(")")
        self.group = BARE
        return inner

    def subscript(self) -> Expression:
        """Read an expression in square brackets."""
        self.expect("[")
        self.enter()
        inner = self.expression()
        self.level -= 1
        self.expect("]")
        return inner

    def number(self) -> Literal:
        """Read a number."""
        at = self.at
        found = self.literal(self.texts[at])
        if isinstance(found, str):
            raise self.error(found)
        self.at = at + 1
        self.height, self.group = 1, BARE
        return Literal(
            found.kind, found.value, span=Span(self.starts[at], self.ends[at], self.plain[at])
        )

    def truth(self) -> Literal:
        """Read `true` or `false`."""
        value = self.kinds[self.at] == "true"
        self.at += 1
        self.height, self.group = 1, BARE
        return Literal("bool", value, span=self.span(self.at - 1))

    def mixing_error(self, left: str, right: str) -> MalformedShader:
        """Return the error that two operators stand side by side that need brackets."""
        return self.error(
            f"expected brackets where a {left} operator meets a {right} one, came none",
            f"{self.rules.title} gives them no precedence over each other: write (a op b) op c.",
        )
