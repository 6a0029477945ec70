"""What the functions of a WGSL module do to memory through which names (WGSL specification,
"Alias Analysis").
"""

from __future__ import annotations

from typing import Final

from ..tree import AddressOf, Call, Deref, Expression, Field, Index, Name
from .symbols import FunctionSymbol, VariableSymbol

_PARTS: Final = (Field, Index)
_POINTED: Final = (Deref, AddressOf)
Accesses = dict[VariableSymbol, bool]
"""The variables and pointer parameters through which memory is read (False) or written (True)."""


class FunctionEffects:
    """What the body of one function does: its own accesses, and its calls with the roots of
    their pointers.
    """

    __slots__ = ("accesses", "calls")

    def __init__(self) -> None:
        self.accesses: Final[Accesses] = {}
        self.calls: Final[list[tuple[Call, FunctionSymbol, list[VariableSymbol | None]]]] = []

    def touch(self, root: VariableSymbol | None, *, written: bool) -> None:
        if root is not None:
            self.accesses[root] = self.accesses.get(root, False) or written


def root_of(
    node: Expression,
    symbols: dict[int, VariableSymbol],
    roots: dict[VariableSymbol, VariableSymbol],
) -> VariableSymbol | None:
    """Return the variable or parameter that a place or pointer comes from; `roots` are those of
    pointers in `let`.
    """
    while not isinstance(node, Name):
        if isinstance(node, _PARTS):
            node = node.base
        elif isinstance(node, _POINTED):
            node = node.operand
        else:
            return None
    symbol = symbols.get(id(node))
    return None if symbol is None else roots.get(symbol, symbol)


class Summaries:
    """What each function does altogether, its callees included."""

    def __init__(
        self, effects: dict[str, FunctionEffects], parameters: dict[str, list[VariableSymbol]]
    ) -> None:
        self._effects: Final = effects
        self._parameters: Final = parameters
        self._known: Final[dict[str, Accesses]] = {}

    def of(self, name: str) -> Accesses:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._altogether(name)
        return found

    def _altogether(self, name: str) -> Accesses:
        effects = self._effects.get(name)
        if effects is None:
            return {}
        found = FunctionEffects()
        found.accesses.update(effects.accesses)
        for _, callee, roots in effects.calls:
            inner = self.of(callee.name)
            passed = dict(zip(self._parameters.get(callee.name, ()), roots, strict=True))
            for variable, written in inner.items():
                found.touch(passed.get(variable, variable), written=written)
        return found.accesses

    def alias(
        self, callee: FunctionSymbol, roots: list[VariableSymbol | None]
    ) -> VariableSymbol | None:
        """Return a variable that a call reaches by two routes, one of them writing; None where
        there is none.
        """
        inner = self.of(callee.name)
        seen: Accesses = {}
        for parameter, root in zip(self._parameters.get(callee.name, ()), roots, strict=True):
            if root is None or parameter not in inner:
                continue
            for others in (seen, inner):
                if root in others and (others[root] or inner[parameter]):
                    return root
            seen[root] = seen.get(root, False) or inner[parameter]
        return None
