"""Between which bounds integers and booleans of a program stay, over all of its invocations."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from helpers.corpus import programs
from helpers.shading_runs import needs_compiler
from helpers.transform import ident, numbered

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import Budget, prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations

pytestmark = needs_compiler
NAMES = (
    "edit_distance.opt",
    "hilbert_curve",
    "discard_lattice",
    "sorting_network.opt",
    "run_length",
    "voxel_march.opt",
)
SMALL = (12, 8)
FRAGMENTS = [program for program in programs("references") if program.name in NAMES]
SHADER = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint {model} %main "main" {interface}
    {mode}
    {decorations}
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %v4float = OpTypeVector %float 4
    %v3uint = OpTypeVector %uint 3
    %int_3 = OpConstant %int 3
    %uint_3 = OpConstant %uint 3
    %int_0 = OpConstant %int 0
    %int_1 = OpConstant %int 1
    %float_1 = OpConstant %float 1
    %float_3 = OpConstant %float 3
    %white = OpConstantComposite %v4float %float_1 %float_1 %float_1 %float_1
    %in_type = OpTypePointer Input {in_type}
    %in = OpVariable %in_type Input
    %out_type = OpTypePointer Output %v4float
    {output}
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %all = OpLoad {in_type} %in
    {body}
    OpReturn
    OpFunctionEnd
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    %i = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %test
    %test = OpLabel
    %less = OpSLessThan %bool %i %shifted
    OpBranchConditional %less %continue %after
    %continue = OpLabel
    %next = OpIAdd %int %i %int_1
    OpBranch %header
    %after = OpLabel
"""


def fragment(body: str, width: int = 8, height: int = 8) -> Program:
    """Return a shader in which %shifted is x - 3, a signed integer; %low is x < 3."""
    first = """
        %x = OpCompositeExtract %float %all 0
        %whole = OpConvertFToS %int %x
        %shifted = OpISub %int %whole %int_3
        %low = OpSLessThan %bool %whole %int_3
        OpStore %out %white
    """
    text = SHADER.format(
        model="Fragment",
        interface="%in %out",
        mode="OpExecutionMode %main OriginUpperLeft",
        decorations="OpDecorate %in BuiltIn FragCoord\nOpDecorate %out Location 0",
        in_type="%v4float",
        output="%out = OpVariable %out_type Output",
        body=first + body,
    )
    return Program(
        "spirv", "fragment", assemble(numbered(text), (1, 3)), Inputs(width=width, height=height)
    )


def compute(body: str, groups: int) -> Program:
    """Return a shader in which %shifted is the number of the invocation - 3, a signed integer."""
    first = """
        %x = OpCompositeExtract %uint %all 0
        %whole = OpBitcast %int %x
        %shifted = OpISub %int %whole %int_3
        %low = OpSLessThan %bool %whole %int_3
    """
    text = SHADER.format(
        model="GLCompute",
        interface="%in",
        mode="OpExecutionMode %main LocalSize 4 1 1",
        decorations="OpDecorate %in BuiltIn GlobalInvocationId",
        in_type="%v3uint",
        output="",
        body=first + body,
    )
    return Program(
        "spirv", "compute", assemble(numbered(text), (1, 3)), Inputs(groups=(groups, 1, 1))
    )


