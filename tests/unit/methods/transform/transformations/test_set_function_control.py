from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_function_control import SetFunctionControl

MAIN = ident("%main")


@pytest.mark.parametrize(("control", "hint"), [(0, "None"), (1, "Inline"), (2, "DontInline")])
def test_sets_the_hint(control: int, hint: str) -> None:
    expect("", SetFunctionControl(MAIN, control), f"%main = OpFunction %void {hint} %main_type")


def test_keeps_or_drops_promises() -> None:
    module = module_of("")
    module.set_operand(module.functions[0].definition, 0, 12)
    expect(module, SetFunctionControl(MAIN, 9), "%main = OpFunction %void Inline|Const %main_type")
    refuse(module, SetFunctionControl(MAIN, 4), "Pure was given up")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("both at once", SetFunctionControl(MAIN, 3)),
        ("a new promise", SetFunctionControl(MAIN, 4)),
        ("another promise", SetFunctionControl(MAIN, 8)),
        ("an unknown bit", SetFunctionControl(MAIN, 1 << 16)),
        ("no function", SetFunctionControl(ident("%entry"), 1)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(SetFunctionControl)
