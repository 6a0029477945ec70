"""Shaders with one undefined operation planted, each beside a twin that is well defined."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from helpers.interpret import bits, dispatched, shader
from helpers.transform import ident

from aberration.core.outcome import Buffers
from aberration.languages.spirv.grammar import OPCODE
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.undefined import Trap

NAN: Final = 0x7FC00000
INFINITY: Final = 0x7F800000
LEAST: Final = 0x80000000


class Planted(msgspec.Struct, frozen=True):
    """`guilty` is the name of the trapping instruction's result, or its opcode where it has none.

    The twin has another body, or runs on another row of input words.
    """

    name: str
    kind: str
    guilty: str
    body: str
    row: tuple[int, int, int]
    twin: tuple[int, int, int] | str
    functions: str = ""
    globals_: str = ""
    size: int = 1


def binary(
    name: str, kind: str, text: str, row: tuple[int, int, int], twin: tuple[int, int, int]
) -> Planted:
    """A single instruction, which stands in `text` as `%r = ...`."""
    result = text.split()[3]
    suffix = {"%int": " int", "%float": " float", "%bool": " bool"}.get(result, "")
    return Planted(name, kind, "r", f"{text}\nWRITE 0 %r{suffix}", row, twin)


def extended(
    name: str, text: str, row: tuple[int, int, int], twin: tuple[int, int, int]
) -> Planted:
    return binary(name, "invalid-argument", f"%r = OpExtInst %float %glsl {text}", row, twin)


LOOP: Final = """
       OpBranch %head
       %head = OpLabel
       %k = OpPhi %uint %u0 %entry %next %continue
       OpLoopMerge %done %continue None
       OpBranch %test
       %test = OpLabel
       %more = OpULessThan %bool %k %x
       OpBranchConditional %more %continue %done
       %continue = OpLabel
       %next = OpIAdd %uint %k %y
       OpBranch %head
       %done = OpLabel
       WRITE 0 %k
"""
MAYBE_STORED: Final = """
       %var = OpVariable {type} Function
       %c = OpINotEqual %bool %x %u0
       OpSelectionMerge %join None
       OpBranchConditional %c %yes %join
       %yes = OpLabel
       OpStore %var {value}
       OpBranch %join
       %join = OpLabel
"""
MAYBE_UINT: Final = MAYBE_STORED.format(type="%local_uint", value="%y")
MAYBE_FLOAT: Final = MAYBE_STORED.format(type="%local_float", value="%yf")
MAYBE_BOOL: Final = MAYBE_STORED.format(type="%local_bool", value="%c")
READER: Final = """
       %reader = OpFunction %uint None %reader_type
       %pointer = OpFunctionParameter %local_uint
       %reader_entry = OpLabel
       %read = OpLoad %uint %pointer
       %sum = OpIAdd %uint %read %u1
       OpReturnValue %sum
       OpFunctionEnd
"""
SHARED: Final = """
       %shared_words = OpTypeArray %uint %u4
       %shared_pointer = OpTypePointer Workgroup %shared_words
       %shared_word = OpTypePointer Workgroup %uint
       %shared = OpVariable %shared_pointer Workgroup
       %u264 = OpConstant %uint 264
"""
EXCHANGE: Final = """
       %mine = OpAccessChain %shared_word %shared %local
       OpStore %mine %local
       {barrier}
       %other = OpBitwiseXor %uint %local %u1
       %theirs = OpAccessChain %shared_word %shared %other
       %got = OpLoad %uint %theirs
