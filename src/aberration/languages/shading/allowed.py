"""Whether a tree is legal in its language, as far as kinds of nodes go."""

from __future__ import annotations

from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import Node
from aberration.languages.shading.tree.walk import children


def first_refusal(root: Node, rules: Rules) -> tuple[Node, str] | None:
    """Return the first node, parents first, that the language lacks, with the reason; None where there is no such
    node.
    """
    refusals = rules.refusals
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if type(node).__name__ in refusals and (reason := rules.refusal(node)):
            return node, reason
        below = children(node)
        below.reverse()
        waiting.extend(below)
    return None
