"""The type checker: `check(module)` gives the types of all expressions, or says what is wrong."""

from __future__ import annotations

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker.family.modules import ModuleChecker as FamilyChecker
from aberration.languages.shading.checker.fault import Fault
from aberration.languages.shading.checker.typing import Typing
from aberration.languages.shading.checker.wgsl.modules import ModuleChecker as WgslChecker
from aberration.languages.shading.dialects import rules_for
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Module

__all__ = ["Typing", "check"]


def check(module: Module, stage: Stage = "fragment", source: Source | None = None) -> Typing:
    """Return the types and all else that is known of a module; raise `MalformedShader` for the first mistake.

    `stage` is what the shader is for; WGSL's entry points say so themselves. `source` is the text that the module was
    read from, for the place in messages.
    """
    rules = rules_for(module)
    try:
        if rules.language == "wgsl":
            return WgslChecker(module, rules).check()
        return FamilyChecker(module, rules, stage).check()
    except Fault as fault:
        raise fault.located(source) from None
