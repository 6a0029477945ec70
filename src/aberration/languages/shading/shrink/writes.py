"""Simpler writes: a variable begins with what is written to it first, and a compound assignment
becomes a plain one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ..checker.symbols import VariableSymbol
from ..tree import Assign, AssignExpr, Declare, Name, Node
from ..tree.paths import Path
from .edit import Change, Edit, replace_at
from .subject import Subject


def first_write(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each variable that a later statement of its block assigns to: it is
    declared there. Where it is needed before, the checker refuses that.
    """
    edits = []
    for path, node in subject.places:
        declared = isinstance(node, Declare) and path[-2] == "statements"
        variables = node.variables if isinstance(node, Declare) and declared else ()
        if len(variables) != 1 or variables[0].kind != "var":
            continue
        symbol = subject.typing.declared.get(id(variables[0]))
        later = None if symbol is None else _assignment(subject, path, symbol)
        if later is not None:
            place, write = later
            made = Declare((replace(variables[0], init=write.value),))
            edits.append(Edit((Change(path), Change(place, (made,)))))
    return edits


def _assignment(subject: Subject, path: Path, symbol: VariableSymbol) -> tuple[Path, Assign] | None:
    """Return the first statement after a declaration that assigns to the whole variable, if it
    stands in the same block.
    """
    *block, position = path
    assert isinstance(position, int)
    while (node := subject.nodes.get((*block, position))) is not None:
        if isinstance(node, Assign) and node.op == "=" and _stands_for(subject, node, symbol):
            return (*block, position), node
        position += 1
    return None


def _stands_for(subject: Subject, node: Assign, symbol: VariableSymbol) -> bool:
    target: Node | None = node.target
    return isinstance(target, Name) and subject.typing.symbols.get(id(target)) is symbol


def plain(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each compound assignment: the value alone is written."""
    return [
        replace_at(path, replace(node, op="="))
        for path, node in subject.places
        if isinstance(node, Assign | AssignExpr) and node.op != "="
    ]
