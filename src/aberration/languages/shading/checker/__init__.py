"""The type checker: `check(module)` gives the types of all expressions, or says what is wrong."""

from __future__ import annotations

from ..builtins.row import Stage
from ..rules import Rules
from ..source import Source
from ..tree import Module
from .family.modules import ModuleChecker
from .fault import Fault
from .typing import Typing

__all__ = ["Typing", "check"]


def check(module: Module, rules: Rules, stage: Stage, source: Source | None = None) -> Typing:
    """Return the types and all else that is known of a module; raise `MalformedShader` for the first mistake.

    `source` is the text that the module was read from, for the place in messages.
    """
    try:
        return ModuleChecker(module, rules, stage).check()
    except Fault as fault:
        raise fault.located(source) from None
