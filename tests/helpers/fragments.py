"""Fragment shaders for tests of the C path, written around a few lines, and both paths to run
them.
"""

from __future__ import annotations

from typing import Final

from helpers.spirv_tools import run
from helpers.transform import numbered

from aberration.core.inputs import Inputs
from aberration.core.limits import beyond
from aberration.core.outcome import Image
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

HEAD: Final = """
       OpCapability Shader
       OpCapability DerivativeControl
       {extensions}
       %glsl = OpExtInstImport "GLSL.std.450"
       OpMemoryModel Logical GLSL450
       OpEntryPoint Fragment %main "main" %coordinates %colour {interface}
       OpExecutionMode %main OriginUpperLeft
       {modes}
       OpDecorate %coordinates BuiltIn FragCoord
       OpDecorate %colour Location 0
       %void = OpTypeVoid
       %main_type = OpTypeFunction %void
       %bool = OpTypeBool
       %int = OpTypeInt 32 1
       %uint = OpTypeInt 32 0
       %float = OpTypeFloat 32
       %v2bool = OpTypeVector %bool 2
       %v2int = OpTypeVector %int 2
       %v2uint = OpTypeVector %uint 2
       %v2float = OpTypeVector %float 2
       %v3float = OpTypeVector %float 3
       %v4float = OpTypeVector %float 4
       %m2float = OpTypeMatrix %v2float 2
       %v4_input = OpTypePointer Input %v4float
       %float_input = OpTypePointer Input %float
       %v4_output = OpTypePointer Output %v4float
       %local_uint = OpTypePointer Function %uint
       %local_float = OpTypePointer Function %float
       %local_bool = OpTypePointer Function %bool
       %private_uint = OpTypePointer Private %uint
       %true = OpConstantTrue %bool
       %false = OpConstantFalse %bool
       %u0 = OpConstant %uint 0
       %u1 = OpConstant %uint 1
       %u2 = OpConstant %uint 2
       %u3 = OpConstant %uint 3
       %u4 = OpConstant %uint 4
       %u7 = OpConstant %uint 7
       %u16 = OpConstant %uint 16
       %u65535 = OpConstant %uint 65535
       %u_mix = OpConstant %uint 2654435769
       %i0 = OpConstant %int 0
       %i1 = OpConstant %int 1
       %i_1 = OpConstant %int -1
       %f0 = OpConstant %float 0
       %f1 = OpConstant %float 1
       %four_words = OpTypeArray %uint %u4
       %local_words = OpTypePointer Function %four_words
       %mixed = OpTypeStruct %uint %float %bool
       %local_mixed = OpTypePointer Function %mixed
       %four_mixed = OpTypeArray %mixed %u4
       %local_four_mixed = OpTypePointer Function %four_mixed
       %to_uint = OpTypeFunction %uint %uint
       %by_pointer = OpTypeFunction %uint %local_uint %uint
       %by_array = OpTypeFunction %uint %local_words %uint
       %coordinates = OpVariable %v4_input Input
       %colour = OpVariable %v4_output Output
       %shared = OpVariable %private_uint Private
"""
MAIN: Final = """
       %main = OpFunction %void None %main_type
       %entry = OpLabel
"""
LOADS: Final = """
       %x_pointer = OpAccessChain %float_input %coordinates %u0
       %y_pointer = OpAccessChain %float_input %coordinates %u1
       %xf = OpLoad %float %x_pointer
       %yf = OpLoad %float %y_pointer
       %x = OpConvertFToU %uint %xf
       %y = OpConvertFToU %uint %yf
       %xi = OpBitcast %int %x
       %yi = OpBitcast %int %y
       OpStore %shared %u0
"""


def emitted(first: str, second: str, tag: str = "") -> str:
    """Return the lines that show two unsigned numbers as the colour, half by half: exact in
    32-bit floats.
    """
    lines = []
    for k, name in enumerate((first, second)):
        lines += [
            f"%low{tag}_{k} = OpBitwiseAnd %uint {name} %u65535",
            f"%high{tag}_{k} = OpShiftRightLogical %uint {name} %u16",
            f"%r{tag}_{k} = OpConvertUToF %float %low{tag}_{k}",
            f"%s{tag}_{k} = OpConvertUToF %float %high{tag}_{k}",
        ]
    lines.append(
        f"%shown{tag} = OpCompositeConstruct %v4float %r{tag}_0 %s{tag}_0 %r{tag}_1 %s{tag}_1"
    )
    return "\n".join([*lines, f"OpStore %colour %shown{tag}"])


def fragment(
    body: str,
    *,
    functions: str = "",
    globals_: str = "",
    extensions: str = "",
    interface: str = "",
    modes: str = "",
) -> bytes:
    """Return a shader; the body sees the pixel as `%x`, `%y` (also `%xi`, `%yi`, `%xf`, `%yf`).
    Decorations follow the execution modes.
    """
    variables = "\n".join(line for line in body.splitlines() if "OpVariable" in line)
    rest = "\n".join(line for line in body.splitlines() if "OpVariable" not in line)
    head = HEAD.format(extensions=extensions, interface=interface, modes=modes)
    text = numbered(
        f"{head}\n{globals_}\n{MAIN}\n{variables}\n{LOADS}\n{rest}\nOpFunctionEnd\n{functions}"
    )
    data = assemble(text, (1, 3))
    flaw = validate(data, "vulkan1.1")
    assert flaw is None, f"the test's own module is invalid: {flaw}\n{text}"
    return data


