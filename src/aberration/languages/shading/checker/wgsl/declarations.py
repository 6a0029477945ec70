"""WGSL's variables and values, at module scope and in functions."""

from __future__ import annotations

from typing import Final

from ...layout import uniform_faults
from ...source import quote
from ...tree import Attribute, ConstAssert, Declare, Variable
from ...types import BOOL, INT, UINT, Access, AddressSpace, Opaque, Pointer, Scalar, Type
from ..fault import fail, refuse
from ..symbols import UNKNOWN, Constant, VariableSymbol
from .conversion_rank import concrete
from .state import WgslChecker, spelling
from .type_syntax import SPACES, holds_atomic, holds_unsized, is_plain, is_shareable, type_of
from .values import concrete_type, converted_constant, root_variable, value_type

_LARGEST_ID: Final = 65535
"""WGSL gives ids 16 bits."""


def declare_local(checker: WgslChecker, node: Declare) -> None:
    for variable in node.variables:
        if variable.kind == "override":
            refuse(variable, "expected `override` at module scope only")
        if variable.kind == "var" and variable.storage != "function":
            fail(variable, "a variable in the function space", quote(variable.storage))
        symbol = variable_symbol(checker, variable)
        if checker.scopes.here(variable.name) is not None:
            refuse(variable, f"{quote(variable.name)} is declared twice in one scope")
        checker.scopes.add(variable.name, symbol)


def variable_symbol(checker: WgslChecker, node: Variable) -> VariableSymbol:
    """Check a declaration; return what its name stands for."""
    if node.kind == "var":
        symbol = _var_symbol(checker, node)
    else:
        type, constant = _type_and_constant(checker, node)
        if node.kind == "const" and constant is None:
            fail(node, f"a constant expression for {quote(node.name)}", "one that is not")
        symbol = VariableSymbol(node.name, type, node.kind, node, constant=constant, writable=False)
        root = (
            root_variable(checker, node.init)
            if isinstance(type, Pointer) and node.init is not None
            else None
        )
        if root is not None:
            checker.roots[symbol] = root
    checker.typing.declared[id(node)] = symbol
    return symbol


def _type_and_constant(checker: WgslChecker, node: Variable) -> tuple[Type, Constant | None]:
    """Return type and value of a `let`, `const` or `override`."""
    wanted = None if node.type is None else type_of(checker, node.type)
    constant: Constant | None = None
    if node.init is None:
        if wanted is None:
            refuse(node, f"expected a type or a value for {quote(node.name)}, came neither")
        given = wanted
    else:
        came = value_type(checker, node.init)
        given = wanted or (came if node.kind == "const" else concrete(came))
        constant = converted_constant(checker, node.init, came, given, "as the value")
    _check_kind(checker, node, given)
    if node.kind == "override":
        return given, UNKNOWN
    return given, constant if node.kind == "const" else None


def _check_kind(checker: WgslChecker, node: Variable, type: Type) -> None:
    if node.kind == "override":
        if not isinstance(type, Scalar):
            fail(node, "a scalar type for an override", spelling(type))
        _check_override_id(checker, node)
    elif node.attributes:
        fail(
            node.attributes[0], f"no attributes of a `{node.kind}`", quote(node.attributes[0].name)
        )
    elif node.kind == "const" and not is_plain(type):
        fail(node, "a type that can be constructed", spelling(type))
    elif not is_plain(type) and not isinstance(type, Pointer | Opaque):
        fail(
            node,
            "a type that can be constructed, a pointer, a texture or a sampler",
            spelling(type),
        )


def _check_override_id(checker: WgslChecker, node: Variable) -> None:
    for attribute in node.attributes:
        if attribute.name != "id" or len(attribute.args) != 1:
            fail(attribute, "`@id(n)`", quote(attribute.name))
        value = attribute_value(checker, attribute)
        if value > _LARGEST_ID:
            fail(attribute, f"an id of at most {_LARGEST_ID}", str(value))
        if value in checker.ids:
            fail(attribute, "each id once", f"{value} again")
        checker.ids.add(value)


