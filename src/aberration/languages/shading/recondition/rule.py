"""A rule: one hazard, how it is written away, and which traps of the interpreter it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from ..interpret.trap import TrapKind
from ..tree import Node
from .context import Context

Answered = TrapKind | Literal["endless", "rounding"]
"""What a rule answers: a trap, that an invocation spends its budget of turns (`Endless`), or that
results may be rounded otherwise, which no run of the interpreter meets.
"""
Rewritten = Node | tuple[Node, ...] | None
"""What stands in the node's place: a node, several where it is a statement of a list, or None where
the rule has nothing to do.
"""


class Rule(msgspec.Struct, frozen=True):
    """`hazard` and `rewrite` say in a few words what may be undefined and what is written instead.

    `change` gets a node of the program and what it became so far, with its children already
    rewritten. It asks `context` for types by the first, and returns what replaces the second. The
    value in the unsafe case may be any, but has to be the same on every implementation.

    Rules with `whole` are about whole statements that do more than give a value. They come first,
    on the program as it was written, where each expression has its type; the others follow on what
    they made. Those that are not `of_wgsl` are about what WGSL defines.
    """

    name: str
    hazard: str
    rewrite: str
    kinds: tuple[type[Node], ...]
    traps: frozenset[Answered]
    change: Callable[[Context, Node, Node], Rewritten]
    whole: bool = False
    of_wgsl: bool = True


def rule(
    hazard: str,
    rewrite: str,
    kinds: tuple[type[Node], ...],
    *traps: Answered,
    whole: bool = False,
    of_wgsl: bool = True,
) -> Callable[[Callable[[Context, Node, Node], Rewritten]], Rule]:
    """Make a rule of a function, whose name it takes with hyphens for underscores."""

    def decorate(change: Callable[[Context, Node, Node], Rewritten]) -> Rule:
        name: Final = change.__name__.replace("_", "-")
        return Rule(name, hazard, rewrite, kinds, frozenset(traps), change, whole, of_wgsl)

    return decorate
