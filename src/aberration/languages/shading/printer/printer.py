"""What the printers of all languages share: expressions, and statements that all write the same.

A node is printed as text that begins where the caller stands; lines after the first are indented by
`depth`. Nodes that `kept` knows are not printed but copied.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from aberration.core.errors import InternalError
from aberration.languages.shading.rules import UNARY, Rules
from aberration.languages.shading.tree import (
    Alias,
    Assign,
    Attribute,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    ConstAssert,
    Continue,
    Declare,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    Field,
    If,
    Increment,
    Index,
    Interface,
    Literal,
    Module,
    Name,
    Node,
    Precision,
    Requalify,
    Return,
    Statement,
    TypeSyntax,
    Unary,
)

STEP: Final = "    "
NOTHING: Final[frozenset[str]] = frozenset()
NOTHING_KEPT: Final[Mapping[int, str]] = MappingProxyType({})
SIMPLE: Final[tuple[type[Statement], ...]] = (
    Assign, Increment, CallStatement, Evaluate, Break, Continue, Discard, Return, DoWhile, Declare,
    ConstAssert, Alias, Precision, Requalify, Interface,
)  # fmt: skip
"""Statements that end in a semicolon in all languages that have them; as text they are made
without it.
"""

_ENDED: Final = frozenset(SIMPLE)
_ATOMS: Final = frozenset((Literal, Name, Call, Index, Field))
"""Expressions that need no brackets anywhere, which most are."""
TARGETS: Final = frozenset((UNARY,))
_BRACED: Final = "{"


class Printer(ABC):
    """Prints trees. `infix_groups` are the groups of all operators with one or two operands."""

    def __init__(self, rules: Rules, kept: Mapping[int, str] = NOTHING_KEPT) -> None:
        self.rules = rules
        self.kept = kept
        self.copies = bool(kept)
        self.depth = 0
        self.infix_groups = frozenset(operator.group for operator in rules.operators.values()) | {
            UNARY
        }
        self.argument_groups = self.groups_in_arguments()
        self.table: dict[type[Node], Callable[[Any], str]] = {
            Literal: self.literal,
            Name: self._name,
            Unary: self._unary,
            Binary: self.binary,
            Call: self._call,
            Index: self._index,
            Field: self._field,
            Block: self._block,
            Assign: self._assign,
            Increment: self.increment,
            CallStatement: self._call_statement,
            If: self._if,
            Break: self._break,
            Continue: self._continue,
            Discard: self._discard,
            Return: self._return,
        }

    @abstractmethod
    def module(self, node: Module) -> str:
        """Return the text of a whole shader."""

    @abstractmethod
    def literal(self, node: Literal) -> str:
        """Return the text of a literal."""

    @abstractmethod
    def type_syntax(self, node: TypeSyntax) -> str:
        """Return the text of a type that no name follows."""

    def condition(self, node: Expression | Statement) -> str:
        """Return the text of the condition of an `if` or `while`; WGSL asks for no brackets."""
        return f"({self.text(node)})"

    @abstractmethod
    def groups_in_arguments(self) -> frozenset[str]:
        """Return the groups that need no brackets between commas."""

    def argument(self, node: Expression) -> str:
        """Return the text of one of several expressions between commas."""
        return self.operand(node, self.argument_groups)

    @abstractmethod
    def group(self, node: Node) -> str:
        """Return which operator an expression is made of; empty for what needs no brackets."""

    def text(self, node: Node) -> str:
        """Return the text of an expression, statement or declaration; statements without a
        semicolon.
        """
        if self.copies:
            kept = self.kept.get(id(node))
            if kept is not None:
                return kept
        method = self.table.get(type(node))
        if method is None:
            raise InternalError(
                f"expected a node that {self.rules.title} has, came {type(node).__name__}"
            )
        return method(node)

    def operand(self, node: Expression, bare: frozenset[str]) -> str:
        """Return the text of an expression, bracketed unless its group is one of some."""
        group = "" if type(node) in _ATOMS else self.group(node)
        return f"({self.text(node)})" if group and group not in bare else self.text(node)

    def base(self, node: Expression) -> str:
        """Return the text of what an index or a field follows."""
        return f"({self.text(node)})" if isinstance(node, Literal) else self.operand(node, NOTHING)

    def arguments(self, nodes: Sequence[Expression]) -> str:
        """Return the text of expressions between commas, in brackets."""
        return f"({', '.join(map(self.argument, nodes))})"

    def line(self) -> str:
        """Return a line break and the indentation of the next line."""
        return "\n" + STEP * self.depth

    def _name(self, node: Name) -> str:
        return node.name

    def _unary(self, node: Unary) -> str:
        return f"{node.op}{self.operand(node.operand, NOTHING)}"

    def binary(self, node: Binary) -> str:
        """Return the text of an infix operator and its operands."""
        operator = self.rules.operators[node.op]
        left = self.operand(node.left, operator.bare_left)
        return f"{left} {node.op} {self.operand(node.right, operator.bare_right)}"

    def _call(self, node: Call) -> str:
        callee = node.callee
        name = self.type_syntax(callee) if isinstance(callee, TypeSyntax) else self.text(callee)
        return f"{name}{self.arguments(node.args)}"

    def _index(self, node: Index) -> str:
        return f"{self.base(node.base)}[{self.text(node.index)}]"

    def _field(self, node: Field) -> str:
        return f"{self.base(node.base)}.{node.name}"

    def statements(self, nodes: Sequence[Statement], more: Sequence[str] = ()) -> str:
        """Return braces with statements, and more lines after them, one level deeper."""
        self.depth += 1
        lines = [self.line() + self.full(node) for node in nodes]
        lines += [self.line() + line for line in more]
        self.depth -= 1
        return f"{{{''.join(lines)}{self.line()}}}" if lines else "{ }"

    def full(self, node: Statement) -> str:
        """Return the text of a statement with its semicolon, if it has one."""
        text = self.text(node)
        return f"{text};" if type(node) in _ENDED and not text.endswith(";") else text

    def bare(self, node: Statement | None) -> str:
        """Return the text of a statement without its semicolon; nothing for none."""
        return "" if node is None else self.text(node).removesuffix(";")

    def block(self, node: Block) -> str:
        """Return the text of a block, which has braces also where it is copied from a text
        without.
        """
        text = self.text(node)
        return text if text.startswith((_BRACED, "@")) else self.statements(node.statements)

    def attributes(self, nodes: Sequence[Attribute]) -> str:
        """Return the text of attributes that stand before a statement, with a blank behind each."""
        return ""

    def _block(self, node: Block) -> str:
        return self.attributes(node.attributes) + self.statements(node.statements)

    def _assign(self, node: Assign) -> str:
        target = "_" if node.target is None else self.operand(node.target, TARGETS)
        return f"{target} {node.op} {self.argument(node.value)}"

    def increment(self, node: Increment) -> str:
        """Return the text of an increment as a statement."""
        return f"{self.operand(node.target, NOTHING)}{node.op}"

    def _call_statement(self, node: CallStatement) -> str:
        return self.text(node.call)

    def _if(self, node: If) -> str:
        text = (
            f"{self.attributes(node.attributes)}if {self.condition(node.condition)} "
            f"{self.block(node.then)}"
        )
        if node.otherwise is None:
            return text
        if isinstance(node.otherwise, Block):
            return f"{text} else {self.block(node.otherwise)}"
        return f"{text} else {self.text(node.otherwise)}"

    def _break(self, node: Break) -> str:
        return "break"

    def _continue(self, node: Continue) -> str:
        return "continue"

    def _discard(self, node: Discard) -> str:
        return "discard"

    def _return(self, node: Return) -> str:
        return "return" if node.value is None else f"return {self.text(node.value)}"
