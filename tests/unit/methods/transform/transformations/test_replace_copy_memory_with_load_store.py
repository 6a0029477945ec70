from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.replace_copy_memory_with_load_store import (
    ReplaceCopyMemoryWithLoadStore,
)

BODY = """
    %a = OpVariable %local_int Function %int_0
    %b = OpVariable %local_int Function %int_0
    %c = OpVariable %array_type Function %numbers
    %d = OpVariable %array_type Function %numbers
    %sum = OpIAdd %int %i %i
    OpCopyMemory %a %in_int
    OpCopyMemory %c %d Nontemporal
    %first = OpIAdd %int %i %i
    OpCopyMemory %b %a Volatile
    OpCopyMemory %b %a Aligned 4
    %last = OpIAdd %int %i %i
    OpStore %a %i
"""
GLOBALS = """
    %three = OpTypeArray %int %uint_3
    %array_type = OpTypePointer Function %three
    %numbers = OpConstantNull %three
"""


def replace(after: str, skip: int = 0, fresh: int = 20) -> ReplaceCopyMemoryWithLoadStore:
    return ReplaceCopyMemoryWithLoadStore(fresh, at(after, "OpCopyMemory", skip))


def module(version: tuple[int, int] = (1, 3), body: str = BODY) -> Module:
    return module_of(body, globals_=GLOBALS, version=version)


def test_copies_by_way_of_a_value() -> None:
    made = expect(
        module(),
        replace("%sum"),
        "%20 = OpLoad %int %in_int\nOpStore %a %20\nOpCopyMemory %c %d Nontemporal",
    )
    assert not made.facts.has_synonyms(20)


def test_drops_a_hint_about_caches() -> None:
    expected = "OpCopyMemory %a %in_int\n%20 = OpLoad %three %d\nOpStore %c %20\n%first"
    expect(module(), replace("%sum", 1), expected)


def test_two_plain_masks() -> None:
    body = BODY.replace("OpCopyMemory %a %in_int", "OpCopyMemory %a %in_int None Nontemporal")
    expect(module((1, 4), body), replace("%sum"), "%20 = OpLoad %int %in_int\nOpStore %a %20")


@pytest.mark.parametrize(
    "masks", ["None Volatile", "Volatile None", "Nontemporal Aligned 4", "Aligned 4 None"]
)
def test_refuses_either_of_two_masks(masks: str) -> None:
    body = BODY.replace("OpCopyMemory %a %in_int", f"OpCopyMemory %a %in_int {masks}")
    refuse(module((1, 4), body), replace("%sum"), masks)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("volatile", replace("%first")),
        ("aligned", replace("%first", 1)),
        ("no copy", replace("%last")),
        ("no copy of memory", ReplaceCopyMemoryWithLoadStore(20, at("%sum"))),
        ("a store", ReplaceCopyMemoryWithLoadStore(20, at("%sum", "OpStore"))),
        ("not there", ReplaceCopyMemoryWithLoadStore(20, Place(1 << 31))),
        ("the id is in use", replace("%sum", 0, ident("%i"))),
        ("no id", replace("%sum", 0, 0)),
    ],
)
def test_refuses(reason: str, step: ReplaceCopyMemoryWithLoadStore) -> None:
    refuse(module(), step, reason)


def test_blocks_are_not_loaded() -> None:
    globals_ = """
    %block_type = OpTypeStruct %int
    %private_block = OpTypePointer Private %block_type
    %one = OpVariable %private_block Private
    %two = OpVariable %private_block Private
    """
    body = "%sum = OpIAdd %int %i %i\nOpCopyMemory %one %two\n"
    step = replace("%sum")
    expect(
        module_of(body, globals_=globals_), step, "%20 = OpLoad %block_type %two\nOpStore %one %20"
    )
    made = module_of(body, globals_=globals_)
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%block_type"), Decoration.BLOCK]))
    refuse(made, step, "a block")


test_sound = soundness(ReplaceCopyMemoryWithLoadStore)
