"""Do without structures: a variable for each member in place of one of them all, a member in
place of its structure.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ..tree import (
    Call,
    Declare,
    Expression,
    Field,
    Name,
    Node,
    StructDecl,
    StructSyntax,
    TypeName,
    Variable,
)
from ..tree.paths import Path
from ..tree.walk import with_children
from ..types import Struct
from .edit import Change, Edit
from .subject import Subject, callee_name

Record = StructDecl | StructSyntax
Structs = Mapping[str, Record]


def split(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each variable of which nothing but members is used."""
    structs = {node.name: node for _, node in subject.places if isinstance(node, Record)}
    edits = []
    for path, node in subject.places:
        if isinstance(node, Declare) and len(node.variables) == 1 and isinstance(path[-1], int):
            edit = _split(subject, structs, path, node.variables[0])
            edits += [edit] if edit is not None else []
    return edits


def _split(subject: Subject, structs: Structs, path: Path, variable: Variable) -> Edit | None:
    symbol = subject.typing.declared.get(id(variable))
    struct = (
        structs.get(symbol.type.name)
        if symbol is not None and isinstance(symbol.type, Struct)
        else None
    )
    if symbol is None or struct is None:
        return None
    values = _values(variable.init, struct)
    fields = [place[:-1] for place in subject.occurrences.get(symbol, ())]
    nodes = [subject.nodes.get(field) for field in fields]
    if values is None or variable.attributes or not all(isinstance(node, Field) for node in nodes):
        return None
    made = [
        replace(variable, name=f"{variable.name}_{member.name}", type=member.type, init=value)
        for member, value in zip(struct.members, values, strict=True)
    ]
    changes = [
        Change(field, (Name(name=f"{variable.name}_{node.name}"),))
        for field, node in zip(fields, nodes, strict=True)
        if isinstance(node, Field)
    ]
    return Edit((Change(path, tuple(Declare(variables=(one,)) for one in made)), *changes))


def _values(init: Expression | None, struct: Record) -> list[Expression | None] | None:
    """Return what each member begins with; None where that is not known."""
    if init is None:
        return [None] * len(struct.members)
    is_made = (
        isinstance(init, Call) and isinstance(init.callee, Name) and init.callee.name == struct.name
    )
    if not isinstance(init, Call) or not is_made or len(init.args) != len(struct.members):
        return None
    return list(init.args)


def unwrap(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each structure of one member, which stands for it from then on."""
    return [
        _unwrap_record(subject, path, node)
        for path, node in subject.places
        if isinstance(node, Record) and len(node.members) == 1
    ]


def _unwrap_record(subject: Subject, path: Path, struct: Record) -> Edit:
    (member,) = struct.members

    def change(node: Node) -> Node:
        if node is struct or (isinstance(node, TypeName) and node.name == struct.name):
            return member.type
        if isinstance(node, Call) and len(node.args) == 1 and callee_name(node) == struct.name:
            return change(node.args[0])
        if (
            isinstance(node, Field)
            and node.name == member.name
            and _holds(subject, node.base, struct)
        ):
            return change(node.base)
        return with_children(node, change)

    decls = subject.module.decls
    others = [(k, node, change(node)) for k, node in enumerate(decls) if node is not struct]
    changes = [Change(("decls", k), (new,)) for k, node, new in others if new is not node]
    alone = (Change(path),) if isinstance(struct, StructDecl) else ()
    return Edit((*alone, *changes))


def _holds(subject: Subject, node: Expression, struct: Record) -> bool:
    found = subject.type_of(node)
    return isinstance(found, Struct) and found.name == struct.name
