from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformations.add_constant_boolean import AddConstantBoolean


@pytest.mark.parametrize(
    ("value", "line"),
    [(True, "%20 = OpConstantTrue %bool"), (False, "%20 = OpConstantFalse %bool")],
)
def test_declares_it(value: bool, line: str) -> None:
    module = expect("", AddConstantBoolean(20, value), line)
    assert not module.facts.is_irrelevant(module, 20)


def test_records_irrelevance() -> None:
    module = expect("", AddConstantBoolean(20, True, True))
    assert module.facts.is_irrelevant(module, 20)
    assert not module.facts.is_irrelevant(module, ident("%true"))


def test_refuses_an_id_in_use() -> None:
    refuse("", AddConstantBoolean(ident("%true"), True), "the id is in use")


test_sound = soundness(AddConstantBoolean)
