"""Inputs and outputs become private variables."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.private_interface import make_private
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import compile_glsl

TEXT = """#version 450
layout(location = 2) flat in ivec4 cells[3];
layout(location = 0) out vec4 colour;
void main() { colour = vec4(cells[int(gl_FragCoord.x) % 3].y) + vec4(cells[1]); }
"""


def module_of(text: str) -> Module:
    return Module.parse(compile_glsl(Program("glsl", "fragment", text.encode())).source)


def variable(module: Module, storage: int) -> Instruction:
    (found,) = [
        each
        for each in module.by_opcode(o.OpVariable)
        if each.ops[0] == storage and not _is_built_in(module, each)
    ]
    return found


def _is_built_in(module: Module, found: Instruction) -> bool:
    return any(
        user.op == o.OpDecorate and user.ops[1] == 11 for user in module.users(found.result_id)
    )


def test_all_pointers_lead_into_the_private_variable() -> None:
    module = module_of(TEXT)
    changed = variable(module, StorageClass.INPUT).result_id
    make_private(module, variable(module, StorageClass.INPUT))
    assert validate(module.to_bytes(), "vulkan1.1") is None
    chains = [each for each in module.by_opcode(o.OpAccessChain) if each.ops[0] == changed]
    assert chains
    types = [module.definition(each.type_id) for each in chains]
    assert all(each is not None and each.ops[0] == StorageClass.PRIVATE for each in types)
    entry = next(each for each in module.preamble if each.op == o.OpEntryPoint)
    assert changed not in entry.ops


def test_it_may_begin_with_a_constant() -> None:
    module = module_of(TEXT)
    found = variable(module, StorageClass.OUTPUT)
    (pointer,) = [each for each in module.globals if each.result_id == found.type_id]
    null = module.fresh_id()
    module.append_global(Instruction(o.OpConstantNull, pointer.ops[1], null, []))
    make_private(module, found, null)
    made = module.definition(found.result_id)
    assert made is not None
    assert made.ops == [StorageClass.PRIVATE, null]


def test_what_is_handed_on_is_refused() -> None:
    text = TEXT.replace("flat in ivec4 cells[3]", "in vec4 cells[3]")
    text = text.replace("+ vec4(cells[1])", "+ interpolateAtSample(cells[1], 0)")
    module = module_of(text)
    found = variable(module, StorageClass.INPUT)
    with pytest.raises(BadInput, match="uses it otherwise"):
        make_private(module, found)
