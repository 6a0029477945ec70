"""The type checker: `check(module)` gives the types of all expressions, or says what is wrong."""

from __future__ import annotations

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker.family.modules import ModuleChecker as FamilyChecker
from aberration.languages.shading.checker.fault import Fault
from aberration.languages.shading.checker.typing import Typing
from aberration.languages.shading.checker.wgsl.modules import ModuleChecker as WgslChecker
from aberration.languages.shading.dialects import rules_for
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Module

__all__ = ["Typing", "check"]


def check(
    module: Module, stage: Stage = "fragment", source: Source | None = None, known: Typing | None = None
) -> Typing:
    """Return the types and all else that is known of a module; raise `MalformedShader` for the first mistake.

    `stage` is what the shader is for; WGSL's entry points say so themselves. `source` is the text that the module was
    read from, for the place in messages. `known` is what is known of the module that this one was rewritten from: where
    only bodies of functions differ, these alone are checked.
    """
    rules = rules_for(module)
    try:
        if known is not None:
            found = _checker(module, rules, stage).recheck(known)
            if found is not None:
                return found
        return _checker(module, rules, stage).check()
    except Fault as fault:
        raise fault.located(source) from None


def _checker(module: Module, rules: Rules, stage: Stage) -> FamilyChecker | WgslChecker:
    return WgslChecker(module, rules) if rules.language == "wgsl" else FamilyChecker(module, rules, stage)
