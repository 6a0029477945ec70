from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_vector import AddTypeVector


@pytest.mark.parametrize("component", ["%bool", "%int", "%float"])
def test_declares_vectors_of_scalars(component: str) -> None:
    expect("", AddTypeVector(20, ident(component), 3), f"%20 = OpTypeVector {component} 3")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it exists", AddTypeVector(20, ident("%float"), 4)),
        ("too long", AddTypeVector(20, ident("%float"), 5)),
        ("too short", AddTypeVector(20, ident("%float"), 1)),
        ("no scalar", AddTypeVector(20, ident("%v2float"), 3)),
        ("no type", AddTypeVector(20, ident("%int_0"), 3)),
        ("nothing", AddTypeVector(20, 9999, 3)),
        ("the id is in use", AddTypeVector(ident("%int"), ident("%int"), 3)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(AddTypeVector)
