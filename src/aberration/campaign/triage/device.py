"""A device that is lost whatever it runs: somebody else's program hangs the same GPU, or the GPU is
broken.
"""

from __future__ import annotations

import re
from typing import Final

from aberration.campaign.triage.question import Question
from aberration.core.outcome import Crash
from aberration.core.program import Language, Program, Stage
from aberration.languages.spirv.assembly import assemble
from aberration.targets.death import DEVICE_LOST

TIMES: Final = 3
"""A GPU that others hang is lost now and then, not each time."""
LOST_ANYWAY: Final = "the device is lost by a program that does nothing, too"

_IDLE_TEXTS: Final[dict[Language, tuple[Stage, str]]] = {
    "glsl": ("compute", "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"),
    # WebGL has no compute shaders.
    "essl": (
        "fragment",
        "#version 300 es\nprecision highp float;\nout vec4 c;\nvoid main() { c = vec4(0.0); }\n",
    ),
    "wgsl": ("compute", "@compute @workgroup_size(1) fn main() {}\n"),
}
_ESSL_VERSION: Final = re.compile(rb"#version 3\d\d es")

_IDLE_MODULE: Final = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%entry = OpLabel
OpReturn
OpFunctionEnd
"""


def device_is_lost_anyway(question: Question) -> str:
    """Return that a program which does nothing loses the device as well, or nothing."""
    verdict = question.verdict
    if verdict.kind != "crash" or not verdict.signature.endswith(DEVICE_LOST):
        return ""
    program = idle_program(next(iter(question.case.programs.values())))
    if program is None:
        return ""
    for _ in range(TIMES):
        outcome = question.means.run(question.target, program)
        if isinstance(outcome, Crash) and outcome.cause == "lost":
            return LOST_ANYWAY
    return ""


def idle_program(like: Program) -> Program | None:
    """Return a shader that does nothing in the language of another one, and in its version where a
    target may take no other; None for what is no shading language.
    """
    if like.language == "spirv":
        return Program("spirv", "compute", assemble(_IDLE_MODULE))
    if like.language not in _IDLE_TEXTS:
        return None
    stage, text = _IDLE_TEXTS[like.language]
    # WebGL takes nothing beyond 300, and glslang writes SPIR-V from 310 on.
    if like.language == "essl" and (found := _ESSL_VERSION.search(like.source)):
        text = text.replace("#version 300 es", found[0].decode())
    return Program(like.language, stage, text.encode())
