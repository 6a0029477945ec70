from __future__ import annotations

from helpers.transform import assert_sound, ident, refuse

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.add_type_boolean import AddTypeBoolean

WITHOUT_BOOL = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %1 "main"
    OpExecutionMode %1 LocalSize 1 1 1
    %2 = OpTypeVoid
    %3 = OpTypeFunction %2
    %1 = OpFunction %2 None %3
    %4 = OpLabel
    OpReturn
    OpFunctionEnd
"""


def test_declares_the_type() -> None:
    module = Module.parse(assemble(WITHOUT_BOOL, (1, 3)))
    step = AddTypeBoolean(20)
    assert step.is_applicable(module)
    step.apply(module)
    assert_sound(module)
    assert module.globals[-1].result_id == 20


def test_refuses_an_id_in_use() -> None:
    module = Module.parse(assemble(WITHOUT_BOOL, (1, 3)))
    refuse(module, AddTypeBoolean(4), "id 4 is a label")


def test_refuses_a_second_one() -> None:
    refuse("", AddTypeBoolean(20), "non-aggregate types are unique")
    assert ident("%bool") > 99
