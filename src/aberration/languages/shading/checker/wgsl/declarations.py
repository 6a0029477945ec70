"""WGSL's variables and values, at module scope and in functions."""

from __future__ import annotations

from typing import Final

from ...layout import uniform_faults
from ...source import quoted
from ...tree import Attribute, ConstAssert, Declare, Variable
from ...types import BOOL, INT, UINT, Access, AddressSpace, Opaque, Pointer, Scalar, Type
from ..symbols import UNKNOWN, Constant, VariableSymbol
from .conversion_rank import concrete
from .expressions import ExpressionsPart
from .type_syntax import holds_atomic, holds_unsized, is_plain, is_shareable

_SPACES: Final[dict[str, AddressSpace]] = {
    "function": "function",
    "private": "private",
    "workgroup": "workgroup",
    "uniform": "uniform",
    "storage": "storage",
    "handle": "handle",
}
_LARGEST_ID: Final = 65535


class DeclarationsPart(ExpressionsPart):
    """Declarations."""

    def local(self, node: Declare) -> None:
        for variable in node.variables:
            if variable.kind == "override":
                self.refuse(variable, "expected `override` at module scope only")
            if variable.kind == "var" and variable.storage != "function":
                self.fail(variable, "a variable in the function space", quoted(variable.storage))
            symbol = self.variable(variable)
            if self.scopes.here(variable.name) is not None:
                self.refuse(variable, f"{quoted(variable.name)} is declared twice in one scope")
            self.scopes.add(variable.name, symbol)

    def variable(self, node: Variable) -> VariableSymbol:
        """Check a declaration; return what its name stands for."""
        if node.kind == "var":
            symbol = self._var(node)
        else:
            type, constant = self._typed(node)
            if node.kind == "const" and constant is None:
                self.refuse(
                    node,
                    f"expected a constant expression for {quoted(node.name)}, came one that is not",
                )
            symbol = VariableSymbol(
                node.name, type, node.kind, node, constant=constant, writable=False
            )
            root = (
                self.root(node.init)
                if isinstance(type, Pointer) and node.init is not None
                else None
            )
            if root is not None:
                self.roots[symbol] = root
        self.typing.declared[id(node)] = symbol
        return symbol

    def _typed(self, node: Variable) -> tuple[Type, Constant | None]:
        """Return type and value of a `let`, `const` or `override`."""
        wanted = None if node.type is None else self.type_of(node.type)
        constant: Constant | None = None
        if node.init is None:
            if wanted is None:
                self.refuse(
                    node, f"expected a type or a value for {quoted(node.name)}, came neither"
                )
            given = wanted
        else:
            came = self.value(node.init)
            given = wanted or (came if node.kind == "const" else concrete(came))
            constant = self.converted(node.init, came, given, "as the value")
        self._check_kind(node, given)
        if node.kind == "override":
            return given, UNKNOWN
        return given, constant if node.kind == "const" else None

    def _check_kind(self, node: Variable, type: Type) -> None:
        if node.kind == "override":
            if not isinstance(type, Scalar):
                self.fail(node, "a scalar type for an override", self.a(type))
            self._override_id(node)
        elif node.attributes:
            self.fail(
                node.attributes[0],
                f"no attributes of a `{node.kind}`",
                quoted(node.attributes[0].name),
            )
        elif node.kind == "const" and not is_plain(type):
            self.fail(node, "a type that can be constructed", self.a(type))
        elif not is_plain(type) and not isinstance(type, Pointer | Opaque):
            self.fail(
                node,
                "a type that can be constructed, a pointer, a texture or a sampler",
                self.a(type),
            )

    def _override_id(self, node: Variable) -> None:
        for attribute in node.attributes:
            if attribute.name != "id" or len(attribute.args) != 1:
                self.fail(attribute, "`@id(n)`", quoted(attribute.name))
            value = self.attribute_value(attribute)
            if value > _LARGEST_ID:
                self.fail(attribute, f"an id of at most {_LARGEST_ID}", str(value))
            if value in self.ids:
                self.fail(attribute, "each id once", f"{value} again")
            self.ids.add(value)

    def attribute_value(self, node: Attribute) -> int:
        """Return the constant integer, not negative, that an attribute is given."""
        if len(node.args) != 1:
            self.fail(node, f"one value for `@{node.name}`", str(len(node.args)))
        type = self.concrete_value(node.args[0])
        value = self.constants.get(id(node.args[0]))
        if type not in (INT, UINT) or not isinstance(value, int) or value < 0:
            self.fail(
                node, f"a constant integer, not negative, for `@{node.name}`", "something else"
            )
        return value

    # ---- variables

    def _var(self, node: Variable) -> VariableSymbol:
        type = self._var_type(node)
        space = self._space(node, type)
        access: Access = "read_write"
        if space in ("uniform", "storage", "handle"):
            access = "read"
        if node.access:
            if space != "storage" or node.access == "write":
                self.fail(
                    node,
                    "`read` or `read_write` of a variable in the storage space",
                    quoted(node.access),
                )
            access = node.access
        self._check_store(node, type, space, access)
        if space == "handle":
            return VariableSymbol(node.name, type, "uniform", node)
        reference = type.reference(space, access)
        return VariableSymbol(node.name, reference, "uniform" if access == "read" else "var", node)

    def _var_type(self, node: Variable) -> Type:
        wanted = None if node.type is None else self.type_of(node.type)
        if node.init is None:
            assert wanted is not None
            return wanted
        given = self.value(node.init)
        target = wanted or concrete(given)
        self.converted(node.init, given, target, "as the value")
        if node.storage not in ("function", "private"):
            self.fail(node, f"no value for a variable in the {node.storage} space", "one")
        if node.storage == "private" and id(node.init) not in self.constants:
            self.refuse(
                node.init,
                "expected a constant expression at module scope, came one that is not constant",
            )
        return target

    def _space(self, node: Variable, type: Type) -> AddressSpace:
        space = _SPACES.get(node.storage)
        if isinstance(type, Opaque):
            if self.function is not None or node.storage not in ("handle", "private", ""):
                self.fail(
                    node,
                    "a texture or sampler at module scope, without an address space",
                    quoted(node.storage),
                )
            return "handle"
        if space is None or space == "handle":
            self.fail(node, "an address space", quoted(node.storage) if node.storage else "none")
        return space

    def _check_store(self, node: Variable, type: Type, space: AddressSpace, access: Access) -> None:
        if type.scalar is not None and space == "function" and not node.attributes:
            return  # most local variables hold numbers, of which nothing below is wrong
        if space in ("function", "private") and not is_plain(type):
            self.fail(node, "a type that can be constructed", self.a(type))
        if space in ("uniform", "storage") and not is_shareable(type):
            self.fail(node, "a type that the host can share", self.a(type))
        if holds_unsized(type) and space != "storage":
            self.fail(node, "a type of known size", self.a(type))
        if holds_atomic(type) and (space == "uniform" or (space == "storage" and access == "read")):
            self.fail(
                node, "atomics where they can be written only", f"the {space} space, {access}"
            )
        if isinstance(type, Pointer):
            self.fail(node, "a type that can be stored", self.a(type))
        fault = uniform_faults(type) if space == "uniform" else ""
        if fault:
            self.refuse(node, fault)
        self._check_bindings(node, space)

    def _check_bindings(self, node: Variable, space: AddressSpace) -> None:
        names = {attribute.name for attribute in node.attributes}
        bound = space in ("uniform", "storage", "handle")
        if bound and names != {"group", "binding"}:
            self.fail(
                node, "`@group(n) @binding(n)` on a resource", ", ".join(sorted(names)) or "neither"
            )
        if not bound and names:
            self.fail(node, "no attributes on this variable", ", ".join(sorted(names)))
        for attribute in node.attributes:
            self.attribute_value(attribute)

    def assertion(self, node: ConstAssert) -> None:
        type = self.value(node.condition)
        if type is not BOOL:
            self.fail(node.condition, "a bool to assert", self.a(type))
        value = self.constants.get(id(node.condition))
        if value is None:
            self.refuse(
                node.condition,
                "expected a constant expression to assert, came one that is not constant",
            )
        if value is False:
            self.refuse(node, "the assertion does not hold")
