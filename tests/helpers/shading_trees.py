"""Well-formed trees of the shading languages: legal by words and grammar, not by types.

`modules(rules)` gives whole shaders. A tree is well-formed when its kinds are those that the
language has and when it is in the form that a parser gives: no empty clause that falls through, no
statement that is a call wrapped in an evaluation, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import (
    EXPRESSIONS,
    QUALIFIERS,
    STATEMENTS,
    AddressOf,
    ArrayOf,
    Assign,
    AssignExpr,
    Attribute,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Comma,
    Conditional,
    Continue,
    Declare,
    Deref,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    Field,
    For,
    If,
    Increment,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    LiteralKind,
    Loop,
    Name,
    Node,
    Return,
    Statement,
    Switch,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
    VariableKind,
    While,
)

T = TypeVar("T")
NAMES: Final = ("a", "b", "x1", "colour", "f_", "Light", "main", "vec", "i")
DEPTH: Final = 4
FLOATS: Final = {"half": 60000.0, "float": 3e38}
INTEGERS: Final = {"int": 2**31 - 1, "uint": 2**32 - 1, "abstract_int": 2**63 - 1}
KINDS: Final[tuple[LiteralKind, ...]] = (
    "bool", "int", "uint", "float", "double", "half", "abstract_int", "abstract_float",
)  # fmt: skip


class Maker:
    """Draws nodes that need no knowledge of the language but its rules."""

    def __init__(self, random: Random, rules: Rules) -> None:
        self.random = random
        self.rules = rules
        self.expressions = [
            kind for kind in EXPRESSIONS if not rules.reason(kind.__name__) and kind is not InitList
        ]
        self.statement_kinds = [kind for kind in STATEMENTS if not rules.reason(kind.__name__)]
        self.is_c_like = rules.falls_through

    def pick(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def chance(self) -> bool:
        return self.random.random() < 0.5

    def many(self, make: Callable[[], T], least: int = 0, most: int = 2) -> tuple[T, ...]:
        return tuple(make() for _ in range(self.random.randint(least, most)))

    def legal(self, options: Sequence[T], node: Callable[[T], Node]) -> list[T]:
        """Return those of some choices that make a node that the language has."""
        return [option for option in options if not self.rules.refusal(node(option))]

    def name(self) -> str:
        words = self.rules.keywords | self.rules.type_words | self.rules.reserved
        return self.pick([name for name in NAMES if name not in words])

    def literal(self) -> Literal:
        kind = self.pick(self.legal(KINDS, lambda kind: Literal(kind, 1)))
        if kind == "bool":
            return Literal(kind, self.chance())
        if kind in INTEGERS:
            largest = 2**32 - 1 if self.is_c_like else INTEGERS[kind]
            return Literal(kind, self.random.randint(0, self.pick((3, 255, largest))))
        return Literal(kind, self._float(FLOATS.get(kind, 1.7e308)))

    def _float(self, largest: float) -> float:
        spread = self.random.random() * 10.0 ** self.random.randint(-30, 30)
        return self.pick((0.0, 1.0, 0.5, min(spread, largest), largest))

    def expression(self, depth: int) -> Expression:
        if depth <= 0:
            return self.literal() if self.chance() else Name(self.name())
        return self._expression_of(self.pick(self.expressions), depth - 1)

    def _expression_of(self, kind: type[Expression], depth: int) -> Expression:
        if kind is Unary:
            ops = self.legal(sorted(self.rules.prefixes), lambda op: Unary(op, Name("a")))
            return Unary(self.pick(ops), self.expression(depth))
        if kind is Binary:
            ops = self.legal(
                sorted(self.rules.operators), lambda op: Binary(op, Name("a"), Name("a"))
            )
            return Binary(self.pick(ops), self.expression(depth), self.expression(depth))
        if kind is Conditional:
            return Conditional(
                self.expression(depth), self.expression(depth), self.expression(depth)
            )
        if kind is Call:
            return self.call(depth)
        if kind is Index:
            return Index(self.expression(depth), self.expression(depth))
        if kind is Field:
            return Field(self.expression(depth), self.name())
        if kind is AssignExpr:
            return AssignExpr(self.assignment(), self.expression(depth), self.expression(depth))
        if kind is IncrementExpr:
            return IncrementExpr(self.pick(("++", "--")), self.expression(depth), self.chance())
        if kind is Comma:
            return Comma(self.expression(depth), self.expression(depth))
        if kind is AddressOf or kind is Deref:
            return (
                AddressOf(self.expression(depth))
                if kind is AddressOf
                else Deref(self.expression(depth))
            )
        return self.literal() if kind is Literal else Name(self.name())

    def assignment(self) -> str:
        ops = sorted(self.rules.assignments)
        return self.pick(self.legal(ops, lambda op: Assign(op, Name("a"), Name("a"))))

    def call(self, depth: int) -> Call:
        args = self.many(lambda: self.expression(depth), most=3)
        callees: list[Expression | TypeSyntax] = [Name(self.name()), Name(self.builtin_type())]
        if self.is_c_like:
            size = self.expression(depth - 1) if self.chance() else None
            callees += [
                ArrayOf(TypeName(self.builtin_type()), size),
                Field(self.expression(depth), "length"),
            ]
        else:
            callees.append(self.templated(depth))
        return Call(self.pick(self.legal(callees, lambda callee: Call(callee))), args)

    def builtin_type(self) -> str:
        words = (
            sorted(self.rules.type_words - {"void"})
            if self.is_c_like
            else ("vec3f", "i32", "mat2x2")
        )
        return self.pick(words)

    def templated(self, depth: int) -> TypeName:
        if self.chance():
            size = (self.expression(depth),) if self.chance() else ()
            return TypeName("array", (self.type(depth - 1), *size))
        if self.chance():
            return TypeName("ptr", (TypeName("function"), self.type(depth - 1)))
        return TypeName(self.pick(("vec3", "atomic", "bitcast")), (self.type(depth - 1),))

    def type(self, depth: int) -> TypeSyntax:
        plain = TypeName(self.pick((self.builtin_type(), self.name())))
        if depth <= 0 or self.chance():
            return plain
        if not self.is_c_like:
            return self.templated(depth)
        return self.pick(
            self.legal(
                (ArrayOf(plain, self.expression(1)), ArrayOf(ArrayOf(plain, Name("a")))),
                lambda t: t,
            )
        )

    def place(self, depth: int) -> Expression:
        """Return something that can be assigned to, by its form."""
        base: Expression = Name(self.name())
        if self.chance() and not self.rules.reason("Deref"):
            base = Deref(base)
        if self.chance():
            base = Index(base, self.expression(depth))
        return Field(base, self.name()) if self.chance() else base

    def attributes(self) -> tuple[Attribute, ...]:
        """Return attributes as they stand before WGSL's statements and declarations."""
        if self.is_c_like:
            return ()
        known = (
            Attribute("diagnostic", (Name("off"), Field(Name("a"), "b"))),
            Attribute("align", (Literal("abstract_int", 4),)),
        )
        return self.many(lambda: self.pick((*known, Attribute("must_use"))), most=1)

    def words(self) -> tuple[str, ...]:
        return tuple(
            word
            for word in QUALIFIERS
            if word in self.rules.keywords and self.random.random() < 0.15
        )


