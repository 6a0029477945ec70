from __future__ import annotations

import msgspec
import pytest
from helpers.functions import block, function
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.early_returns import (
    has_early_return,
    is_crossing,
    left_loops,
    returns_of,
)
from aberration.methods.transform.transformations.merge_function_returns import (
    LeftLoop,
    MergeFunctionReturns,
)

GLOBALS = """
    %unary = OpTypeFunction %int %int
    %of_pointer = OpTypeFunction %local_int %local_int
    %undef = OpUndef %int
"""
EARLY = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %small = OpSLessThan %bool %x %int_5
    OpBranch %next
    %next = OpLabel
    %one = OpPhi %int %x %start
    OpSelectionMerge %joined None
    OpBranchConditional %small %early %joined
    %early = OpLabel
    %sum = OpIAdd %int %one %x
    OpReturnValue %sum
    %joined = OpLabel
    OpReturnValue %int_1
    OpFunctionEnd
"""
LOOP = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    %small = OpSLessThan %bool %x %int_5
    OpBranch %loop
    %loop = OpLabel
    %n = OpPhi %int %int_0 %start %more %again
    OpLoopMerge %out %again None
    OpBranchConditional %small %body %out
    %body = OpLabel
    %big = OpSLessThan %bool %n %int_5
    OpSelectionMerge %on None
    OpBranchConditional %big %early %on
    %early = OpLabel
    %sum = OpIAdd %int %n %x
    OpReturnValue %sum
    %on = OpLabel
    %late = OpIAdd %int %n %n
    OpBranch %again
    %again = OpLabel
    %more = OpIAdd %int %n %int_1
    OpBranch %loop
    %out = OpLabel
    %last = OpPhi %int %n %loop
    OpBranch %end
    %end = OpLabel
    %result = OpISub %int %last %x
    OpReturnValue %result
    OpFunctionEnd
"""
NESTED = """
    OpBranch %outer
    %outer = OpLabel
    OpLoopMerge %out %again None
    OpBranchConditional %condition %inner %out
    %inner = OpLabel
    OpLoopMerge %left %repeat None
    OpBranchConditional %condition %body %left
    %body = OpLabel
    OpSelectionMerge %stay None
    OpBranchConditional %condition %early %stay
    %early = OpLabel
    OpReturn
    %stay = OpLabel
    OpBranch %repeat
    %repeat = OpLabel
    OpBranch %inner
    %left = OpLabel
    OpBranch %after
    %after = OpLabel
    OpBranch %again
    %again = OpLabel
    OpBranch %outer
    %out = OpLabel
    OpBranch %end
    %end = OpLabel
"""
MERGE = MergeFunctionReturns(ident("%made"), 10, 11, 12, 13, 0)
PLACEHOLDERS = ((ident("%last"), ident("%x")),)
LEFT = MergeFunctionReturns(
    ident("%made"),
    10,
    11,
    12,
    13,
    ident("%int_1"),
    (LeftLoop(ident("%out"), 20, 21, PLACEHOLDERS),),
)
BOTH = MergeFunctionReturns(
    ident("%main"),
    10,
    11,
    12,
    0,
    0,
    (LeftLoop(ident("%left"), 20, 0), LeftLoop(ident("%out"), 22, 0)),
)


def made(functions: str) -> Module:
    return module_of("", globals_=GLOBALS, functions=functions)


def test_returns_outside_of_loops_leave_the_new_one() -> None:
    module = made(EARLY)
    assert has_early_return(module, function(module, "%made"))
    expect(
        module,
        MERGE,
        """
        OpBranch %10
        %10 = OpLabel
        OpLoopMerge %12 %11 None
        OpBranch %next
        %next = OpLabel
        %one = OpPhi %int %x %10
        """,
        """
        %early = OpLabel
        %sum = OpIAdd %int %one %x
        OpBranch %12
        %joined = OpLabel
        OpBranch %12
        %11 = OpLabel
        OpBranch %10
        %12 = OpLabel
        %13 = OpPhi %int %sum %early %int_1 %joined
        OpReturnValue %13
        OpFunctionEnd
        """,
    )
    assert not has_early_return(module, function(module, "%made"))
    assert not any(each.dead for each in module.blocks)


