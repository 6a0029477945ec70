from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.loops import BREAK, NOT_LOOPS, REPEAT, SINGLE, WHILE
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness, the

from aberration.languages.spirv.constructs import construct_header, loop_header
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import decorations, has_decoration
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.building.loop_shape import Round, loop_of, upper_blocks
from aberration.methods.transform.passes.rotate_loops import is_rotated
from aberration.methods.transform.transformations.rotate_loop import RotateLoop

PAIR = "%local_pair = OpTypePointer Function %v2int\n"
CHAIN = "%v = OpVariable %local_pair Function\n" + WHILE.replace(
    "%more = ", "%p = OpAccessChain %local_int %v %int_0\n%more = "
)


def rotate(
    module: Module,
    *after: str,
    merge: int = 50,
    back: int = 51,
    guard: int = 1,
    latch: int = 21,
    without: Sequence[str] = (),
) -> RotateLoop:
    """Return the step; ids of results behind the loop begin at 41."""
    loop = loop_of(module, ident("%header"))
    assert loop is not None
    upper = [
        old
        for old in ids_in(upper_blocks(module, loop))
        if old not in [ident(name) for name in without]
    ]
    copies = tuple((old, guard + k) for k, old in enumerate(upper))
    phis = tuple((ident(name), 41 + k) for k, name in enumerate(after))
    again = tuple((old, latch + k) for k, old in enumerate(upper))
    return RotateLoop(ident("%header"), merge, back, Round(copies, phis), Round(again))


def test_the_test_of_the_header_comes_before_the_loop_and_at_its_end() -> None:
    module = module_of(WHILE)
    expect(
        module,
        rotate(module, "%n"),
        """
        OpBranch %1
        %1 = OpLabel
        %2 = OpPhi %int %int_0 %entry
        %3 = OpSLessThan %bool %2 %int_5
        OpSelectionMerge %after None
        OpBranchConditional %3 %header %after
        %header = OpLabel
        %n = OpPhi %int %2 %1 %22 %51
        OpLoopMerge %50 %51 None
        OpBranch %body
        %body = OpLabel
        %twice = OpIAdd %int %n %n
        OpBranch %continue
        %continue = OpLabel
        %next = OpIAdd %int %n %int_1
        OpBranch %21
        %21 = OpLabel
        %22 = OpPhi %int %next %continue
        %23 = OpSLessThan %bool %22 %int_5
        OpBranchConditional %23 %51 %50
        %51 = OpLabel
        OpBranch %header
        %50 = OpLabel
        OpBranch %after
        %after = OpLabel
        %41 = OpPhi %int %2 %1 %22 %50
        %last = OpPhi %int %2 %1 %22 %50
        %result = OpIMul %int %41 %last
        """,
        absent=["%more = OpSLessThan %bool %n %int_5"],
    )
    assert construct_header(module, block_of(module, "%header")) is block_of(module, 1)
    assert loop_header(module, block_of(module, 21)) is block_of(module, "%header")
    assert module.definition(ident("%more")) is None


def test_a_test_of_several_blocks_is_copied_without_the_selection_that_breaks() -> None:
    module = module_of(BREAK)
    expect(
        module,
        rotate(module, "%twice"),
        "%2 = OpPhi %int %int_0 %entry\nOpBranch %3",
        "OpSelectionMerge %after None\nOpBranchConditional %7 %after %header",
        (
            "%header = OpLabel\n%n = OpPhi %int %2 %5 %22 %51\n"
            "OpLoopMerge %50 %51 DontUnroll\nOpBranch %rest\n%rest"
        ),
        "%27 = OpSLessThan %bool %int_5 %26\nOpBranchConditional %27 %50 %51",
        "%41 = OpPhi %int %6 %5 %26 %50\n%result = OpIMul %int %41 %i",
    )
    assert module.block(ident("%join")) is None
    assert module.block(ident("%then")) is None


def test_what_the_rest_of_a_round_uses_goes_round() -> None:
    module = module_of(
        WHILE.replace("%twice = OpIAdd %int %n %n", "%twice = OpSelect %int %more %n %int_1")
    )
    expect(
        module,
        rotate(module, "%n"),
        "%n = OpPhi %int %2 %1 %22 %51\n%more = OpPhi %bool %3 %1 %23 %51\nOpLoopMerge",
        "%twice = OpSelect %int %more %n %int_1",
    )


def test_what_only_the_next_round_uses_goes_round() -> None:
    body = WHILE.replace(
        "%more = ", "%old = OpPhi %int %i %entry %n %continue\n%sum = OpIAdd %int %n %old\n%more = "
    )
    module = module_of(body.replace("%n %int_1", "%i %int_1").replace("%n %n", "%i %i"))
    expect(
        module,
        rotate(module, "%n"),
        "%n = OpPhi %int %2 %1 %22 %51\nOpLoopMerge",
        (
            "%22 = OpPhi %int %next %continue\n%23 = OpPhi %int %n %continue\n"
            "%24 = OpIAdd %int %22 %23"
        ),
    )


