"""Vertex programs behind front ends: what is refused first, and where attributes lie."""

from __future__ import annotations

import msgspec
import pytest
from helpers.vertex_modules import POINT, place, vertex_module

from aberration.core.attributes import Attribute
from aberration.core.outcome import Rejected, Translated
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.spirv.front_end import FrontEnd, translated_shader

GIVEN = Attribute("given", 3, "float", 4, number=2)


def behind(module: Program, *attributes: Attribute) -> Program:
    """Return the text that a module came from, with inputs of its own."""
    inputs = msgspec.structs.replace(module.inputs, attributes=attributes)
    return msgspec.structs.replace(module, language="glsl", source=b"#version 450", inputs=inputs)


def test_attributes_go_where_the_module_has_them() -> None:
    module = vertex_module(
        f"{POINT} aberration_result = given;", "layout(location = 5) in vec4 given;"
    )
    found = translated_shader(behind(module, GIVEN, place(9)), module.source)
    assert isinstance(found, Translated)
    moved = {one.name: one.location for one in found.program.inputs.attributes}
    assert moved == {"given": 5, "aberration_place": 0}


def test_an_attribute_that_the_inputs_do_not_name() -> None:
    module = vertex_module(
        f"{POINT} aberration_result = given;", "layout(location = 5) in vec4 given;"
    )
    found = translated_shader(behind(module, place(0)), module.source)
    assert found == Rejected("given is an attribute, and none is supplied", unasked=True)


@pytest.mark.parametrize("name", ["gl_VertexID", "gl_InstanceID"])
def test_numbers_of_opengl_are_for_relaxed_rules(name: str) -> None:
    text = f"#version 450\nvoid main() {{ gl_Position = vec4({name}); }}"
    found = FrontEnd().run(Program("glsl", "vertex", text.encode()), Clock())
    assert isinstance(found, Rejected)
    assert found.unasked
    assert "gl_VertexID" in found.message
