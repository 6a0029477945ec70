from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix


def test_declares_a_matrix() -> None:
    module = expect("", AddTypeMatrix(20, ident("%v4float"), 2), "%20 = OpTypeMatrix %v4float 2")
    refuse(module, AddTypeMatrix(21, ident("%v4float"), 2), "it exists")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too many columns", AddTypeMatrix(20, ident("%v2float"), 5)),
        ("columns of integers", AddTypeMatrix(20, ident("%v2int"), 2)),
        ("no vector", AddTypeMatrix(20, ident("%float"), 2)),
        ("nothing", AddTypeMatrix(20, 9999, 2)),
        ("the id is in use", AddTypeMatrix(ident("%int"), ident("%v2float"), 2)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(AddTypeMatrix)
