"""Constructs as assembly around the lines that a test is about."""

from __future__ import annotations


def counted(body: str, phis: str = "") -> str:
    """Return a loop of five rounds, counted by `%n`, whose header leads out; `body` are the lines
    behind the label `%body`, the branch to `%continue` included, `phis` the OpPhis of the latter.
    """
    return f"""
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    %more = OpSLessThan %bool %n %int_5
    OpLoopMerge %after %continue None
    OpBranchConditional %more %body %after
    %body = OpLabel
    {body.strip()}
    %continue = OpLabel
    {phis}
    %next = OpIAdd %int %n %int_1
    OpBranch %header
    %after = OpLabel
    %result = OpIMul %int %n %n
"""


def looped(body: str) -> str:
    """Return a loop whose body leads to `%again` for a next round, and to `%done` out of it."""
    return f"""
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %again None
    OpBranch %body
    %body = OpLabel
    {body.strip()}
    %again = OpLabel
    OpBranch %head
    %done = OpLabel
"""


def switched(body: str) -> str:
    """Return a switch with one case, of which the lines behind its label are given; they lead
    to `%outer`.
    """
    return f"""
    OpSelectionMerge %outer None
    OpSwitch %i %outer 3 %case
    %case = OpLabel
    {body.strip()}
    %outer = OpLabel
"""
