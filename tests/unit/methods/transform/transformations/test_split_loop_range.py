from __future__ import annotations

import pytest
from helpers.loops import BREAK, NOT_LOOPS, REPEAT, SINGLE, WHILE, round_from
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header, loop_header
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.building.loop_shape import Round
from aberration.methods.transform.transformations.split_loop_range import SplitLoopRange

TURNED = WHILE.replace(
    "%more = OpSLessThan %bool %n", "%more = OpSGreaterThanEqual %bool %n"
).replace("OpBranchConditional %more %body %after", "OpBranchConditional %more %after %body")
UNSIGNED = WHILE.replace("%more = ", "%u = OpPhi %uint %uint_0 %entry %u %continue\n%more = ")
STORES = "%local = OpVariable %local_int Function %int_0\n" + WHILE.replace(
    "%more = ", "OpStore %local %n\n%more = "
)
LOADS = STORES.replace("OpStore %local %n", "%loaded = OpLoad %int %local")


def split(
    module: Module, boundary: str = "%i", counter: str = "%n", merge: int = 50, first: int = 1
) -> SplitLoopRange:
    ids = round_from(module, first)
    return SplitLoopRange(ident("%header"), ident(counter), ident(boundary), merge, 51, 52, ids)


def test_the_first_loop_leaves_at_the_boundary_and_the_second_goes_on() -> None:
    module = module_of(WHILE)
    expect(
        module,
        split(module),
        """
        OpBranch %1
        %1 = OpLabel
        %2 = OpPhi %int %int_0 %entry %7 %6
        %3 = OpSLessThan %bool %2 %int_5
        %51 = OpSLessThan %bool %2 %i
        %52 = OpLogicalAnd %bool %3 %51
        OpLoopMerge %50 %6 None
        OpBranchConditional %52 %4 %50
        %4 = OpLabel
        %5 = OpIAdd %int %2 %2
        OpBranch %6
        %6 = OpLabel
        %7 = OpIAdd %int %2 %int_1
        OpBranch %1
        %50 = OpLabel
        OpBranch %header
        %header = OpLabel
        %n = OpPhi %int %2 %50 %next %continue
        """,
        "OpBranchConditional %more %body %after",
        "%last = OpPhi %int %n %header",
    )
    assert construct_header(module, block_of(module, 50)) is None
    assert loop_header(module, block_of(module, "%body")) is block_of(module, "%header")


def test_the_condition_to_leave_is_widened_where_it_holds() -> None:
    module = module_of(TURNED)
    expect(
        module,
        split(module, "%int_1"),
        (
            "%51 = OpSGreaterThanEqual %bool %2 %int_1\n%52 = OpLogicalOr %bool %3 %51\n"
            "OpLoopMerge %50 %6 None"
        ),
        "OpBranchConditional %52 %50 %4",
    )


def test_unsigned_counters_are_compared_so() -> None:
    module = module_of(UNSIGNED)
    expect(
        module,
        split(module, "%uint_3", "%u"),
        "%3 = OpPhi %uint %uint_0 %entry %3 %7",
        "%51 = OpULessThan %bool %3 %uint_3",
        "%u = OpPhi %uint %3 %50 %u %continue",
    )
    module = module_of(UNSIGNED.replace("%more %body %after", "%more %after %body"))
    expect(module, split(module, "%uint_3", "%u"), "%51 = OpUGreaterThanEqual %bool %3 %uint_3")


def test_a_block_of_the_body_that_breaks_looks_at_the_boundary() -> None:
    module = module_of(BREAK)
    expect(
        module,
        split(module),
        "OpLoopMerge %50 %9 DontUnroll\nOpBranch %3",
        """
        %7 = OpSLessThan %bool %int_5 %6
        %51 = OpSGreaterThanEqual %bool %2 %i
        %52 = OpLogicalOr %bool %7 %51
        OpSelectionMerge %8 None
        OpBranchConditional %52 %50 %8
        """,
        "%n = OpPhi %int %2 %50 %next %continue\nOpLoopMerge %after %continue DontUnroll",
    )


def test_reading_before_the_exit_may_be_done_again() -> None:
    module = module_of(LOADS)
    assert split(module).is_applicable(module)


