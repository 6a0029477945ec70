"""Code of the wrapper, written as text in the language of the parts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    NOWHERE,
    Declaration,
    Function,
    LanguageName,
    Module,
    Node,
    Statement,
)
from aberration.languages.shading.tree.walk import rewrite

_KEPT: Final = 256


def statements_of(text: str, like: Module) -> tuple[Statement, ...]:
    """Return statements that are written in the language and version of a module."""
    head = "fn written() {" if like.language == "wgsl" else "void written() {"
    (made,) = declarations_of(f"{head}\n{text}\n}}", like)
    assert isinstance(made, Function)
    assert made.body is not None
    return made.body.statements


def declarations_of(text: str, like: Module) -> tuple[Declaration, ...]:
    """Return declarations that are written in the language and version of a module."""
    return _read(text, like.language, like.version)


@lru_cache(maxsize=_KEPT)
def _read(text: str, language: LanguageName, version: int) -> tuple[Declaration, ...]:
    head = ""
    if language != "wgsl":
        essl = language == "essl" and version > 100
        head = f"#version {version}{' es' if essl else ''}\n"
    # Their places in this text are none of the program's.
    return rewrite(read(head + text, language).module, _without_place).decls


def _without_place(node: Node) -> Node:
    return replace(node, span=NOWHERE)
