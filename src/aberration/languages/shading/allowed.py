"""Whether a tree is legal in its language, as far as kinds of nodes go."""

from __future__ import annotations

from typing import Any

from aberration.languages.shading.rules import Rules, reason_against
from aberration.languages.shading.tree import Node
from aberration.languages.shading.tree.walk import BELOW, walk


def first_refusal(root: Node, rules: Rules) -> tuple[Node, str] | None:
    """Return the first node, parents first, that the language lacks, with the reason; None where
    there is no such node.
    """
    return next(((node, reason) for node in walk(root) if (reason := rules.refusal(node))), None)


def first_refusal_read(root: Node, rules: Rules) -> tuple[Node, str] | None:
    """Return the same for a tree that was read by the rules' own grammar, which has no text for
    most of what the language lacks.
    """
    return first_refusal(root, rules) if rules.spelled and _any_spelled(root, rules) else None


def _any_spelled(root: Node, rules: Rules) -> bool:
    """Return whether the language lacks any node, in no particular order: nearly all trees are
    legal.
    """
    spelled = rules.spelled
    found: list[Any] = [root]
    for item in found:
        kind = type(item)
        if kind is tuple:
            found += item
            continue
        lacking = spelled.get(kind)
        if lacking is not None and reason_against(item, lacking):
            return True
        below = BELOW.get(kind)
        if below is not None:
            found += below(item)
    return False
