"""One uniform stands for another of the same value."""

from __future__ import annotations

import struct

import pytest
from helpers.fusing import fused, fusion, program, uniform

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.methods.fuse.records.share_uniform import ShareUniform

TEXT = """uniform float one;
uniform {type} two;
void main() {{ colour = vec4(one, two, 0.0, 1.0); }}
"""


def fed(type: str, one: float, two: float) -> Program:
    inputs = Inputs(
        (
            uniform("one", struct.pack("<f", one)),
            uniform("two", struct.pack("<f", two)),
        ),
        (),
        4,
        4,
    )
    return program(TEXT.format(type=type), inputs=inputs)


def test_equal_uniforms_become_one() -> None:
    made = fusion(fed("float", 0.25, 0.5), fed("float", 0.5, 0.25))
    text = fused(made, ShareUniform("a_two", "b_one"), ShareUniform("a_one", "b_two"))
    assert "b_one" not in text
    assert "b_two" not in text
    assert [one.name for one in made.inputs.uniforms] == ["a_one", "a_two"]
    fused(made, ShareUniform("a_two", "b_one"), skipped=1)


@pytest.mark.parametrize(
    ("kept", "name"),
    [
        ("a_one", "b_one"),
        ("a_one", "a_one"),
        ("a_one", "b_two"),
        ("x", "a_one"),
        ("b_two", "a_one"),
    ],
)
def test_others_stay_apart(kept: str, name: str) -> None:
    made = fusion(fed("float", 0.25, 0.5), fed("int", 0.5, 0.25))
    fused(made, ShareUniform(kept, name), skipped=1)
