"""Declarations that may stand anywhere: variables, structures, precisions, qualifiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...source import quote
from ...tree import (
    Declare,
    Expression,
    InitList,
    Node,
    Precision,
    Requalify,
    StructDecl,
    TypeName,
    Variable,
)
from ...types import (
    VOID,
    Array,
    Matrix,
    Opaque,
    Struct,
    Type,
    element_of,
    is_opaque,
    item_count,
    item_type,
    without_arrays,
)
from ..conversions import converts
from ..fault import fail, refuse
from ..symbols import Constant, Role, VariableSymbol
from .constants import constant_as
from .layouts import check_default_layout, check_layout, is_end, take_locations
from .operators import holds_array
from .primitives import input_type
from .state import FamilyChecker, spelling
from .type_syntax import check_name, check_precision, check_value_type, struct_type, type_of

_LOCAL: Final = frozenset(("", "function"))
_ROLES: Final[dict[str, Role]] = {
    "in": "in",
    "out": "out",
    "uniform": "uniform",
    "workgroup": "shared",
}
_PRECISION_TYPES: Final = frozenset(("float", "int", "atomic_uint"))


def declare(checker: FamilyChecker, node: Declare) -> None:
    for variable in node.variables:
        _declare_variable(checker, variable)


def _declare_variable(checker: FamilyChecker, node: Variable) -> None:
    assert node.type is not None
    type = type_of(checker, node.type)
    check_name(checker, node, node.name)
    role: Role = "const" if node.kind == "const" else "var"
    if checker.scopes.at_module:
        role = _module_role(checker, node, role)
    elif node.storage not in _LOCAL:
        fail(node, "a local variable", f"one that is {quote(node.storage)}")
    if role in ("var", "const"):
        check_value_type(node, type)
    elif role == "in" and checker.stage == "geometry":
        type = input_type(checker, node, type)
    check_layout(checker, node.attributes, role, type)
    check_precision(checker, node, type, node.precision)
    check_again(checker, node, node.name)
    constant: Constant | None = None
    if node.init is not None:
        type, constant = _initial_value(checker, node, type, role)
    elif role == "const":
        refuse(node, f"expected a value for the constant {quote(node.name)}, came none")
    elif isinstance(type, Array) and type.size is None and not checker.features.unsized_arrays:
        fail(node, "a size for the array", "none")
    check_role(checker, node, type, role)
    each = element_type(checker, type, role)
    take_locations(checker, node, node.attributes, role, each)
    symbol = VariableSymbol(
        node.name, type, role, node, constant=constant, qualifiers=node.qualifiers
    )
    checker.scopes.add(node.name, symbol)
    checker.typing.declared[id(node)] = symbol


def check_again(checker: FamilyChecker, node: Node, name: str) -> None:
    """Refuse a second declaration in one scope."""
    if checker.scopes.here(name) is not None:
        refuse(node, f"{quote(name)} is declared twice in one scope")
    if (
        checker.scopes.at_module
        and checker.features.builtins_are_fixed
        and checker.builtins.has(name)
    ):
        refuse(node, f"{quote(name)} is a built-in function, which may not be declared again")


def element_type(checker: FamilyChecker, type: Type, role: Role) -> Type:
    """Return the type that takes the locations of an input or output: of a geometry shader's
    inputs that of each vertex.
    """
    each = checker.stage == "geometry" and role == "in" and isinstance(type, Array)
    return type.element if each and isinstance(type, Array) else type


def _module_role(checker: FamilyChecker, node: Variable, role: Role) -> Role:
    if node.storage == "varying":
        return "out" if checker.stage == "vertex" else "in"
    if node.storage == "storage":
        fail(node, "a block after `buffer`", "a variable")
    return _ROLES.get(node.storage, role)


# ---- initialisers


def _initial_value(
    checker: FamilyChecker, node: Variable, type: Type, role: Role
) -> tuple[Type, Constant | None]:
    init = node.init
    assert init is not None
    if role in ("in", "out", "shared") or (
        role == "uniform" and not checker.features.uniform_initialisers
    ):
        fail(
            node,
            f"no value for {quote(node.name)}",
            "one",
            "Only plain variables and constants have one.",
        )
    if is_opaque(type):
        fail(node, f"no value for {spelling(type)}", "one")
    type = initialiser_type(checker, init, type)
    if not checker.features.arrays_are_values and holds_array(type):
        fail(node, "a type that can be given a value", spelling(type))
    constant = _constant_value(checker, init, type)
    if constant is None and _must_be_constant(checker, role):
        fail(init, f"a constant expression for {quote(node.name)}", "one that is not constant")
    return type, constant if role == "const" else None


def _must_be_constant(checker: FamilyChecker, role: Role) -> bool:
    if role == "const":
        return not checker.features.constants_may_vary
    return checker.scopes.at_module and (checker.features.constant_globals or role == "uniform")


def _constant_value(checker: FamilyChecker, init: Expression, type: Type) -> Constant | None:
    if not isinstance(init, InitList):
        return constant_as(checker, init, type)
    inner = [item_type(type, k) for k in range(len(init.items))]
    values = [
        _constant_value(checker, item, wanted)
        for item, wanted in zip(init.items, inner, strict=True)
    ]
    return None if any(value is None for value in values) else tuple(values)


def initialiser_type(checker: FamilyChecker, init: Expression, type: Type) -> Type:
    """Check an initialiser; return the type with the size that it gives."""
    if isinstance(init, InitList):
        return _list_type(checker, init, type)
    came = checker.expression(init)
    if isinstance(type, Array) and isinstance(came, Array) and completes(type, came):
        return came
    if came is VOID or not converts(came, type, checker.conversions):
        fail(init, f"{spelling(type)} as the value", spelling(came))
    return type


def _list_type(checker: FamilyChecker, init: InitList, type: Type) -> Type:
    count = len(init.items)
    if isinstance(type, Array) and type.size is None and count:
        type = type.element.array(count)
    needed = item_count(type)
    if needed is None or needed != count:
        fail(init, f"{needed or 'no'} values in braces for {spelling(type)}", str(count))
    found = [
        initialiser_type(checker, item, item_type(type, k)) for k, item in enumerate(init.items)
    ]
    checker.types[id(init)] = type
    if isinstance(type, Array) and found and found[0] is not type.element:
        return found[0].array(count)
    return type


# ---- the rest


def struct_declaration(checker: FamilyChecker, node: StructDecl) -> None:
    struct_type(checker, node, node.name, node.members)


def default_precision(checker: FamilyChecker, node: Precision) -> None:
    if not isinstance(node.type, TypeName):
        fail(node, "float, int or an opaque type after the precision", "another type")
    type = type_of(checker, node.type)
    if not isinstance(type, Opaque) and type.glsl not in _PRECISION_TYPES:
        fail(node, "float, int or an opaque type after the precision", spelling(type))
    if type.glsl == "atomic_uint" and node.level != "highp":
        fail(node, "highp before atomic_uint", quote(node.level))
    checker.precisions[-1][type.glsl] = node.level
    if type.glsl == "int":
        checker.precisions[-1]["uint"] = node.level


def requalify(checker: FamilyChecker, node: Requalify) -> None:
    for name in node.names:
        symbol = checker.scopes.find(name)
        if not isinstance(symbol, VariableSymbol):
            fail(node, "a variable", f"{quote(name)}, which is not declared here")
        if "invariant" in node.qualifiers and symbol.role not in ("out", "in"):
            fail(node, "an output to be invariant", quote(name))
    if not node.names:
        check_default_layout(checker, node)


def check_role(
    checker: FamilyChecker, node: Node, type: Type, role: Role, qualifiers: tuple[str, ...] = ()
) -> None:
    """Refuse types that inputs, outputs and the like may not have."""
    words = node.qualifiers if isinstance(node, Variable) else qualifiers
    if role == "shared" and checker.stage != "compute":
        fail(node, "`shared` in a compute shader", f"one in a {checker.stage} shader")
    if role in ("in", "out"):
        _check_passed(checker, node, type, role, words)
    elif role == "uniform" and type is VOID:
        fail(node, "the type of a uniform", "'void'")


def _check_passed(
    checker: FamilyChecker, node: Node, type: Type, role: Role, words: tuple[str, ...]
) -> None:
    if checker.stage == "compute":
        fail(node, "no inputs and outputs of a compute shader", "one")
    base = without_arrays(type)
    element = element_of(base)
    is_struct = isinstance(base, Struct)
    if (element is None and not is_struct) or (element is not None and element.kind == "bool"):
        fail(node, f"a number, vector or matrix as {quote(role)}", spelling(type))
    if is_end(checker.stage, role) and (is_struct or (role == "out" and isinstance(base, Matrix))):
        fail(node, f"a number or vector as {quote(role)}", spelling(type))
    if element is not None and not element.is_float and not checker.features.integer_varyings:
        fail(node, "floats", spelling(type))
    whole = checker.stage == "fragment" and role == "in" and _holds_integers(base)
    if whole and "flat" not in words:
        refuse(node, f"expected `flat` before an input of type {spelling(type)}, came none")


def _holds_integers(type: Type) -> bool:
    if isinstance(type, Struct):
        return any(_holds_integers(member.type) for member in type.members)
    if isinstance(type, Array):
        return _holds_integers(type.element)
    element = element_of(type)
    return element is not None and (element.is_integer or element.kind == "double")


def completes(wanted: Array, came: Array) -> bool:
    """Whether a type without some of its sizes is the other one, with them."""
    if wanted is came:
        return True
    if wanted.size is not None and wanted.size != came.size:
        return False
    if isinstance(wanted.element, Array) and isinstance(came.element, Array):
        return completes(wanted.element, came.element)
    return wanted.element is came.element


DECLARATIONS: Final[dict[type[Node], Callable[[FamilyChecker, Any], object]]] = {
    Declare: declare,
    Precision: default_precision,
    StructDecl: struct_declaration,
    Requalify: requalify,
}
