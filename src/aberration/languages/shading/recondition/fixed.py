"""Where a program has to have constant expressions, which call no functions of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..tree import (
    ArrayOf,
    Attribute,
    Clause,
    ConstAssert,
    Declare,
    Interface,
    Module,
    Node,
    TypeName,
    Variable,
)
from ..tree.nodes import Nodes
from ..tree.walk import walk

_KINDS: Final = (ArrayOf, Attribute, Clause, ConstAssert, Interface, Variable)
_FREE_CONSTANTS_SINCE: Final = 420
"""From this version of GLSL on, `const` variables are initialised by any expression."""


def fixed_nodes(module: Module, nodes: Nodes) -> frozenset[int]:
    """Return the identities of all nodes within constant expressions that the language asks
    for.
    """
    found = {id(below) for root in _roots(module, nodes) for below in walk(root)}
    # Most are types that are no more than a name.
    for name in nodes.of(TypeName):
        found.add(id(name))
        for arg in name.args:
            found.update(map(id, walk(arg)))
    return frozenset(found)


def new_initialisers(module: Module, old: Nodes) -> frozenset[int]:
    """Return the identities of the nodes in initialisers of the module that are not among the old
    ones.
    """
    new = (root for root in _initialisers(module) if old.parent_of(root) is None)
    return frozenset(id(below) for root in new for below in walk(root))


def _roots(module: Module, nodes: Nodes) -> Iterator[Node]:
    found: list[Node] = [node for kind in _KINDS for node in nodes.of(kind)]
    for node in found:
        if isinstance(node, Attribute | ConstAssert):
            yield node
        elif isinstance(node, ArrayOf):
            yield from () if node.size is None else (node.size,)
        elif isinstance(node, Clause):
            yield from node.labels
        elif isinstance(node, Interface):
            yield from (size for size in node.array if size is not None)
        elif isinstance(node, Variable) and node.init is not None and _is_const(module, node):
            yield node.init
    yield from _initialisers(module)


def _is_const(module: Module, node: Variable) -> bool:
    if node.kind not in ("const", "override"):
        return False
    return module.language != "glsl" or module.version < _FREE_CONSTANTS_SINCE


def _initialisers(module: Module) -> Iterator[Node]:
    """Those of the variables of the module: in ESSL and WGSL constant expressions, and in GLSL
    calls there are nothing that our interpreter knows.
    """
    for node in module.decls:
        for variable in node.variables if isinstance(node, Declare) else ():
            if variable.init is not None:
                yield variable.init
