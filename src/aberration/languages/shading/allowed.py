"""Whether a tree is legal in its language, as far as kinds of nodes go."""

from __future__ import annotations

from typing import Any

from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import Node
from aberration.languages.shading.tree.walk import BELOW, walk


def first_refusal(root: Node, rules: Rules) -> tuple[Node, str] | None:
    """Return the first node, parents first, that the language lacks, with the reason; None where there is no such
    node.
    """
    if not _any_refusal(root, rules):
        return None
    return next((node, reason) for node in walk(root) if (reason := rules.refusal(node)))


def _any_refusal(root: Node, rules: Rules) -> bool:
    """Return whether the language lacks any node, in no particular order: nearly all trees are legal."""
    refusals = rules.refusals
    found: list[Any] = [root]
    for item in found:
        kind = type(item)
        if kind is tuple:
            found += item
            continue
        if kind in refusals and rules.refusal(item):
            return True
        below = BELOW.get(kind)
        if below is not None:
            found += below(item)
    return False
