"""What a small shader is made of: its operators, built-in functions and statements, with the types
that they are used on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from aberration.core.program import Program

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Break,
    Call,
    Clause,
    Comma,
    Conditional,
    Continue,
    Deref,
    Discard,
    DoWhile,
    Expression,
    Field,
    For,
    Function,
    If,
    Increment,
    IncrementExpr,
    Index,
    Literal,
    Loop,
    Name,
    Node,
    Param,
    Return,
    Statement,
    Switch,
    TypeName,
    Unary,
    While,
)
from ..tree.walk import children
from ..types import Array, Matrix, Scalar, Struct, Type, Vector
from .subject import Subject

_WORDS: Final[dict[type[Node], str]] = {
    AddressOf: "pointer made",
    Break: "break",
    Comma: "comma",
    Conditional: "selection",
    Continue: "continue",
    Deref: "pointer followed",
    Discard: "discard",
    DoWhile: "do-while loop",
    For: "for loop",
    If: "if",
    Loop: "loop",
    Return: "return",
    Switch: "switch",
    While: "while loop",
}
_JUMPS: Final = (Break, Continue, Discard, Return)
_AROUND: Final[dict[type[Node], str]] = {
    **dict.fromkeys((DoWhile, For, Loop, While), "loop"),
    If: "if",
    Switch: "switch",
    Conditional: "selection",
}
_LARGE: Final = 2**31
_CARRYING: Final = re.compile(
    r"\w+ from \w+|[+] of .*|< of .*|if|else|call|selection|components of .* read"
    r"|array made|(array|.* vector) read at \w+|floatBitsTo\w+ of .*"
)
"""What brings a value to the result, whatever the bug is. `operators` puts the plainest ones where
others are not needed.
"""


def features_of(program: Program) -> frozenset[str]:
    """Return names of what a program is made of, beside literals, and what every program has: its
    entry point, declarations, assignments, and constructors of numbers of their own type.

    Raise `MalformedShader` for what is no legal shader.
    """
    return frozenset(_Features(Subject(program)).below(None, "", None))


def distinctive(features: frozenset[str]) -> frozenset[str]:
    """Return those that are not left in small programs of any bug."""
    return frozenset(one for one in features if not _CARRYING.fullmatch(one))


class _Features:
    """The names of what stands in a shader."""

    def __init__(self, subject: Subject) -> None:
        self._subject: Final = subject

    def below(self, node: Node | None, around: str, parent: Node | None) -> Iterator[str]:
        """Yield names of a node and what is in it; `around` it is a loop, a branch, or nothing."""
        node = self._subject.module if node is None else node
        yield from self._names_of(node, around, parent)
        inside = "" if isinstance(node, Function) else _AROUND.get(type(node), around)
        for child in children(node):
            yield from self.below(child, inside, node)

    def _names_of(self, node: Node, around: str, parent: Node | None) -> Iterator[str]:
        match node:
            case Binary(op=op, left=left):
                yield f"{op} of {self._kind(left)}"
            case Unary(op=op, operand=operand):
                yield f"unary {op} of {self._kind(operand)}"
            case Assign(op=op, target=Expression() as target) if op != "=":
                yield f"{op} of {self._kind(target)}"
            case AssignExpr(op=op, target=target):
                yield f"{op} of {self._kind(target)} for its value"
            case IncrementExpr(op=op, prefix=prefix):
                yield f"{op} {'before' if prefix else 'after'} its value"
            case Increment(op=op):
                yield f"{op}"
            case Call():
                yield from self._of_call(node)
            case Field(base=base, name=name) if len(name) > 1 and "vector" in self._kind(base):
                yield self._of_components(base, is_written=_writes(parent, node))
            case Index(base=base, index=index):
                use = "written" if _writes(parent, node) else "read"
                place = "constant" if isinstance(index, Literal) else "variable"
                yield f"{self._kind(base)} {use} at {place}"
            case Param(direction=direction) if direction in ("out", "inout"):
                yield f"{direction} parameter"
            case Clause(labels=labels, has_default=has_default, falls_through=falls):
                yield from ("default",) * has_default
                yield from ("fall-through",) * falls
                yield from ("several labels",) * (len(labels) > 1)
            case Literal(value=value) if type(value) is int and value >= _LARGE:
                yield "number from 2^31 on"
            case Conditional() if around == "selection":
                yield "selection in selection"
            case _ if type(node) in _WORDS:
                yield from self._of_statement(node, around)

    def _of_statement(self, node: Node, around: str) -> Iterator[str]:
        word = _WORDS[type(node)]
        if not isinstance(node, Return) or around:
            yield f"{word} in {around}" if around and isinstance(node, Statement) else word
        if isinstance(node, If) and node.otherwise is not None:
            yield "else"

    def _of_call(self, node: Call) -> Iterator[str]:
        called = self._subject.typing.callees.get(id(node))
        first = self._kind(node.args[0]) if node.args else "nothing"
        if isinstance(called, FunctionSymbol):
            yield "call"
        elif isinstance(called, Overload) and isinstance(node.callee, Name | TypeName):
            yield f"{node.callee.name} of {first}"
        elif isinstance(called, Type):
            made = kind_of(called)
            if made in ("array", "matrix", "structure"):
                yield f"{made} made"
            elif made.split()[0] != first.split()[0] and node.args:
                yield f"{made.split()[0]} from {first.split()[0]}"

    def _of_components(self, base: Expression, *, is_written: bool) -> str:
        kind = self._kind(base)
        what = "bools" if kind == "bool vector" else "numbers"
        return f"components of {what} written" if is_written else f"components of {kind} read"

    def _kind(self, node: Expression) -> str:
        type = self._subject.type_of(node)
        return "nothing" if type is None else kind_of(type)


def kind_of(type: Type) -> str:
    """Return a word or two for a type, without its sizes."""
    match type:
        case Scalar(kind=kind):
            return kind.removeprefix("abstract ")
        case Vector(component=component):
            return f"{kind_of(component)} vector"
        case Matrix():
            return "matrix"
        case Array():
            return "array"
        case Struct():
            return "structure"
        case _:
            return "value"


def _writes(parent: Node | None, node: Node) -> bool:
    return isinstance(parent, Assign | AssignExpr) and parent.target is node
