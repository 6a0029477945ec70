"""The entry point from text to tree."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.errors import BadInput, MalformedShader
from aberration.core.program import Program
from aberration.languages.shading import dialects
from aberration.languages.shading.allowed import first_refusal_read
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Declaration, LanguageName, Module

_NO_DEFINES: Final[Mapping[str, str]] = MappingProxyType({})
_FRAMES: Final = 20_000
"""Frames for `parser.cursor.DEPTH` levels, of which each takes up to twenty: a call for each
level of precedence.
"""
_LARGEST: Final = 2_000_000

sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))


class Shader(msgspec.Struct, frozen=True):
    """A shader as read: its tree, the text that the tree's spans point into, and the rules that
    it was read by; of a pair, `companion` is the shader of the other stage.
    """

    module: Module
    source: Source
    rules: Rules
    companion: Shader | None = None


def read(
    text: str | bytes,
    language: LanguageName,
    where: str = "",
    defines: Mapping[str, str] = _NO_DEFINES,
) -> Shader:
    """Read a shader.

    GLSL's and ESSL's version is what `#version` says (without one, ESSL is 1.00); it is
    preprocessed, `defines` first. Raise `MalformedShader`, located in `where` (a file), for
    whatever is no legal shader by its words and grammar; types and names are `checker`'s.
    """
    source = Source(_decode(text, where), where)
    dialect = dialects.dialect_of(language)
    rules = dialect.rules_of(source)
    module = dialect.parse(source, rules, defines)
    refused = first_refusal_read(module, rules)
    if refused is not None:
        node, reason = refused
        raise source.error(
            max(node.span.start, 0),
            f"expected what {rules.title} has, came something else: {reason}",
        )
    return Shader(module, source, dialects.rules_for(module))


def read_program(program: Program) -> Shader:
    """Read a program in GLSL, ESSL or WGSL, a pair with its companion; raise `MalformedShader` for
    what is no legal shader.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    shader = read(program.source, program.language, program.name)
    return with_companion(shader, program.companion)


def with_companion(shader: Shader, companion: bytes) -> Shader:
    """Return a shader of a pair with that of the other stage; without one as it is."""
    if not companion:
        return shader
    where = f"{shader.source.where} (the other stage)"
    return msgspec.structs.replace(shader, companion=read(companion, shader.module.language, where))


def read_beside(module: Module, text: str) -> tuple[Declaration, ...]:
    """Return the declarations of a text in the version and profile of a module in GLSL or ESSL."""
    profile = "es" if module.language == "essl" else module.profile
    return read(f"#version {module.version} {profile}\n{text}\n", module.language).module.decls


def _decode(text: str | bytes, where: str) -> str:
    if len(text) > _LARGEST:
        raise BadInput(
            f"expected at most {_LARGEST} bytes of shader, came {len(text)}", where=where
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise MalformedShader(
                f"expected UTF-8, but byte {error.start} is none", where=where
            ) from None
    zero = text.find("\0")
    if zero >= 0:
        raise Source(text, where).error(zero, "expected text, came a zero byte")
    return text