def test_copies_are_irrelevant_like_their_originals() -> None:
    module = module_of(WHILE)
    module.facts.add_irrelevant(ident("%twice"))
    expect(module, split(module))
    assert [value for value in range(1, 60) if module.facts.is_declared_irrelevant(value)] == [5]


@pytest.mark.parametrize(("reason", "body"), NOT_LOOPS, ids=[reason for reason, _ in NOT_LOOPS])
def test_refuses_what_cannot_be_taken_apart(reason: str, body: str) -> None:
    ids = (
        "%header",
        "%n",
        "%more",
        "%body",
        "%twice",
        "%continue",
        "%next",
        "%join",
        "%then",
        "%done",
        "%rest",
        "%on",
    )
    many = [*ids, "%no", "%up", "%slope", *(f"%big_{k}" for k in range(100))]
    enough = Round(tuple((ident(name), 5000 + k) for k, name in enumerate(many)))
    refuse(
        body, SplitLoopRange(ident("%header"), ident("%n"), ident("%i"), 50, 51, 52, enough), reason
    )


@pytest.mark.parametrize(
    ("reason", "body", "boundary", "counter"),
    [
        ("leaves where it goes back", REPEAT, "%i", "%n"),
        ("one block", SINGLE, "%i", "%n"),
        ("stores before it leaves", STORES, "%i", "%n"),
        (
            "reads volatile memory",
            LOADS.replace("%local\n%more", "%local Volatile\n%more"),
            "%i",
            "%n",
        ),
        ("no counter of the header", WHILE, "%i", "%next"),
        ("a counter of another type", UNSIGNED, "%i", "%u"),
        (
            "no integer",
            WHILE.replace("%more = ", "%g = OpPhi %float %f %entry %g %continue\n%more = "),
            "%f",
            "%g",
        ),
        ("a boundary of the loop itself", WHILE, "%n", "%n"),
        ("a boundary from behind the loop", WHILE, "%result", "%n"),
        ("a boundary that is not defined", "%what = OpUndef %int\n" + WHILE, "%what", "%n"),
        ("no OpPhi", WHILE, "%i", "%i"),
    ],
)
def test_refuses(reason: str, body: str, boundary: str, counter: str) -> None:
    module = module_of(body)
    refuse(module, split(module, boundary, counter), reason)


def reads_buffer(storage_class: str, decoration: int) -> Module:
    globals_ = f"""
        %block = OpTypeStruct %int
        %buffer_type = OpTypePointer {storage_class} %block
        %part_type = OpTypePointer {storage_class} %int
        %buffer = OpVariable %buffer_type {storage_class}
    """
    body = WHILE.replace(
        "%more = ",
        "%part = OpAccessChain %part_type %buffer %int_0\n%loaded = OpLoad %int %part\n%more = ",
    )
    module = module_of(body, globals_=globals_, valid=False)
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%block"), decoration]))
    return module


def test_refuses_to_read_again_what_others_write() -> None:
    module = reads_buffer("StorageBuffer", Decoration.BLOCK)
    refuse(module, split(module), "others may have written in between")
    module = reads_buffer("Uniform", Decoration.BUFFER_BLOCK)
    refuse(module, split(module), "others may have written in between")
    module = reads_buffer("Uniform", Decoration.BLOCK)
    assert split(module).is_applicable(module)


def test_refuses_missing_and_used_ids() -> None:
    module = module_of(WHILE)
    refuse(module, split(module, merge=51), "one id twice")
    refuse(module, split(module, first=47), "one id twice")
    refuse(module, split(module, merge=ident("%i")), "an id in use")
    few = round_from(module, 1, without=["%next"])
    refuse(
        module,
        SplitLoopRange(ident("%header"), ident("%n"), ident("%i"), 50, 51, 52, few),
        "no id for %next",
    )
    enough = round_from(module, 1)
    refuse(module, SplitLoopRange(9999, ident("%n"), ident("%i"), 50, 51, 52, enough), "no block")
    refuse(
        module,
        SplitLoopRange(ident("%header"), 9999, ident("%i"), 50, 51, 52, enough),
        "no counter",
    )
    refuse(
        module,
        SplitLoopRange(ident("%header"), ident("%n"), 9999, 50, 51, 52, enough),
        "no boundary",
    )


test_sound = soundness(SplitLoopRange)
test_proved = proved(SplitLoopRange)
