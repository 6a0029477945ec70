"""The ways to drive a shader, as files name them."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.ways import WAYS, check_ways, read_ways, ways_of


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


def test_each_way_is_of_some_api_and_each_api_has_some() -> None:
    found = {api: ways_of(api) for api in ("vulkan", "opengl", "webgl", "wgpu", "dawn")}
    assert frozenset().union(*found.values()) == {*WAYS}
    assert all("DrawIndexed" in ways for ways in found.values())
    assert found["webgl"] < found["opengl"]
    assert "UseProgramBinary" in found["opengl"] - found["vulkan"]
    assert found["dawn"] - found["wgpu"] == {"MakePipelineAtOnce"}


def test_ways_of_a_stage_are_those_that_mean_something_there() -> None:
    assert "DrawIndexed" not in ways_of("opengl", "compute")
    assert "UseSecondaryCommands" in ways_of("vulkan", "compute")
    assert "UseSecondaryCommands" not in ways_of("wgpu", "compute")
    assert "UseSecondaryCommands" in ways_of("wgpu", "fragment")
