from __future__ import annotations

import pytest
from helpers.transform import at, expect, refuse, soundness

from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.adjust_branch_weights import AdjustBranchWeights

PLAIN = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
BRANCH = at("%condition", "OpBranchConditional")


@pytest.mark.parametrize("weights", [(3, 4), (0, 1), (1, 0), (0xFFFFFFFE, 1)])
def test_adds_weights(weights: tuple[int, int]) -> None:
    first, second = weights
    line = f"OpBranchConditional %condition %then %merge {first} {second}\n%then"
    expect(PLAIN, AdjustBranchWeights(BRANCH, weights), line)


def test_replaces_weights() -> None:
    body = PLAIN.replace("%then %merge\n", "%then %merge 1 9\n")
    expect(
        body,
        AdjustBranchWeights(BRANCH, (3, 4)),
        "OpBranchConditional %condition %then %merge 3 4\n%then",
    )


@pytest.mark.parametrize("weights", [(0, 0), (0xFFFFFFFF, 1), (1 << 40, 1), (-1, 2)])
def test_refuses_weights(weights: tuple[int, int]) -> None:
    refuse(PLAIN, AdjustBranchWeights(BRANCH, weights), "both zero, negative or too large")


@pytest.mark.parametrize(
    "place", [at("%condition"), at("%then", "OpBranch"), Place(9999, BRANCH.op)]
)
def test_refuses_places(place: Place) -> None:
    refuse(PLAIN, AdjustBranchWeights(place, (1, 2)), "no conditional branch")


test_sound = soundness(AdjustBranchWeights)
