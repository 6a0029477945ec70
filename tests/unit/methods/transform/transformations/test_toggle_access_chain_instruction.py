from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.toggle_access_chain_instruction import (
    ToggleAccessChainInstruction,
)

GLOBALS = """
    %array_type = OpTypeArray %int %uint_3
    %array_pointer = OpTypePointer Private %array_type
    %element_pointer = OpTypePointer Private %int
    %array = OpVariable %array_pointer Private
    %other = OpVariable %element_pointer Private
"""
BODY = """
    %promised = OpInBoundsAccessChain %element_pointer %array %i
    %fixed = OpAccessChain %element_pointer %array %int_1
    %beyond = OpAccessChain %element_pointer %array %int_5
    %loaded = OpAccessChain %element_pointer %array %i
    %value = OpLoad %int %loaded
    %stored = OpAccessChain %element_pointer %array %i
    OpStore %stored %i
    %source = OpAccessChain %element_pointer %array %i
    OpCopyMemory %other %source
    %copied = OpAccessChain %element_pointer %array %i
    %copy = OpCopyObject %element_pointer %copied
    %late = OpAccessChain %element_pointer %array %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %vain = OpAccessChain %element_pointer %array %i
    %sum = OpIAdd %int %i %i
    OpStore %late %i
    OpBranch %merge
    %merge = OpLabel
"""


def module() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def toggle(name: str) -> ToggleAccessChainInstruction:
    return ToggleAccessChainInstruction(ident(name))


def test_drops_the_promise() -> None:
    made = expect(
        module(), toggle("%promised"), "%promised = OpAccessChain %element_pointer %array %i"
    )
    assert made.by_opcode(66) == []


@pytest.mark.parametrize("name", ["%loaded", "%stored", "%source"])
def test_promises_where_memory_is_accessed(name: str) -> None:
    expect(module(), toggle(name), f"{name} = OpInBoundsAccessChain %element_pointer %array %i")


def test_promises_where_indexes_are_constants_within_bounds() -> None:
    fixed = "%promised = OpInBoundsAccessChain %element_pointer %array %i"
    expect(
        module(),
        toggle("%fixed"),
        f"{fixed}\n%fixed = OpInBoundsAccessChain %element_pointer %array %int_1",
    )


def test_promises_anything_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    expect(
        module(),
        toggle("%vain"),
        "%vain = OpInBoundsAccessChain %element_pointer %array %i",
        prepare=dead,
    )
    refuse(module(), toggle("%vain"), "nothing is accessed through it")


def test_twice_is_as_before() -> None:
    made = module()
    before = made.to_bytes()
    expect(made, toggle("%loaded"), "%loaded = OpInBoundsAccessChain")
    expect(made, toggle("%loaded"), "%loaded = OpAccessChain")
    assert made.to_bytes() == before


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("a constant out of bounds that is never used", "%beyond"),
        ("accessed in another block only", "%late"),
        ("a copy is no access", "%copied"),
        ("no access chain", "%sum"),
        ("a variable", "%array"),
        ("no id", "%nowhere"),
    ],
)
def test_refuses(reason: str, name: str) -> None:
    refuse(module(), toggle(name), reason)


test_sound = soundness(ToggleAccessChainInstruction)
