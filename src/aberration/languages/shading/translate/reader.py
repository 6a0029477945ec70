"""The reading side, what all sources share: what names became, operands in order, conditions,
functions in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..analysis.facts import Facts
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..tree import (
    Assign,
    Binary,
    Block,
    Call,
    CallStatement,
    Deref,
    Discard,
    Expression,
    Field,
    Function,
    If,
    Index,
    Literal,
    Name,
    Node,
    Statement,
    Unary,
)
from ..tree.walk import walk
from ..types import BOOL, Array, Matrix, Scalar, Struct, Type, Vector, shaped, stored
from .builtin_calls import BuiltinCalls
from .values import Value, plain_letters, root_name

Key = VariableSymbol | tuple[Struct, str]
"""What declares a part of memory: a variable, or a member of a structure."""


class Reader:
    """State of one translation's reading. `bound` says what a variable became; `memory` the
    target's names that lie in memory, so that they can be indexed and pointed at; `atomic` the
    declarations whose scalars are atomics
    in the target; `uniform_names` its variables in the uniform address space; `function` is what is
    being read.
    """

    def __init__(self, typing: Typing, facts: Facts, emitter: Any, builtins: BuiltinCalls) -> None:
        self.typing: Final = typing
        self.facts: Final = facts
        self.emitter: Final[Any] = emitter
        self.builtins: Final = builtins
        self.bound: Final[dict[VariableSymbol, Expression]] = {}
        self.memory: Final[set[str]] = set()
        self.functions: Final[dict[FunctionSymbol, str]] = {}
        self.atomic: Final[set[Key]] = set()
        self.uniform_names: Final[set[str]] = set()
        self.discarding: Final = _discarding(facts)
        self.function: FunctionSymbol | None = None
        self.entry: FunctionSymbol | None = None

    # ---- what is read

    def type_of(self, node: Expression) -> Type:
        return stored(self.typing.types[id(node)])

    def value(self, node: Expression) -> Value:
        """Return the value of an expression; what it does besides goes to the emitter first."""
        raise NotImplementedError

    def statement(self, node: Statement) -> None:
        raise NotImplementedError

    def value_as(self, node: Expression, wanted: Type) -> Value:
        """Return the value of an expression as the type that its place asks for."""
        raise NotImplementedError

    def values(self, nodes: Sequence[Expression], types: Sequence[Type] = ()) -> list[Value]:
        """Return the values of operands, evaluated from left to right whatever they do."""
        found: list[Value] = []
        for k, node in enumerate(nodes):
            mark = len(self.emitter.out)
            value = self.value_as(node, types[k]) if types else self.value(node)
            if len(self.emitter.out) > mark and found:
                self.emitter.kept_before(mark, found)
            found.append(value)
        return found

    def lazy(self, op: str, node: Binary) -> Value:
        """`&&` and `||`: where the right operand needs statements, these run only where it is
        asked for.
        """
        left = self.value(node.left)
        with self.emitter.collected() as statements:
            right = self.value(node.right)
        if not statements:
            return Value(Binary(op, left.expr, right.expr), BOOL)
        found = self.emitter.variable(BOOL, left.expr, "both" if op == "&&" else "either")
        test = found.expr if op == "&&" else Unary("!", found.expr)
        statements.append(Assign("=", found.expr, right.expr))
        self.emitter.emit(If(test, Block(tuple(statements))))
        self.emitter.fixed.add(found.expr.name)
        return Value(found.expr, BOOL)

    # ---- blocks

    def block(self, nodes: Sequence[Statement]) -> Block:
        with self.emitter.collected() as statements:
            k = 0
            while k < len(nodes):
                words = self._barriers(nodes[k:])
                if words:
                    self.barriers(words, nodes[k])
                else:
                    self.statement(nodes[k])
                k += max(len(words), 1)
        return Block(tuple(statements))

    def _barriers(self, nodes: Sequence[Statement]) -> list[str]:
        """Return the names of the barriers that statements begin with, one after the other."""
        found: list[str] = []
        for node in nodes:
            callee = (
                self.typing.callees.get(id(node.call)) if isinstance(node, CallStatement) else None
            )
            if not isinstance(callee, Overload) or callee.builtin.theme != "barrier":
                break
            found.append(callee.name)
        return found

    def barriers(self, words: list[str], node: Node) -> None:
        """Write barriers that stand together."""
        raise NotImplementedError

    def if_(self, node: If) -> None:
        condition = self.value(node.condition)
        then = self.block(node.then.statements)
        otherwise: Statement | None = None
        if isinstance(node.otherwise, If):
            with self.emitter.collected() as statements:
                self.if_(node.otherwise)
            alone = len(statements) == 1 and isinstance(statements[0], If)
            otherwise = statements[0] if alone else Block(tuple(statements))
        elif isinstance(node.otherwise, Block):
            otherwise = self.block(node.otherwise.statements)
        self.emitter.emit(If(condition.expr, then, otherwise))

    # ---- parts

    def is_memory(self, node: Expression) -> bool:
        while isinstance(node, Field | Index):
            node = node.base
        return isinstance(node, Deref) or root_name(node) in self.memory

    def picked(self, base: Value, name: str) -> Value:
        """Return a member or a swizzle of a value."""
        if isinstance(base.type, Struct):
            field = self.emitter.fields.get((base.type, name), name)
            return Value(Field(base.expr, field), base.type.by_name[name].type)
        letters = plain_letters(name)
        if isinstance(base.type, Scalar):
            return self._of_scalar(base, len(letters))
        assert isinstance(base.type, Vector)
        return Value(Field(base.expr, letters), shaped(base.type.component, len(letters)))

    def _of_scalar(self, base: Value, count: int) -> Value:
        assert isinstance(base.type, Scalar)
        if count == 1:
            return base
        type = shaped(base.type, count)
        return Value(self.emitter.made(type, (base.expr,)), type)

    def element(self, base: Value, index: Expression) -> Value:
        """Return an element of a value."""
        return Value(Index(base.expr, index), element_type(base.type))

    # ---- adapted memory

    def key_of(self, node: Expression) -> Key | None:
        """Return the declaration that the elements of a place come from, arrays aside."""
        while isinstance(node, Index):
            node = node.base
        if isinstance(node, Name):
            return self.typing.symbols.get(id(node))
        if isinstance(node, Field):
            base = self.typing.types.get(id(node.base))
            base = None if base is None else stored(base)
            base = getattr(base, "store", base)
            return (base, node.name) if isinstance(base, Struct) else None
        return self.key_of(node.operand) if isinstance(node, Deref) else None

    def resolved(self, key: Key | None) -> Key | None:
        """Return the member for the variable by which a block without a name gives it."""
        return key

    # ---- calls that may discard

    def stops(self, callee: FunctionSymbol) -> bool:
        """Whether a call may discard in a target where a discarded invocation goes on."""
        return callee in self.discarding and not self.emitter.wanted.discard_returns

    def held_first(self, nodes: Iterable[Node]) -> list[Struct]:
        """Return the structures that nodes declare, each after those that it holds; blocks are
        none.
        """
        found: list[Struct] = []

        def visit(type: Type) -> None:
            while isinstance(type, Array):
                type = type.element
            if isinstance(type, Struct) and type not in found:
                for member in type.members:
                    visit(member.type)
                found.append(type)

        for node in nodes:
            if id(node) in self.typing.structs:
                visit(self.typing.structs[id(node)])
        return found

    def order(self) -> list[FunctionSymbol]:
        return self.facts.order_from_leaves()

    def definition(self, function: FunctionSymbol) -> Function:
        return self.facts.definitions[function]


def element_type(type: Type) -> Type:
    """Return the type of an element."""
    if isinstance(type, Array):
        return type.element
    if isinstance(type, Matrix):
        return type.column
    assert isinstance(type, Vector), type.glsl
    return type.component


def holds_call(node: Node) -> bool:
    return any(isinstance(below, Call) for below in walk(node))


def is_small(node: Expression) -> bool:
    """Whether an expression is a name or number, or a part of a name by name: nothing that
    could fail or cost.
    """
    while isinstance(node, Field):
        node = node.base
    if isinstance(node, Unary):
        return is_small(node.operand)
    return isinstance(node, Literal | Name)


def _discarding(facts: Facts) -> set[FunctionSymbol]:
    found: set[FunctionSymbol] = set()
    for function in facts.order_from_leaves():
        node = facts.definitions[function]
        own = any(isinstance(below, Discard) for below in walk(node))
        if own or any(callee in found for callee in facts.calls[function]):
            found.add(function)
    return found
