"""Shaders of any size, for figures about size: the same section of code over and over.

A section has an `if` with an `else`, a loop of four turns and some arithmetic on a local variable:
44 instructions in 8 blocks, labels counted. It stands in one function with all the others, or in
one of many functions.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.assembly import assemble

SECTION_INSTRUCTIONS: Final = 44
SECTIONS_IN_A_FUNCTION: Final = 8

_HEAD: Final = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %out %place
OpExecutionMode %main OriginUpperLeft
OpDecorate %out Location 0
OpDecorate %place BuiltIn FragCoord
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%unary = OpTypeFunction %int %int
%out_pointer = OpTypePointer Output %vec4
%in_pointer = OpTypePointer Input %vec4
%local = OpTypePointer Function %int
%out = OpVariable %out_pointer Output
%place = OpVariable %in_pointer Input
%zero = OpConstant %int 0
%one = OpConstant %int 1
%four = OpConstant %int 4
%mask = OpConstant %int 255
%scale = OpConstant %float 0.003921569
"""
_SECTION: Final = """
%a{k} = OpLoad %int %sum
%b{k} = OpIMul %int %a{k} %four
%c{k} = OpBitwiseAnd %int %b{k} %mask
%d{k} = OpSLessThan %bool %c{k} %a{k}
OpSelectionMerge %merge{k} None
OpBranchConditional %d{k} %then{k} %else{k}
%then{k} = OpLabel
%e{k} = OpLoad %int %sum
%f{k} = OpIAdd %int %e{k} %b{k}
%g{k} = OpBitwiseXor %int %f{k} %mask
OpStore %sum %g{k}
OpBranch %merge{k}
%else{k} = OpLabel
%h{k} = OpLoad %int %sum
%i{k} = OpISub %int %h{k} %c{k}
OpStore %sum %i{k}
OpBranch %merge{k}
%merge{k} = OpLabel
OpStore %count %zero
OpBranch %header{k}
%header{k} = OpLabel
OpLoopMerge %end{k} %continue{k} None
OpBranch %test{k}
%test{k} = OpLabel
%l{k} = OpLoad %int %count
%m{k} = OpSLessThan %bool %l{k} %four
OpBranchConditional %m{k} %body{k} %end{k}
%body{k} = OpLabel
%n{k} = OpLoad %int %sum
%o{k} = OpLoad %int %count
%p{k} = OpIMul %int %n{k} %o{k}
%q{k} = OpBitwiseAnd %int %p{k} %mask
OpStore %sum %q{k}
OpBranch %continue{k}
%continue{k} = OpLabel
%r{k} = OpLoad %int %count
%s{k} = OpIAdd %int %r{k} %one
OpStore %count %s{k}
OpBranch %header{k}
%end{k} = OpLabel
%t{k} = OpLoad %int %sum
%u{k} = OpBitwiseOr %int %t{k} %one
%v{k} = OpIAdd %int %u{k} %c{k}
OpStore %sum %v{k}
"""
_LOCALS: Final = "%sum = OpVariable %local Function\n%count = OpVariable %local Function\n"


def one_function(instructions: int) -> bytes:
    """Return a shader of about so many instructions, all of them in `main`."""
    sections = max(1, instructions // SECTION_INSTRUCTIONS)
    return assemble(_HEAD + _main("OpStore %sum %start\n" + _sections(range(sections)), "%sum"))


def many_functions(instructions: int) -> bytes:
    """Return a shader of about so many instructions in functions of `SECTIONS_IN_A_FUNCTION`,
    which `main` calls.
    """
    count = max(1, instructions // (SECTION_INSTRUCTIONS * SECTIONS_IN_A_FUNCTION))
    functions = "".join(map(_function, range(count)))
    calls = "".join(
        f"%r_{n} = OpFunctionCall %int %f_{n} %{f'r_{n - 1}' if n else 'start'}\n"
        for n in range(count)
    )
    return assemble(_HEAD + functions + _main(f"{calls}OpStore %sum %r_{count - 1}\n", "%sum"))


def _sections(numbers: range) -> str:
    return "".join(_SECTION.format(k=k) for k in numbers)


def _function(number: int) -> str:
    first = number * SECTIONS_IN_A_FUNCTION
    body = _sections(range(first, first + SECTIONS_IN_A_FUNCTION))
    start = f"%x_{number} = OpFunctionParameter %int\n%begin_{number} = OpLabel\n"
    head = f"%f_{number} = OpFunction %int None %unary\n{start}"
    text = f"{head}{_LOCALS}OpStore %sum %x_{number}\n{body}%y_{number} = OpLoad %int %sum\n"
    own = text.replace("%sum", f"%sum_{number}").replace("%count", f"%count_{number}")
    return f"{own}OpReturnValue %y_{number}\nOpFunctionEnd\n"


def _main(body: str, result: str) -> str:
    start = (
        "%at = OpLoad %vec4 %place\n%left = OpCompositeExtract %float %at 0\n"
        "%start = OpConvertFToS %int %left\n"
    )
    paint = (
        f"%whole = OpLoad %int {result}\n%number = OpConvertSToF %float %whole\n"
        f"%grey = OpFMul %float %number %scale\n"
    )
    store = "%colour = OpCompositeConstruct %vec4 %grey %grey %grey %grey\nOpStore %out %colour\n"
    head = f"%main = OpFunction %void None %nothing\n%begin = OpLabel\n{_LOCALS}"
    return f"{head}{start}{body}{paint}{store}OpReturn\nOpFunctionEnd\n"
