"""Expressions of GLSL and ESSL: assignment, `?:`, comma, increments, calls and array
constructors.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.glsl.literals import literal
from aberration.languages.shading.glsl.operators import CONDITIONAL_POWER
from aberration.languages.shading.lexer import END, IDENTIFIER, NUMERIC, TYPE, Tokens
from aberration.languages.shading.parser.expressions import BARE, ExpressionParser
from aberration.languages.shading.rules import UNARY, Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import (
    ArrayOf,
    AssignExpr,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    Name,
    TypeName,
    TypeSyntax,
)

_ABOVE_CONDITIONAL: Final = CONDITIONAL_POWER + 1
COMMA: Final = "comma"
ASSIGNMENT: Final = "assignment"
CONDITIONAL: Final = "conditional"
_MOST_DIMENSIONS: Final = 400
_ENDS_GROUPS: Final = (";", "{", END)
"""What no `[...]` group holds: a group that meets it is never closed."""


class GlslExpressions(ExpressionParser):
    """Reads expressions, initialisers and types. `group_ends`: where `[...]` groups end, as far
    as that was asked.
    """

    def __init__(self, source: Source, tokens: Tokens, rules: Rules) -> None:
        super().__init__(source, tokens, rules)
        self.group_ends: dict[int, int] = {}
        self.assignments = rules.assignments

    def expression(self) -> Expression:
        """Read an expression, the comma operator included."""
        first = self.at
        left = self.assignment()
        while self.kinds[self.at] == ",":
            self.at += 1
            height = self.height
            left = Comma(left, self.assignment(), span=self.span(first))
            self.grow(max(height, self.height))
            self.group = COMMA
        return left

    def assignment(self) -> Expression:
        """Read an expression without the comma operator."""
        first = self.at
        left = self.infix(_ABOVE_CONDITIONAL)
        kind = self.kinds[self.at]
        if kind == "?":
            return self._conditional(left, first)
        if kind not in self.assignments:
            return left
        if self.group and self.group != UNARY:
            raise self.failure(
                "the end of the expression", "What is assigned to is a variable or a part of one."
            )
        self.at += 1
        height = self.height
        value = self._right()
        self.grow(max(height, self.height))
        self.group = ASSIGNMENT
        return AssignExpr(kind, left, value, span=self.span(first))

    def _right(self) -> Expression:
        self.enter()
        value = self.assignment()
        self.level -= 1
        return value

    def _conditional(self, condition: Expression, first: int) -> Expression:
        height = self.height
        self.at += 1
        self.enter()
        then = self.expression()
        self.level -= 1
        height = max(height, self.height)
        self.expect(":")
        otherwise = self._right()
        self.grow(max(height, self.height))
        self.group = CONDITIONAL
        return Conditional(condition, then, otherwise, span=self.span(first))

    def unary(self) -> Expression:
        """Read an operand with what stands before it."""
        op = self.kinds[self.at]
        if op != "++" and op != "--":
            return super().unary()
        first = self.at
        self.at += 1
        target = self.prefix_operand()
        return IncrementExpr(op, target, True, span=self.span(first))

    def postfix(self) -> Expression:
        """Read a primary expression with the calls, indices, fields and increments that follow
        it.
        """
        first = self.at
        base = self.primary()
        while True:
            kind = self.kinds[self.at]
            if kind == "(":
                base = self._call(base, first)
            elif kind == ".":
                self.at += 1
                base = Field(base, self.field_name(), span=self.span(first))
                self.grow(self.height)
            elif kind == "[":
                base = self._index_or_array(base, first)
            elif kind == "++" or kind == "--":
                self.at += 1
                base = IncrementExpr(kind, base, False, span=self.span(first))
                self.grow(self.height)
            else:
                return base
            self.group = BARE

    def _index_or_array(self, base: Expression, first: int) -> Expression:
        """Read an index, or the constructor of an array."""
        if isinstance(base, Name) and self.kinds[self.after_brackets(self.at)] == "(":
            element = TypeName(base.name, span=base.span)
            callee = self.dimensions(element, first)
            args = self.arguments()
            self.grow(self.height + 1)
            return Call(callee, args, span=self.span(first))
        height = self.height
        part = Index(base, self.subscript(), span=self.span(first))
        self.grow(self.height if self.height > height else height)
        return part

    def _call(self, base: Expression, first: int) -> Expression:
        if not isinstance(base, Name | Field):
            raise self.failure(
                "an operator or the end of the expression", "Only a name can be called."
            )
        height = self.height
        args = self.arguments()
        self.grow(self.height if self.height > height else height)
        return Call(base, args, span=self.span(first))

    def arguments(self) -> tuple[Expression, ...]:
        """Read the arguments of a call with their brackets; `(void)` has none. `height` is that
        of the highest.
        """
        self.expect("(")
        self.enter()
        found: list[Expression] = []
        height = 0
        if self.texts[self.at] == "void" and self.ahead(1) == ")":
            self.at += 1
        while self.kinds[self.at] != ")":
            if found:
                self.expect(",")
            found.append(self.assignment())
            if self.height > height:
                height = self.height
        self.at += 1
        self.level -= 1
        self.height = height
        return tuple(found)

    def primary(self) -> Expression:
        """Read a name, a literal, or an expression in brackets."""
        kind = self.kinds[self.at]
        if kind in (IDENTIFIER, TYPE):
            self.at += 1
            self.group, self.height = BARE, 1
            return Name(self.texts[self.at - 1], span=self.span(self.at - 1))
        if kind == NUMERIC:
            return self.number()
        if kind == "(":
            return self.bracketed_expression()
        if kind == "true" or kind == "false":
            return self.truth()
        raise self.failure("an expression")

    def literal(self, text: str) -> Literal | str:
        """Return the literal that a number is, or what is wrong with it."""
        return literal(text, self.rules.version)

    def initialiser(self) -> Expression:
        """Read what follows the `=` of a declaration."""
        if self.kinds[self.at] != "{":
            return self.assignment()
        first = self.at
        self.at += 1
        self.enter()
        items: list[Expression] = []
        height = 0
        while self.kinds[self.at] != "}":
            items.append(self.initialiser())
            height = max(height, self.height)
            if not self.accept(","):
                break
        self.expect("}")
        self.level -= 1
        self.grow(height)
        return InitList(tuple(items), span=self.span(first))

    def after_brackets(self, index: int) -> int:
        """Return the index of the word after the `[...]` groups that begin at an index, or of
        the end of the text.
        """
        while self.kinds[index] == "[":
            known = self.group_ends.get(index)
            index = self._note_groups(index) if known is None else known
        return index

    def _note_groups(self, index: int) -> int:
        """Note where the `[...]` group at an index ends, and each one inside, which may be
        asked for; return it.
        """
        waiting: list[int] = []
        at = index
        while True:
            kind = self.kinds[at]
            if kind == "[":
                waiting.append(at)
            elif kind == "]":
                self.group_ends[waiting.pop()] = at + 1
                if not waiting:
                    return at + 1
            elif kind in _ENDS_GROUPS:
                self.group_ends.update(dict.fromkeys(waiting, at))
                return at
            at += 1

    def dimensions(self, element: TypeSyntax, first: int) -> TypeSyntax:
        """Read the `[...]` groups after a type or a declared name, the outermost dimension
        first.
        """
        sizes = self.sizes()
        for size in reversed(sizes):
            element = ArrayOf(element, size, span=self.span(first))
        return element

    def sizes(self) -> list[Expression | None]:
        """Read the sizes in `[...]` groups; None for an empty one."""
        found: list[Expression | None] = []
        while self.kinds[self.at] == "[":
            if self.ahead(1) == "]":
                self.at += 2
                found.append(None)
            else:
                found.append(self.subscript())
            if len(found) + self.level > _MOST_DIMENSIONS:
                raise self.too_deep()
        return found