def test_a_return_out_of_a_loop_passes_its_merge_block() -> None:
    expect(
        made(LOOP),
        LEFT,
        "%sum = OpIAdd %int %n %x\nOpBranch %out",
        """
        %out = OpLabel
        %20 = OpPhi %bool %false %loop %true %early
        %21 = OpPhi %int %int_1 %loop %sum %early
        %last = OpPhi %int %n %loop %x %early
        OpBranchConditional %20 %12 %end
        """,
        """
        %result = OpISub %int %last %x
        OpBranch %12
        %11 = OpLabel
        OpBranch %10
        %12 = OpLabel
        %13 = OpPhi %int %result %end %21 %out
        OpReturnValue %13
        """,
    )


def test_a_return_out_of_two_loops_passes_both() -> None:
    expect(
        NESTED,
        BOTH,
        """
        %left = OpLabel
        %20 = OpPhi %bool %false %inner %true %early
        OpBranchConditional %20 %out %after
        """,
        """
        %out = OpLabel
        %22 = OpPhi %bool %false %outer %true %left
        OpBranchConditional %22 %12 %end
        """,
        "%12 = OpLabel\nOpReturn\nOpFunctionEnd",
    )


def test_who_goes_on_outwards_anyway_takes_along_whether_it_returns() -> None:
    body = NESTED.replace("OpBranch %after\n", "OpBranch %out\n")
    body = body.replace("    %after = OpLabel\n    OpBranch %again\n", "")
    expect(
        body,
        BOTH,
        "%20 = OpPhi %bool %false %inner %true %early\nOpBranch %out",
        "%22 = OpPhi %bool %false %outer %20 %left\nOpBranchConditional %22 %12 %end",
    )


def test_a_dead_function_stays_dead() -> None:
    module = made(EARLY)
    for name in ("%start", "%next", "%early", "%joined"):
        block(module, name).dead = True
    expect(module, MERGE)
    assert all(block.dead for block in function(module, "%made").blocks)


@pytest.mark.parametrize(
    ("reason", "change"),
    [
        ("no function", {"function": ident("%i")}),
        ("an id is in use", {"header": ident("%i")}),
        ("ids repeat", {"again": 10}),
        ("no id for the result", {"result": 0}),
        ("the loop is missing", {"loops": ()}),
        ("an OpPhi has no placeholder", {"loops": (LeftLoop(ident("%out"), 20, 21),)}),
        (
            "no id for what the loop returns",
            {"loops": (LeftLoop(ident("%out"), 20, 0, PLACEHOLDERS),)},
        ),
        ("the placeholder has another type", {"placeholder": ident("%float_0")}),
        ("the placeholder is undefined", {"placeholder": ident("%undef")}),
        ("the placeholder comes too late", {"placeholder": ident("%n")}),
        (
            "the placeholder of an OpPhi has another type",
            {"loops": (LeftLoop(ident("%out"), 20, 21, ((ident("%last"), ident("%small")),)),)},
        ),
        (
            "the placeholder of an OpPhi is undefined",
            {"loops": (LeftLoop(ident("%out"), 20, 21, ((ident("%last"), ident("%undef")),)),)},
        ),
        (
            "the placeholder of an OpPhi comes too late",
            {"loops": (LeftLoop(ident("%out"), 20, 21, ((ident("%last"), ident("%n")),)),)},
        ),
    ],
)
def test_refuses(reason: str, change: dict[str, object]) -> None:
    refuse(made(LOOP), msgspec.structs.replace(LEFT, **change), reason)


@pytest.mark.parametrize(
    ("reason", "old", "new"),
    [
        ("the merge block does more", "OpBranch %end\n    %end = OpLabel\n", ""),
        (
            "a use would not be dominated",
            "%result = OpISub %int %last %x",
            "%result = OpISub %int %late %x",
        ),
    ],
)
def test_refuses_loops(reason: str, old: str, new: str) -> None:
    loop = LOOP.replace("OpBranchConditional %small %body %out", "OpBranch %body")
    loop = loop.replace(
        "%int %n %n\n    OpBranch %again", "%int %n %n\n    OpBranchConditional %small %again %out"
    )
    loop = loop.replace("%last = OpPhi %int %n %loop", "%last = OpPhi %int %n %on")
    assert old in loop
    expect(made(loop), LEFT)
    refuse(made(loop.replace(old, new)), LEFT, reason)


