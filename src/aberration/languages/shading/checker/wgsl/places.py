"""Parts of values and of variables: indexing, members, swizzles, pointers."""

from __future__ import annotations

from typing import Any, Final

from ...source import quoted
from ...tree import AddressOf, Deref, Expression, Field, Index, Name
from ...types import (
    ABSTRACT_INT,
    INT,
    UINT,
    Array,
    Matrix,
    Pointer,
    Reference,
    Struct,
    Type,
    Vector,
    shaped,
)
from ..symbols import UNKNOWN, FunctionSet, VariableSymbol
from .operators import OperatorsPart

_LETTERS: Final = ("xyzw", "rgba")
_INDEXED: Final = (Array, Vector, Matrix)
_USED: Final = ("var", "uniform")
_INTEGERS: Final = (INT, UINT, ABSTRACT_INT)


class PlacesPart(OperatorsPart):
    """Places."""

    def name(self, node: Name) -> Type:
        name = node.name
        symbol = self.scopes.find(name) or self.find(node, name)
        if not isinstance(symbol, VariableSymbol):
            what = "which is not declared here" if symbol is None else "which is no variable"
            if isinstance(symbol, FunctionSet):
                what = "which is a function"
            self.fail(node, "a variable", f"{quoted(name)}, {what}")
        self.symbols[id(node)] = symbol
        if symbol.constant is not None:
            self.constants[id(node)] = symbol.constant
        if self.function is not None and symbol.role in _USED:
            used = self.uses.get(self.function.name)
            if used is None:
                self.uses[self.function.name] = {name: node}
            elif name not in used:
                used[name] = node
        return symbol.type

    def based(self, node: Expression) -> tuple[Type, Reference | None]:
        """Return the type of what stands before `[` or `.`, and the reference to it; a pointer
        is followed.
        """
        type = self.expression(node)
        if isinstance(type, Reference):
            return type.store, type
        if isinstance(type, Pointer):
            return type.store, type.store.reference(type.space, type.access)
        return type, None

    def part(self, of: Reference | None, type: Type) -> Type:
        return type if of is None else type.reference(of.space, of.access)

    def index(self, node: Index) -> Type:
        base, reference = self.based(node.base)
        if not isinstance(base, _INDEXED):
            self.fail(node, "an array, vector or matrix before '['", self.a(base))
        index = self.value(node.index)
        if index not in _INTEGERS:
            self.fail(node.index, "an integer as the index", self.a(index))
        if index is ABSTRACT_INT:
            self.fitting(node.index, index, INT)
        size = base.columns if isinstance(base, Matrix) else base.size
        at = self.constants.get(id(node.index))
        if isinstance(at, int) and (at < 0 or (size is not None and at >= size)):
            self.fail(node.index, f"an index into {self.a(base)}", str(at))
        whole = self.constants.get(id(node.base))
        if whole is not None and at is not None:
            self.constants[id(node)] = UNKNOWN if whole is UNKNOWN or at is UNKNOWN else whole[at]
        if isinstance(base, Array):
            return self.part(reference, base.element)
        return self.part(reference, base.component if isinstance(base, Vector) else base.column)

    def field(self, node: Field) -> Type:
        base, reference = self.based(node.base)
        whole = self.constants.get(id(node.base))
        if isinstance(base, Struct):
            member = base.by_name.get(node.name)
            if member is None:
                self.fail(node, f"a member of {self.a(base)}", quoted(node.name))
            if whole is not None:
                self.constants[id(node)] = _member(whole, base, node.name)
            return self.part(reference, member.type)
        if not isinstance(base, Vector):
            self.fail(node, "a structure or vector before '.'", self.a(base))
        picked = self._picked(node, base)
        if whole is not None:
            self.constants[id(node)] = _swizzled(whole, picked)
        if len(picked) == 1:
            return self.part(reference, base.component)
        if reference is not None and reference.access == "write":
            self.fail(node, "a variable that can be read", "one that can only be written")
        return shaped(base.component, len(picked))

    def _picked(self, node: Field, base: Vector) -> list[int]:
        name = node.name
        letters = (_LETTERS[0] if name[0] in _LETTERS[0] else _LETTERS[1])[: base.size]
        picked = [letters.find(letter) for letter in name]
        if len(name) > 4 or -1 in picked:
            self.fail(node, f"components of {self.a(base)}", quoted(name))
        return picked

    def address_of(self, node: AddressOf) -> Type:
        type = self.expression(node.operand)
        if not isinstance(type, Reference) or type.space == "handle":
            self.fail(node, "a variable after '&'", self.a(type))
        operand = node.operand
        if isinstance(operand, Index | Field) and isinstance(self._held(operand.base), Vector):
            self.fail(node, "a variable after '&'", "a component of a vector")
        return type.store.pointer(type.space, type.access)

    def _held(self, node: Expression) -> Type:
        type = self.types[id(node)]
        return type.store if isinstance(type, Reference | Pointer) else type

    def deref(self, node: Deref) -> Type:
        type = self.value(node.operand)
        if not isinstance(type, Pointer):
            self.fail(node, "a pointer after '*'", self.a(type))
        return type.store.reference(type.space, type.access)

    # ---- what is written to

    def target(self, node: Expression) -> Type:
        """Return the type that an assignment to a place takes; swizzles of several components
        are places, too.
        """
        if isinstance(node, Field) and self.rules.swizzle_assignment:
            base, reference = self.based(node.base)
            self.types[id(node.base)] = self.types.get(id(node.base), base)
            if isinstance(base, Vector) and reference is not None and len(node.name) > 1:
                self.effects.touch(self.root(node), written=True)
                return self._swizzle_target(node, base, reference)
        type = self.expression(node)
        if not isinstance(type, Reference):
            self.fail(
                node, "a variable or a part of one to assign to", f"a value of type {self.a(type)}"
            )
        if type.access == "read":
            self.fail(node, "a variable to assign to", "one that can only be read")
        if not _is_assignable(type.store):
            self.fail(node, "a type that can be assigned", self.a(type.store))
        self.effects.touch(self.root(node), written=True)
        return type.store

    def _swizzle_target(self, node: Field, base: Vector, reference: Reference) -> Type:
        picked = self._picked(node, base)
        if len(set(picked)) != len(picked):
            self.fail(node, "each component once to assign to", quoted(node.name))
        if reference.access == "read":
            self.fail(node, "a variable to assign to", "one that can only be read")
        type = shaped(base.component, len(picked))
        self.types[id(node)] = type
        return type


def _is_assignable(type: Type) -> bool:
    if type.scalar is not None:
        return True
    if isinstance(type, Array):
        return type.size is not None and _is_assignable(type.element)
    if isinstance(type, Struct):
        return all(_is_assignable(member.type) for member in type.members)
    return False


def _member(whole: Any, type: Struct, name: str) -> Any:
    if whole is UNKNOWN:
        return UNKNOWN
    return whole[[member.name for member in type.members].index(name)]


def _swizzled(whole: Any, picked: list[int]) -> Any:
    if whole is UNKNOWN:
        return UNKNOWN
    parts = tuple(whole[k] for k in picked)
    return parts[0] if len(parts) == 1 else parts
