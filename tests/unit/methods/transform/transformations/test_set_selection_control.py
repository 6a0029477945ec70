from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_selection_control import SetSelectionControl

BODY = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""


@pytest.mark.parametrize(("control", "hint"), [(0, "None"), (1, "Flatten"), (2, "DontFlatten")])
def test_sets_the_hint(control: int, hint: str) -> None:
    expect(BODY, SetSelectionControl(ident("%entry"), control), f"OpSelectionMerge %merge {hint}")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("both at once", SetSelectionControl(ident("%entry"), 3)),
        ("no selection", SetSelectionControl(ident("%then"), 1)),
        ("no block", SetSelectionControl(ident("%i"), 1)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


test_sound = soundness(SetSelectionControl)
