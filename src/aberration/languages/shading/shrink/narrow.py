"""Narrower types: a variable or member holds one element of its array, one column of its matrix, or
one component of its vector.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..tree import (
    ArrayOf,
    Assign,
    Call,
    Expression,
    Field,
    Index,
    InitList,
    Interface,
    Literal,
    Member,
    Name,
    Node,
    StructDecl,
    StructSyntax,
    TypeName,
    TypeSyntax,
    Variable,
)
from ..tree.paths import Path
from ..types import Array, Matrix, Scalar, Struct, Type, Vector, stored_type
from .edit import Change, Edit
from .subject import Subject, callee_name

_WIDE = (Array, Matrix, Vector)


def one_element(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each variable, and each member that is used, of such a type.

    What takes the whole stays as it is: where it needs the whole, the checker refuses the edit.
    """
    edits = []
    for path, node in subject.places:
        edit = None
        if isinstance(node, Variable):
            edit = _variable(subject, path, node)
        elif isinstance(node, Interface | StructDecl | StructSyntax):
            edits += _members(subject, path, node)
        edits += [edit] if edit is not None else []
    return edits


def _variable(subject: Subject, path: Path, node: Variable) -> Edit | None:
    symbol = subject.typing.declared.get(id(node))
    type = None if symbol is None else stored_type(symbol.type)
    if symbol is None or not isinstance(type, _WIDE):
        return None
    syntax = _element_syntax(subject, node.type, type)
    if syntax is None and node.type is not None:
        return None
    init = None if node.init is None else _element(subject, node.init, type)
    made = replace(node, type=syntax, init=init)
    uses = _uses(subject, subject.occurrences.get(symbol, ()), type)
    return Edit((Change(path, (made,)), *uses))


def _members(
    subject: Subject, path: Path, node: Interface | StructDecl | StructSyntax
) -> list[Edit]:
    edits = []
    for k, member in enumerate(node.members):
        places = [
            place for place, other in subject.places if _is_member(subject, other, node, member)
        ]
        used = subject.nodes[places[0]] if places else None
        type = subject.type_of(used) if isinstance(used, Expression) else None
        syntax = None if type is None else _element_syntax(subject, member.type, type)
        if type is None or syntax is None:
            continue
        given = [
            Change((*place, "args", k), (_element(subject, call.args[k], type),))
            for place, call in subject.places
            if isinstance(call, Call) and k < len(call.args) and callee_name(call) == node.name
        ]
        made = Change((*path, "members", k), (replace(member, type=syntax),))
        edits.append(Edit((made, *_uses(subject, places, type), *given)))
    return edits


def _is_member(
    subject: Subject, node: Node, owner: Interface | StructDecl | StructSyntax, member: Member
) -> bool:
    """Say whether an expression stands for a member of a structure or block."""
    if isinstance(node, Field) and node.name == member.name:
        base = subject.type_of(node.base)
        return isinstance(base, Struct) and base.name == owner.name
    if not isinstance(owner, Interface) or owner.instance or not isinstance(node, Name):
        return False
    symbol = subject.typing.symbols.get(id(node))
    return symbol is not None and symbol.role not in ("var", "param") and node.name == member.name


def _uses(subject: Subject, places: Sequence[Path], type: Type) -> list[Change]:
    """Return what becomes of the places where something of a type stands: a part of it is all
    of it, and one element of what it is given is written.
    """
    changes = []
    for path in places:
        above, node = subject.nodes.get(path[:-1]), subject.nodes[path]
        if path[-1] == "base" and _takes_element(above, type):
            changes.append(Change(path[:-1], (node,)))
        elif path[-1] == "target" and _takes_whole(subject, above, type):
            assert isinstance(above, Assign)
            value = _element(subject, above.value, type)
            changes.append(Change((*path[:-1], "value"), (value,)))
    return changes


def _takes_element(node: Node | None, type: Type) -> bool:
    is_component = isinstance(node, Field) and isinstance(type, Vector) and len(node.name) == 1
    return is_component or isinstance(node, Index)


def _takes_whole(subject: Subject, node: Node | None, type: Type) -> bool:
    return isinstance(node, Assign) and subject.type_of(node.value) is type


def _element_syntax(subject: Subject, syntax: TypeSyntax | None, type: Type) -> TypeSyntax | None:
    """Return how the type of an element is written; None for what has none, or no type."""
    if syntax is None:
        return None
    if isinstance(type, Array):
        inner = syntax.element if isinstance(syntax, ArrayOf) else None
        first = syntax.args[0] if isinstance(syntax, TypeName) and syntax.args else None
        return inner or (first if isinstance(first, TypeSyntax) else None)
    if not isinstance(type, Matrix | Vector):
        return None
    element = type.column if isinstance(type, Matrix) else type.component
    name, _, inside = (element.wgsl if subject.wgsl else element.glsl).partition("<")
    return TypeName(name, (TypeName(inside.rstrip(">")),) if inside else ())


def _element(subject: Subject, node: Expression, type: Type) -> Expression:
    """Return the first element of a value: as it is written, or taken from the whole."""
    if isinstance(node, InitList) and node.items:
        return node.items[0]
    made = subject.typing.callees.get(id(node)) if isinstance(node, Call) else None
    first = node.args[0] if isinstance(node, Call) and node.args else None
    if first is not None and made is type and _fits(subject.type_of(first), _element_type(type)):
        return first
    if isinstance(type, Vector):
        return Field(node, "x")
    return Index(node, Literal("abstract_int" if subject.wgsl else "int", 0))


def _element_type(type: Type) -> Type | None:
    if isinstance(type, Array):
        return type.element
    if isinstance(type, Matrix):
        return type.column
    return type.component if isinstance(type, Vector) else None


def _fits(given: Type | None, wanted: Type | None) -> bool:
    """Say whether a value is of a type, or a number that becomes one."""
    is_number = isinstance(given, Scalar) and given.is_abstract and isinstance(wanted, Scalar)
    return given is wanted or is_number