def attribute_value(checker: WgslChecker, node: Attribute) -> int:
    """Return the constant integer, not negative, that an attribute is given."""
    if len(node.args) != 1:
        fail(node, f"one value for `@{node.name}`", str(len(node.args)))
    type = concrete_type(checker, node.args[0])
    value = checker.constants.get(id(node.args[0]))
    if type not in (INT, UINT) or not isinstance(value, int) or value < 0:
        fail(node, f"a constant integer, not negative, for `@{node.name}`", "something else")
    return value


# ---- variables


def _var_symbol(checker: WgslChecker, node: Variable) -> VariableSymbol:
    type = _var_type(checker, node)
    space = _space(checker, node, type)
    access: Access = "read_write"
    if space in ("uniform", "storage", "handle"):
        access = "read"
    if node.access:
        if space != "storage" or node.access == "write":
            fail(
                node,
                "`read` or `read_write` of a variable in the storage space",
                quote(node.access),
            )
        access = node.access
    _check_store(checker, node, type, space, access)
    if space == "handle":
        return VariableSymbol(node.name, type, "uniform", node)
    reference = type.reference(space, access)
    return VariableSymbol(node.name, reference, "uniform" if access == "read" else "var", node)


def _var_type(checker: WgslChecker, node: Variable) -> Type:
    wanted = None if node.type is None else type_of(checker, node.type)
    if node.init is None:
        assert wanted is not None
        return wanted
    given = value_type(checker, node.init)
    target = wanted or concrete(given)
    converted_constant(checker, node.init, given, target, "as the value")
    if node.storage not in ("function", "private"):
        fail(node, f"no value for a variable in the {node.storage} space", "one")
    if node.storage == "private" and id(node.init) not in checker.constants:
        fail(node.init, "a constant expression at module scope", "one that is not constant")
    return target


def _space(checker: WgslChecker, node: Variable, type: Type) -> AddressSpace:
    space = SPACES.get(node.storage)
    if isinstance(type, Opaque):
        if checker.function is not None or node.storage not in ("handle", "private", ""):
            fail(
                node,
                "a texture or sampler at module scope, without an address space",
                quote(node.storage),
            )
        return "handle"
    if space is None:
        fail(node, "an address space", quote(node.storage) if node.storage else "none")
    return space


def _check_store(
    checker: WgslChecker, node: Variable, type: Type, space: AddressSpace, access: Access
) -> None:
    if type.scalar is not None and space == "function" and not node.attributes:
        return  # most local variables hold numbers, of which nothing below is wrong
    if space in ("function", "private") and not is_plain(type):
        fail(node, "a type that can be constructed", spelling(type))
    if space in ("uniform", "storage") and not is_shareable(type):
        fail(node, "a type that the host can share", spelling(type))
    if holds_unsized(type) and space != "storage":
        fail(node, "a type of known size", spelling(type))
    if holds_atomic(type) and (space == "uniform" or (space == "storage" and access == "read")):
        fail(node, "atomics where they can be written only", f"the {space} space, {access}")
    if isinstance(type, Pointer):
        fail(node, "a type that can be stored", spelling(type))
    fault = uniform_faults(type) if space == "uniform" else ""
    if fault:
        refuse(node, fault)
    _check_bindings(checker, node, space)


def _check_bindings(checker: WgslChecker, node: Variable, space: AddressSpace) -> None:
    names = {attribute.name for attribute in node.attributes}
    bound = space in ("uniform", "storage", "handle")
    if bound and names != {"group", "binding"}:
        fail(node, "`@group(n) @binding(n)` on a resource", ", ".join(sorted(names)) or "neither")
    if not bound and names:
        fail(node, "no attributes on this variable", ", ".join(sorted(names)))
    for attribute in node.attributes:
        attribute_value(checker, attribute)


def check_assertion(checker: WgslChecker, node: ConstAssert) -> None:
    type = value_type(checker, node.condition)
    if type is not BOOL:
        fail(node.condition, "a bool to assert", spelling(type))
    value = checker.constants.get(id(node.condition))
    if value is None:
        fail(node.condition, "a constant expression to assert", "one that is not constant")
    if value is False:
        refuse(node, "the assertion does not hold")
