"""State of the analysis of one function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from ....tree import Attribute, Name, Node
from ...symbols import FunctionSymbol, VariableSymbol
from ...typing import Typing
from .graph import Graph
from .summary import Summary

DERIVATIVES: Final = "derivative_uniformity"
SUBGROUPS: Final = "subgroup_uniformity"
RULES: Final = (DERIVATIVES, SUBGROUPS)
Values = dict[VariableSymbol, int]


class MemoryPlace(msgspec.Struct, frozen=True):
    """A variable, or what a parameter points at; a part of it where `partial`. `chosen` are the
    nodes of indices.
    """

    root: VariableSymbol
    chosen: tuple[int, ...] = ()
    partial: bool = False


class Demand(msgspec.Struct, frozen=True):
    """A node that must be uniform, the call that asks for it, and of what."""

    node: int
    call: Node
    what: str


class FunctionUniformity:
    """`values` are the nodes of what function variables hold now, and of what parameters point at;
    `fixed` those of `let` and of parameters; `pointers` what pointers in these point at.
    `severities` are those of `RULES` here.

    `exits` and `rounds` collect what variables hold where the innermost loop or switch is left,
    and where the next round begins; `ends` where the function is left.
    """

    def __init__(
        self,
        typing: Typing,
        summaries: Mapping[FunctionSymbol, Summary],
        severities: Mapping[str, str],
    ) -> None:
        self.typing: Final = typing
        self.summaries: Final = summaries
        self.severities = dict(severities)
        self.graph: Final = Graph()
        self.parameters: Final[list[int]] = []
        self.values: Values = {}
        self.fixed: Final[Values] = {}
        self.pointers: Final[dict[VariableSymbol, MemoryPlace]] = {}
        self.demands: Final[list[Demand]] = []
        self.exits: list[Values] = []
        self.rounds: list[Values] = []
        self.ends: Final[list[Values]] = []
        self.results: Final[list[int]] = []

    def demand(self, of: int, node: Node, what: str) -> None:
        """Note that a node must be uniform, for a call."""
        self.demands.append(Demand(of, node, what))

    @contextmanager
    def diagnostics_of(self, attributes: Sequence[Attribute]) -> Iterator[None]:
        """Let `@diagnostic` hold for what is inside."""
        outside = self.severities
        self.severities = outside | _severities_of(attributes)
        yield
        self.severities = outside


def _severities_of(attributes: Sequence[Attribute]) -> dict[str, str]:
    """Return the severities that attributes give to rules: the first one about a rule counts."""
    found: dict[str, str] = {}
    for attribute in attributes:
        words = [argument.name for argument in attribute.args if isinstance(argument, Name)]
        if attribute.name == "diagnostic" and len(words) == 2 and words[1] in RULES:
            found.setdefault(words[1], words[0])
    return found
