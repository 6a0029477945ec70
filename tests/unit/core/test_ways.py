"""The ways to drive a shader, as files name them."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.ways import WAYS, check_ways, read_ways


def test_ways_go_with_the_inputs() -> None:
    inputs = Inputs(ways=("DrawIndexed", "RecordAgain"))
    text = write_inputs(inputs)
    assert read_inputs(text, "x.json") == inputs
    assert b"$drive" in text
    assert b"$drive" not in write_inputs(Inputs())


def test_each_way_says_what_it_means_and_where() -> None:
    assert len(WAYS) >= 16
    for name, way in WAYS.items():
        assert name == way.name
        assert way.means
        assert {*way.stages} <= {"fragment", "compute"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["DrawBackwards"], "expected names of ways"),
        (["DrawIndexed", "DrawIndexed"], "expected each way once"),
        ("DrawIndexed", "expected 'ways', a list of names"),
        ([3], "expected 'ways', a list of names"),
    ],
)
def test_other_words_are_refused(given: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_ways(given, "x.json")


def test_known_ways_come_back() -> None:
    assert check_ways(["DrawIndexed"]) == ("DrawIndexed",)
