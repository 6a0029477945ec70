"""What one stage hands on to the other in modules, and what may not be linked."""

from __future__ import annotations

import pytest
from helpers.module_pairs import MODULES, named_modules

from aberration.core.program import ShaderStage
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.varyings import Unmatched, matches, varyings

TYPES = """%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%two = OpConstant %uint 2
%many = OpConstant %uint 16
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%ivec2 = OpTypeVector %int 2
%mat4x2 = OpTypeMatrix %vec2 4
%row = OpTypeArray %float %two
%long = OpTypeArray %float %many
%inner = OpTypeStruct %row %ivec2
%outer = OpTypeStruct %vec2 %inner
%block = OpTypeStruct %vec2 %mat4x2 %float
"""


def module(stage: ShaderStage, *declared: tuple[str, str]) -> Module:
    """Return a module with variables between the stages, each of a type, with decorations."""
    storage, model = ("Output", "Vertex") if stage == "vertex" else ("Input", "Fragment")
    names = [f"%v{k}" for k in range(len(declared))]
    lines = [
        "OpCapability Shader",
        "OpCapability Float64",
        "OpMemoryModel Logical GLSL450",
        f'OpEntryPoint {model} %main "main" {" ".join(names)}',
    ]
    lines += [] if stage == "vertex" else ["OpExecutionMode %main OriginUpperLeft"]
    for name, (_, marks) in zip(names, declared, strict=True):
        for mark in marks.split("; "):
            word = f"OpDecorate {name} {mark}"
            lines.append(mark if mark.startswith("Op") else word)
    lines.append(TYPES)
    for k, (type, _) in enumerate(declared):
        lines.append(f"%p{k} = OpTypePointer {storage} %{type}")
        lines.append(f"%v{k} = OpVariable %p{k} {storage}")
    lines.append("%main = OpFunction %void None %function\n%start = OpLabel\nOpReturn")
    return Module.parse(assemble("\n".join([*lines, "OpFunctionEnd"])))


BLOCK = "Location 3; OpDecorate %block Block"


def cells(type: str, marks: str) -> list[tuple[tuple[int, int], ...]]:
    return [one.cells for one in varyings(module("vertex", (type, marks)), StorageClass.OUTPUT)]


@pytest.mark.parametrize(
    ("type", "marks", "expected"),
    [
        ("vec2", "Location 2", [((2, 0), (2, 1))]),
        ("float", "Location 2; Component 3", [((2, 3),)]),
        ("mat4x2", "Location 1", [tuple((k, c) for k in range(1, 5) for c in range(4))]),
        ("row", "Location 4; Component 1", None),
        ("outer", "Location 0; Flat", [tuple((k, c) for k in range(4) for c in range(4))]),
        (
            "block",
            BLOCK,
            [
                tuple((3, c) for c in range(4)),
                tuple((k, c) for k in range(4, 8) for c in range(4)),
                tuple((8, c) for c in range(4)),
            ],
        ),
    ],
)
def test_where_a_variable_lies(
    type: str, marks: str, expected: list[tuple[tuple[int, int], ...]] | None
) -> None:
    if expected is None:
        with pytest.raises(Unmatched, match="whose component is not that of a vector"):
            cells(type, marks)
        return
    assert cells(type, marks) == expected


def test_members_with_places_of_their_own() -> None:
    marks = "OpDecorate %block Block"
    for k, location in enumerate((9, 1, 0)):
        marks += f"; OpMemberDecorate %block {k} Location {location}"
    found = varyings(module("vertex", ("block", marks)), StorageClass.OUTPUT)
    assert [(one.member, one.place) for one in found] == [(0, (9, 0)), (1, (1, 0)), (2, (0, 0))]


@pytest.mark.parametrize(("version", "name"), MODULES)
def test_what_front_ends_make_is_matched(version: str, name: str) -> None:
    program = named_modules(version, name, "vertex")
    vertex, fragment = Module.parse(program.source), Module.parse(program.companion)
    found = matches(vertex, fragment)
    assert len(found) == len(varyings(fragment, StorageClass.INPUT))
    assert all(one.output.cells == one.input.cells for one in found)


@pytest.mark.parametrize(
    ("given", "taken", "reason"),
    [
        (("float", "Location 0"), ("int", "Location 0; Flat"), "as it is taken"),
        (("vec4", "Location 0"), ("vec2", "Location 0"), "as it is taken"),
        (("vec2", "Location 1"), ("vec2", "Location 2"), "location 2, which is not handed on"),
        (("vec2", "Location 1; Flat"), ("vec2", "Location 1"), "interpolated otherwise"),
        (("vec2", "Location 1; Component 2"), ("vec2", "Location 1"), "which is not handed on"),
        (("ivec2", "Location 0"), ("ivec2", "Location 0; Flat"), "which is not flat"),
        (("double", "Location 0"), ("double", "Location 0; Flat"), "the type"),
        (("long", "Location 0"), ("long", "Location 0"), "the type"),
        (("vec4", "Location 15"), ("vec4", "Location 15"), "more than 15 locations"),
        (("vec4", "Location 0; Component 1"), ("vec4", "Location 0; Component 1"), "reaches"),
        (("vec2", "Location 0; Invariant"), ("vec2", "Location 0"), "a decoration"),
    ],
)
def test_what_may_not_be_linked(
    given: tuple[str, str], taken: tuple[str, str], reason: str
) -> None:
    with pytest.raises(Unmatched, match=reason):
        matches(module("vertex", given), module("fragment", taken))


@pytest.mark.parametrize(
    "others",
    [
        (("vec2", "Location 0"), ("float", "Location 0; Component 1")),
        (("vec2", "Location 0"), ("ivec2", "Location 0; Component 2; Flat")),
        (("row", "Location 0"), ("vec4", "Location 1")),
    ],
)
def test_what_shares_a_location(others: tuple[tuple[str, str], tuple[str, str]]) -> None:
    with pytest.raises(Unmatched, match="which several variables share"):
        varyings(module("vertex", *others), StorageClass.OUTPUT)


def test_what_nobody_takes_is_left_out() -> None:
    vertex = module("vertex", ("vec2", "Location 0"), ("vec4", "Location 1"))
    (found,) = matches(vertex, module("fragment", ("vec4", "Location 1")))
    assert found.output.place == (1, 0)
