"""Records as steps of recipes."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.methods.fuse.records.interleave import Interleave
from aberration.methods.fuse.records.registry import KINDS, STEP_TYPES, from_step, to_step


def test_a_step_is_read_as_it_was_written() -> None:
    assert to_step(Interleave(2, 3)) == {"type": "Interleave", "at": 2, "before": 3}
    assert from_step(to_step(Interleave(2, 3))) == Interleave(2, 3)
    assert len(STEP_TYPES) == len(KINDS) == 8


@pytest.mark.parametrize("step", [{"type": "Nothing"}, {"type": "Interleave", "at": "x"}, {}])
def test_what_is_no_step_is_refused(step: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="expected a step of a fusion"):
        from_step(step)
