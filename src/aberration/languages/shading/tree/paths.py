"""Paths: how a place in a tree is named, in place of links to parents. A path is data, and can
be kept in a recipe.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace as with_fields

from aberration.languages.shading.tree.node import Node

Path = tuple[str | int, ...]
"""From the root: the name of a child field, followed by a position where the field is a tuple;
and so on.
"""


def at(root: Node, path: Path) -> Node | None:
    """Return the node at a path, or None where there is none."""
    current: object = root
    for step in path:
        current = _below(current, step)
    return current if isinstance(current, Node) else None


def _below(current: object, step: str | int) -> object:
    if isinstance(current, Node) and isinstance(step, str):
        return getattr(current, step) if step in current.CHILDREN else None
    if isinstance(current, tuple) and isinstance(step, int) and 0 <= step < len(current):
        return current[step]
    return None


def places(root: Node) -> Iterator[tuple[Path, Node]]:
    """Yield each node with its path, parents first, children in order."""
    waiting: list[tuple[Path, Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        below = [
            entry
            for field in node.CHILDREN
            for entry in _entries(path, field, getattr(node, field))
        ]
        below.reverse()
        waiting.extend(below)


def _entries(path: Path, field: str, value: object) -> Iterator[tuple[Path, Node]]:
    if isinstance(value, Node):
        yield (*path, field), value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            if item is not None:
                yield (*path, field, index), item


def with_node_at(root: Node, path: Path, new: Node) -> Node:
    """Return the tree with another node at a path, sharing all else; raise `LookupError` for no
    such path.
    """
    return _with_nodes_at(root, path, (new,), alone=True)


def splice(root: Node, path: Path, new: tuple[Node, ...]) -> Node:
    """Return the tree with the member of a tuple at a path replaced by any number of nodes, sharing
    all else.

    Raise `LookupError` where there is no such path, or where it does not end in a position.
    """
    return _with_nodes_at(root, path, new, alone=False)


def _with_nodes_at(node: Node, path: Path, new: tuple[Node, ...], *, alone: bool) -> Node:
    if not path:
        if not alone:
            raise LookupError("a single child is no member of a tuple")
        return new[0]
    field, rest = path[0], path[1:]
    value = _below(node, field)
    if not isinstance(field, str) or value is None:
        raise LookupError(f"no child {field!r} in a {type(node).__name__}")
    if isinstance(value, Node):
        return with_fields(node, **{field: _with_nodes_at(value, rest, new, alone=alone)})
    index = rest[0] if rest else None
    if not isinstance(value, tuple) or not isinstance(index, int) or not 0 <= index < len(value):
        raise LookupError(f"no member {index!r} of {field!r} in a {type(node).__name__}")
    middle = new if len(rest) == 1 else (_with_nodes_at(value[index], rest[1:], new, alone=alone),)
    return with_fields(node, **{field: (*value[:index], *middle, *value[index + 1 :])})
