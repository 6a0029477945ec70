"""Bodies: plans inside of records."""

from __future__ import annotations

from .builder import Builder
from .fold import fold_new
from .memory import Step
from .plan import Plan


def write_body(b: Builder, body: Plan, branch: int, *, is_live: bool) -> list[Step]:
    """Return the statements of a body, which end with the fold of what is new in it; `branch` is
    its number among the bodies of its record.
    """
    first = len(b.state.known)
    with b.block(is_live=is_live) as steps:
        b.write_plan(body, branch)
        fold_new(b, first)
    return steps
