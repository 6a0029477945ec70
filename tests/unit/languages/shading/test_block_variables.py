"""Blocks of inputs and outputs become variables."""

from __future__ import annotations

from msgspec.structs import replace

from aberration.languages.shading.block_variables import block_as_variables
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Interface, Member
from aberration.languages.shading.write import write

TEXT = """#version 450
layout(location = 0) out Given { precise vec3 a; flat int b; }%s;
void main() {}
"""


def kept(member: Member) -> tuple[str, ...]:
    return tuple(word for word in member.qualifiers if word == "precise")


def text_of(instance: str) -> str:
    module = read(TEXT % instance, "glsl").module
    (block,) = [one for one in module.decls if isinstance(one, Interface)]
    made = tuple(block_as_variables(block, "Made", "private", kept, ("precise",)))
    return write(replace(module, decls=made))


def test_members_stand_alone_without_an_instance() -> None:
    text = text_of("")
    assert "precise vec3 a;" in text
    assert "int b;" in text
    assert "flat" not in text
    assert "struct" not in text


def test_an_instance_is_a_structure_or_an_array_of_it() -> None:
    text = text_of(" given[3]")
    assert "struct Made {\n    vec3 a;\n    int b;\n};" in text
    assert "precise Made given[3];" in text
