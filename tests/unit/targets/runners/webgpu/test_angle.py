"""The names of uniforms in ANGLE's text."""

from __future__ import annotations

from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.textures import Texture
from aberration.targets.runners.webgpu.angle import rename_uniforms

TEXT = """#version 300 es
struct _uLamp_0 { highp int _ua; };
layout(std140) uniform _bWhole{
  highp int _uk;
} _uwhole;
uniform _uLamp_0 _ulamps[2];
uniform highp float _uWholes;
"""


def test_names_begin_as_angle_lets_them_and_blocks_otherwise() -> None:
    names = ("Whole", "k", "lamps[1].a", "Wholes")
    inputs = Inputs(tuple(Uniform(name, b"1234", UNBOUND) for name in names), width=3)
    found = rename_uniforms(inputs, TEXT)
    assert [one.name for one in found.uniforms] == ["_bWhole", "_uk", "_ulamps[1]._ua", "_uWholes"]
    assert {one.data for one in found.uniforms} == {b"1234"}
    assert found.width == 3


def test_samplers_are_renamed_as_loose_uniforms_are() -> None:
    inputs = Inputs(textures=(Texture("t", number=4), Texture("lamps[1].t", "3D")))
    found = rename_uniforms(inputs, TEXT).textures
    assert found == (Texture("_ut", number=4), Texture("_ulamps[1]._ut", "3D"))


def test_an_element_of_an_array_of_blocks_has_the_name_of_its_block() -> None:
    inputs = Inputs((Uniform("Whole[1]", b"1234", UNBOUND),))
    assert rename_uniforms(inputs, TEXT).uniforms[0].name == "_bWhole[1]"
