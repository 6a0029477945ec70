"""The reading side, what all sources share: what names became, operands in order, conditions,
functions in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from aberration.core.inputs import Inputs

from ..analysis.facts import Facts
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..interpret.interface import ShaderInterface
from ..rules import Rules
from ..tree import (
    Assign,
    Binary,
    Block,
    CallStatement,
    Declaration,
    Declare,
    Expression,
    Field,
    Function,
    If,
    Increment,
    Node,
    Statement,
    Unary,
)
from ..types import BOOL, Array, Matrix, Scalar, Struct, Type, Vector, scalar_or_vector, stored_type
from .declarations import TranslatedParameter
from .emitter import Emitter
from .values import TranslatedValue, plain_letters, root_name

R = TypeVar("R", bound="Reader")


class Readers(NamedTuple, Generic[R]):
    """How each kind of node is read."""

    expressions: Mapping[type[Expression], Callable[[R, Any], TranslatedValue]]
    statements: Mapping[type[Statement], Callable[[R, Any], None]]


class Given(NamedTuple):
    """The program to translate. `shader` is its outside as the interpreter sees it."""

    rules: Rules
    facts: Facts
    shader: ShaderInterface
    inputs: Inputs


class Reader(ABC):
    """State of one translation's reading. `bound` says what a variable became; `function` is what
    is being read.
    """

    for_parts: tuple[type[Statement], ...] = (Declare, Assign, Increment, CallStatement)
    """What may stand at the beginning and at the end of a turn of `for`."""

    def __init__(self, given: Given, emitter: Emitter) -> None:
        self.rules: Final = given.rules
        self.facts: Final = given.facts
        self.typing: Final = given.facts.typing
        self.shader = given.shader
        self.inputs: Final = given.inputs
        self.emitter = emitter
        self.bound: Final[dict[VariableSymbol, Expression]] = {}
        self.functions: Final[dict[FunctionSymbol, str]] = {}
        self.function = given.shader.entry

    # ---- what each source, and each target, says

    @abstractmethod
    def value(self, node: Expression) -> TranslatedValue:
        """Return the value of an expression; what it does besides goes to the emitter first."""

    @abstractmethod
    def value_as(self, node: Expression, wanted: Type) -> TranslatedValue:
        """Return the value of an expression as the type that its place asks for."""

    @abstractmethod
    def statement(self, node: Statement) -> None: ...

    @abstractmethod
    def barriers(self, words: list[str], node: Node) -> None:
        """Write barriers that stand together."""

    @abstractmethod
    def parameters(self, function: FunctionSymbol, node: Function) -> list[TranslatedParameter]:
        """Bind the parameters; what the body needs first goes to the emitter."""

    # ---- what is read

    def type_of(self, node: Expression) -> Type:
        return stored_type(self.typing.types[id(node)])

    def values(
        self, nodes: Sequence[Expression], types: Sequence[Type] = ()
    ) -> list[TranslatedValue]:
        """Return the values of operands, evaluated from left to right whatever they do."""
        found: list[TranslatedValue] = []
        for k, node in enumerate(nodes):
            mark = len(self.emitter.out)
            value = self.value_as(node, types[k]) if types else self.value(node)
            self.emitter.keep_before(mark, found)
            found.append(value)
        return found

    def function_decls(self) -> list[Declaration]:
        """Return the functions that have names, each after those that it calls."""
        order = self.facts.order_from_leaves()
        return [self._function_decl(one) for one in order if one in self.functions]

    def _function_decl(self, function: FunctionSymbol) -> Declaration:
        node = self.facts.definitions[function]
        assert node.body is not None
        self.function = function
        emitter = self.emitter
        with emitter.names.function():
            with emitter.collecting() as body:
                params = self.parameters(function, node)
                body += self.block(node.body.statements).statements
            return emitter.function_decl(self.functions[function], params, function.result, body)

    def block(self, nodes: Sequence[Statement]) -> Block:
        with self.emitter.collecting() as statements:
            k = 0
            while k < len(nodes):
                words = _barriers(self.typing, nodes[k:])
                if words:
                    self.barriers(words, nodes[k])
                else:
                    self.statement(nodes[k])
                k += max(len(words), 1)
        return Block(tuple(statements))


def _barriers(typing: Typing, nodes: Sequence[Statement]) -> list[str]:
    """Return the names of the barriers that statements begin with, one after the other."""
    found: list[str] = []
    for node in nodes:
        callee = typing.callees.get(id(node.call)) if isinstance(node, CallStatement) else None
        if not isinstance(callee, Overload) or callee.builtin.theme != "barrier":
            break
        found.append(callee.name)
    return found


def lazy(r: Reader, node: Binary) -> TranslatedValue:
    """`&&` and `||`: where the right operand needs statements, these run only where it is asked
    for.
    """
    left = r.value(node.left)
    with r.emitter.collecting() as statements:
        right = r.value(node.right)
    if not statements:
        return TranslatedValue(Binary(node.op, left.expr, right.expr), BOOL)
    found = r.emitter.variable(BOOL, left.expr, "both" if node.op == "&&" else "either")
    test = found.expr if node.op == "&&" else Unary("!", found.expr)
    statements.append(Assign("=", found.expr, right.expr))
    r.emitter.emit(If(test, Block(tuple(statements))))
    r.emitter.fixed.add(root_name(found.expr))
    return found


def part_of(emitter: Emitter, base: TranslatedValue, name: str) -> TranslatedValue:
    """Return a member or a swizzle of a value."""
    if isinstance(base.type, Struct):
        field = emitter.fields.get((base.type, name), name)
        return TranslatedValue(Field(base.expr, field), base.type.by_name[name].type)
    letters = plain_letters(name)
    if isinstance(base.type, Vector):
        return TranslatedValue(
            Field(base.expr, letters), scalar_or_vector(base.type.component, len(letters))
        )
    assert isinstance(base.type, Scalar)
    if len(letters) == 1:
        return base
    type = scalar_or_vector(base.type, len(letters))
    return TranslatedValue(emitter.constructor(type, (base.expr,)), type)


def element_type(type: Type) -> Type:
    """Return the type of an element."""
    if isinstance(type, Array):
        return type.element
    if isinstance(type, Matrix):
        return type.column
    assert isinstance(type, Vector), type.glsl
    return type.component


def structs_of(typing: Typing, nodes: Iterable[Node]) -> list[Struct]:
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
        if id(node) in typing.structs:
            visit(typing.structs[id(node)])
    return found
