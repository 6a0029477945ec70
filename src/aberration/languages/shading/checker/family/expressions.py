"""The types of all expressions of GLSL and ESSL."""

from __future__ import annotations

from typing import Final

from ...source import quote
from ...tree import (
    Assign,
    AssignExpr,
    Binary,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    Increment,
    IncrementExpr,
    Index,
    InitList,
    Interface,
    Literal,
    Name,
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
    item_count,
    item_type,
    scalar_or_vector,
)
from ..conversions import converts
from ..fault import fail, refuse
from ..symbols import UNKNOWN, VariableSymbol
from .calls import call_type, check_integer, lies_in_buffer
from .constants import constant
from .operators import binary_type, holds_array, operation_type, unary_type
from .places import check_assignable, check_place, check_readable, target_type
from .state import FamilyChecker, Typer, spelling

_LITERALS: Final[dict[str, Type]] = {
    "bool": BOOL,
    "int": INT,
    "uint": UINT,
    "float": FLOAT,
    "double": DOUBLE,
}
_SET_OF: Final = {letter: letters for letters in ("xyzw", "rgba", "stpq") for letter in letters}
_INDEXED: Final = (Array, Vector, Matrix)


def literal_type(checker: FamilyChecker, node: Literal) -> Type:
    return _LITERALS[node.kind]


def name_type(checker: FamilyChecker, node: Name) -> Type:
    symbol = checker.scopes.find(node.name)
    if not isinstance(symbol, VariableSymbol):
        what = "is not declared here" if symbol is None else "is no variable"
        fail(node, "a variable", f"{quote(node.name)}, which {what}")
    checker.symbols[id(node)] = symbol
    if (
        "writeonly" in symbol.qualifiers
        and not is_opaque(symbol.type)
        and not isinstance(symbol.type, Struct)
    ):
        check_readable(checker, node, True)
    return symbol.type


def conditional_type(checker: FamilyChecker, node: Conditional) -> Type:
    condition = checker.expression(node.condition)
    if condition is not BOOL:
        fail(node.condition, "a bool before '?'", spelling(condition))
    then, otherwise = checker.expression(node.then), checker.expression(node.otherwise)
    if not checker.features.arrays_in_conditionals and holds_array(then):
        fail(node, "values that are no arrays around ':'", spelling(then))
    if isinstance(then, Opaque):
        fail(node, "values around ':'", spelling(then))
    if converts(otherwise, then, checker.conversions):
        return then
    if not converts(then, otherwise, checker.conversions):
        refuse(node, f"the values around ':' are {spelling(then)} and {spelling(otherwise)}")
    return otherwise


def index_type(checker: FamilyChecker, node: Index) -> Type:
    base = checker.expression(node.base)
    if not isinstance(base, _INDEXED):
        fail(node, "an array, vector or matrix before '['", spelling(base))
    check_integer(checker, node.index, "the index")
    size = item_count(base)
    value = constant(checker, node.index)
    if (
        value is not None
        and value is not UNKNOWN
        and (value < 0 or (size is not None and value >= size))
    ):
        fail(node.index, f"an index into {spelling(base)}", str(value))
    if isinstance(base, Array):
        if value is None and size is None and not lies_in_buffer(checker, node.base):
            fail(node, f"a size for {spelling(base)} before it is indexed by a variable", "none")
        if (
            value is None
            and isinstance(base.element, Opaque)
            and checker.features.sampler_index_is_constant
        ):
            refuse(node.index, f"expected a constant index into {spelling(base)}")
        if value is None and _has_constant_blocks(checker, node.base):
            refuse(node.index, "expected a constant index into the array of blocks")
    return item_type(base, 0)


def _has_constant_blocks(checker: FamilyChecker, node: Expression) -> bool:
    """Whether an expression names an array of blocks whose indices have to be constants: in older
    versions as of samplers, and of storage blocks in each ESSL (ESSL 3.20, 4.3.9).
    """
    symbol = checker.typing.symbols.get(id(node))
    if symbol is None or not isinstance(symbol.node, Interface) or not symbol.node.array:
        return False
    features = checker.features
    return symbol.role in ("uniform", "buffer") and (
        features.sampler_index_is_constant or (symbol.role == "buffer" and features.column == 1)
    )


def field_type(checker: FamilyChecker, node: Field) -> Type:
    base = checker.expression(node.base)
    if isinstance(base, Struct):
        member = base.by_name.get(node.name)
        if member is None:
            fail(node, f"a member of {spelling(base)}", quote(node.name))
        if checker.write_only:
            check_readable(checker, node, (base, node.name) in checker.write_only)
        return member.type
    if isinstance(base, Vector) or (isinstance(base, Scalar) and checker.features.scalar_swizzles):
        return _swizzle(node, base)
    fail(node, "a structure or vector before '.'", spelling(base))
    return None


def _swizzle(node: Field, base: Vector | Scalar) -> Type:
    size = base.size if isinstance(base, Vector) else 1
    name, component = node.name, base.scalar
    letters = _SET_OF.get(name[0], "")[:size]
    if len(name) > 4 or name.strip(letters):
        fail(node, f"components of {spelling(base)}", quote(name))
    assert component is not None
    return scalar_or_vector(component, len(name))


def assign_type(checker: FamilyChecker, node: Assign | AssignExpr) -> Type:
    target, op = node.target, node.op
    assert target is not None
    wanted = target_type(checker, target) if op == "=" else checker.expression(target)
    came = checker.expression(node.value)
    check_place(checker, target)
    check_assignable(checker, target, wanted)
    given = came if op == "=" else operation_type(checker, node, op[:-1], wanted, came)
    if given is VOID or not converts(given, wanted, checker.conversions):
        fail(node.value, f"{spelling(wanted)} to assign", spelling(given))
    return wanted


def increment_type(checker: FamilyChecker, node: Increment | IncrementExpr) -> Type:
    type = checker.expression(node.target)
    element = element_of(type)
    if element is None or not element.is_numeric:
        fail(node.target, f"a number, vector or matrix for '{node.op}'", spelling(type))
    check_place(checker, node.target)
    return type


def comma_type(checker: FamilyChecker, node: Comma) -> Type:
    checker.expression(node.left)
    type = checker.expression(node.right)
    if not checker.features.arrays_are_values and holds_array(type):
        fail(node, "a value that is no array after ','", spelling(type))
    return type


def list_type(checker: FamilyChecker, node: InitList) -> Type:
    fail(node, "an expression", "an initialiser list, which only initialises")


EXPRESSIONS: Final[dict[type[Expression], Typer]] = {
    Literal: literal_type,
    Name: name_type,
    Unary: unary_type,
    Binary: binary_type,
    Conditional: conditional_type,
    Call: call_type,
    Index: index_type,
    Field: field_type,
    AssignExpr: assign_type,
    IncrementExpr: increment_type,
    Comma: comma_type,
    InitList: list_type,
}
