"""What a module says of itself before its functions that devices are asked for."""

from __future__ import annotations

import pytest
from helpers.transform import numbered

from aberration.languages.spirv.assembly import assemble
from aberration.targets.runners.interface import Interface, read_interface

MODULE = """
    OpCapability Shader
    {extension}
    OpMemoryModel Logical GLSL450
    OpEntryPoint {model} %main "main"
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %zero = OpConstantNull %uint
    %shared_type = OpTypePointer {storage} %uint
    %shared = OpVariable %shared_type {storage} {initializer}
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    OpReturn
    OpFunctionEnd
"""


def read(
    model: str = "GLCompute",
    extension: str = "",
    storage: str = "Workgroup",
    initializer: str = "",
) -> Interface:
    text = MODULE.format(model=model, extension=extension, storage=storage, initializer=initializer)
    return read_interface(assemble(numbered(text)))


@pytest.mark.parametrize(
    ("model", "stage"),
    [
        ("Vertex", "vertex"),
        ("Fragment", "fragment"),
        ("GLCompute", "compute"),
        ("Geometry", "geometry"),
    ],
)
def test_the_stage_is_that_of_the_entry_point(model: str, stage: str) -> None:
    assert read(model).stage == stage


def test_extensions_are_read() -> None:
    assert read().extensions == ()
    found = read(extension='OpExtension "SPV_KHR_terminate_invocation"')
    assert found.extensions == ("SPV_KHR_terminate_invocation",)


@pytest.mark.parametrize(
    ("storage", "initializer", "expected"),
    [("Workgroup", "", False), ("Workgroup", "%zero", True), ("Private", "%zero", False)],
)
def test_initializers_of_workgroup_variables(
    storage: str, initializer: str, expected: bool
) -> None:
    assert read(storage=storage, initializer=initializer).initializes_shared is expected
