"""Whether control may come to the end of statements."""

from __future__ import annotations

from ..tree import (
    Block,
    Break,
    DoWhile,
    For,
    If,
    Loop,
    Node,
    Return,
    Statement,
    Switch,
    While,
)
from ..tree.walk import children


def may_complete(node: Statement, *, loops_end: bool) -> bool:
    """Whether control may come to what follows a statement. `loops_end`: each loop is taken to come
    to its end, whatever it says; else only one that has a condition or a `break`.
    """
    if isinstance(node, Return):
        return False
    if isinstance(node, Block):
        return all(may_complete(one, loops_end=loops_end) for one in node.statements)
    if isinstance(node, If):
        arms = (node.then, node.otherwise)
        return any(one is None or may_complete(one, loops_end=loops_end) for one in arms)
    if isinstance(node, Switch):
        return _may_leave_switch(node, loops_end=loops_end)
    if isinstance(node, Loop | For) and not loops_end:
        return may_leave_loop(node)
    return True


def may_leave_loop(node: Loop | For) -> bool:
    """Whether anything but `return` ends a loop."""
    if isinstance(node, For):
        return node.condition is not None or _has_break(node.body)
    return node.break_if is not None or _has_break(node.body)


def _may_leave_switch(node: Switch, *, loops_end: bool) -> bool:
    if not node.clauses or not any(clause.has_default for clause in node.clauses):
        return True
    last = len(node.clauses) - 1
    for number, clause in enumerate(node.clauses):
        leaves = number == last or not clause.falls_through
        if leaves and may_complete(clause.body, loops_end=loops_end):
            return True
    return any(_has_break(clause.body) for clause in node.clauses)


def _has_break(node: Node) -> bool:
    """Whether a `break` below leaves what the node is the body of."""
    if isinstance(node, Break):
        return True
    if isinstance(node, For | While | DoWhile | Loop | Switch):
        return False
    return any(_has_break(below) for below in children(node))
