"""What a geometry shader says of the primitives that it takes and gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ..tree import Attribute, Module, Requalify

VERTICES: Final[Mapping[str, int]] = MappingProxyType(
    {"points": 1, "lines": 2, "lines_adjacency": 4, "triangles": 3, "triangles_adjacency": 6}
)
"""The primitives that a geometry shader takes, each with its number of vertices (GLSL 4.60,
4.4.1.2 "Geometry Shader Inputs").
"""
GIVEN: Final = frozenset(("points", "line_strip", "triangle_strip"))
"""The primitives that one gives (GLSL 4.60, 4.4.2.2 "Geometry Outputs")."""


def defaults_of(module: Module, storage: str) -> Iterator[Attribute]:
    """Give the layout identifiers of all `layout(...) in;` or `layout(...) out;`."""
    for node in module.decls:
        if isinstance(node, Requalify) and node.storage == storage and not node.names:
            yield from node.attributes


def vertices_of(module: Module) -> int | None:
    """Return how many vertices the primitive has that a geometry shader says it takes; None where
    it says none.
    """
    words = [one.name for one in defaults_of(module, "in") if one.name in VERTICES]
    return VERTICES[words[-1]] if words else None