def test_refuses_a_first_block_that_does_not_branch() -> None:
    branch = "OpBranch %next\n    %next = OpLabel\n    %one = OpPhi %int %x %start"
    assert branch in EARLY
    refuse(made(EARLY.replace(branch, "%one = OpIAdd %int %x %x")), MERGE, "it heads a selection")


def test_refuses_a_merge_block_whose_phi_has_synonyms() -> None:
    module = made(LOOP)
    module.facts.add_synonym(ident("%last"), ident("%int_5"))
    refuse(module, LEFT, "what is returning gives it another value")


def test_refuses_a_merge_block_that_is_not_reachable() -> None:
    endless = LOOP.replace("OpBranchConditional %small %body %out", "OpBranch %body")
    endless = endless.replace("%last = OpPhi %int %n %loop\n", "").replace(
        "%int %last %x", "%int %x %x"
    )
    step = msgspec.structs.replace(LEFT, loops=(LeftLoop(ident("%out"), 20, 21),))
    refuse(made(endless), step, "its blocks would become reachable")


def test_refuses_functions_that_return_nowhere_or_pointers() -> None:
    never = EARLY.replace("OpReturnValue %sum", "OpKill").replace("OpReturnValue %int_1", "OpKill")
    refuse(made(never), MERGE, "there is no return")
    pointer = EARLY.replace("%int None %unary", "%local_int None %of_pointer").replace(
        "%x = OpFunctionParameter %int", "%x = OpFunctionParameter %local_int"
    )
    for old in (
        "%small = OpSLessThan %bool %x %int_5",
        "%one = OpPhi %int %x %start",
        "%sum = OpIAdd %int %one %x",
    ):
        pointer = pointer.replace(old, "")
    pointer = pointer.replace("%small", "%true").replace("OpReturnValue %sum", "OpReturnValue %x")
    module = module_of("", globals_=GLOBALS, functions=pointer.replace("%int_1", "%x"), valid=False)
    refuse(module, MERGE, "it returns a pointer")


def test_refuses_returns_from_continue_constructs() -> None:
    body = """
        OpBranch %loop
        %loop = OpLabel
        OpLoopMerge %out %again None
        OpBranchConditional %condition %again %out
        %again = OpLabel
        OpSelectionMerge %back None
        OpBranchConditional %condition %early %back
        %early = OpLabel
        OpReturn
        %back = OpLabel
        OpBranch %loop
        %out = OpLabel
        OpBranch %end
        %end = OpLabel
    """
    step = MergeFunctionReturns(ident("%main"), 10, 11, 12, 0, 0, (LeftLoop(ident("%out"), 20, 0),))
    refuse(module_of(body, valid=False), step, "a continue construct has one way out")


def test_refuses_ids_for_values_in_a_void_function() -> None:
    refuse(NESTED, msgspec.structs.replace(BOTH, result=13), "there is no result")


@pytest.mark.parametrize("name", ["%true", "%false"])
def test_refuses_without_boolean_constants(name: str) -> None:
    module = made(EARLY)
    module.facts.add_irrelevant(ident(name))
    refuse(module, MERGE, "the constant is irrelevant")


def test_what_returns_and_what_it_leaves() -> None:
    module = module_of(NESTED)
    main = function(module, "%main")
    returns = returns_of(module, main)
    assert [each.id for each in returns] == [ident("%early"), ident("%end")]
    assert left_loops(module, returns) == {ident("%left"): ident("%out"), ident("%out"): 0}
    assert is_crossing(block(module, "%left"))
    assert not is_crossing(block(module, "%inner"))
    straight = made("")
    assert not has_early_return(straight, function(straight, "%main"))


test_sound = soundness(MergeFunctionReturns)
