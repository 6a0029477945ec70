from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformations.move_block_down import MoveBlockDown

BODY = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    OpBranch %merge
    %else = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""


def test_swaps_two_branches() -> None:
    expect(
        BODY,
        MoveBlockDown(ident("%then")),
        "%else = OpLabel\nOpBranch %merge\n%then = OpLabel\nOpBranch %merge\n%merge",
    )
    expect(
        BODY,
        MoveBlockDown(ident("%else")),
        "%merge = OpLabel\nOpReturn\n%else = OpLabel\nOpBranch %merge",
    )


@pytest.mark.parametrize(
    ("reason", "block"),
    [
        ("the entry block", "%entry"),
        ("the last block", "%merge"),
        ("no block", "%i"),
    ],
)
def test_refuses(reason: str, block: str) -> None:
    refuse(BODY, MoveBlockDown(ident(block)), reason)


def test_refuses_to_pass_a_dominated_block() -> None:
    refuse(
        "OpBranch %a\n%a = OpLabel\nOpBranch %b\n%b = OpLabel\n",
        MoveBlockDown(ident("%a")),
        "%a dominates %b",
    )


def test_refuses_an_unreachable_block() -> None:
    refuse(
        "OpReturn\n%a = OpLabel\nOpReturn\n%b = OpLabel\n",
        MoveBlockDown(ident("%a")),
        "no dominance known",
    )


test_sound = soundness(MoveBlockDown)
