"""Numbers become specialisation constants with other defaults, where any value may stand."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from aberration.core.program import Program, load_program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.specialise import has_numbers_to_specialise, specialise
from aberration.languages.spirv.validate import environment_of, validate

TEXT: Final = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %own SpecId 4
%void = OpTypeVoid
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%procedure = OpTypeFunction %void
%two = OpConstant %int 2
%three = OpConstant %int 3
%half = OpConstant %float 0.5
%own = OpSpecConstant %int 7
%array = OpTypeArray %int %three
%p_array = OpTypePointer Function %array
%p_int = OpTypePointer Function %int
%main = OpFunction %void None %procedure
%entry = OpLabel
%cells = OpVariable %p_array Function
%cell = OpAccessChain %p_int %cells %two
%sum = OpIAdd %int %two %own
OpStore %cell %sum
OpReturn
OpFunctionEnd
"""
REFERENCES: Final = Path(__file__).parents[4] / "corpus" / "spirv" / "references"


def test_only_plain_uses_of_a_number_come_from_the_host() -> None:
    made = specialise(assemble(TEXT))
    assert validate(made.source) is None
    assert made.values == ((5, 2),)
    module = Module.parse(made.source)
    [fresh] = [
        one for one in module.globals if one.op == o.OpSpecConstant and one.ops[0] not in (2, 7)
    ]
    assert [user.op for user in module.users(fresh.result_id) if user.block is not None] == [
        o.OpIAdd
    ]
    assert fresh.ops == [2 ^ 1 << 22]


def test_a_module_without_such_uses_stays_as_it_is() -> None:
    plain = assemble(TEXT.replace("%sum = OpIAdd %int %two %own", "").replace("%sum", "%own"))
    assert not has_numbers_to_specialise(Module.parse(plain))
    assert specialise(plain).source == plain
    assert specialise(plain).values == ()


@pytest.mark.parametrize("name", ["gcd_grid", "gcd_grid.opt", "mandelbrot_fixed"])
def test_the_defaults_give_another_result(name: str) -> None:
    program = load_program(REFERENCES / f"{name}.spv")
    small = replace(program, inputs=replace(program.inputs, width=8, height=8))
    made = specialise(program.source)
    assert made.values
    assert validate(made.source, environment_of(made.source)) is None
    assert interpret(replace(small, source=made.source)) != interpret(small)
    assert interpret(_given(small, made.source, dict(made.values))) == interpret(small)


def _given(program: Program, source: bytes, values: dict[int, int]) -> Program:
    """Return the program with the values as defaults, as a driver would take them."""
    module = Module.parse(source)
    numbers = {
        one.ops[0]: one.ops[2]
        for one in module.preamble
        if one.op == o.OpDecorate and one.ops[1] == Decoration.SPEC_ID
    }
    for one in module.globals:
        if one.op == o.OpSpecConstant and numbers.get(one.result_id) in values:
            module.set_operand(one, 0, values[numbers[one.result_id]])
    return replace(program, source=module.to_bytes())
