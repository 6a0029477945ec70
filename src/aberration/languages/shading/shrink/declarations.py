"""Drop declarations of the module that nothing but themselves, or others that go, refers to."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..tree import (
    Alias,
    Declaration,
    Declare,
    Function,
    Interface,
    StructDecl,
    StructSyntax,
)
from .edit import Edit, drop_at
from .subject import Subject, names_in

_NAMED: Final = (Function, StructDecl, Alias)


def unused_declarations(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each declaration that is not used, directives last; entry points stay."""
    decls = subject.module.decls
    words = [Counter(names_in(node)) for node in decls]
    total = sum(words, Counter[str]())
    gone: set[int] = set()
    grown = True
    while grown:
        new = [
            k for k, node in enumerate(decls) if k not in gone and _is_free(node, total - words[k])
        ]
        for k in new:
            gone.add(k)
            total = total - words[k]
        grown = bool(new)
    edits = [drop_at(("decls", k)) for k in sorted(gone)]
    return edits + [drop_at(("directives", k)) for k in range(len(subject.module.directives))]


def single_names(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each of several names that one declaration declares; the checker knows
    which are used.
    """
    return [
        drop_at((*path, "variables", k))
        for path, node in subject.places
        if isinstance(node, Declare) and len(node.variables) > 1
        for k in range(len(node.variables))
    ]


def _is_free(node: Declaration, others: Counter[str]) -> bool:
    if isinstance(node, Function) and (node.name == "main" or node.attributes):
        return False
    return not any(others[name] for name in declared_names(node))


def declared_names(node: Declaration) -> list[str]:
    """Return the names that a declaration introduces; none for one that only says how others
    are to be read.
    """
    if isinstance(node, Declare):
        names = [variable.name for variable in node.variables]
        types = [variable.type for variable in node.variables]
        return [type.name for type in types if isinstance(type, StructSyntax)] + names
    if isinstance(node, Interface):
        return [node.instance] if node.instance else [member.name for member in node.members]
    return [node.name] if isinstance(node, _NAMED) else []