def optimised(data: bytes) -> bytes:
    """Return the shader with its variables turned into phis, its functions inlined."""
    passes = ["--ssa-rewrite", "--eliminate-dead-code-aggressive"]
    done = run("spirv-opt", [*passes, "-o", "-", "-"], data)
    assert done.returncode == 0, done.stderr
    return done.stdout


def exact_of(interpreter: Interpreter, compiler: str = "") -> Exact:
    """Return the C path of an interpreter, however small the image is."""
    known = interpreter.module, interpreter.leaves, interpreter.interface, interpreter.outputs
    return Exact(*known, interpreter.inputs, interpreter.options.steps, compiler)


def both(
    data: bytes, width: int = 16, height: int = 16, options: Options | None = None
) -> Image | Trap:
    """Run a shader on both paths, and with bounds; return what both paths give."""
    interpreter = Interpreter(data, Inputs(width=width, height=height), options)
    expected = interpreter.scalar_image("rgba32f")
    if not available():
        return expected
    exact = exact_of(interpreter)
    found = exact.image("rgba32f")
    if isinstance(found, Failure):
        assert isinstance(expected, Trap), f"C met {found.kind} in {found.invocation}"
        blamed = exact.native.program.sites[found.site]
        told = (found.kind, blamed.result_id, blamed.op, found.invocation[:2])
        assert told == (expected.kind, expected.result_id, expected.opcode, expected.invocation), (
            str(expected)
        )
        return expected
    assert found == expected, _difference(found, expected)
    _assert_proved(data, interpreter.inputs, found)
    return expected


def _assert_proved(data: bytes, inputs: Inputs, expected: Image) -> None:
    """What is proved of a shader without traps is what it gives; undefs alone may give
    something else.
    """
    proof = prove(Program("spirv", "fragment", data, inputs))
    assert isinstance(proof.outcome, Image), f"{proof.answer}: {proof.trap or proof.reason}"
    assert proof.limits is not None
    assert beyond(expected, proof.limits).beyond == 0
    assert (
        proof.compared + sum(masked.count for masked in proof.masked)
        == inputs.width * inputs.height
    )


def _difference(found: Image, expected: Image | Trap) -> str:
    if isinstance(expected, Trap):
        return f"C gives an image, Python meets {expected}"
    pixels = [
        (k // 16 % found.width, k // 16 // found.width)
        for k in range(0, len(found.data), 16)
        if found.data[k : k + 16] != expected.data[k : k + 16]
    ]
    return f"{len(pixels)} pixels differ, the first {pixels[0]}"


FUNCTIONS: Final = """
       %folds = OpFunction %uint None %to_uint
       %folds_n = OpFunctionParameter %uint
       %folds_entry = OpLabel
       %folds_low = OpBitwiseAnd %uint %folds_n %u3
       %folds_none = OpIEqual %bool %folds_low %u0
       OpSelectionMerge %folds_rest None
       OpBranchConditional %folds_none %folds_early %folds_rest
       %folds_early = OpLabel
       OpReturnValue %u7
       %folds_rest = OpLabel
       OpBranch %folds_head
       %folds_head = OpLabel
       %folds_k = OpPhi %uint %folds_low %folds_rest %folds_next %folds_following
       %folds_sum = OpPhi %uint %u1 %folds_rest %folds_more %folds_following
       OpLoopMerge %folds_merge %folds_following None
       OpBranch %folds_test
       %folds_test = OpLabel
       %folds_go = OpINotEqual %bool %folds_k %u0
       OpBranchConditional %folds_go %folds_following %folds_merge
       %folds_following = OpLabel
       %folds_product = OpIMul %uint %folds_sum %folds_n
       %folds_more = OpIAdd %uint %folds_product %folds_k
       %folds_next = OpISub %uint %folds_k %u1
       OpBranch %folds_head
       %folds_merge = OpLabel
       OpReturnValue %folds_sum
       OpFunctionEnd
       %bumps = OpFunction %uint None %by_pointer
       %bumps_place = OpFunctionParameter %local_uint
       %bumps_n = OpFunctionParameter %uint
       %bumps_entry = OpLabel
       %bumps_old = OpLoad %uint %bumps_place
       %bumps_low = OpBitwiseAnd %uint %bumps_n %u1
       %bumps_odd = OpIEqual %bool %bumps_low %u1
       OpSelectionMerge %bumps_rest None
       OpBranchConditional %bumps_odd %bumps_then %bumps_rest
       %bumps_then = OpLabel
       %bumps_new = OpIAdd %uint %bumps_old %bumps_n
       OpStore %bumps_place %bumps_new
       %bumps_count = OpLoad %uint %shared
       %bumps_counted = OpIAdd %uint %bumps_count %u1
       OpStore %shared %bumps_counted
       OpBranch %bumps_rest
       %bumps_rest = OpLabel
       %bumps_folded = OpFunctionCall %uint %folds %bumps_old
       %bumps_shared = OpLoad %uint %shared
       %bumps_result = OpBitwiseXor %uint %bumps_folded %bumps_shared
       OpReturnValue %bumps_result
       OpFunctionEnd
       %turns = OpFunction %uint None %by_array
       %turns_words = OpFunctionParameter %local_words
       %turns_n = OpFunctionParameter %uint
       %turns_entry = OpLabel
       %turns_at = OpBitwiseAnd %uint %turns_n %u3
       %turns_place = OpAccessChain %local_uint %turns_words %turns_at
       %turns_old = OpLoad %uint %turns_place
       %turns_first = OpAccessChain %local_uint %turns_words %u0
       %turns_value = OpLoad %uint %turns_first
       OpStore %turns_place %turns_value
       OpStore %turns_first %turns_n
       OpReturnValue %turns_old
       OpFunctionEnd
"""