"""
BARRIER: Final = "OpControlBarrier %u2 %u2 %u264"

CASES: Final = [
    binary("unsigned division", "division", "%r = OpUDiv %uint %x %y", (5, 0, 0), (5, 1, 0)),
    binary("unsigned modulo", "division", "%r = OpUMod %uint %x %y", (5, 0, 0), (0, 5, 0)),
    binary("signed division", "division", "%r = OpSDiv %int %xi %yi", (-5, 0, 0), (-5, -1, 0)),
    binary("signed remainder", "division", "%r = OpSRem %int %xi %yi", (5, 0, 0), (0, 5, 0)),
    binary("signed modulo", "division", "%r = OpSMod %int %xi %yi", (0, 0, 0), (0, 1, 0)),
    binary(
        "float division",
        "division",
        "%r = OpFDiv %float %xf %yf",
        (bits(1), bits(-0.0), 0),
        (0, bits(-1), 0),
    ),
    binary(
        "quotient too large",
        "overflow",
        "%r = OpSDiv %int %xi %yi",
        (LEAST, -1, 0),
        (LEAST + 1, -1, 0),
    ),
    binary(
        "remainder of a negative",
        "invalid-argument",
        "%r = OpSRem %int %xi %yi",
        (-5, 3, 0),
        (5, 3, 0),
    ),
    binary(
        "remainder by a negative",
        "invalid-argument",
        "%r = OpSRem %int %xi %yi",
        (5, -3, 0),
        (2, 3, 0),
    ),
    binary(
        "modulo of a negative",
        "invalid-argument",
        "%r = OpSMod %int %xi %yi",
        (LEAST, 1, 0),
        (5, 3, 0),
    ),
    binary(
        "modulo by a negative",
        "invalid-argument",
        "%r = OpSMod %int %xi %yi",
        (0, -1, 0),
        (0, 1, 0),
    ),
    binary("left shift", "shift", "%r = OpShiftLeftLogical %uint %x %y", (1, 32, 0), (1, 31, 0)),
    binary("right shift", "shift", "%r = OpShiftRightLogical %uint %x %y", (1, -1, 0), (-1, 0, 0)),
    binary(
        "arithmetic shift",
        "shift",
        "%r = OpShiftRightArithmetic %int %xi %yi",
        (-1, 33, 0),
        (-1, 31, 0),
    ),
    binary(
        "constant shift", "shift", "%r = OpShiftLeftLogical %uint %x %u32", (1, 0, 0), (1, 0, 0)
    ),
    binary(
        "too large to int",
        "conversion",
        "%r = OpConvertFToS %int %xf",
        (bits(2.0**31), 0, 0),
        (bits(-(2.0**31)), 0, 0),
    ),
    binary(
        "infinity to int",
        "conversion",
        "%r = OpConvertFToS %int %xf",
        (INFINITY, 0, 0),
        (bits(-0.75), 0, 0),
    ),
    binary(
        "negative to uint",
        "conversion",
        "%r = OpConvertFToU %uint %xf",
        (bits(-1), 0, 0),
        (bits(-0.5), 0, 0),
    ),
    binary(
        "too large to uint",
        "conversion",
        "%r = OpConvertFToU %uint %xf",
        (bits(2.0**32), 0, 0),
        (bits(2.0**31), 0, 0),
    ),
    binary("NaN to int", "nan", "%r = OpConvertFToS %int %xf", (NAN, 0, 0), (bits(3.9), 0, 0)),
    binary("NaN compared", "nan", "%r = OpFOrdLessThan %bool %xf %yf", (NAN, 0, 0), (0, 0, 0)),
    binary(
        "NaN compared for equality",
        "nan",
        "%r = OpFOrdEqual %bool %xf %yf",
        (0, NAN, 0),
        (0, LEAST, 0),
    ),
    binary(
        "NaN unordered",
        "nan",
        "%r = OpFUnordNotEqual %bool %xf %yf",
        (NAN, NAN, 0),
        (INFINITY, INFINITY, 0),
    ),
    binary("NaN asked for", "nan", "%r = OpIsNan %bool %xf", (NAN, 0, 0), (INFINITY, 0, 0)),
    binary(
        "infinity asked for", "nan", "%r = OpIsInf %bool %xf", (INFINITY, 0, 0), (bits(3e38), 0, 0)
    ),
    binary(
        "minimum of NaN",
        "nan",
        "%r = OpExtInst %float %glsl FMin %xf %yf",
        (0, NAN, 0),
        (0, bits(-1), 0),
    ),
    binary(
        "clamp of NaN",
        "nan",
        "%r = OpExtInst %float %glsl FClamp %xf %f0 %f1",
        (NAN, 0, 0),
        (bits(-1), 0, 0),
    ),
    binary(
        "sign of NaN", "nan", "%r = OpExtInst %float %glsl FSign %xf", (NAN, 0, 0), (LEAST, 0, 0)
    ),
    binary("bits of NaN", "nan", "%r = OpBitcast %uint %xf", (NAN, 0, 0), (INFINITY, 0, 0)),
    extended("square root", "Sqrt %xf", (bits(-1), 0, 0), (bits(-0.0), 0, 0)),
    extended("inverse square root", "InverseSqrt %xf", (0, 0, 0), (bits(4), 0, 0)),
    extended("logarithm", "Log %xf", (0, 0, 0), (bits(1e-30), 0, 0)),
    extended("binary logarithm", "Log2 %xf", (bits(-2), 0, 0), (bits(2), 0, 0)),
    extended(
        "power of a negative number", "Pow %xf %yf", (bits(-2), bits(2), 0), (bits(2), bits(-2), 0)
    ),
    extended("power of zero", "Pow %xf %yf", (0, 0, 0), (0, bits(2), 0)),
    extended("arc sine", "Asin %xf", (bits(1.5), 0, 0), (bits(1), 0, 0)),
    extended("arc cosine", "Acos %xf", (bits(-1.5), 0, 0), (bits(-1), 0, 0)),
    extended("arc tangent of 0/0", "Atan2 %xf %yf", (0, 0, 0), (0, bits(1), 0)),
    extended("area cosine", "Acosh %xf", (bits(0.5), 0, 0), (bits(1), 0, 0)),
    extended("area tangent", "Atanh %xf", (bits(1), 0, 0), (bits(0.5), 0, 0)),
    extended("clamp", "FClamp %f1 %xf %yf", (bits(3), bits(2), 0), (bits(2), bits(2), 0)),
    extended("smooth step", "SmoothStep %xf %yf %f1", (bits(2), bits(2), 0), (bits(1), bits(2), 0)),
    extended("normalize", "Normalize %xf", (0, 0, 0), (bits(2), 0, 0)),
    binary(
        "unsigned clamp",
        "invalid-argument",
        "%r = OpExtInst %uint %glsl UClamp %z %x %y",
        (3, 2, 5),
        (2, 2, 5),
    ),
    binary(
        "bit field",
        "invalid-argument",
        "%r = OpBitFieldUExtract %uint %z %x %y",
        (31, 2, 5),
        (31, 1, 5),
    ),
    binary(
        "bit field inserted",
        "invalid-argument",
        "%r = OpBitFieldInsert %uint %z %u1 %x %y",
        (0, 33, 5),
        (0, 32, 5),
    ),
    Planted("loop without end", "loop-limit", "OpLoopMerge", LOOP, (5, 0, 0), (5, 1, 0)),
    Planted(
        "unwritten in arithmetic",
        "uninitialised",
        "r",
        MAYBE_UINT + "%v = OpLoad %uint %var\n%r = OpIAdd %uint %v %x\nWRITE 0 %r",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten compared",
        "uninitialised",
        "r",
        MAYBE_UINT + "%v = OpLoad %uint %var\n%r = OpIEqual %bool %v %x\nWRITE 0 %r bool",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten float",
        "uninitialised",
        "r",
        MAYBE_FLOAT + "%v = OpLoad %float %var\n%r = OpFNegate %float %v\nWRITE 0 %r float",
        (0, bits(7), 0),
        (1, bits(7), 0),
    ),
    Planted(
        "unwritten condition",
        "uninitialised",
        "OpBranchConditional",
        MAYBE_BOOL + "%v = OpLoad %bool %var\n"
        "OpSelectionMerge %end None\n"
        "OpBranchConditional %v %then %end\n"
        "%then = OpLabel\n"
        "OpBranch %end\n"
        "%end = OpLabel\n",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten selector",
        "uninitialised",
        "r",
        MAYBE_BOOL + "%v = OpLoad %bool %var\n%r = OpSelect %uint %v %x %y\nWRITE 0 %r",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten switch",
        "uninitialised",
        "OpSwitch",
        MAYBE_UINT + "%v = OpLoad %uint %var\n"
        "OpSelectionMerge %end None\n"
        "OpSwitch %v %end 1 %then\n"
        "%then = OpLabel\n"
        "OpBranch %end\n"
        "%end = OpLabel\n",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten output",
        "uninitialised",
        "OpStore",
        MAYBE_UINT + "%v = OpLoad %uint %var\nWRITE 0 %v",
        (0, 7, 0),
        (1, 7, 0),
    ),
    Planted(
        "unwritten index",
        "uninitialised",
        "r",
        MAYBE_UINT + "%v = OpLoad %uint %var\n"
        "%w = OpCompositeConstruct %v2uint %x %y\n"
        "%r = OpVectorExtractDynamic %uint %w %v\n"
        "WRITE 0 %r\n",
        (0, 1, 0),
        (1, 1, 0),
    ),
    Planted(
        "unwritten through a call",
        "uninitialised",
        "sum",
        MAYBE_UINT + "%r = OpFunctionCall %uint %reader %var\nWRITE 0 %r",
        (0, 1, 0),
        (1, 1, 0),
        READER,
        "%reader_type = OpTypeFunction %uint %local_uint",
    ),
    Planted(
        "partly written vector",
        "uninitialised",
        "r",
        "%var = OpVariable %local_v4 Function\n"
        "%p = OpAccessChain %local_float %var %u1\n"
        "OpStore %p %xf\n"
        "%q = OpAccessChain %local_float %var %u2\n"
        "%v = OpLoad %float %q\n"
        "%r = OpFAdd %float %v %v\n",
        (0, 0, 0),
        "%var = OpVariable %local_v4 Function\n"
        "%p = OpAccessChain %local_float %var %u1\n"
        "OpStore %p %xf\n"
        "%q = OpAccessChain %local_float %var %u1\n"
        "%v = OpLoad %float %q\n"
        "%r = OpFAdd %float %v %v\n",
    ),
    Planted(
        "index of an array",
        "out-of-bounds",
        "r",
        "%var = OpVariable %local_words Function\n"
        "%r = OpAccessChain %local_uint %var %x\n"
        "OpStore %r %y\n"
        "%v = OpLoad %uint %r\n"
        "WRITE 0 %v\n",
        (4, 0, 0),
        (3, 0, 0),
    ),
    Planted(
        "negative index",
        "out-of-bounds",
        "r",
        "%var = OpVariable %local_words Function\n"
        "%r = OpAccessChain %local_uint %var %xi\n"
        "OpStore %r %y\n"
        "%v = OpLoad %uint %r\n"
        "WRITE 0 %v\n",
        (-1, 0, 0),
        (0, 0, 0),
    ),
    Planted(
        "index of a vector",
        "out-of-bounds",
        "r",
        (
            "%w = OpCompositeConstruct %v2uint %x %y\n"
            "%r = OpVectorExtractDynamic %uint %w %z\nWRITE 0 %r"
        ),
        (0, 0, 2),
        (0, 0, 1),
    ),
    Planted(
        "index of an insertion",
        "out-of-bounds",
        "r",
        "%w = OpCompositeConstruct %v2uint %x %y\n"
        "%r = OpVectorInsertDynamic %v2uint %w %x %z\n"
        "%s = OpCompositeExtract %uint %r 0\n"
        "WRITE 0 %s\n",
        (0, 0, 2),
        (0, 0, 1),
    ),
    Planted(
        "index of a buffer",
        "out-of-bounds",
        "r",
        "%r = OpAccessChain %word_pointer %output %u0 %x\nOpStore %r %y",
        (4, 0, 0),
        (3, 0, 0),
    ),
    Planted(
        "NaN in a buffer",
        "nan",
        "OpStore",
        "%var = OpVariable %floats_pointer Function\n"
        "%r = OpAccessChain %float_pointer %shown %u0\n"
        "%inf = OpFMul %float %xf %yf\n"
        "OpStore %r %inf\n",
        (bits(1e30), bits(1e30), 0),
        (bits(1e10), bits(1e10), 0),
        "",
        "%floats = OpTypeStruct %float\n"
        "%floats_pointer = OpTypePointer Function %float\n"
        "%float_pointer = OpTypePointer Uniform %float\n"
        "%shown_pointer = OpTypePointer Uniform %floats\n"
        "%shown = OpVariable %shown_pointer Uniform\n",
    ),
    Planted(
        "unreachable",
        "unreachable",
        "OpUnreachable",
        "%c = OpIEqual %bool %x %u0\n"
        "OpSelectionMerge %end None\n"
        "OpBranchConditional %c %never %end\n"
        "%never = OpLabel\n"
        "OpUnreachable\n"
        "%end = OpLabel\n",
        (0, 0, 0),
        (1, 0, 0),
    ),
    Planted(
        "race",
        "race",
        "OpStore",
        EXCHANGE.format(barrier=""),
        (0, 0, 0),
        EXCHANGE.format(barrier=BARRIER),
        "",
        SHARED,
        4,
    ),
    Planted(
        "race of writes",
        "race",
        "OpStore",
        "%p = OpAccessChain %shared_word %shared %u0\nOpStore %p %u1",
        (0, 0, 0),
        "%p = OpAccessChain %shared_word %shared %local\nOpStore %p %u1",
        "",
        SHARED,
        4,
    ),
    Planted(
        "race with an atomic",
        "race",
        "a",
        (
            "%p = OpAccessChain %shared_word %shared %u0\n"
            "%a = OpAtomicExchange %uint %p %u2 %u0 %u1\nOpStore %p %u1"
        ),
        (0, 0, 0),
        "%p = OpAccessChain %shared_word %shared %u0\n"
        "OpAtomicStore %p %u2 %u0 %u1\n"
        "%a = OpAtomicIAdd %uint %p %u2 %u0 %u1\n",
        "",
        SHARED,
        4,
    ),
    Planted(
        "barrier for some",
        "barrier",
        "OpControlBarrier",
        "%c = OpULessThan %bool %local %u2\n"
        "OpSelectionMerge %end None\n"
        "OpBranchConditional %c %then %end\n"
        "%then = OpLabel\n"
        "OpControlBarrier %u2 %u2 %u264\n"
        "OpBranch %end\n"
        "%end = OpLabel\n",
        (0, 0, 0),
        "%c = OpULessThan %bool %local %u8\n"
        "OpSelectionMerge %end None\n"
        "OpBranchConditional %c %then %end\n"
        "%then = OpLabel\n"
        "OpControlBarrier %u2 %u2 %u264\n"
        "OpBranch %end\n"
        "%end = OpLabel\n",
        "",
        SHARED,
        4,
    ),
]
ANNOTATIONS: Final = """
       OpDecorate %floats BufferBlock
       OpMemberDecorate %floats 0 Offset 0
       OpDecorate %shown DescriptorSet 0
       OpDecorate %shown Binding 2
