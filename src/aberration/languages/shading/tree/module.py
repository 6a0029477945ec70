"""The root of a tree."""

from __future__ import annotations

from typing import ClassVar
from typing import Literal as OneOf

from aberration.languages.shading.tree.node import Declaration, Node

LanguageName = OneOf["glsl", "essl", "wgsl"]
DirectiveKind = OneOf["extension", "pragma", "enable", "requires", "diagnostic"]


class Directive(Node, frozen=True, gc=False):
    """What is said to the compiler: `#extension a : b` is ("a", "b"); `#pragma text` is ("text",);
    `enable a, b;` and `requires a, b;` are ("a", "b"); `diagnostic(off, x.y);` is ("off", "x.y").
    """

    kind: DirectiveKind
    args: tuple[str, ...]


class Module(Node, frozen=True, gc=False):
    """A whole shader. `version` is 100 to 460, and 0 for WGSL; `profile` is GLSL's `core` or
    `compatibility`, or empty.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("directives", "decls")

    language: LanguageName
    version: int
    directives: tuple[Directive, ...] = ()
    decls: tuple[Declaration, ...] = ()
    profile: str = ""
