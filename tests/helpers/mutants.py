"""Small modules for the tests of mutants: a skeleton with types and constants around the body
of `main`.
"""

from __future__ import annotations

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.validate import validate
from aberration.targets.mutants.catalogue import mutant
from aberration.targets.runners.spirv.mutant import apply_mutant

SKELETON = """
OpCapability Shader
CAPABILITIES
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Flat
OpDecorate %in Location 0
OpDecorate %out Location 0
DECORATIONS
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%p_in = OpTypePointer Input %int
%p_out = OpTypePointer Output %int
%p_local = OpTypePointer Function %int
%p_private = OpTypePointer Private %int
%procedure = OpTypeFunction %void
%numeric = OpTypeFunction %int %p_local
%true = OpConstantTrue %bool
%false = OpConstantFalse %bool
%zero = OpConstantNull %int
%no = OpConstantNull %bool
%one = OpConstant %int 1
%two = OpConstant %int 2
%nil = OpConstant %int 0
%in = OpVariable %p_in Input
%out = OpVariable %p_out Output
GLOBALS
%main = OpFunction %void CONTROL %procedure
%entry = OpLabel
BODY
OpFunctionEnd
FUNCTIONS
"""


def module(
    body: str,
    *,
    declarations: str = "",
    functions: str = "",
    control: str = "None",
    capabilities: str = "",
    decorations: str = "",
    version: tuple[int, int] = (1, 0),
) -> bytes:
    """Return the valid module with this body of `main`, the entry label left out."""
    text = SKELETON
    for word, lines in {
        "CAPABILITIES": capabilities,
        "DECORATIONS": decorations,
        "GLOBALS": declarations,
        "BODY": body,
        "FUNCTIONS": functions,
        "CONTROL": control,
    }.items():
        text = text.replace(word, lines)
    code = assemble(text, version)
    message = validate(code)
    assert message is None, message
    return code


def rewritten(name: str, code: bytes) -> bytes:
    """Return a module as the mutant of this name compiles it; it is valid."""
    result = apply_mutant(mutant(name), code)
    message = validate(result)
    assert message is None, message
    return result
