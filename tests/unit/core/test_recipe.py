from __future__ import annotations

import pytest

from aberration.core.errors import ReplayMismatch
from aberration.core.recipe import Recipe

RECIPE = Recipe("transform", 2, {}, ({"type": "A"}, {"type": "B"}, {"type": "C"}))


def test_one_step_is_another() -> None:
    assert [step["type"] for step in RECIPE.with_step(1, {"type": "D"}).steps] == ["A", "D", "C"]


def test_the_version_of_the_method_has_to_be_the_same() -> None:
    RECIPE.check_version(2)
    with pytest.raises(ReplayMismatch, match="of version 2 of the method 'transform', this is ver"):
        RECIPE.check_version(3)
