"""`@group(0)` and `layout(set = 0)`: one node, one vocabulary."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.shading.tree.node import Expression, Node


class Attribute(Node, frozen=True, gc=False):
    """An attribute of WGSL or one identifier of GLSL's `layout(...)`, with its arguments.

    Names are WGSL's where both have it (`group`, not `set`); each printer has its own spelling.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("args",)

    name: str
    args: tuple[Expression, ...] = ()
