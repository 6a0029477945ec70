"""Drop members of structures and blocks that are not used, with what constructors give for them."""

from __future__ import annotations

from ..tree import Call, Field, Interface, StructDecl, StructSyntax
from ..tree.paths import Path
from .edit import Change, Edit
from .subject import Subject, callee_name, names_in


def unused_members(subject: Subject, _: int = 0) -> list[Edit]:
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
                edits.append(_without_member(subject, node.name, (*path, "members", k), k))
    return edits


def _without_member(subject: Subject, struct: str, path: Path, k: int) -> Edit:
    arguments = [
        Change((*place, "args", k))
        for place, node in subject.places
        if isinstance(node, Call) and k < len(node.args) and callee_name(node) == struct
    ]
    return Edit((Change(path), *arguments))
