"""Drop members of structures and blocks that are not used, with what constructors give for them."""

from __future__ import annotations

from ..tree import Call, Field, Interface, Member, Name, StructDecl, StructSyntax, TypeName
from .edit import Change, Edit
from .subject import Subject, names_in


def unused(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each member that is neither read nor written, the last ones being the
    last.

    What comes after it in a block moves up, and reads what the inputs have there.
    """
    named = {node.name for _, node in subject.places if isinstance(node, Field)}
    named.update(names_in(subject.module))
    edits = []
    for path, node in subject.places:
        if not isinstance(node, StructDecl | StructSyntax | Interface) or len(node.members) < 2:
            continue
        for k, member in enumerate(node.members):
            if member.name not in named:
                edits.append(_without(subject, node.name, (*path, "members", k), k, member))
    return edits


def _without(subject: Subject, struct: str, path: tuple[str | int, ...], k: int, _: Member) -> Edit:
    arguments = [
        Change((*place, "args", k))
        for place, node in subject.places
        if isinstance(node, Call) and k < len(node.args) and _names(node) == struct
    ]
    return Edit((Change(path), *arguments))


def _names(node: Call) -> str:
    return node.callee.name if isinstance(node.callee, Name | TypeName) else ""