def test_a_value_from_outside_goes_behind_the_loop_twice() -> None:
    module = module_of(WHILE.replace("%last = OpPhi %int %n", "%last = OpPhi %int %i"))
    expect(module, rotate(module, "%n"), "%last = OpPhi %int %i %1 %i %50")


def test_names_and_decorations_of_what_is_gone_go_and_those_of_arithmetic_move() -> None:
    body = WHILE.replace(
        "%more = ", "%x = OpFAdd %float %f %f\n%y = OpFAdd %float %x %f\n%more = "
    ).replace("%twice = OpIAdd %int %n %n", "%twice = OpFAdd %float %x %x")
    module = module_of(body)
    for name in ("%x", "%y"):
        for decoration in (Decoration.NO_CONTRACTION, Decoration.RELAXED_PRECISION):
            module.add_decoration(Instruction(OpDecorate, 0, 0, [ident(name), decoration]))
    expect(module, rotate(module, "%n"), "%x = OpPhi %float %3 %1 %23 %51")
    assert the(module, "%x").block is block_of(module, "%header")
    assert [each.ops[1] for each in decorations(module, ident("%x"))] == [
        Decoration.RELAXED_PRECISION
    ]
    assert module.users(ident("%y")) == []
    for copy in (3, 4, 23, 24):
        assert has_decoration(module, copy, Decoration.NO_CONTRACTION)
        assert has_decoration(module, copy, Decoration.RELAXED_PRECISION)


def test_copies_are_dead_and_irrelevant_like_their_originals() -> None:
    module = module_of(WHILE)
    module.facts.add_irrelevant(ident("%n"))
    for block in module.blocks[1:]:
        block.dead = True
    expect(module, rotate(module, "%n"))
    assert [value for value in range(1, 60) if module.facts.is_declared_irrelevant(value)] == [
        2,
        22,
        41,
    ]
    assert [block.id for block in module.blocks if not block.dead] == [ident("%entry")]


def test_a_pointer_of_the_test_alone_is_no_hindrance() -> None:
    module = module_of(CHAIN, globals_=PAIR)
    expect(
        module,
        rotate(module, "%n"),
        "%23 = OpAccessChain %local_int %v %int_0",
        absent=["%p = OpAccessChain"],
    )


def test_refuses_pointers_that_would_go_round_or_behind_the_loop() -> None:
    body = CHAIN.replace("%twice = OpIAdd %int %n %n", "%twice = OpLoad %int %p")
    module = module_of(body, globals_=PAIR)
    refuse(module, rotate(module, "%n"), "used in the rest of a round")
    module = module_of(CHAIN + "%got = OpLoad %int %p", globals_=PAIR)
    refuse(module, rotate(module, "%n", "%p"), "used behind the loop")


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
    guard = Round(
        tuple((ident(name), 5000 + k) for k, name in enumerate(many)), ((ident("%n"), 4999),)
    )
    latch = Round(tuple((ident(name), 6000 + k) for k, name in enumerate(many)))
    refuse(body, RotateLoop(ident("%header"), 50, 51, guard, latch), reason)


def test_refuses_loops_that_leave_where_they_go_back() -> None:
    for body in (REPEAT, SINGLE):
        module = module_of(body)
        refuse(module, rotate(module, "%next"), "done already")


def test_the_pass_leaves_alone_what_is_rotated() -> None:
    module = module_of(WHILE)
    loop = loop_of(module, ident("%header"))
    assert loop is not None
    assert not is_rotated(loop)
    rotate(module, "%n").apply(module)
    loop = loop_of(module, ident("%header"))
    assert loop is not None
    assert is_rotated(loop)


def test_refuses_missing_and_used_ids() -> None:
    module = module_of(WHILE)
    refuse(module, rotate(module), "no id for what is used behind the loop")
    refuse(module, rotate(module, "%n", merge=51), "one id twice")
    refuse(module, rotate(module, "%n", latch=2), "one id twice")
    refuse(module, rotate(module, "%n", back=ident("%i")), "an id in use")
    step = rotate(module, "%n")
    few = rotate(module, "%n", without=["%more"])
    refuse(
        module,
        RotateLoop(ident("%header"), 50, 51, few.guard, step.latch),
        "no id for %more before the loop",
    )
    refuse(
        module,
        RotateLoop(ident("%header"), 50, 51, step.guard, few.latch),
        "no id for %more at the end",
    )
    refuse(module, RotateLoop(ident("%body"), 50, 51, step.guard, step.latch), "no loop")
    refuse(module, RotateLoop(9999, 50, 51, step.guard, step.latch), "no block")


test_sound = soundness(RotateLoop)
test_proved = proved(RotateLoop)
