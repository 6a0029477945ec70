"""Short ways to read pieces of the shading languages in tests."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    Assign,
    Expression,
    Function,
    LanguageName,
    Module,
    Statement,
)

HEADS: dict[LanguageName, str] = {"glsl": "#version 450\n", "essl": "#version 310 es\n", "wgsl": ""}


def module(text: str, language: LanguageName = "glsl") -> Module:
    """Return the tree of declarations, in the newest usual version where the text says none."""
    return read(text if "version" in text else HEADS[language] + text, language).module


def statements(text: str, language: LanguageName = "glsl") -> tuple[Statement, ...]:
    """Return the statements of a function's body."""
    function = module(f"{'fn' if language == 'wgsl' else 'void'} f() {{ {text} }}", language).decls[
        -1
    ]
    assert isinstance(function, Function)
    assert function.body is not None
    return function.body.statements


def expression(text: str, language: LanguageName = "glsl") -> Expression:
    """Return one expression."""
    (assigned,) = statements(f"x = {text};", language)
    assert isinstance(assigned, Assign)
    return assigned.value


def refused(text: str, language: LanguageName) -> str:
    """Return the whole message by which a text is refused; the text is a file `x` from its
    first character.
    """
    with pytest.raises(MalformedShader) as caught:
        read(text, language, "x")
    return str(caught.value)
