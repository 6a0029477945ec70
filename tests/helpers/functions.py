"""Functions as records, written as assembly: what tests of added functions need."""

from __future__ import annotations

from typing import Final

from helpers.transform import ident, module_of

from aberration.languages.spirv.instruction import Block, Function
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.function_text import Line, lines_of
from aberration.methods.transform.donation.livesafe import Clamp, Guards, LoopLimit

GLOBALS: Final = """
    %uint_1 = OpConstant %uint 1
    %uint_7 = OpConstant %uint 7
    %uint_33 = OpConstant %uint 33
    %int_3 = OpConstant %int 3
    %int_minus = OpConstant %int -1
    %uint_4 = OpConstant %uint 4
    %undef = OpUndef %int
    %four_ints = OpTypeArray %int %uint_4
    %local_array = OpTypePointer Function %four_ints
    %local_uint = OpTypePointer Function %uint
    %private_int = OpTypePointer Private %int
    %free = OpVariable %private_int Private %int_0
    %bound = OpVariable %private_int Private %int_0
    %no_array = OpConstantNull %four_ints
    %unary = OpTypeFunction %int %int
    %of_pointer = OpTypeFunction %int %local_int
    %plain = OpTypeFunction %int
"""
UNARY: Final = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
"""
LOOPING: Final = f"""{UNARY}
    OpBranch %loop
    %loop = OpLabel
    %n = OpPhi %int %x %start %following %again
    OpLoopMerge %after %again None
    OpBranch %within
    %within = OpLabel
    %enough = OpSLessThan %bool %n %int_0
    OpBranchConditional %enough %after %again
    %again = OpLabel
    %following = OpISub %int %n %int_1
    OpBranch %loop
    %after = OpLabel
    %result = OpPhi %int %n %within
    OpReturnValue %result
    OpFunctionEnd
"""
LIMIT: Final = LoopLimit(ident("%loop"), 51, 52, 53, 54, (ident("%int_0"),))


def recipient(functions: str = "", body: str = "") -> Module:
    """Return a module with the globals above; the memory of `%free` does not matter, that of
    `%bound` does.
    """
    module = module_of(body, globals_=GLOBALS, functions=functions)
    module.facts.add_pointee_irrelevant(ident("%free"))
    return module


def lines(text: str) -> tuple[Line, ...]:
    """Return the last function of a text as a record's lines; the text has to be valid beside
    the globals.
    """
    return lines_of(recipient(text).functions[-1])


def unary(body: str) -> tuple[Line, ...]:
    """Return the function `%made` from int `%x` to int."""
    return lines(UNARY + body + "\nOpFunctionEnd")


def guards(
    *limits: LoopLimit,
    clamps: tuple[Clamp, ...] = (),
    return_value: str = "%int_0",
    rounds: int = 7,
) -> Guards:
    """Return guards with the ids from 50 on."""
    return Guards(50, rounds, limits, clamps, ident(return_value))


def block(module: Module, name: str) -> Block:
    """Return the block with this label, which exists."""
    found = module.block(ident(name))
    assert found is not None, name
    return found


def function(module: Module, name: str) -> Function:
    """Return the function of this name, which exists."""
    found = module.function(ident(name))
    assert found is not None, name
    return found
