from __future__ import annotations

import pytest
from helpers.transform import Prepare, at, block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpKill,
    OpReturn,
    OpReturnValue,
    OpUnreachable,
)
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_branch_from_dead_block_with_exit import (
    ReplaceBranchFromDeadBlockWithExit,
)
from aberration.methods.transform.transformations.split_block import SplitBlock

SELECTION = """
    OpSelectionMerge %merge None
    OpBranchConditional %true %merge %dead
    %dead = OpLabel
    %sum = OpIAdd %int %i %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %entry %sum %dead
"""
FUNCTION = """
    %function = OpFunction %int None %int_function
    %first = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %true %join %inner
    %inner = OpLabel
    OpBranch %join
    %join = OpLabel
    OpReturnValue %int_0
    OpFunctionEnd
"""
INT_FUNCTION = "%int_function = OpTypeFunction %int"


def exit_of(block: str, opcode: int, value: int = 0) -> ReplaceBranchFromDeadBlockWithExit:
    return ReplaceBranchFromDeadBlockWithExit(ident(block), opcode, value)


def kill(*names: str) -> Prepare:
    def prepare(module: Module) -> None:
        for name in names:
            block_of(module, name).dead = True

    return prepare


@pytest.mark.parametrize(
    ("opcode", "line"),
    [(OpReturn, "OpReturn"), (OpKill, "OpKill"), (OpUnreachable, "OpUnreachable")],
)
def test_leaves_by(opcode: int, line: str) -> None:
    expect(
        SELECTION,
        exit_of("%dead", opcode),
        f"%sum = OpIAdd %int %i %i\n{line}\n%merge = OpLabel",
        "%phi = OpPhi %int %i %entry",
        prepare=kill("%dead"),
    )


def with_function() -> Module:
    module = module_of("", globals_=INT_FUNCTION, functions=FUNCTION)
    block_of(module, "%inner").dead = True
    return module


def test_returns_a_value() -> None:
    step = exit_of("%inner", OpReturnValue, ident("%int_5"))
    expect(with_function(), step, "%inner = OpLabel\nOpReturnValue %int_5")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the function returns a value", exit_of("%inner", OpReturn)),
        ("a value of another type", exit_of("%inner", OpReturnValue, ident("%uint_0"))),
        ("no value", exit_of("%inner", OpReturnValue)),
        ("a function is no value", exit_of("%inner", OpReturnValue, ident("%function"))),
        ("a value of another function", exit_of("%inner", OpReturnValue, ident("%i"))),
    ],
)
def test_refuses_wrong_returns(reason: str, step: Transformation) -> None:
    refuse(with_function(), step, reason)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a void function", exit_of("%dead", OpReturnValue, ident("%i"))),
        ("a block that is not dead", exit_of("%merge", OpReturn)),
        ("no exit", exit_of("%dead", OpBranch)),
        ("no block", exit_of("%sum", OpReturn)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(SELECTION, step, reason, prepare=kill("%dead"))


def test_refuses_a_live_block() -> None:
    refuse(SELECTION, exit_of("%dead", OpReturn), "nothing says that it is dead")


def test_refuses_the_only_way_to_its_successor() -> None:
    module = module_of(SELECTION)
    block_of(module, "%dead").dead = True
    SplitBlock(at("%sum"), 20).apply(module)
    refuse(module, exit_of("%dead", OpReturn), "block 20 would be lost")
    assert exit_of("%20", OpReturn) is not None


DEAD_LOOP = """
    OpSelectionMerge %merge None
    OpBranchConditional %true %merge %dead
    %dead = OpLabel
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranchConditional %condition %continue %after
    %continue = OpLabel
    OpBranch %header
    %after = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""


@pytest.mark.parametrize(
    ("reason", "block"),
    [
        ("only the back edge would lead to the loop", "%dead"),
        ("a loop header keeps its branch", "%header"),
        ("a continue construct ends in the back edge", "%continue"),
    ],
)
def test_refuses_to_break_a_loop(reason: str, block: str) -> None:
    dead = kill("%dead", "%header", "%body", "%continue", "%after")
    refuse(DEAD_LOOP, exit_of(block, OpUnreachable), reason, prepare=dead)


def test_refuses_to_break_the_layout() -> None:
    body = """
        OpSelectionMerge %merge None
        OpBranchConditional %true %other %dead
        %dead = OpLabel
        OpBranch %merge
        %merge = OpLabel
        OpReturn
        %other = OpLabel
        OpBranch %merge
        %rest = OpLabel
    """
    refuse(
        body,
        exit_of("%dead", OpReturn),
        "%other would dominate %merge, which precedes it",
        prepare=kill("%dead"),
    )


def test_refuses_to_discard_outside_of_fragment_shaders() -> None:
    module = module_of(SELECTION)
    block_of(module, "%dead").dead = True
    module.set_operand(entry_points(module)[0], 0, 5)
    assert not exit_of("%dead", OpKill).is_applicable(module)
    assert exit_of("%dead", OpReturn).is_applicable(module)


test_sound = soundness(ReplaceBranchFromDeadBlockWithExit)
