"""Arrays of blocks of modules: each element is a block of its own, on both paths."""

from __future__ import annotations

import struct
from typing import Literal

import pytest
from helpers.block_array_cases import Kind, made_block_case
from helpers.storage_images import module_of, words_of

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import Interpreter as Shading
from aberration.languages.shading.read import read
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.block_arrays import has_block_array, part_block_arrays
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.targets.front_end import compile_glsl

DECLARED = """#version 450
layout(local_size_x = 1) in;
layout(std140, binding = 3) uniform B { uint x; } b[2];
layout(std430, binding = 0) buffer S { uint count; uint data[]; } s[2];
layout(std430, binding = 9) buffer T { uint y; } t;
"""
INPUTS = Inputs(
    (Uniform("B[0]", struct.pack("<I", 7), 3), Uniform("B[1]", struct.pack("<I", 8), 4)),
    (
        Buffer(0, struct.pack("<3I", 1, 2, 3)),
        Buffer(1, struct.pack("<4I", 5, 6, 7, 8)),
        Buffer(9, bytes(4)),
    ),
)


def module(body: str, declared: str = DECLARED) -> Program:
    text = f"{declared}void main() {{ {body} }}"
    return module_of(Program("glsl", "compute", text.encode(), INPUTS))


@pytest.mark.parametrize("path", ["python", "auto"])
@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("t.y = b[1].x;", 8),
        ("t.y = s[1].data[2] + uint(s[0].data.length());", 10),
        ("s[1].count += b[0].x; t.y = s[1].count;", 12),
    ],
)
def test_an_element_has_what_is_bound_for_it(
    body: str, value: int, path: Literal["python", "auto"]
) -> None:
    program = module(body)
    options = Options(path=path)
    found = Interpreter(program.source, program.inputs, options).dispatch()
    assert words_of(found)[2] == struct.pack("<I", value)


@pytest.mark.parametrize("kind", ["uniform", "storage"])
@pytest.mark.parametrize("seed", range(12))
def test_a_module_leaves_what_its_text_does(seed: int, kind: Kind) -> None:
    shader = made_block_case(seed, kind)
    program = module_of(shader)
    wanted = words_of(Shading(read(shader.source, "glsl"), "compute", shader.inputs).dispatch())
    one = Interpreter(program.source, program.inputs, Options(path="python")).dispatch()
    assert words_of(one) == wanted
    proof = prove(program)
    assert proof.answer == "defined", proof.reason
    assert words_of(proof.outcome) == wanted


def test_elements_become_variables_at_bindings_that_follow_each_other() -> None:
    parsed = Module.parse(module("t.y = b[1].x + s[0].count;").source)
    assert has_block_array(parsed)
    before = len(parsed.globals)
    part_block_arrays(parsed)
    assert not has_block_array(parsed)
    assert len(parsed.globals) > before
    blocks = [one for one in parsed.globals if one.op == opcodes.OpVariable]
    assert sum(one.ops[0] == StorageClass.UNIFORM for one in blocks) == 2
    assert sum(one.ops[0] == StorageClass.STORAGE_BUFFER for one in blocks) == 3


@pytest.mark.parametrize(
    ("declared", "body", "reason"),
    [
        (DECLARED, "t.y = b[t.y & 1u].x;", "by an index that is no constant"),
        (DECLARED.replace("binding = 9", "binding = 1"), "t.y = s[1].count;", "another resource"),
    ],
)
def test_refuses(declared: str, body: str, reason: str) -> None:
    text = f"{declared}void main() {{ {body} }}"
    source = compile_glsl(Program("glsl", "compute", text.encode())).source
    with pytest.raises(Refused, match=reason):
        Interpreter(source, INPUTS)
    assert reason in prove(Program("spirv", "compute", source, INPUTS)).reason
