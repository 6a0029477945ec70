"""Code of relations becomes SPIR-V: what it is not made of is a defect of ours."""

from __future__ import annotations

import pytest

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import validate
from aberration.methods.fuse.modules.expressions import Translator, condition, statements
from aberration.methods.fuse.modules.wrapper import add_entry
from aberration.methods.fuse.modules.writing import Value, Writer
from aberration.methods.fuse.relations.registry import RELATIONS, relations_of

EMPTY = assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450", (1, 3))


def translated(text: str) -> Module:
    writer = Writer(Module.parse(EMPTY))
    colour = writer.number(0.5)
    values = {name: writer.widen(colour, 4) for name in ("first", "second")}
    values["weight"] = Value(colour.id, 1)
    Translator(writer, values, {"result": writer.variable(writer.vector)}).statements(
        statements(text)
    )
    main = writer.end()
    add_entry(writer.module, main.id, "fragment", frozenset({(7,)}))
    source = writer.module.to_bytes()
    assert validate(source) is None
    return Module.parse(source)


@pytest.mark.parametrize("name", [one.name for one in relations_of("fragment")])
def test_every_relation_has_a_form(name: str) -> None:
    made = translated(RELATIONS[name].text)
    assert made.by_opcode(o.OpStore)
    assert len(made.by_opcode(o.OpBranchConditional)) == bool(RELATIONS[name].condition)


def test_branches_nest() -> None:
    text = """if (first.x < 0.25) { result = first; }
    else if (second.w != weight) { if (first.y > 0.5) { result = second; } }"""
    assert len(translated(text).by_opcode(o.OpBranchConditional)) == 3


@pytest.mark.parametrize(
    "text",
    [
        "result = sin(first);",
        "result += first;",
        "other = first;",
        "result = third;",
        "if (first == second) { result = first; }",
        "if (first.x < 0.5 && first.y < 0.5) { result = first; }",
        "result = first.xyz;",
    ],
)
def test_another_operator_is_a_defect(text: str) -> None:
    with pytest.raises(InternalError):
        translated(text)


def test_a_condition_stands_alone() -> None:
    assert condition("first.x >= 128.0") == condition("first.x >= 128.0")
