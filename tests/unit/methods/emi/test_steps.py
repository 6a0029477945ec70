"""Mutations as steps: read again as they were, and refused by number where they are none."""

from __future__ import annotations

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.methods.emi.steps import read_steps, to_step


class Turn(msgspec.Struct, frozen=True, tag_field="type"):
    """Turns left or right."""

    degrees: int


KINDS = {"Turn": Turn}


def test_a_step_is_read_as_it_was_written() -> None:
    assert to_step(Turn(90)) == {"type": "Turn", "degrees": 90}
    assert read_steps([to_step(Turn(90)), to_step(Turn(-5))], KINDS, "a turn") == [
        Turn(90),
        Turn(-5),
    ]


def test_what_is_no_such_step_is_refused_with_its_number() -> None:
    with pytest.raises(BadInput, match="expected the name of a turn, but 'Jump' came") as caught:
        read_steps([to_step(Turn(1)), {"type": "Jump"}], KINDS, "a turn")
    assert caught.value.where == "step 2"
    with pytest.raises(BadInput, match=r"Turn: Expected `int`, got `str`"):
        read_steps([{"type": "Turn", "degrees": "x"}], KINDS, "a turn")
