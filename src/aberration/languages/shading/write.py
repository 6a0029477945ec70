"""The one door from tree to text."""

from __future__ import annotations

from aberration.languages.shading.dialects import dialect_of, rules_for
from aberration.languages.shading.printer.printer import NOTHING_KEPT
from aberration.languages.shading.tree import Module


def write(module: Module) -> str:
    """Return the canonical text of a tree, which reads as the same tree; raise `InternalError` for an illegal tree."""
    return dialect_of(module.language).printer(rules_for(module), NOTHING_KEPT).module(module)
