"""How WGSL is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.lexer import lex
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Module
from aberration.languages.shading.wgsl.lexicon import LEXICON, without_block_comments
from aberration.languages.shading.wgsl.parser import WgslParser
from aberration.languages.shading.wgsl.rules import VERSION, rules
from aberration.languages.shading.wgsl.templates import discover

__all__ = ["VERSIONS", "parse", "rules", "rules_of"]

VERSIONS: Final = (VERSION,)


def rules_of(source: Source) -> Rules:
    """Return the rules; WGSL has no versions."""
    return rules()


def parse(source: Source, rules: Rules, defines: Mapping[str, str]) -> Module:
    """Return the tree of a text in WGSL, which has no preprocessor: `defines` have to be empty."""
    if defines:
        raise source.error(0, "expected no macros for WGSL, which has no preprocessor, came some")
    text, opened = without_block_comments(source.text)
    if opened >= 0:
        raise source.error(opened, "expected the end of this comment, came the end of the text")
    parser = WgslParser(source, discover(lex(text, LEXICON)), rules)
    directives = parser.directives()
    return Module(rules.language, rules.version, directives, parser.module())
