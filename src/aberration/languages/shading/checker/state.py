"""What the checkers of all languages know while they check a module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..rules import Rules
from ..tree import Module
from .symbols import NestedScopes, Symbol
from .typing import Typing


class Checker:
    """The module, its rules, the scopes, and what was found; `language` is the outermost scope."""

    def __init__(
        self, module: Module, rules: Rules, language: Mapping[str, Symbol] | None = None
    ) -> None:
        self.module: Final = module
        self.rules: Final = rules
        self.typing: Final = Typing(module)
        self.types: Final = self.typing.types
        self.symbols: Final = self.typing.symbols
        self.constants: Final = self.typing.constants
        self.scopes: Final = NestedScopes(language, self.typing.names)
