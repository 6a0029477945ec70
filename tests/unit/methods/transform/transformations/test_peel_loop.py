from __future__ import annotations

import pytest
from helpers.loops import BREAK, NOT_LOOPS, REPEAT, SINGLE, WHILE, round_from
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.enums import Decoration, LoopControl
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.building.loop_shape import Round
from aberration.methods.transform.transformations.peel_loop import PeelLoop


def peel(module: Module, *after: str, first: int = 1) -> PeelLoop:
    return PeelLoop(ident("%header"), 50, round_from(module, first, *after))


def test_copies_the_first_round_before_a_loop_that_its_header_leaves() -> None:
    module = module_of(WHILE)
    expect(
        module,
        peel(module, "%n"),
        """
        OpBranch %1
        %1 = OpLabel
        %2 = OpPhi %int %int_0 %entry
        %3 = OpSLessThan %bool %2 %int_5
        OpSelectionMerge %after None
        OpBranchConditional %3 %4 %after
        %4 = OpLabel
        %5 = OpIAdd %int %2 %2
        OpBranch %6
        %6 = OpLabel
        %7 = OpIAdd %int %2 %int_1
        OpBranch %header
        %header = OpLabel
        %n = OpPhi %int %7 %6 %next %continue
        %more = OpSLessThan %bool %n %int_5
        OpLoopMerge %50 %continue None
        OpBranchConditional %more %body %50
        %50 = OpLabel
        OpBranch %after
        """,
        """
        %after = OpLabel
        %8 = OpPhi %int %n %50 %2 %1
        %last = OpPhi %int %n %50 %2 %1
        %result = OpIMul %int %8 %last
        """,
    )
    assert construct_header(module, block_of(module, "%header")) is block_of(module, 1)
    assert construct_header(module, block_of(module, "%after")) is None


def test_the_copy_of_a_selection_that_breaks_becomes_the_one_around_the_loop() -> None:
    module = module_of(BREAK)
    expect(
        module,
        peel(module, "%twice"),
        "%3 = OpLabel\nOpSelectionMerge %5 None\nOpBranchConditional %condition %4 %5",
        "OpSelectionMerge %after None\nOpBranchConditional %7 %after %8\n%8 = OpLabel\nOpBranch %9",
        "%n = OpPhi %int %10 %9 %next %continue\nOpLoopMerge %50 %continue DontUnroll",
        (
            "OpSelectionMerge %rest None\nOpBranchConditional %done %50 %rest\n"
            "%50 = OpLabel\nOpBranch %after"
        ),
        "%after = OpLabel\n%11 = OpPhi %int %twice %50 %6 %5\n%result = OpIMul %int %11 %i",
    )


def test_a_loop_that_ends_at_its_continue_target_is_the_body_of_the_selection() -> None:
    module = module_of(REPEAT)
    expect(
        module,
        peel(module, "%next"),
        "OpSelectionMerge %after None\nOpBranchConditional %6 %header %after\n%header = OpLabel",
        "%n = OpPhi %int %4 %5 %next %continue\nOpLoopMerge %50 %continue None",
        "OpBranchConditional %more %header %50",
        "%7 = OpPhi %int %next %50 %4 %5",
    )
    module = module_of(SINGLE)
    expect(
        module,
        peel(module, "%next"),
        (
            "%4 = OpSLessThan %bool %3 %int_5\nOpSelectionMerge %after None\n"
            "OpBranchConditional %4 %header %after"
        ),
        "OpLoopMerge %50 %header None\nOpBranchConditional %more %header %50",
    )


def test_an_unchanged_value_and_another_phi_go_round() -> None:
    body = SINGLE.replace(
        "%next = OpIAdd",
        (
            "%a = OpPhi %int %i %entry %n %header\n%b = OpPhi %int %i %entry %i %header\n"
            "%next = OpIAdd"
        ),
    )
    module = module_of(body)
    expect(
        module,
        peel(module, "%next"),
        "%3 = OpPhi %int %i %entry\n%4 = OpPhi %int %i %entry\n%5 = OpIAdd",
        "%a = OpPhi %int %2 %1 %n %header\n%b = OpPhi %int %i %1 %i %header",
    )


def test_copies_are_dead_irrelevant_and_decorated_like_their_originals() -> None:
    module = module_of(WHILE)
    module.facts.add_irrelevant(ident("%twice"))
    module.facts.add_irrelevant(ident("%n"))
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%n"), Decoration.RELAXED_PRECISION])
    )
    for block in module.blocks[1:]:
        block.dead = True
    expect(module, peel(module, "%n"))
    assert [value for value in (2, 3, 5, 7, 8) if module.facts.is_declared_irrelevant(value)] == [
        2,
        5,
        8,
    ]
    assert [value for value in range(1, 9) if decorations(module, value)] == [2, 8]
    assert [block.id for block in module.blocks if not block.dead] == [ident("%entry")]


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
    enough = Round(
        tuple((ident(name), 5000 + k) for k, name in enumerate(many)), ((ident("%n"), 4999),)
    )
    refuse(body, PeelLoop(ident("%header"), 50, enough), reason)


def test_refuses_promises_about_the_number_of_rounds() -> None:
    module = module_of(WHILE, version=(1, 4))
    step = peel(module, "%n")
    merge = block_of(module, "%header").instructions[-2]
    assert step.is_applicable(module)
    module.set_operands(merge, [*merge.ops[:2], LoopControl.MIN_ITERATIONS, 5])
    assert not step.is_applicable(module)


def test_refuses_a_continue_construct_around() -> None:
    body = """
    OpBranch %outer
    %outer = OpLabel
    OpLoopMerge %out %entered None
    OpBranchConditional %condition %entered %out
    %entered = OpLabel
    """ + WHILE.replace("%entry", "%entered").replace(
        "%result = OpI", "OpBranch %outer\n%out = OpLabel\n%x = OpI"
    )
    body = body.replace("%x = OpIMul %int %n %last", "")
    module = module_of(body)
    enough = tuple(
        (ident(f"%{k}"), 60 + n) for n, k in enumerate(("header", "n", "more", "body", "twice"))
    )
    enough += ((ident("%continue"), 70), (ident("%next"), 71))
    refuse(module, PeelLoop(ident("%header"), 50, Round(enough)), "in a continue construct")


def test_refuses_missing_and_used_ids() -> None:
    module = module_of(WHILE)
    refuse(module, peel(module), "no id for what is used behind the loop")
    refuse(module, peel(module, "%n", first=50 - 3), "one id twice")
    refuse(
        module, PeelLoop(ident("%header"), ident("%i"), round_from(module, 1, "%n")), "an id in use"
    )
    refuse(
        module,
        PeelLoop(ident("%header"), 50, round_from(module, 1, "%n", without=["%next"])),
        "no id for %next",
    )
    refuse(module, PeelLoop(ident("%body"), 50, round_from(module, 1, "%n")), "no loop")
    refuse(module, PeelLoop(9999, 50, round_from(module, 1, "%n")), "no block")


def test_refuses_a_pointer_that_is_used_behind_the_loop() -> None:
    pair = "%local_pair = OpTypePointer Function %v2int\n"
    body = "%v = OpVariable %local_pair Function\n" + WHILE.replace(
        "%more = ", "%p = OpAccessChain %local_int %v %int_0\n%more = "
    )
    module = module_of(body, globals_=pair)
    assert peel(module, "%n").is_applicable(module)
    module = module_of(body + "%got = OpLoad %int %p", globals_=pair)
    refuse(module, peel(module, "%n", "%p"), "no OpPhi of pointers")


test_sound = soundness(PeelLoop)
test_proved = proved(PeelLoop)
