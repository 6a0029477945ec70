"""The languages, one registration for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from aberration.languages.shading.essl import dialect as essl
from aberration.languages.shading.extensions import CONVERSIONS, used_extensions
from aberration.languages.shading.glsl import dialect as glsl
from aberration.languages.shading.glsl.printer import GlslPrinter
from aberration.languages.shading.printer.printer import Printer
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import LanguageName, Module
from aberration.languages.shading.wgsl import dialect as wgsl
from aberration.languages.shading.wgsl.printer import WgslPrinter


class Dialect(msgspec.Struct, frozen=True):
    """A language: which rules a text asks for, its tree by them, the rules of a version by
    number, and its printer.
    """

    rules_of: Callable[[Source], Rules]
    parse: Callable[[Source, Rules, Mapping[str, str]], Module]
    rules: Callable[[int], Rules]
    versions: tuple[int, ...]
    printer: Callable[[Rules, Mapping[int, str]], Printer]


_DIALECTS: Final[dict[LanguageName, Dialect]] = {
    "glsl": Dialect(glsl.rules_of, glsl.parse, glsl.rules, glsl.VERSIONS, GlslPrinter),
    "essl": Dialect(essl.rules_of, glsl.parse, essl.rules, essl.VERSIONS, GlslPrinter),
    "wgsl": Dialect(wgsl.rules_of, wgsl.parse, wgsl.rules, wgsl.VERSIONS, WgslPrinter),
}


def dialect_of(language: LanguageName) -> Dialect:
    """Return a language by its name."""
    return _DIALECTS[language]


def rules_for(module: Module) -> Rules:
    """Return the rules that a tree is under, with what its extensions change of them."""
    if module.language == "essl" and CONVERSIONS in used_extensions(module):
        return essl.rules(module.version, converts=True)
    return _DIALECTS[module.language].rules(module.version)
