"""The built-in functions of WGSL, of all stages together."""

from __future__ import annotations

from functools import cache
from typing import Final

from ...builtins.lookup import Lookup, lookup
from ...builtins.row import ALL_STAGES, Stage


class BuiltinNames:
    """The built-in functions of all stages, with those of `extensions`: which stage a function is
    called in, only the entry points say.
    """

    def __init__(self, extensions: frozenset[str]) -> None:
        tables = [(stage, lookup("wgsl", 0, stage, extensions)) for stage in ALL_STAGES]
        self._tables: Final = {name: table for _, table in reversed(tables) for name in table.names}
        self._stages: Final = {
            name: frozenset(stage for stage, table in tables if table.has(name))
            for name in self._tables
        }

    def has(self, name: str) -> bool:
        return name in self._tables

    def table_of(self, name: str) -> Lookup:
        """Return the table of the first stage that has a function."""
        return self._tables[name]

    def stages_of(self, name: str) -> frozenset[Stage]:
        return self._stages.get(name, frozenset())


@cache
def builtin_names(extensions: frozenset[str] = frozenset()) -> BuiltinNames:
    """Return the names, which are the same for all programs that switch these extensions on."""
    return BuiltinNames(extensions)
