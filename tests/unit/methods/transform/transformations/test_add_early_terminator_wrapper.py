from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import ExecutionModel
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpKill,
    OpReturn,
    OpTerminateInvocation,
    OpUnreachable,
)
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.add_early_terminator_wrapper import (
    AddEarlyTerminatorWrapper,
)

VERSION_1_6 = 0x00010600


@pytest.mark.parametrize(("op", "name"), [(OpKill, "OpKill"), (OpUnreachable, "OpUnreachable")])
def test_adds_a_function_that_only_ends(op: int, name: str) -> None:
    expected = f"%20 = OpFunction %void None %main_type\n%21 = OpLabel\n{name}\nOpFunctionEnd"
    expect("", AddEarlyTerminatorWrapper(20, 21, op), expected)


def test_terminate_invocation_needs_version_1_6() -> None:
    module = module_of("")
    step = AddEarlyTerminatorWrapper(20, 21, OpTerminateInvocation)
    refuse(module, step, "the version is older")
    module.version = VERSION_1_6
    assert step.is_applicable(module)


def test_only_fragment_shaders_kill() -> None:
    module = module_of("")
    entry_points(module)[0].ops[0] = ExecutionModel.GL_COMPUTE
    refuse(module, AddEarlyTerminatorWrapper(20, 21, OpKill), "no fragment shader")
    assert AddEarlyTerminatorWrapper(20, 21, OpUnreachable).is_applicable(module)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no early terminator", AddEarlyTerminatorWrapper(20, 21, OpReturn)),
        ("the id is in use", AddEarlyTerminatorWrapper(ident("%i"), 21, OpKill)),
        ("the label is in use", AddEarlyTerminatorWrapper(20, ident("%i"), OpKill)),
        ("ids repeat", AddEarlyTerminatorWrapper(20, 20, OpKill)),
    ],
)
def test_refuses(reason: str, step: AddEarlyTerminatorWrapper) -> None:
    refuse("", step, reason)


def test_refuses_without_its_type() -> None:
    refuse(Module(0x00010300, 0, 1, 0), AddEarlyTerminatorWrapper(20, 21, OpUnreachable), "no void")


test_sound = soundness(AddEarlyTerminatorWrapper)
