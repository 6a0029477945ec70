"""From types as they are written to types."""

from __future__ import annotations

from ...source import quoted
from ...tree import ArrayOf, Expression, Member, Node, StructSyntax, TypeName, TypeSyntax
from ...types import INT, UINT, VOID, Array, Struct, Type, is_opaque
from ...types import Member as StructMember
from ..symbols import UNKNOWN, TypeSymbol
from .base import Base
from .features import NAMED_TYPES, default_key

_IMPLIED_SIZE = 32
"""The size of an array whose size the implementation chooses."""


class TypesPart(Base):
    """Types."""

    def type_of(self, syntax: TypeSyntax) -> Type:
        """Return what a written type means; arrays may lack a size."""
        if isinstance(syntax, TypeName):
            return self.named(syntax, syntax.name)
        if isinstance(syntax, ArrayOf):
            return self._array(syntax)
        assert isinstance(syntax, StructSyntax)
        return self.struct(syntax, syntax.name, syntax.members)

    def named(self, node: Node, name: str) -> Type:
        if name in self.rules.type_words:
            found = NAMED_TYPES.get(name)
            if found is None:
                self.refuse(node, f"the type {quoted(name)} is not supported")
            return found
        symbol = self.scopes.find(name)
        if not isinstance(symbol, TypeSymbol):
            self.fail(node, "a type", quoted(name))
        return symbol.type

    def _array(self, syntax: ArrayOf) -> Type:
        element = self.type_of(syntax.element)
        if element is VOID:
            self.fail(syntax, "the type of an element", "'void'")
        if isinstance(element, Array) and element.size is None:
            self.refuse(syntax, "expected a size for each dimension but the outermost, came none")
        size = None if syntax.size is None else self.array_size(syntax.size)
        return element.array(size)

    def array_size(self, node: Expression) -> int:
        type = self.expression(node)
        if type is not INT and type is not UINT:
            self.fail(node, "a constant integer as the size of an array", self.a(type))
        value = self.constant(node)
        if value is None:
            self.refuse(
                node,
                (
                    "expected a constant expression as the size of an array, came one that "
                    "is not constant"
                ),
            )
        if value is UNKNOWN:
            return _IMPLIED_SIZE
        if value <= 0:
            self.fail(node, "a size above 0", str(value))
        return int(value)

    def struct(self, node: Node, name: str, members: tuple[Member, ...]) -> Struct:
        """Return the structure that a node declares, the same one each time; its name is
        declared.
        """
        known = self.typing.structs.get(id(node))
        here = self.scopes.here(name)
        if known is not None and (
            not name or (isinstance(here, TypeSymbol) and here.type is known)
        ):
            return known
        made = known or Struct(name, self.members(members))
        self.typing.structs[id(node)] = made
        if name:
            if here is not None:
                self.refuse(node, f"{quoted(name)} is declared twice in one scope")
            self.check_name(node, name)
            self.scopes.add(name, TypeSymbol(made))
        return made

    def members(self, members: tuple[Member, ...]) -> tuple[StructMember, ...]:
        found: list[StructMember] = []
        names: set[str] = set()
        for member in members:
            if member.name in names:
                self.refuse(member, f"the member {quoted(member.name)} is declared twice")
            names.add(member.name)
            self.check_name(member, member.name)
            if member.storage or member.qualifiers:
                self.fail(
                    member,
                    "no qualifier but a precision",
                    quoted(member.storage or member.qualifiers[0]),
                )
            type = self.type_of(member.type)
            if type is VOID or (isinstance(type, Array) and type.size is None):
                self.fail(member, "a type of known size", self.a(type))
            self.check_precision(member, type, member.precision)
            found.append(StructMember(member.name, type))
        return tuple(found)

    def check_name(self, node: Node, name: str) -> None:
        """Refuse names that the language keeps for itself."""
        if name.startswith("gl_"):
            self.fail(
                node, "a name", f"{quoted(name)}: names that begin with gl_ are the language's"
            )
        if self.features.underscores_reserved and "__" in name:
            self.fail(node, "a name", f"{quoted(name)}: names with two underscores are reserved")

    def check_precision(self, node: Node, type: Type, given: str) -> None:
        """A type that has precisions needs one: its own, or the default of the scope."""
        base = type
        while isinstance(base, Array):
            base = base.element
        key = default_key(base)
        if given and key is None:
            self.fail(node, "a precision on a number or an opaque type only", self.a(type))
        if given or key is None or self.features.precisions is None:
            return
        if key not in self.precisions[0] and not any(key in level for level in self.precisions):
            advice = f"Write `precision mediump {key};` before, or a precision before the type."
            self.refuse(
                node,
                f"{self.a(type)} has no precision here, and no default for {key} is declared",
                advice,
            )

    def check_value_type(self, node: Node, type: Type) -> None:
        """Refuse what no plain variable may hold."""
        if type is VOID:
            self.fail(node, "the type of a variable", "'void'")
        if is_opaque(type):
            self.fail(
                node,
                "a type with a value",
                f"{self.a(type)}, which only uniforms and parameters may be",
            )
