from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_function import AddTypeFunction

INT, VOID, FUNCTION = ident("%int"), ident("%void"), ident("%main_type")


def test_declares_a_function_type() -> None:
    step = AddTypeFunction(20, INT, (INT, ident("%local_int")))
    module = expect("", step, "%20 = OpTypeFunction %int %int %local_int")
    refuse(
        module, AddTypeFunction(21, INT, (INT, ident("%local_int"))), "function types are unique"
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it exists", AddTypeFunction(20, VOID, ())),
        ("returns a function", AddTypeFunction(20, FUNCTION, ())),
        ("takes a function", AddTypeFunction(20, VOID, (FUNCTION,))),
        ("takes void", AddTypeFunction(20, INT, (VOID,))),
        ("returns no type", AddTypeFunction(20, ident("%int_0"), ())),
        ("takes no type", AddTypeFunction(20, VOID, (9999,))),
        ("the id is in use", AddTypeFunction(INT, VOID, (INT,))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)