class Statements(Maker):
    """Draws statements."""

    def block(self, depth: int) -> Block:
        return Block(self.many(lambda: self.statement(depth - 1), most=3), self.attributes())

    def declare(self, depth: int) -> Declare:
        if not self.is_c_like:
            kinds: tuple[VariableKind, ...] = ("var", "let", "const")
            kind = self.pick(kinds)
            type_ = self.type(1) if self.chance() else None
            init = self.expression(depth)
            return Declare(
                (Variable(kind, self.name(), type_, init, "function" if kind == "var" else ""),)
            )
        base = TypeName(self.builtin_type())
        return Declare(self.many(lambda: self._declared(base, depth), 1, 3))

    def _declared(self, base: TypeName, depth: int) -> Variable:
        type_ = ArrayOf(base, Literal("int", 2)) if self.chance() else base
        init: Expression | None = self.expression(depth) if self.chance() else None
        if self.chance() and not self.rules.reason("InitList"):
            init = InitList((self.expression(1), InitList((self.expression(1),)), InitList(())))
        return Variable("var", self.name(), type_, init, "function")

    def statement(self, depth: int) -> Statement:
        if depth <= 0:
            return self.simple(1)
        kind = self.pick((*self.statement_kinds, Declare))
        return self.compound(kind, depth) if kind in COMPOUND else self.simple(depth)

    def simple(self, depth: int) -> Statement:
        kind = self.pick((Return, Break, Continue, Discard, Declare, Assign))
        if kind is Return:
            return Return(self.expression(depth) if self.chance() else None)
        if kind is Declare:
            return self.declare(depth)
        return self.update(depth) if kind is Assign else kind()

    def update(self, depth: int) -> Statement:
        kinds = [
            kind
            for kind in (Assign, Increment, CallStatement, Evaluate)
            if not self.rules.reason(kind.__name__)
        ]
        kind = self.pick(kinds)
        if kind is Assign:
            if not self.is_c_like and self.chance():
                return Assign("=", None, self.expression(depth))
            return Assign(self.assignment(), self.place(depth), self.expression(depth))
        if kind is Increment:
            return Increment(self.pick(("++", "--")), self.place(depth))
        if kind is CallStatement:
            return CallStatement(self.call(depth))
        value = self.expression(depth)
        return Evaluate(
            Name("a") if isinstance(value, Call | AssignExpr | IncrementExpr) else value
        )

    def condition(self, depth: int) -> Expression | Statement:
        if self.is_c_like and self.random.random() < 0.2:
            return Declare(
                (
                    Variable(
                        "var", self.name(), TypeName("bool"), self.expression(depth), "function"
                    ),
                )
            )
        return self.expression(depth)

    def compound(self, kind: type[Statement], depth: int) -> Statement:
        if kind is If:
            otherwise = self.pick(
                (None, self.block(depth), If(self.expression(1), self.block(depth - 1)))
            )
            return If(self.expression(depth), self.block(depth), otherwise, self.attributes())
        if kind is Switch:
            return self.switch(depth)
        if kind is For:
            init = self.pick((None, self.declare(1), self.update(1)))
            step = self.update(1) if self.chance() else None
            condition = self.condition(1) if self.chance() else None
            return For(init, condition, step, self.block(depth), self.attributes())
        if kind is While:
            return While(self.condition(depth), self.block(depth), self.attributes())
        if kind is DoWhile:
            return DoWhile(self.block(depth), self.expression(depth))
        if kind is Loop:
            continuing = self.block(depth - 1) if self.chance() else None
            break_if = self.expression(1) if continuing is not None and self.chance() else None
            return Loop(self.block(depth), continuing, break_if, self.attributes())
        return self.block(depth)

    def switch(self, depth: int) -> Switch:
        count = self.random.randint(0, 3)
        clauses = tuple(self.clause(depth, last=index == count - 1) for index in range(count))
        return Switch(self.expression(depth), clauses, self.attributes(), self.attributes())

    def clause(self, depth: int, *, last: bool) -> Clause:
        has_default = self.chance()
        labels = self.many(lambda: self.expression(1), least=0 if has_default else 1)
        falls = self.is_c_like and not last and self.chance()
        body = self.block(depth)
        if falls and (not body.statements or isinstance(body.statements[-1], Break)):
            body = Block((*body.statements, Return()))
        return Clause(labels, body, has_default, falls)


COMPOUND: Final = (If, Switch, For, While, DoWhile, Loop, Block)
