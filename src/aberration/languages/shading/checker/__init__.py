"""The type checker: `check(module)` gives the types of all expressions, or says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from aberration.core.errors import MalformedShader
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker.family.changed import check_changed
from aberration.languages.shading.checker.family.modules import check_family
from aberration.languages.shading.checker.fault import Fault
from aberration.languages.shading.checker.typing import Typing
from aberration.languages.shading.checker.unsupported import advice
from aberration.languages.shading.checker.wgsl.modules import check_wgsl
from aberration.languages.shading.dialects import rules_for
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import LanguageName, Module, Node

__all__ = ["Typing", "check", "check_again"]


def check(module: Module, stage: Stage = "fragment", source: Source | None = None) -> Typing:
    """Return the types and all else that is known of a module; raise `MalformedShader` for the
    first mistake.

    `stage` is what the shader is for; WGSL's entry points say so themselves. `source` is the text
    that the module was read from, for the place in messages.
    """
    rules = rules_for(module)
    return _with_errors(
        lambda: _CHECKS[rules.language](module, rules, stage), module, rules, source
    )


def check_again(
    before: Typing, stayed: Callable[[Node], bool], module: Module, stage: Stage
) -> Typing:
    """Return what `check` returns for a module in GLSL or ESSL that was made of a checked one; see
    `family.changed`.
    """
    rules = rules_for(module)
    return _with_errors(lambda: check_changed(before, stayed, module, rules, stage), module, rules)


def _with_errors(
    run: Callable[[], Typing], module: Module, rules: Rules, source: Source | None = None
) -> Typing:
    """Return what a check gives, or raise its first fault as an error."""
    try:
        return run()
    except Fault as fault:
        fault.advice = fault.advice or advice(module, rules)
        raise fault.to_error(source) from None
    except RecursionError:
        raise MalformedShader(
            "expected a tree of fewer levels, came one that is too deep to check"
        ) from None


_CHECKS: Final[Mapping[LanguageName, Callable[[Module, Rules, Stage], Typing]]] = {
    "glsl": check_family,
    "essl": check_family,
    "wgsl": check_wgsl,
}
