"""Statements of WGSL."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.lexer import IDENTIFIER
from aberration.languages.shading.tree import (
    Assign,
    Attribute,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Continue,
    Discard,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Return,
    Statement,
    Switch,
    While,
)
from aberration.languages.shading.wgsl.declarations import KINDS, WgslDeclarations

_COMPOUND: Final = frozenset(("{", "if", "switch", "loop", "for", "while"))
_ENDS: Final = frozenset(("}", "continuing"))
_JUMPS: Final = frozenset(("break", "continue", "discard"))
_PLACES: Final = frozenset((IDENTIFIER, "*", "(", "&"))
"""What begins a call or what is assigned to."""
_NO_LOOP: Final = "do"


class WgslStatements(WgslDeclarations):
    """Reads statements."""

    def advice(self, came: str) -> str:
        """Return why the language has no such word here, where that is known."""
        return (
            self.rules.reason("DoWhile")
            if self.texts[self.at] == _NO_LOOP
            else super().advice(came)
        )

    def block(self, attributes: tuple[Attribute, ...] = ()) -> Block:
        """Read statements in braces; the attributes before them may be read already."""
        first = self.at
        attributes = attributes or self.attributes()
        self.expect("{")
        statements = self._statements()
        self.expect("}")
        return Block(statements, attributes, span=self.span(first))

    def body(self) -> Block:
        """Read the block of an `if`, a loop or a clause."""
        self.enter()
        found = self.block()
        self.level -= 1
        return found

    def _statements(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        kinds = self.kinds
        while (kind := kinds[self.at]) not in _ENDS and not (
            kind == "break" and self._is_break_if()
        ):
            if kind == ";":
                self.at += 1
            else:
                found.append(self.statement())
        return tuple(found)

    def _is_break_if(self) -> bool:
        return self.kinds[self.at] == "break" and self.kinds[self.at + 1] == "if"

    def statement(self) -> Statement:
        """Read one statement, which is not empty."""
        self.enter()
        first = self.at
        attributes = self.attributes()
        kind = self.kinds[self.at]
        if kind in _COMPOUND:
            found = self._compound(kind, attributes, first)
        elif attributes:
            raise self.failure("a block, if, switch, loop, for or while after attributes")
        else:
            found = self._simple(kind)
        self.level -= 1
        return found

    def _compound(self, kind: str, attributes: tuple[Attribute, ...], first: int) -> Statement:
        if kind == "{":
            return self.block(attributes)
        self.at += 1
        if kind == "if":
            return self._if(attributes, first)
        if kind == "switch":
            return self._switch(attributes, first)
        if kind == "loop":
            return self._loop(attributes, first)
        if kind == "for":
            return self._for(attributes, first)
        condition = self.expression()
        return While(condition, self.body(), attributes, span=self.span(first))

    def _simple(self, kind: str) -> Statement:
        first = self.at
        if kind in KINDS and kind != "override":
            return self.variable((), first, "function", semicolon=True)
        if kind == "const_assert":
            return self.const_assert()
        if kind == "return":
            self.at += 1
            value = None if self.kinds[self.at] == ";" else self.expression()
            return Return(value, span=self.end_span(first, True))
        if kind in _JUMPS:
            self.at += 1
            span = self.end_span(first, True)
            if kind == "break":
                return Break(span=span)
            return Continue(span=span) if kind == "continue" else Discard(span=span)
        return self._update(semicolon=True)

    def _update(self, *, semicolon: bool) -> Statement:
        """Read a call, an assignment or an increment."""
        first = self.at
        if self.accept("_"):
            self.expect("=")
            return Assign("=", None, self.expression(), span=self.end_span(first, semicolon))
        if self.kinds[self.at] not in _PLACES:
            raise self.failure("a statement")
        target = self.postfix() if self.kinds[first] == IDENTIFIER else self.unary()
        op = self.kinds[self.at]
        if op == "++" or op == "--":
            self.at += 1
            return Increment(op, target, span=self.end_span(first, semicolon))
        if op in self.rules.assignments:
            self.at += 1
            return Assign(op, target, self.expression(), span=self.end_span(first, semicolon))
        if not isinstance(target, Call):
            raise self.failure("an assignment, an increment or a call")
        return CallStatement(target, span=self.end_span(first, semicolon))

    def _if(self, attributes: tuple[Attribute, ...], first: int) -> If:
        condition = self.expression()
        then = self.body()
        otherwise: Statement | None = None
        if self.accept("else"):
            otherwise = self._else_if() if self.kinds[self.at] == "if" else self.body()
        return If(condition, then, otherwise, attributes, span=self.span(first))

    def _else_if(self) -> If:
        first = self.at
        self.at += 1
        self.enter()
        found = self._if((), first)
        self.level -= 1
        return found

    def _switch(self, attributes: tuple[Attribute, ...], first: int) -> Switch:
        selector = self.expression()
        inner = self.attributes()
        self.expect("{")
        clauses: list[Clause] = []
        while not self.accept("}"):
            clauses.append(self._clause())
        return Switch(selector, tuple(clauses), attributes, inner, span=self.span(first))

    def _clause(self) -> Clause:
        first = self.at
        labels: list[Expression] = []
        has_default = self.accept("default")
        if not has_default:
            self.expect("case")
            has_default = self._labels(labels)
        self.accept(":")
        self.level += 1
        body = self.body()
        self.level -= 1
        return Clause(tuple(labels), body, has_default, span=self.span(first))

    def _labels(self, labels: list[Expression]) -> bool:
        """Read the selectors of a `case`; return whether `default` is among them."""
        has_default = False
        while True:
            if self.accept("default"):
                has_default = True
            else:
                labels.append(self.expression())
            if not self.accept(",") or self.kinds[self.at] in (":", "{", "@"):
                return has_default

    def _loop(self, attributes: tuple[Attribute, ...], first: int) -> Loop:
        start = self.at
        inner = self.attributes()
        self.enter()
        self.expect("{")
        statements = self._statements()
        continuing: Block | None = None
        break_if: Expression | None = None
        if self.kinds[self.at] == "continuing":
            self.at += 1
            continuing, break_if = self._continuing()
        self.expect("}")
        self.level -= 1
        body = Block(statements, inner, span=self.span(start))
        return Loop(body, continuing, break_if, attributes, span=self.span(first))

    def _continuing(self) -> tuple[Block, Expression | None]:
        start = self.at
        attributes = self.attributes()
        self.expect("{")
        statements = self._statements()
        break_if: Expression | None = None
        if self._is_break_if():
            self.at += 2
            break_if = self.expression()
            self.expect(";")
        self.expect("}")
        return Block(statements, attributes, span=self.span(start)), break_if

    def _for(self, attributes: tuple[Attribute, ...], first: int) -> For:
        self.expect("(")
        init: Statement | None = None
        if self.kinds[self.at] in ("var", "let", "const"):
            init = self.variable((), self.at, "function", semicolon=False)
        elif self.kinds[self.at] != ";":
            init = self._update(semicolon=False)
        self.expect(";")
        condition = None if self.kinds[self.at] == ";" else self.expression()
        self.expect(";")
        step = None if self.kinds[self.at] == ")" else self._update(semicolon=False)
        self.expect(")")
        return For(init, condition, step, self.body(), attributes, span=self.span(first))