"""


def run(case: Planted, body: str, row: tuple[int, int, int]) -> Buffers | Trap:
    annotations = ANNOTATIONS if "%shown" in body else ""
    data = shader(
        body,
        functions=case.functions,
        globals_=case.globals_,
        annotations=annotations,
        size=case.size,
    )
    return dispatched(data, [row] * case.size, Options(steps=1000), groups=1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_undefined_operation_is_named(case: Planted) -> None:
    trap = run(case, case.body, case.row)
    assert isinstance(trap, Trap)
    assert trap.kind == case.kind
    if case.guilty.startswith("Op"):
        assert trap.opcode == OPCODE[case.guilty]
        assert trap.instruction.startswith(case.guilty)
    else:
        assert trap.result_id == ident(case.guilty)
        assert trap.instruction.startswith(f"%{ident(case.guilty)} = ")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_its_twin_is_well_defined(case: Planted) -> None:
    body = case.twin if isinstance(case.twin, str) else case.body
    row = case.row if isinstance(case.twin, str) else case.twin
    if case.name == "constant shift":
        body = body.replace("%u32", "%u8")
    found = run(case, body, row)
    assert isinstance(found, Buffers), str(found)


def test_there_are_many() -> None:
    assert len(CASES) >= 25
    assert {case.kind for case in CASES} >= {
        "uninitialised",
        "out-of-bounds",
        "race",
        "barrier",
        "nan",
        "shift",
    }


def test_copying_what_was_never_written_is_no_use_of_it() -> None:
    body = """
        %a = OpVariable %local_uint Function
        %b = OpVariable %local_uint Function
        %va = OpLoad %uint %a
        OpStore %b %va
        %v = OpCompositeConstruct %v2uint %va %x
        %c = OpINotEqual %bool %x %u0
        %s = OpSelect %uint %c %x %va
        %x_again = OpCompositeExtract %uint %v 1
        WRITE 0 %s
        WRITE 1 %x_again
    """
    assert isinstance(dispatched(shader(body), [(3, 0, 0)]), Buffers)
    trap = dispatched(shader(body), [(0, 0, 0)])
    assert isinstance(trap, Trap)
    assert trap.kind == "uninitialised"


def test_a_trap_names_its_invocation() -> None:
    body = "%r = OpUDiv %uint %x %y\nWRITE 0 %r"
    trap = dispatched(shader(body), [(1, 1, 0), (1, 2, 0), (1, 0, 0)])
    assert isinstance(trap, Trap)
    assert trap.invocation == (2, 0, 0)
    assert "in block" in str(trap)
