"""Compute shaders for tests of the interpreter: invocation i reads `%x`, `%y`, `%z` (words 3i to 3i
+ 2 of the input buffer) as unsigned integers and writes words 4i to 4i + 3 of the output buffer.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cache
from typing import Final

from helpers.transform import numbered

from aberration.core.inputs import Buffer, Inputs
from aberration.core.limits import beyond
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.native.compiler import available
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.native.exact import Exact
from aberration.languages.spirv.interpret.native.run import Failure
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.languages.spirv.validate import validate

CAPABILITIES: Final = "OpCapability Shader"
HEAD: Final = """
       {capabilities}
       %glsl = OpExtInstImport "GLSL.std.450"
       OpMemoryModel Logical GLSL450
       OpEntryPoint GLCompute %main "main" %group_id %local_id {interface}
       OpExecutionMode %main LocalSize {size} 1 1
       {modes}
       OpDecorate %group_id BuiltIn WorkgroupId
       OpDecorate %local_id BuiltIn LocalInvocationIndex
       OpDecorate %words ArrayStride 4
       OpDecorate %block BufferBlock
       OpMemberDecorate %block 0 Offset 0
       OpDecorate %input DescriptorSet 0
       OpDecorate %input Binding 0
       OpDecorate %output DescriptorSet 0
       OpDecorate %output Binding 1
       {annotations}
       %void = OpTypeVoid
       %main_type = OpTypeFunction %void
       %bool = OpTypeBool
       %int = OpTypeInt 32 1
       %uint = OpTypeInt 32 0
       %float = OpTypeFloat 32
       %v2bool = OpTypeVector %bool 2
       %v2int = OpTypeVector %int 2
       %v2uint = OpTypeVector %uint 2
       %v3uint = OpTypeVector %uint 3
       %v4uint = OpTypeVector %uint 4
       %v2float = OpTypeVector %float 2
       %v3float = OpTypeVector %float 3
       %v4float = OpTypeVector %float 4
       %m2float = OpTypeMatrix %v2float 2
       %m3float = OpTypeMatrix %v3float 3
       %words = OpTypeRuntimeArray %uint
       %block = OpTypeStruct %words
       %block_pointer = OpTypePointer Uniform %block
       %word_pointer = OpTypePointer Uniform %uint
       %v3_input = OpTypePointer Input %v3uint
       %uint_input = OpTypePointer Input %uint
       %local_uint = OpTypePointer Function %uint
       %local_int = OpTypePointer Function %int
       %local_float = OpTypePointer Function %float
       %local_bool = OpTypePointer Function %bool
       %local_v4 = OpTypePointer Function %v4float
       %true = OpConstantTrue %bool
       %false = OpConstantFalse %bool
       %u0 = OpConstant %uint 0
       %u1 = OpConstant %uint 1
       %u2 = OpConstant %uint 2
       %u3 = OpConstant %uint 3
       %u4 = OpConstant %uint 4
       %u8 = OpConstant %uint 8
       %u32 = OpConstant %uint 32
       %i0 = OpConstant %int 0
       %i1 = OpConstant %int 1
       %i4 = OpConstant %int 4
       %f0 = OpConstant %float 0
       %f1 = OpConstant %float 1
       %f2 = OpConstant %float 2
       %four_words = OpTypeArray %uint %u4
       %local_words = OpTypePointer Function %four_words
       %pair = OpTypeStruct %uint %uint
       %int_pair = OpTypeStruct %int %int
       %group_id = OpVariable %v3_input Input
       %local_id = OpVariable %uint_input Input
       %input = OpVariable %block_pointer Uniform
       %output = OpVariable %block_pointer Uniform
       {globals_}
       %main = OpFunction %void None %main_type
       %entry = OpLabel
"""
LOADS: Final = """
       %place_pointer = OpAccessChain %uint_input %group_id %u0
       %group = OpLoad %uint %place_pointer
       %local = OpLoad %uint %local_id
       %place = OpIAdd %uint %group %local
       %first = OpIMul %uint %place %u3
       %second = OpIAdd %uint %first %u1
       %third = OpIAdd %uint %first %u2
       %x_pointer = OpAccessChain %word_pointer %input %u0 %first
       %y_pointer = OpAccessChain %word_pointer %input %u0 %second
       %z_pointer = OpAccessChain %word_pointer %input %u0 %third
       %x = OpLoad %uint %x_pointer
       %y = OpLoad %uint %y_pointer
       %z = OpLoad %uint %z_pointer
       %xi = OpBitcast %int %x
       %yi = OpBitcast %int %y
       %zi = OpBitcast %int %z
       %xf = OpBitcast %float %x
       %yf = OpBitcast %float %y
       %zf = OpBitcast %float %z
       %out0 = OpIMul %uint %place %u4
       %out1 = OpIAdd %uint %out0 %u1
       %out2 = OpIAdd %uint %out0 %u2
       %out3 = OpIAdd %uint %out0 %u3
       %out_pointer0 = OpAccessChain %word_pointer %output %u0 %out0
       %out_pointer1 = OpAccessChain %word_pointer %output %u0 %out1
       %out_pointer2 = OpAccessChain %word_pointer %output %u0 %out2
       %out_pointer3 = OpAccessChain %word_pointer %output %u0 %out3
