from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.load import Load

BODY = """
    %written = OpVariable %local_int Function
    %given = OpVariable %local_int Function %int_5
    %unwritten = OpVariable %local_int Function
    %first = OpIAdd %int %i %i
    OpStore %written %i
    %second = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpStore %unwritten %i
    OpBranch %merge
    %merge = OpLabel
    %third = OpIAdd %int %i %i
"""


def load(pointer: str, before: str = "%third") -> Load:
    return Load(20, ident(pointer), at(before))


@pytest.mark.parametrize("pointer", ["%written", "%given", "%in_int"])
def test_loads_what_is_surely_defined(pointer: str) -> None:
    expect(BODY, load(pointer), f"%20 = OpLoad %int {pointer}\n%third = OpIAdd %int %i %i")


def test_an_undefined_value_may_be_loaded_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    step = Load(20, ident("%unwritten"), at("%then", "OpStore"))
    expect(BODY, step, "%20 = OpLoad %int %unwritten\nOpStore %unwritten %i", prepare=dead)
    refuse(BODY, step, "the block is live")


def test_a_written_undef_is_undefined() -> None:
    body = "%v = OpVariable %local_int Function\nOpStore %v %undef\n%sum = OpIAdd %int %i %i"
    refuse(module_of(body, globals_="%undef = OpUndef %int\n"), Load(20, ident("%v"), at("%sum")), "undefined")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("not yet written", load("%written", "%first")),
        ("written on one way only", load("%unwritten")),
        ("no pointer", load("%i")),
        ("no id", load("%nowhere")),
        ("between merge and branch", Load(20, ident("%given"), at("%second", "OpBranchConditional"))),
        ("the id is in use", Load(ident("%first"), ident("%given"), at("%third"))),
        ("an output that was not written", load("%out_color")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


test_sound = soundness(Load)
