"""Elements of arrays of textures have the array's name and their number."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.texture_arrays import element_name, element_of, number_in_array
from aberration.core.textures import Texture


def test_a_name_ends_in_the_number() -> None:
    assert element_name("layers", 2) == "layers[2]"
    assert element_of("layers[2]") == ("layers", 2)
    assert element_of("a[1].layers[12]") == ("a[1].layers", 12)
    assert number_in_array("layers[2]") == 2


@pytest.mark.parametrize("name", ["layers", "lamps[1].picture", "[1]", "a[-1]", "a[b]"])
def test_other_names_are_of_no_array(name: str) -> None:
    assert element_of(name) is None
    assert number_in_array(name) == 0


def test_a_file_names_each_element() -> None:
    inputs = Inputs(textures=(Texture("layers[0]", binding=2), Texture("layers[1]", binding=2)))
    assert read_inputs(write_inputs(inputs), "x.json") == inputs