"""
_UNIFORM: Final = re.compile(r"(?<!Non)Uniform")
_WRITES: Final = re.compile(r"^\s*WRITE (\d) (%\w+)(?: (float|int|bool))?\s*$", re.MULTILINE)


def shader(
    body: str,
    *,
    functions: str = "",
    globals_: str = "",
    annotations: str = "",
    capabilities: str = "",
    modes: str = "",
    interface: str = "",
    size: int = 1,
    version: tuple[int, int] = (1, 3),
) -> bytes:
    """Return a compute shader. A line `WRITE k %value [float|int|bool]` stores a value as
    output word k.
    """
    variables = "\n".join(line for line in body.splitlines() if "OpVariable" in line)
    rest = _WRITES.sub(
        _written, "\n".join(line for line in body.splitlines() if "OpVariable" not in line)
    )
    head = HEAD.format(
        capabilities=f"{CAPABILITIES}\n{capabilities}",
        modes=modes,
        interface=interface,
        size=size,
        annotations=annotations,
        globals_=globals_,
    )
    if version > (1, 3):
        head = _UNIFORM.sub("StorageBuffer", head.replace("BufferBlock", "Block"))
        head = head.replace(
            '"main" %group_id %local_id', '"main" %group_id %local_id %input %output'
        )
    end = "" if rest.rstrip().endswith(("OpReturn", "OpUnreachable", "OpKill")) else "\nOpReturn"
    text = numbered(f"{head}\n{variables}\n{LOADS}\n{rest}{end}\nOpFunctionEnd\n{functions}")
    data = assemble(text, version)
    flaw = validate(data, "vulkan1.1" if version <= (1, 3) else "vulkan1.2")
    assert flaw is None, f"the test's own module is invalid: {flaw}\n{text}"
    return data


def _written(match: re.Match[str]) -> str:
    k, name, kind = match[1], match[2], match[3]
    mine = f"%written_{k}_{match.start()}"
    if kind == "bool":
        return f"{mine} = OpSelect %uint {name} %u1 %u0\nOpStore %out_pointer{k} {mine}"
    if kind:
        return f"{mine} = OpBitcast %uint {name}\nOpStore %out_pointer{k} {mine}"
    return f"OpStore %out_pointer{k} {name}"


def dispatched(
    data: bytes,
    rows: Sequence[tuple[int, int, int]],
    options: Options | None = None,
    groups: int = 0,
) -> Buffers | Trap:
    """Run a shader, one workgroup for each row of input words (or so many). Both paths must
    agree.
    """
    found = prepared(data, rows, options, groups)
    expected = found.scalar_dispatch()
    agrees(found, expected)
    return expected


def agrees(interpreter: Interpreter, expected: Buffers | Trap) -> None:
    """Compare the C path, where there is one, with what the Python path gave."""
    options = interpreter.options
    if not available() or options.trace_blocks or options.trace_values:
        return
    known = interpreter.module, interpreter.leaves, interpreter.interface, interpreter.outputs
    exact = Exact(*known, interpreter.inputs, options.steps)
    found = exact.dispatch()
    if isinstance(found, Failure):
        assert isinstance(expected, Trap), f"C met {found.kind}"
        blamed = exact.native.program.sites[found.site]
        assert (found.kind, blamed.result_id, blamed.op) == (
            expected.kind,
            expected.result_id,
            expected.opcode,
        ), str(expected)
        assert found.invocation == expected.invocation
        return
    assert isinstance(expected, Buffers), str(expected)
    for buffer, data in zip(interpreter.inputs.buffers, expected.data, strict=True):
        assert found[buffer.descriptor_set, buffer.binding][: len(data)] == data
    proof = prove(Program("spirv", "compute", interpreter.module.to_bytes(), interpreter.inputs))
    assert isinstance(proof.outcome, Buffers), f"{proof.answer}: {proof.trap or proof.reason}"
    assert proof.limits is not None
    assert beyond(expected, proof.limits).beyond == 0


def prepared(
    data: bytes,
    rows: Sequence[tuple[int, int, int]],
    options: Options | None = None,
    groups: int = 0,
) -> Interpreter:
    """Return the interpreter that does so."""
    words = [word & 0xFFFFFFFF for row in rows for word in row]
    given = struct.pack(f"<{len(words)}I", *words)
    buffers = (Buffer(0, given, (("uint", len(words)),)), Buffer(1, bytes(16 * len(rows))))
    return Interpreter(data, Inputs(buffers=buffers, groups=(groups or len(rows), 1, 1)), options)


def results(data: bytes, rows: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Return the output words of each row of input words; nothing may trap."""
    found = dispatched(data, rows)
    assert isinstance(found, Buffers), str(found)
    words = struct.unpack(f"<{4 * len(rows)}I", found.data[1])
    return [(words[k], words[k + 1], words[k + 2], words[k + 3]) for k in range(0, len(words), 4)]


@cache
def compiled(body: str, capabilities: str = "", globals_: str = "") -> bytes:
    """Return the same shader, assembled once."""
    return shader(body, capabilities=capabilities, globals_=globals_)


def values(body: str, rows: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return output word 0 of each row."""
    return [row[0] for row in results(compiled(body), rows)]


def bits(value: float) -> int:
    """Return the bits of a 32-bit float."""
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def number(word: int) -> float:
    """Return the 32-bit float of some bits."""
    return float(struct.unpack("<f", struct.pack("<I", word))[0])
