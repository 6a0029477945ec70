from __future__ import annotations

import pytest
from helpers.around import counted
from helpers.proved import proved
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.blocks import is_continue_target
from aberration.methods.transform.transformations.add_loop_continue import AddLoopContinue

LOOP = counted(
    """
    %odd = OpSGreaterThan %bool %n %int_1
    %twice = OpIAdd %int %n %n
    OpBranch %rest
    %rest = OpLabel
    %unused = OpIMul %int %twice %i
    OpBranch %last
    %last = OpLabel
    %same = OpCopyObject %int %unused
    OpBranch %continue
""",
    "%got = OpPhi %int %twice %last",
)
JOINED = LOOP.replace(
    "%twice = OpIAdd %int %n %n\n    OpBranch %rest\n    %rest = OpLabel",
    """%twice = OpIAdd %int %n %n
    OpSelectionMerge %rest None
    OpBranchConditional %condition %then %rest
    %then = OpLabel
    %thrice = OpIAdd %int %twice %n
    OpBranch %rest
    %rest = OpLabel
    %either = OpPhi %int %twice %body %thrice %then""",
).replace("%got = OpPhi %int %twice", "%got = OpPhi %int %either")
STORE = "%local = OpVariable %local_int Function %int_0\n" + LOOP
HEADS = """
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %n %int_1
    %more = OpSLessThan %bool %next %int_5
    OpBranchConditional %more %header %after
    %after = OpLabel
"""


def skip(source: str, condition: str = "%odd", value: bool = True) -> AddLoopContinue:
    return AddLoopContinue(ident(source), ident(condition), value)


def test_a_condition_skips_what_is_computed_in_vain() -> None:
    module = expect(
        LOOP,
        skip("%body"),
        "%twice = OpIAdd %int %n %n\nOpBranchConditional %odd %continue %rest\n%rest = OpLabel",
        "%got = OpPhi %int %twice %last %twice %body",
    )
    assert is_continue_target(module, block_of(module, "%continue"))


def test_the_condition_may_be_turned_and_come_from_before_the_loop() -> None:
    expect(
        LOOP, skip("%rest", "%condition", False), "OpBranchConditional %condition %last %continue"
    )


def test_an_op_phi_in_between_gives_what_it_has_from_the_source() -> None:
    expect(
        JOINED,
        skip("%then"),
        "%thrice = OpIAdd %int %twice %n\nOpBranchConditional %odd %continue %rest",
        "%got = OpPhi %int %either %last %thrice %then",
    )


def test_the_header_of_a_loop_may_skip_all_of_it() -> None:
    expect(
        HEADS,
        skip("%header", "%condition"),
        "OpLoopMerge %after %continue None\nOpBranchConditional %condition %continue %body",
    )


def test_reading_is_skipped() -> None:
    body = STORE.replace("%unused = OpIMul %int %twice %i", "%unused = OpLoad %int %local")
    expect(body, skip("%body"), "OpBranchConditional %odd %continue %rest")


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        (
            "stores",
            STORE.replace("%unused = OpI", "OpStore %local %i\n%unused = OpI"),
            skip("%body"),
        ),
        (
            "reads volatile memory",
            STORE.replace(
                "%unused = OpIMul %int %twice %i", "%unused = OpLoad %int %local Volatile"
            ),
            skip("%body"),
        ),
        (
            "used in the continue construct",
            LOOP.replace("%got = OpPhi %int %twice", "%got = OpPhi %int %same"),
            skip("%body"),
        ),
        (
            "used after",
            LOOP.replace("%next = OpIAdd %int %n", "%next = OpIAdd %int %unused"),
            skip("%body"),
        ),
        (
            "an OpPhi used beyond",
            JOINED.replace("%got = OpPhi %int %either %last", "%got = OpIAdd %int %either %i"),
            skip("%then"),
        ),
        ("nothing to skip", LOOP, skip("%last")),
        ("a condition follows", LOOP, skip("%header", "%condition")),
        ("in the continue construct", LOOP, skip("%continue")),
        ("in no loop", LOOP, skip("%entry", "%condition")),
        (
            "a condition of another block",
            LOOP.replace("%same = OpC", "%late = OpINotEqual %bool %i %n\n%same = OpC"),
            skip("%body", "%late"),
        ),
        ("no boolean", LOOP, skip("%body", "%n")),
        (
            "a condition that is not defined",
            "%what = OpUndef %bool\n" + LOOP,
            skip("%body", "%what"),
        ),
        ("no condition", LOOP, AddLoopContinue(ident("%body"), 9999, True)),
        ("no block", LOOP, AddLoopContinue(9999, ident("%condition"), True)),
        (
            "a selection in between",
            LOOP.replace(
                "OpBranch %last",
                (
                    "OpSelectionMerge %last None\nOpBranchConditional %condition %in %last\n"
                    "%in = OpLabel\nOpBranch %last"
                ),
            ),
            skip("%body"),
        ),
        (
            "a loop in between",
            LOOP.replace(
                "OpBranch %last\n",
                "OpBranch %in\n%in = OpLabel\nOpLoopMerge %last %ic None\nOpBranch %ib\n"
                "%ib = OpLabel\n"
                "OpBranch %last\n%ic = OpLabel\nOpBranch %in\n",
            ).replace("%same = OpCopyObject %int %unused", ""),
            skip("%body"),
        ),
        (
            "a derivative in the loop",
            LOOP.replace("%next = OpIAdd", "%slope = OpDPdx %float %f\n%next = OpIAdd"),
            skip("%body"),
        ),
    ],
)
def test_refuses(reason: str, body: str, step: AddLoopContinue) -> None:
    refuse(body, step, reason)


def test_refuses_a_long_way() -> None:
    def longer(count: int) -> str:
        made = "".join(f"OpBranch %way_{k}\n%way_{k} = OpLabel\n" for k in range(count))
        return LOOP.replace("OpBranch %last\n", f"{made}OpBranch %last\n")

    assert skip("%body").is_applicable(module_of(longer(2)))
    refuse(longer(3), skip("%body"), "more blocks than are looked at")


test_sound = soundness(AddLoopContinue)
test_proved = proved(AddLoopContinue)
