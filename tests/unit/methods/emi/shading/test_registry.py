from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.errors import BadInput
from aberration.methods.emi.shading import mutations
from aberration.methods.emi.shading.expressions import Number
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.true_guard import TrueGuard
from aberration.methods.emi.shading.registry import BY_NAME, WEIGHTS, from_steps
from aberration.methods.emi.steps import to_step


def test_each_file_is_registered() -> None:
    assert mutations.__file__ is not None
    files = {one.stem for one in Path(mutations.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == {kind.__module__.rpartition(".")[2] for kind in WEIGHTS}
    assert set(BY_NAME.values()) == set(WEIGHTS)


def test_steps_go_there_and_back() -> None:
    made = TrueGuard(3, "If-1", "once", Number(1, "bool"), (), Knowledge())
    assert from_steps([to_step(made)]) == [made]


@pytest.mark.parametrize(
    ("step", "message"),
    [({"type": "Nothing"}, "name of a mutation"), ({"type": "TrueGuard", "number": "x"}, "number")],
)
def test_what_is_no_step_is_refused(step: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        from_steps([step])
