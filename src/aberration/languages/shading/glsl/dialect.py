"""How GLSL is read; ESSL is parsed by the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.glsl.lexicon import lexicon
from aberration.languages.shading.glsl.parser import GlslParser
from aberration.languages.shading.glsl.rules import VERSIONS, rules
from aberration.languages.shading.glsl.version import version_of
from aberration.languages.shading.lexer import lex
from aberration.languages.shading.preprocessor.preprocessor import Preprocessor
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Module

__all__ = ["VERSIONS", "parse", "rules", "rules_of"]

_PROFILES: Final = ("", "core", "compatibility")


def rules_of(source: Source) -> Rules:
    """Return the rules of the version that a text asks for."""
    version = version_of(source)
    if not version.number:
        return rules(VERSIONS[0])
    if version.number in VERSIONS and version.profile in _PROFILES:
        return rules(version.number)
    known = ", ".join(map(str, VERSIONS))
    came = f"{version.number} {version.profile}".strip()
    raise source.error(version.offset, f"expected #version {known} of GLSL, came {came}")


def parse(source: Source, rules: Rules, defines: Mapping[str, str]) -> Module:
    """Return the tree of a text in GLSL or ESSL."""
    version = version_of(source)
    tokens = lex(source.text, lexicon(rules))
    preprocessor = Preprocessor(source, tokens, rules, defines)
    # `#version`, where it is the first word, has been read.
    preprocessor.at = int(version.number > 0 and tokens.starts[0] == version.offset)
    preprocessor.run()
    decls = GlslParser(source, preprocessor.result, rules).module()
    profile = version.profile if rules.language == "glsl" else ""
    return Module(rules.language, rules.version, tuple(preprocessor.directives), decls, profile)
