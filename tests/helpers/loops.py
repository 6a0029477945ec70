"""Loops as assembly: what tests of changed loops need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from helpers.transform import ident

from aberration.languages.spirv.module import Module
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.building.loop_shape import Round, loop_of

WHILE: Final = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    %more = OpSLessThan %bool %n %int_5
    OpLoopMerge %after %continue None
    OpBranchConditional %more %body %after
    %body = OpLabel
    %twice = OpIAdd %int %n %n
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %n %int_1
    OpBranch %header
    %after = OpLabel
    %last = OpPhi %int %n %header
    %result = OpIMul %int %n %last
"""
"""The header leads out."""
BREAK: Final = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue DontUnroll
    OpBranch %body
    %body = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpBranch %join
    %join = OpLabel
    %twice = OpIAdd %int %n %n
    %done = OpSLessThan %bool %int_5 %twice
    OpSelectionMerge %rest None
    OpBranchConditional %done %after %rest
    %rest = OpLabel
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %n %int_1
    OpBranch %header
    %after = OpLabel
    %result = OpIMul %int %twice %i
"""
"""A block of the body leads out, as a selection."""
REPEAT: Final = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    %next = OpIAdd %int %n %int_1
    OpBranch %continue
    %continue = OpLabel
    %more = OpSLessThan %bool %next %int_5
    OpBranchConditional %more %header %after
    %after = OpLabel
    %result = OpIMul %int %next %i
"""
"""The continue target leads out."""
SINGLE: Final = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %header
    %next = OpIAdd %int %n %int_1
    %more = OpSLessThan %bool %next %int_5
    OpLoopMerge %after %header None
    OpBranchConditional %more %header %after
    %after = OpLabel
    %result = OpIMul %int %next %i
"""
"""One block."""
TWO_WAYS_OUT: Final = WHILE.replace(
    "OpBranch %continue\n    %continue",
    "OpBranchConditional %condition %continue %after\n    %continue",
).replace("%last = OpPhi %int %n %header", "%last = OpPhi %int %n %header %twice %body")
NOT_LOOPS: Final = (
    ("two ways out", TWO_WAYS_OUT),
    (
        "the way out is in a selection",
        BREAK.replace("%then = OpLabel\n    OpBranch %join", "%then = OpLabel\n    OpBranch %after")
        .replace(
            "OpSelectionMerge %rest None\n    OpBranchConditional %done %after %rest",
            "OpBranch %rest",
        )
        .replace("%result = OpIMul %int %twice %i", ""),
    ),
    (
        "two ways to the continue target",
        WHILE.replace(
            "%twice = OpIAdd %int %n %n\n    OpBranch %continue",
            "OpSelectionMerge %rest None\n OpBranchConditional %condition %continue %rest\n"
            "%rest = OpLabel\n OpBranch %continue",
        ),
    ),
    (
        "a round may end before the way out",
        REPEAT.replace("OpBranch %body", "OpBranchConditional %condition %body %continue")
        .replace("%next = OpI", "%up = OpI")
        .replace("%continue = OpLabel", "%continue = OpLabel\n%next = OpIAdd %int %n %int_1"),
    ),
    (
        "a return",
        WHILE.replace(
            "OpBranch %continue\n    %continue",
            "OpSelectionMerge %on None\n OpBranchConditional "
            "%condition %no %on\n%no = OpLabel\nOpReturn\n%on = OpLabel\n"
            "OpBranch %continue\n%continue",
        ),
    ),
    ("a derivative", WHILE.replace("%twice = OpIAdd %int %n %n", "%slope = OpDPdx %float %f")),
    (
        "two blocks before it",
        WHILE.replace(
            "OpBranch %header\n",
            "OpSelectionMerge %header None\nOpBranchConditional %condition %other %header\n"
            "%other = OpLabel\nOpBranch %header\n",
            1,
        ).replace("%int_0 %entry", "%int_0 %entry %int_1 %other"),
    ),
    (
        "the merge block of what is before",
        WHILE.replace(
            "OpBranch %header\n",
            "OpSelectionMerge %header None\nOpBranchConditional %condition %other %gone\n"
            "%gone = OpLabel\nOpKill\n"
            "%other = OpLabel\nOpBranch %header\n",
            1,
        ).replace("%int_0 %entry", "%int_0 %other"),
    ),
    (
        "too large",
        WHILE.replace(
            "%twice = OpIAdd %int %n %n",
            "\n".join(f"%big_{k} = OpIAdd %int %n %n" for k in range(100)),
        ),
    ),
)
"""What cannot be taken apart, and why."""


def round_from(
    module: Module, first: int, *after: str, header: str = "%header", without: Sequence[str] = ()
) -> Round:
    """Return fresh ids, from `first` on, for the labels and results of a loop, then for what is
    used `after` it.
    """
    loop = loop_of(module, ident(header))
    assert loop is not None
    left_out = [ident(name) for name in without]
    copies = tuple(
        (old, first + k) for k, old in enumerate(ids_in(loop.blocks)) if old not in left_out
    )
    start = first + len(copies) + len(left_out)
    return Round(copies, tuple((ident(name), start + k) for k, name in enumerate(after)))
