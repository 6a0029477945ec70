"""The types of all expressions of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...source import quoted
from ...tree import (
    AssignExpr,
    Binary,
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
    Node,
    Unary,
)
from ...types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    UINT,
    VOID,
    Array,
    Matrix,
    Opaque,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    is_opaque,
    shaped,
)
from ..conversions import converts
from ..symbols import UNKNOWN, VariableSymbol
from .calls import CallsPart
from .operators import holds_array

_LITERALS: Final[dict[str, Type]] = {
    "bool": BOOL,
    "int": INT,
    "uint": UINT,
    "float": FLOAT,
    "double": DOUBLE,
}
_SET_OF: Final = {letter: letters for letters in ("xyzw", "rgba", "stpq") for letter in letters}
_INDEXED: Final = (Array, Vector, Matrix)


class ExpressionsPart(CallsPart):
    """Expressions."""

    def expression(self, node: Expression) -> Type:
        found = _TYPERS[type(node)](self, node)
        self.types[id(node)] = found
        return found

    def literal(self, node: Literal) -> Type:
        return _LITERALS[node.kind]

    def name(self, node: Name) -> Type:
        symbol = self.scopes.find(node.name)
        if not isinstance(symbol, VariableSymbol):
            what = "is not declared here" if symbol is None else "is no variable"
            self.fail(node, "a variable", f"{quoted(node.name)}, which {what}")
        self.symbols[id(node)] = symbol
        if (
            "writeonly" in symbol.qualifiers
            and not is_opaque(symbol.type)
            and not isinstance(symbol.type, Struct)
        ):
            self.check_readable(node, True)
        return symbol.type

    def conditional(self, node: Conditional) -> Type:
        condition = self.expression(node.condition)
        if condition is not BOOL:
            self.fail(node.condition, "a bool before '?'", self.a(condition))
        then, otherwise = self.expression(node.then), self.expression(node.otherwise)
        if not self.features.arrays_in_conditionals and holds_array(then):
            self.fail(node, "values that are no arrays around ':'", self.a(then))
        if isinstance(then, Opaque):
            self.fail(node, "values around ':'", self.a(then))
        if converts(otherwise, then, self.conversions):
            return then
        if not converts(then, otherwise, self.conversions):
            self.refuse(node, f"the values around ':' are {self.a(then)} and {self.a(otherwise)}")
        return otherwise

    def index(self, node: Index) -> Type:
        base = self.expression(node.base)
        if not isinstance(base, _INDEXED):
            self.fail(node, "an array, vector or matrix before '['", self.a(base))
        self.check_integer(node.index, "the index")
        size = base.columns if isinstance(base, Matrix) else base.size
        value = self.constant(node.index)
        if (
            value is not None
            and value is not UNKNOWN
            and (value < 0 or (size is not None and value >= size))
        ):
            self.fail(node.index, f"an index into {self.a(base)}", str(value))
        if isinstance(base, Array):
            if value is None and size is None and not self.lies_in_buffer(node.base):
                self.refuse(
                    node,
                    (
                        f"expected a size for {self.a(base)} before it is indexed by a "
                        f"variable, came none"
                    ),
                )
            if (
                value is None
                and isinstance(base.element, Opaque)
                and self.features.sampler_index_is_constant
            ):
                self.refuse(node.index, f"expected a constant index into {self.a(base)}")
            return base.element
        return base.component if isinstance(base, Vector) else base.column

    def field(self, node: Field) -> Type:
        base = self.expression(node.base)
        if isinstance(base, Struct):
            member = base.by_name.get(node.name)
            if member is None:
                self.fail(node, f"a member of {self.a(base)}", quoted(node.name))
            if self.write_only:
                self.check_readable(node, (base, node.name) in self.write_only)
            return member.type
        if isinstance(base, Vector) or (isinstance(base, Scalar) and self.features.scalar_swizzles):
            return self._swizzle(node, base)
        self.fail(node, "a structure or vector before '.'", self.a(base))
        return None

    def _swizzle(self, node: Field, base: Vector | Scalar) -> Type:
        size = base.size if isinstance(base, Vector) else 1
        name, component = node.name, base.scalar
        letters = _SET_OF.get(name[0], "")[:size]
        if len(name) > 4 or name.strip(letters):
            self.fail(node, f"components of {self.a(base)}", quoted(name))
        assert component is not None
        return shaped(component, len(name))

    def assign(self, node: AssignExpr) -> Type:
        return self.assignment(node, node.op, node.target, node.value)

    def assignment(self, node: Node, op: str, target: Expression, value: Expression) -> Type:
        """Check `target op value`, as a statement or in an expression."""
        wanted = self.target(target) if op == "=" else self.expression(target)
        came = self.expression(value)
        self.check_place(target)
        self.check_assignable(target, wanted)
        given = came if op == "=" else self.operation(node, op[:-1], wanted, came)
        if given is VOID or not converts(given, wanted, self.conversions):
            self.fail(value, f"{self.a(wanted)} to assign", self.a(given))
        return wanted

    def increment(self, node: IncrementExpr) -> Type:
        return self.stepping(node.op, node.target)

    def stepping(self, op: str, target: Expression) -> Type:
        """Check `++` and `--`."""
        type = self.expression(target)
        element = element_of(type)
        if element is None or not element.is_numeric:
            self.fail(target, f"a number, vector or matrix for '{op}'", self.a(type))
        self.check_place(target)
        return type

    def comma(self, node: Comma) -> Type:
        self.expression(node.left)
        type = self.expression(node.right)
        if not self.features.arrays_are_values and holds_array(type):
            self.fail(node, "a value that is no array after ','", self.a(type))
        return type

    def list(self, node: InitList) -> Type:
        self.fail(node, "an expression", "an initialiser list, which only initialises")


_TYPERS: Final[dict[type[Expression], Callable[[ExpressionsPart, Any], Type]]] = {
    Literal: ExpressionsPart.literal,
    Name: ExpressionsPart.name,
    Unary: ExpressionsPart.unary,
    Binary: ExpressionsPart.binary,
    Conditional: ExpressionsPart.conditional,
    Call: ExpressionsPart.call,
    Index: ExpressionsPart.index,
    Field: ExpressionsPart.field,
    AssignExpr: ExpressionsPart.assign,
    IncrementExpr: ExpressionsPart.increment,
    Comma: ExpressionsPart.comma,
    InitList: ExpressionsPart.list,
}