def named(found: dict[int, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {name: found[ident(name)] for name in NAMED if ident(name) in found}


NAMED = ("%shifted", "%low", "%i", "%next")
WANTED = {"%shifted": (-3, 4), "%low": (0, 1), "%i": (0, 4), "%next": (1, 4)}


def ranges_of(program: Program, steps: int = 1_000_000) -> dict[int, tuple[int, int]]:
    return prove(program, Budget(steps, steps)).ranges


def test_all_pixels_count() -> None:
    assert named(ranges_of(fragment(LOOP))) == WANTED


def test_all_invocations_count() -> None:
    assert named(ranges_of(compute(LOOP, 2))) == WANTED


def test_what_never_runs_has_no_range() -> None:
    found = named(ranges_of(fragment(LOOP, width=2)))
    assert found == {"%shifted": (-3, -2), "%low": (1, 1), "%i": (0, 0)}


@pytest.mark.parametrize("steps", [0, 20])
def test_nothing_is_known_beyond_the_budget(steps: int) -> None:
    assert ranges_of(fragment(LOOP), steps) == {}
    assert ranges_of(compute(LOOP, 2), steps) == {}


def test_nothing_is_known_of_what_does_not_end() -> None:
    endless = LOOP.replace(
        "%less = OpSLessThan %bool %i %shifted", "%less = OpSLessThan %bool %int_0 %int_1"
    )
    assert ranges_of(fragment(endless)) == {}
    assert ranges_of(compute(endless, 2)) == {}


@pytest.mark.parametrize("program", [fragment, compute])
def test_nothing_is_known_of_what_follows_from_an_undefined_value(
    program: Callable[[str, int], Program],
) -> None:
    found = ranges_of(
        program("%next = OpSDiv %int %int_1 %shifted\n%i = OpIAdd %int %next %int_1", 8)
    )
    assert named(found) == {"%shifted": (-3, 4 if program is fragment else 28), "%low": (0, 1)}


@pytest.mark.parametrize("program", [fragment, compute])
def test_nothing_is_known_of_what_runs_after_a_decision_that_hangs_on_rounding(
    program: Callable[[str, int], Program],
) -> None:
    """The third of x is exactly so in no implementation, or in all: a loop that counts up to
    there ends somewhere.
    """
    convert = "%f = OpConvertSToF %float %whole"
    unsure = f"""
        {convert}
        %part = OpFDiv %float %f %float_3
        %back = OpFMul %float %part %float_3
        {
        LOOP.replace(
            "%less = OpSLessThan %bool %i %shifted",
            '''
        %t = OpConvertSToF %float %i
        %less = OpFOrdLessThan %bool %t %back''',
        )
    }
    """
    found = named(ranges_of(program(unsure, 8)))
    assert found == {"%shifted": (-3, 4 if program is fragment else 28), "%low": (0, 1)}


def counting(used: str) -> Program:
    """Return a shader whose invocations take a number each from one counter, and do or do not
    look at it.
    """
    source = f"""
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 4 1 1
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 1 Offset 4
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %void = OpTypeVoid
        %plain = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %zero = OpConstant %uint 0
        %one = OpConstant %uint 1
        %block = OpTypeStruct %uint %uint
        %to_block = OpTypePointer StorageBuffer %block
        %to_uint = OpTypePointer StorageBuffer %uint
        %buffer = OpVariable %to_block StorageBuffer
        %main = OpFunction %void None %plain
        %entry = OpLabel
        %count = OpAccessChain %to_uint %buffer %zero
        %shown = OpAccessChain %to_uint %buffer %one
        %taken = OpAtomicIAdd %uint %count %one %zero %one
        %later = OpIAdd %uint %one %one
        {used}
        OpReturn
        OpFunctionEnd
    """
    inputs = Inputs(buffers=(Buffer(0, bytes(8)),), groups=(2, 1, 1))
    return Program("spirv", "compute", assemble(source, (1, 3)), inputs)


@pytest.mark.parametrize("used", ["", "OpAtomicStore %shown %one %zero %taken"])
def test_nothing_is_known_of_what_hangs_on_the_order_of_invocations(used: str) -> None:
    """A seed that does not look at it leaves its result defined; a variant that does would not."""
    program = counting(used)
    results = {
        each.op: each.result_id
        for block in Module.parse(program.source).blocks
        for each in block.instructions
    }
    found = prove(program)
    assert found.answer in ("defined", "partly")
    assert results[opcodes.OpAtomicIAdd] not in found.ranges
    assert found.ranges[results[opcodes.OpIAdd]] == (2, 2)


def test_nothing_is_known_of_images_with_odd_sides() -> None:
    assert ranges_of(fragment(LOOP, width=7)) == {}


def test_nothing_is_known_of_what_is_not_interpreted() -> None:
    program = fragment(LOOP)
    varying = Module.parse(program.source)
    for mark in decorations(varying, ident("%in")):
        varying.set_operands(mark, [ident("%in"), Decoration.LOCATION, 0])
    found = prove(msgspec.structs.replace(program, source=varying.to_bytes()))
    assert (found.answer, found.outcome, found.ranges) == ("refused", None, {})
    assert "an input from a vertex shader" in found.reason


@pytest.mark.parametrize("program", FRAGMENTS, ids=lambda program: program.name)
def test_they_are_those_of_the_python_path(program: Program) -> None:
    inputs = msgspec.structs.replace(program.inputs, width=SMALL[0], height=SMALL[1])
    program = msgspec.structs.replace(program, inputs=inputs)
    ids = _scalars(Module.parse(program.source))
    alone = Interpreter(program.source, inputs, Options(trace_values=tuple(ids)))
    for y in range(SMALL[1]):
        for x in range(SMALL[0]):
            alone.pixel(x, y)
    found = ranges_of(program)
    assert len(found) > len(ids) // 2
    for value_id, (low, high) in found.items():
        seen = {int(value or 0) for (value,) in alone.seen_values()[value_id]}
        wanted = (
            {number - (number >> 31 << 32) for number in seen}
            if _is_signed(alone.module, value_id)
            else seen
        )
        assert (low, high) == (min(wanted), max(wanted)), value_id


def _scalars(module: Module) -> list[int]:
    results = [each for block in module.blocks for each in block.instructions if each.result_id]
    kinds = (types.is_bool, types.is_int)
    return [
        each.result_id for each in results if any(is_one(module, each.type_id) for is_one in kinds)
    ]


def _is_signed(module: Module, value_id: int) -> bool:
    type_id = module.type_of(value_id)
    return types.is_int(module, type_id) and types.is_signed(module, type_id)
