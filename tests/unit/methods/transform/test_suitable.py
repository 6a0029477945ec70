from __future__ import annotations

import pytest
from helpers.corpus import all_modules
from helpers.transform import HEAD, INPUTS, MAIN, TAIL, numbered

from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.methods.transform.method import TransformMethod
from aberration.methods.transform.suitable import refusal

PLAIN = HEAD + MAIN + INPUTS + TAIL
SECOND = 'OpEntryPoint Fragment %main "other" %in_float %in_int %out_color\n OpExecutionMode'
DECLARED = "%f_type = OpFunction %void None %main_type\nOpFunctionEnd\n %main = OpFunction"


def parsed(text: str) -> Module:
    return Module.parse(assemble(numbered(text), (1, 3)))


def test_takes_the_whole_corpus() -> None:
    assert [name for name, data in all_modules() if refusal(Module.parse(data))] == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "OpMemoryModel",
            "OpCapability ShaderClockKHR\n OpMemoryModel",
            "SHADER_CLOCK_KHR",
        ),
        ("OpCapability Shader", "OpCapability Matrix", "no capability Shader"),
        (
            "OpMemoryModel",
            '%set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"\n OpMemoryModel',
            "DebugInfo",
        ),
        ("%void = ", "%short = OpTypeInt 16 1\n %void = ", "16 bits without the capability INT16"),
        ("%void = ", "%group = OpDecorationGroup\n %void = ", "decoration groups"),
        ("OpExecutionMode", SECOND, "one entry point, came 2"),
        ("OpEntryPoint Fragment", "OpEntryPoint Geometry", "execution model"),
        ("%in_int %out_color\n", "%in_int\n", "interface"),
        ("%main = OpFunction", DECLARED, "no body"),
        ("OpFunction %void None", "OpFunction %void Const", "Pure or Const"),
        ("OpReturn", "%late = OpVariable %local_int Function\n OpReturn", "variables follow"),
    ],
)
def test_refuses_by_name(old: str, new: str, reason: str) -> None:
    assert refusal(parsed(PLAIN)) == ""
    assert old in PLAIN
    assert reason in refusal(parsed(PLAIN.replace(old, new, 1)))


def test_a_refused_seed_is_bad_input() -> None:
    source = assemble(
        numbered(PLAIN.replace("OpFunction %void None", "OpFunction %void Pure")), (1, 3)
    )
    with pytest.raises(BadInput, match="promises"):
        TransformMethod().make(Request(1, 1, Program("spirv", "fragment", source, name="seed")))
