from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import at, block_of, expect, ident, module_of, refuse, soundness
from helpers.workgroup import workgroup_module

from aberration.languages.spirv.enums import FunctionControl, Scope
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.add_idle_barrier import AddIdleBarrier

WORKGROUP_MEMORY = 0x108
BODY = """
    OpSelectionMerge %merge None
    OpBranchConditional %{condition} %then %else
    %then = OpLabel
    %first = OpIAdd %uint %x %x
    OpBranch %merge
    %else = OpLabel
    %second = OpIAdd %uint %x %x
    OpBranch %merge
    %merge = OpLabel
    %last = OpIAdd %uint %x %x
"""
NESTED = """
    OpSelectionMerge %merge None
    OpBranchConditional %shared %then %merge
    %then = OpLabel
    OpSelectionMerge %inner_merge None
    OpBranchConditional %{condition} %inner %inner_merge
    %inner = OpLabel
    %first = OpIAdd %uint %x %x
    OpBranch %inner_merge
    %inner_merge = OpLabel
    %second = OpIAdd %uint %x %x
    OpBranch %merge
    %merge = OpLabel
    %last = OpIAdd %uint %x %x
"""
RETURNS = """
    OpSelectionMerge %merge None
    OpBranchConditional %varying %then %merge
    %then = OpLabel
    {barrier}
    %first = OpIAdd %uint %x %x
    OpReturn
    %merge = OpLabel
    %last = OpIAdd %uint %x %x
"""
LOOP = """
    OpBranch %head
    %head = OpLabel
    %counter = OpPhi %uint %uint_0 %entry %next %continue
    %more = OpULessThan %bool %counter %x
    OpLoopMerge %merge %continue None
    OpBranchConditional %more %body %merge
    %body = OpLabel
    {barrier}
    %first = OpIAdd %uint %x %x
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %uint %counter %uint_1
    OpBranch %head
    %merge = OpLabel
    %last = OpIAdd %uint %x %x
"""
BARRIER = "OpControlBarrier %uint_2 %uint_2 %uint_264"
FUNCTION = """
    %helper = OpFunction %void None %main_type
    %helper_entry = OpLabel
    %inside = OpIAdd %uint %uint_1 %uint_1
    OpReturn
    OpFunctionEnd
"""


def waiting(name: str) -> AddIdleBarrier:
    return AddIdleBarrier(at(name), True, WORKGROUP_MEMORY)


def test_waits_in_the_entry_block() -> None:
    expect(workgroup_module(""), waiting("%word"), f"{BARRIER}\n%word = OpLoad %uint %cell")


def test_waits_without_ordering_memory() -> None:
    step = AddIdleBarrier(at("%word"), True, 0)
    expect(
        workgroup_module(""),
        step,
        "OpControlBarrier %uint_2 %uint_2 %uint_0\n%word = OpLoad %uint %cell",
    )


def test_waits_after_a_selection_and_a_loop_whose_conditions_differ() -> None:
    for body in (BODY.format(condition="varying"), LOOP.format(barrier="")):
        expect(workgroup_module(body), waiting("%last"), f"{BARRIER}\n%last = OpIAdd %uint %x %x")


@pytest.mark.parametrize("name", ["%first", "%second"])
def test_waits_in_a_side_that_all_invocations_take(name: str) -> None:
    expect(workgroup_module(BODY.format(condition="shared")), waiting(name), BARRIER)


@pytest.mark.parametrize("name", ["%first", "%second"])
def test_waits_in_nested_selections(name: str) -> None:
    expect(workgroup_module(NESTED.format(condition="true")), waiting(name), BARRIER)


def test_waits_where_others_wait() -> None:
    expect(
        workgroup_module(LOOP.format(barrier=BARRIER)), waiting("%first"), f"{BARRIER}\n{BARRIER}"
    )
    expect(
        workgroup_module(RETURNS.format(barrier=BARRIER)),
        waiting("%first"),
        f"{BARRIER}\n{BARRIER}",
    )


def test_a_return_in_a_dead_block_ends_nothing() -> None:
    def dead(module: Module) -> None:
        block_of(module, "%then").dead = True

    expect(workgroup_module(RETURNS.format(barrier="")), waiting("%last"), BARRIER, prepare=dead)


