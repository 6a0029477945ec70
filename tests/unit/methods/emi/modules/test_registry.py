from __future__ import annotations

import pytest
from helpers.live_modules import FIRST
from helpers.transform import at, ident

from aberration.core.errors import BadInput
from aberration.methods.emi.modules.bodies import Body, Store
from aberration.methods.emi.modules.draft import Choice
from aberration.methods.emi.modules.mutations.false_block import FalseBlock
from aberration.methods.emi.modules.registry import BY_NAME, WEIGHTS, from_steps
from aberration.methods.emi.registry import INGREDIENTS
from aberration.methods.emi.shading.expressions import Number
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.steps import to_step

BODY = Body((Store(ident("%sum"), Number(5, "int")),), "kill")
BLOCK = FalseBlock(FIRST, at("%last"), Choice(Number(0, "bool"), False), BODY, Knowledge())


def test_records_are_steps_and_back() -> None:
    step = to_step(BLOCK)
    assert step["type"] == "FalseBlock"
    assert from_steps([step]) == [BLOCK]


def test_what_is_no_mutation_is_refused() -> None:
    with pytest.raises(BadInput, match="name of a mutation of modules, but 'Nothing' came"):
        from_steps([{"type": "Nothing"}])
    with pytest.raises(BadInput, match="FalseBlock"):
        from_steps([{"type": "FalseBlock"}])


def test_all_have_names_weights_and_ingredients() -> None:
    assert set(BY_NAME.values()) == set(WEIGHTS)
    assert set(BY_NAME) <= set(INGREDIENTS)
    assert min(WEIGHTS.values()) > 0
