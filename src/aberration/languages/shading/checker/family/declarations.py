"""Declarations that may stand anywhere: variables, structures, precisions, qualifiers."""

from __future__ import annotations

from typing import Final

from ...source import quoted
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
from ...types import VOID, Array, Matrix, Opaque, Struct, Type, Vector, element_of, is_opaque
from ..conversions import converts
from ..symbols import Constant, Role, VariableSymbol
from .expressions import ExpressionsPart
from .layouts import LayoutsPart
from .operators import holds_array

_LOCAL: Final = frozenset(("", "function"))
_ROLES: Final[dict[str, Role]] = {
    "in": "in",
    "out": "out",
    "uniform": "uniform",
    "workgroup": "shared",
}
_PRECISION_TYPES: Final = frozenset(("float", "int", "atomic_uint"))


class DeclarationsPart(LayoutsPart, ExpressionsPart):
    """Declarations of variables and the like."""

    def declare(self, node: Declare) -> None:
        for variable in node.variables:
            self._variable(variable)

    def _variable(self, node: Variable) -> None:
        assert node.type is not None
        type = self.type_of(node.type)
        self.check_name(node, node.name)
        role: Role = "const" if node.kind == "const" else "var"
        if self.at_module:
            role = self._module_role(node, role)
        elif node.storage not in _LOCAL:
            self.fail(node, "a local variable", f"one that is {quoted(node.storage)}")
        if role in ("var", "const"):
            self.check_value_type(node, type)
        self.check_layout(node, node.attributes, role, type)
        self.check_precision(node, type, node.precision)
        self.check_again(node, node.name)
        constant: Constant | None = None
        if node.init is not None:
            type, constant = self._initialised(node, type, role)
        elif role == "const":
            self.refuse(node, f"expected a value for the constant {quoted(node.name)}, came none")
        elif isinstance(type, Array) and type.size is None and not self.features.unsized_arrays:
            self.fail(node, "a size for the array", "none")
        self.check_role(node, type, role)
        self.take_locations(node, node.attributes, role, type)
        symbol = VariableSymbol(
            node.name, type, role, node, constant=constant, qualifiers=node.qualifiers
        )
        self.scopes.add(node.name, symbol)
        self.typing.declared[id(node)] = symbol

    def check_again(self, node: Node, name: str) -> None:
        """Refuse a second declaration in one scope."""
        if self.scopes.here(name) is not None:
            self.refuse(node, f"{quoted(name)} is declared twice in one scope")
        if self.at_module and self.features.builtins_are_fixed and self.builtins.has(name):
            self.refuse(
                node, f"{quoted(name)} is a built-in function, which may not be declared again"
            )

    def _module_role(self, node: Variable, role: Role) -> Role:
        if node.storage == "varying":
            return "out" if self.stage == "vertex" else "in"
        if node.storage == "storage":
            self.fail(node, "a block after `buffer`", "a variable")
        return _ROLES.get(node.storage, role)

    # ---- initialisers

    def _initialised(self, node: Variable, type: Type, role: Role) -> tuple[Type, Constant | None]:
        init = node.init
        assert init is not None
        if role in ("in", "out", "shared") or (
            role == "uniform" and not self.features.uniform_initialisers
        ):
            self.fail(
                node,
                f"no value for {quoted(node.name)}",
                "one",
                "Only plain variables and constants have one.",
            )
        if is_opaque(type):
            self.fail(node, f"no value for {self.a(type)}", "one")
        type = self.initialiser(init, type)
        if not self.features.arrays_are_values and holds_array(type):
            self.fail(node, "a type that can be given a value", self.a(type))
        constant = self._constant_value(init, type)
        if constant is None and self._must_be_constant(role):
            self.refuse(
                init,
                (
                    f"expected a constant expression for {quoted(node.name)}, came one that "
                    f"is not constant"
                ),
            )
        return type, constant if role == "const" else None

    def _must_be_constant(self, role: Role) -> bool:
        if role == "const":
            return not self.features.constants_may_vary
        return self.at_module and (self.features.constant_globals or role == "uniform")

    def _constant_value(self, init: Expression, type: Type) -> Constant | None:
        if not isinstance(init, InitList):
            return self.constant_as(init, type)
        inner = [inner_type(type, k) for k in range(len(init.items))]
        values = [
            self._constant_value(item, wanted)
            for item, wanted in zip(init.items, inner, strict=True)
        ]
        return None if any(value is None for value in values) else tuple(values)

    def initialiser(self, init: Expression, type: Type) -> Type:
        """Check an initialiser; return the type with the size that it gives."""
        if isinstance(init, InitList):
            return self._initialiser_list(init, type)
        came = self.expression(init)
        if isinstance(type, Array) and isinstance(came, Array) and completes(type, came):
            return came
        if came is VOID or not converts(came, type, self.conversions):
            self.fail(init, f"{self.a(type)} as the value", self.a(came))
        return type

    def _initialiser_list(self, init: InitList, type: Type) -> Type:
        count = len(init.items)
        if isinstance(type, Array) and type.size is None and count:
            type = type.element.array(count)
        needed = item_count(type)
        if needed is None or needed != count:
            self.fail(init, f"{needed or 'no'} values in braces for {self.a(type)}", str(count))
        found = [self.initialiser(item, inner_type(type, k)) for k, item in enumerate(init.items)]
        self.types[id(init)] = type
        if isinstance(type, Array) and found and found[0] is not type.element:
            return found[0].array(count)
        return type

    # ---- the rest

    def struct_declaration(self, node: StructDecl) -> None:
        self.struct(node, node.name, node.members)

    def precision(self, node: Precision) -> None:
        if not isinstance(node.type, TypeName):
            self.fail(node, "float, int or an opaque type after the precision", "another type")
        type = self.type_of(node.type)
        if not isinstance(type, Opaque) and type.glsl not in _PRECISION_TYPES:
            self.fail(node, "float, int or an opaque type after the precision", self.a(type))
        if type.glsl == "atomic_uint" and node.level != "highp":
            self.fail(node, "highp before atomic_uint", quoted(node.level))
        self.precisions[-1][type.glsl] = node.level
        if type.glsl == "int":
            self.precisions[-1]["uint"] = node.level

    def requalify(self, node: Requalify) -> None:
        for name in node.names:
            symbol = self.scopes.find(name)
            if not isinstance(symbol, VariableSymbol):
                self.fail(node, "a variable", f"{quoted(name)}, which is not declared here")
            if "invariant" in node.qualifiers and symbol.role not in ("out", "in"):
                self.fail(node, "an output to be invariant", quoted(name))
        if not node.names:
            self.check_default_layout(node)

    def check_role(
        self, node: Node, type: Type, role: Role, qualifiers: tuple[str, ...] = ()
    ) -> None:
        """Refuse types that inputs, outputs and the like may not have."""
        words = node.qualifiers if isinstance(node, Variable) else qualifiers
        if role == "shared" and self.stage != "compute":
            self.fail(node, "`shared` in a compute shader", f"one in a {self.stage} shader")
        if role in ("in", "out"):
            self._check_passed(node, type, role, words)
        elif role == "uniform" and type is VOID:
            self.fail(node, "the type of a uniform", "'void'")

    def _check_passed(self, node: Node, type: Type, role: Role, words: tuple[str, ...]) -> None:
        if self.stage == "compute":
            self.fail(node, "no inputs and outputs of a compute shader", "one")
        base = type
        while isinstance(base, Array):
            base = base.element
        element = element_of(base)
        is_struct = isinstance(base, Struct)
        if (element is None and not is_struct) or (element is not None and element.kind == "bool"):
            self.fail(node, f"a number, vector or matrix as {quoted(role)}", self.a(type))
        ends = (self.stage == "vertex") == (role == "in")
        if ends and (is_struct or (role == "out" and isinstance(base, Matrix))):
            self.fail(node, f"a number or vector as {quoted(role)}", self.a(type))
        if element is not None and not element.is_float and not self.features.integer_varyings:
            self.fail(node, "floats", self.a(type))
        whole = self.stage == "fragment" and role == "in" and _holds_integers(base)
        if whole and "flat" not in words:
            self.refuse(node, f"expected `flat` before an input of type {self.a(type)}, came none")


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


def item_count(type: Type) -> int | None:
    """Return how many values stand in the braces of an initialiser list for a type; None where
    braces are wrong.
    """
    if isinstance(type, Array | Vector):
        return type.size
    if isinstance(type, Matrix):
        return type.columns
    return len(type.members) if isinstance(type, Struct) else None


def inner_type(type: Type, k: int) -> Type:
    """Return the type of the k-th value in an initialiser list."""
    if isinstance(type, Array):
        return type.element
    if isinstance(type, Vector):
        return type.component
    if isinstance(type, Matrix):
        return type.column
    assert isinstance(type, Struct)
    return type.members[k].type
