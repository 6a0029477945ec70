"""Statements of GLSL and ESSL."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.glsl.declarations import GlslDeclarations
from aberration.languages.shading.glsl.words import QUALIFIER_WORDS
from aberration.languages.shading.lexer import IDENTIFIER, TYPE
from aberration.languages.shading.tree import (
    Assign,
    AssignExpr,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Continue,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    IncrementExpr,
    Return,
    Span,
    Statement,
    Switch,
    While,
)

_ENDS: Final = frozenset(("}", "case", "default"))
_NAMES: Final = frozenset((IDENTIFIER, TYPE))
_DECLARES: Final = QUALIFIER_WORDS | {"struct"}
_NO_BEGINNING: Final = frozenset(
    ("{", "precision", "if", "for", "while", "do", "switch", "return", "break", "continue")
) | {"discard"}
"""Words of statements with which the head of a `for` does not begin (GLSL 4.60, 9 "Shading
Language Grammar", for_init_statement).
"""


def statement_of(value: Expression, span: Span) -> Statement:
    """Return the statement that an expression is by itself."""
    if isinstance(value, AssignExpr):
        return Assign(value.op, value.target, value.value, span=span)
    if isinstance(value, IncrementExpr):
        return Increment(value.op, value.target, span=span)
    if isinstance(value, Call):
        return CallStatement(value, span=span)
    return Evaluate(value, span=span)


class GlslStatements(GlslDeclarations):
    """Reads statements."""

    def block(self) -> Block:
        """Read statements in braces."""
        first = self.at
        self.expect("{")
        statements = self._statements()
        self.expect("}")
        return Block(statements, span=self.span(first))

    def _statements(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        kinds = self.kinds
        while kinds[self.at] not in _ENDS:
            statement = self.statement()
            if statement is not None:
                found.append(statement)
        return tuple(found)

    def statement(self) -> Statement | None:
        """Read one statement; None for an empty one."""
        self.enter()
        kind = self.kinds[self.at]
        found: Statement | None
        if kind in _NAMES:
            found = self.local_declaration() if self.declares() else self._simple()
        elif kind == ";":
            self.at += 1
            found = None
        elif kind == "{":
            found = self.block()
        elif kind == "precision":
            found = self.precision_statement()
        elif kind in _DECLARES:
            found = self.local_declaration()
        else:
            found = self._keyword(kind)
        self.level -= 1
        return found

    def declares(self) -> bool:
        """Return whether a declaration begins here: a type, perhaps with dimensions, and a name."""
        following = self.kinds[self.at + 1]
        if following == "[":
            following = self.kinds[self.after_brackets(self.at + 1)]
        return following == IDENTIFIER

    def _simple(self) -> Statement:
        first = self.at
        value = self.expression()
        return statement_of(value, self.end_span(first, True))

    def _keyword(self, kind: str) -> Statement:
        if kind == "if":
            return self._if()
        if kind == "for":
            return self._for()
        if kind == "while":
            return self._while()
        if kind == "do":
            return self._do()
        if kind == "switch":
            return self._switch()
        if kind in ("return", "break", "continue", "discard"):
            return self._jump(kind)
        return self._simple()

    def _jump(self, kind: str) -> Statement:
        first = self.at
        self.at += 1
        value = self.expression() if kind == "return" and self.kinds[self.at] != ";" else None
        self.expect(";")
        span = self.span(first)
        if kind == "return":
            return Return(value, span=span)
        if kind == "break":
            return Break(span=span)
        return Continue(span=span) if kind == "continue" else Discard(span=span)

    def body(self) -> Block:
        """Read what an `if` or a loop does: a block, or one statement, which becomes a block."""
        first = self.at
        self.enter()
        if self.kinds[self.at] == "{":
            found = self.block()
        else:
            statement = self.statement()
            found = Block(() if statement is None else (statement,), span=self.span(first))
        self.level -= 1
        return found

    def _if(self) -> If:
        first = self.at
        self.at += 1
        condition = self.bracketed_expression()
        then = self.body()
        otherwise: Statement | None = None
        if self.accept("else"):
            otherwise = self.statement() if self.kinds[self.at] == "if" else self.body()
        return If(condition, then, otherwise, span=self.span(first))

    def _condition(self) -> Expression | Statement:
        first = self.at
        starts = self.kinds[first] in _DECLARES or (self.kinds[first] in _NAMES and self.declares())
        if not starts:
            return self.expression()
        qualifiers = self.qualifiers()
        return self.declarators(qualifiers, self.type_syntax(), first, "function", semicolon=False)

    def _while(self) -> While:
        first = self.at
        self.at += 1
        self.expect("(")
        condition = self._condition()
        self.expect(")")
        return While(condition, self.body(), span=self.span(first))

    def _do(self) -> DoWhile:
        first = self.at
        self.at += 1
        body = self.body()
        self.expect("while")
        condition = self.bracketed_expression()
        self.expect(";")
        return DoWhile(body, condition, span=self.span(first))

    def _for(self) -> For:
        first = self.at
        self.at += 1
        self.expect("(")
        if self.kinds[self.at] in _NO_BEGINNING:
            raise self.failure("a declaration or an expression")
        init = self.statement()
        condition = None if self.kinds[self.at] == ";" else self._condition()
        self.expect(";")
        step: Statement | None = None
        if self.kinds[self.at] != ")":
            value = self.expression()
            step = statement_of(value, value.span)
        self.expect(")")
        return For(init, condition, step, self.body(), span=self.span(first))

    def _switch(self) -> Switch:
        first = self.at
        self.at += 1
        selector = self.bracketed_expression()
        self.expect("{")
        clauses: list[Clause] = []
        while not self.accept("}"):
            clauses.append(self._clause())
        return Switch(selector, tuple(clauses), span=self.span(first))

    def _clause(self) -> Clause:
        first = self.at
        labels: list[Expression] = []
        has_default = False
        while self.kinds[self.at] in ("case", "default"):
            if self.accept("default"):
                has_default = True
            else:
                self.at += 1
                labels.append(self.expression())
            self.expect(":")
        if self.at == first:
            raise self.failure("case or default")
        start = self.at
        self.level += 2
        statements = self._statements()
        self.level -= 2
        if not statements:
            raise self.failure(
                "a statement after the label",
                "The last label of a switch needs one: write `break;`.",
            )
        last = self.kinds[self.at] == "}"
        leaves = isinstance(statements[-1], Break)
        body = Block(statements[:-1] if leaves else statements, span=self.span(start))
        return Clause(
            tuple(labels), body, has_default, not leaves and not last, span=self.span(first)
        )
