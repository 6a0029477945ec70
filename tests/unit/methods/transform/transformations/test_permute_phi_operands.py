from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.permute_phi_operands import PermutePhiOperands

BODY = """
    OpSelectionMerge %merge None
    OpSwitch %i %merge 0 %a 1 %b
    %a = OpLabel
    OpBranch %merge
    %b = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %int_0 %entry %int_1 %a %int_5 %b
"""
PHI = ident("%phi")


def test_reorders_the_pairs() -> None:
    expect(
        BODY,
        PermutePhiOperands(PHI, (2, 0, 1)),
        "%phi = OpPhi %int %int_5 %b %int_0 %entry %int_1 %a",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("one pair is missing", PermutePhiOperands(PHI, (1, 0))),
        ("no permutation", PermutePhiOperands(PHI, (0, 0, 1))),
        ("beyond the pairs", PermutePhiOperands(PHI, (1, 2, 3))),
        ("no phi", PermutePhiOperands(ident("%condition"), (1, 0))),
        ("nothing", PermutePhiOperands(9999, ())),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


test_sound = soundness(PermutePhiOperands)