@pytest.mark.parametrize("name", ["%first", "%last", "%inside"])
def test_orders_memory_anywhere(name: str) -> None:
    module = workgroup_module(BODY.format(condition="varying"), functions=FUNCTION)
    step = AddIdleBarrier(at(name), False, WORKGROUP_MEMORY, Scope.DEVICE)
    expect(module, step, f"OpMemoryBarrier %uint_1 %uint_264\n%{name[1:]} = OpIAdd")


@pytest.mark.parametrize(
    ("reason", "body", "name"),
    [
        ("invocations take different sides", BODY.format(condition="varying"), "%first"),
        ("invocations take different sides", NESTED.format(condition="varying"), "%first"),
        ("some invocations may have returned", RETURNS.format(barrier=""), "%last"),
        ("some invocations return", RETURNS.format(barrier=""), "%first"),
        (
            "invocations take the loop a different number of times",
            LOOP.format(barrier=""),
            "%first",
        ),
        ("the head of a loop is executed again and again", LOOP.format(barrier=""), "%more"),
        ("it is another function, which may be called anywhere", "", "%inside"),
        ("OpPhis come first", LOOP.format(barrier=""), "%counter"),
    ],
)
def test_refuses_to_wait(reason: str, body: str, name: str) -> None:
    refuse(workgroup_module(body, functions=FUNCTION), waiting(name), reason)


def test_refuses_to_wait_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block_of(module, "%then").dead = True

    refuse(
        workgroup_module(BODY.format(condition="shared")),
        waiting("%first"),
        "it is dead",
        prepare=dead,
    )
    refuse(
        workgroup_module(LOOP.format(barrier=BARRIER)),
        waiting("%first"),
        "it is dead",
        prepare=dead_body,
    )


def dead_body(module: Module) -> None:
    block_of(module, "%body").dead = True


def test_refuses_to_wait_under_a_condition_that_may_become_any() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%shared"))

    refuse(
        workgroup_module(BODY.format(condition="shared")),
        waiting("%first"),
        "irrelevant",
        prepare=irrelevant,
    )

    def below(module: Module) -> None:
        module.facts.add_irrelevant(ident("%gx"))

    refuse(
        workgroup_module(BODY.format(condition="shared")),
        waiting("%first"),
        "irrelevant",
        prepare=below,
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (
            "a barrier that does not wait has to order something",
            AddIdleBarrier(at("%word"), False, 0),
        ),
        ("an order without memory", AddIdleBarrier(at("%word"), True, 8)),
        ("memory without an order", AddIdleBarrier(at("%word"), True, 0x100)),
        ("a barrier that waits acquires and releases", AddIdleBarrier(at("%word"), True, 0x102)),
        ("no constant", AddIdleBarrier(at("%word"), True, 0x148)),
        ("a scope that Vulkan has not", AddIdleBarrier(at("%word"), True, WORKGROUP_MEMORY, 0)),
        ("no such place", AddIdleBarrier(Place(9999), True, WORKGROUP_MEMORY)),
        ("outside of blocks", AddIdleBarrier(at("%uint_1"), True, WORKGROUP_MEMORY)),
    ],
)
def test_refuses(reason: str, step: AddIdleBarrier) -> None:
    refuse(workgroup_module(""), step, reason)


def test_refuses_fragment_shaders_and_irrelevant_constants() -> None:
    constants = "%uint_2 = OpConstant %uint 2\n%uint_264 = OpConstant %uint 264"
    step = AddIdleBarrier(at("%i"), False, WORKGROUP_MEMORY)
    refuse(module_of("", globals_=constants), step, "a fragment shader has no workgroup")

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%uint_264"))

    refuse(
        workgroup_module(""), waiting("%word"), "the constant may become any", prepare=irrelevant
    )


def test_refuses_a_function_that_promises_to_have_no_effects() -> None:
    module = workgroup_module("")
    module.set_operand(module.functions[0].definition, 0, FunctionControl.CONST)
    refuse(module, waiting("%word"), "Const")


test_proved = proved(AddIdleBarrier)


test_sound = soundness(AddIdleBarrier)
