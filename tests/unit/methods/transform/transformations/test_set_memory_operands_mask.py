from __future__ import annotations

import pytest
from helpers.transform import (
    HEAD,
    INPUTS,
    MAIN,
    TAIL,
    at,
    expect,
    flaw_of,
    module_of,
    numbered,
    refuse,
    soundness,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import MemoryAccess
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.set_memory_operands_mask import (
    SetMemoryOperandsMask,
)

VOLATILE, ALIGNED, NONTEMPORAL = (
    MemoryAccess.VOLATILE,
    MemoryAccess.ALIGNED,
    MemoryAccess.NONTEMPORAL,
)
BOTH = VOLATILE | NONTEMPORAL
BODY = """
    %a = OpVariable %local_int Function %int_0
    %b = OpVariable %local_int Function %int_0
    %plain = OpLoad %int %a
    %masked = OpLoad %int %a Volatile|Aligned 4
    %aligned = OpLoad %int %a Aligned 4
    OpStore %a %plain
    OpStore %b %plain Nontemporal
    OpCopyMemory %a %b
    OpCopyMemory %b %a Aligned 4
    OpCopyMemory %b %a Volatile
"""
TWO_MASKS = """
    %a = OpVariable %local_int Function %int_0
    %b = OpVariable %local_int Function %int_0
    %sum = OpIAdd %int %i %i
    OpCopyMemory %a %b Aligned 4 Nontemporal
    OpCopyMemory %a %b Nontemporal Volatile|Aligned 4
"""


def mask(place: str, opcode: str, skip: int, value: int, number: int = 0) -> SetMemoryOperandsMask:
    return SetMemoryOperandsMask(at(place, opcode, skip), value, number)


def load(name: str, value: int) -> SetMemoryOperandsMask:
    return SetMemoryOperandsMask(at(name), value)


def store(skip: int, value: int) -> SetMemoryOperandsMask:
    return mask("%aligned", "OpStore", skip, value)


def copy(skip: int, value: int, number: int = 0) -> SetMemoryOperandsMask:
    return mask("%aligned", "OpCopyMemory", skip, value, number)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (load("%plain", VOLATILE), "%plain = OpLoad %int %a Volatile"),
        (load("%plain", NONTEMPORAL), "%plain = OpLoad %int %a Nontemporal"),
        (load("%plain", 0), "%plain = OpLoad %int %a None"),
        (
            load("%masked", BOTH | ALIGNED),
            "%masked = OpLoad %int %a Volatile|Aligned|Nontemporal 4",
        ),
        (
            load("%aligned", BOTH | ALIGNED),
            "%aligned = OpLoad %int %a Volatile|Aligned|Nontemporal 4",
        ),
        (store(0, BOTH), "OpStore %a %plain Volatile|Nontemporal"),
        (store(1, 0), "OpStore %b %plain None"),
        (store(1, VOLATILE), "OpStore %b %plain Volatile\nOpCopyMemory %a %b"),
        (copy(0, VOLATILE), "OpCopyMemory %a %b Volatile"),
        (copy(1, ALIGNED | NONTEMPORAL), "OpCopyMemory %b %a Aligned|Nontemporal 4"),
    ],
)
def test_sets_the_first_mask(step: SetMemoryOperandsMask, expected: str) -> None:
    expect(BODY, step, expected)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (SetMemoryOperandsMask(at("%plain"), ALIGNED, 0, 4), "%plain = OpLoad %int %a Aligned 4"),
        (
            SetMemoryOperandsMask(at("%plain"), BOTH | ALIGNED, 0, 1),
            "OpLoad %int %a Volatile|Aligned|Nontemporal 1",
        ),
        (
            SetMemoryOperandsMask(at("%aligned", "OpCopyMemory"), ALIGNED, 0, 2),
            "OpCopyMemory %a %b Aligned 2",
        ),
    ],
)
def test_adds_an_alignment_that_all_data_have(step: SetMemoryOperandsMask, expected: str) -> None:
    expect(BODY, step, expected)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("more than a scalar has", SetMemoryOperandsMask(at("%plain"), ALIGNED, 0, 8)),
        ("no power of two", SetMemoryOperandsMask(at("%plain"), ALIGNED, 0, 3)),
        ("negative", SetMemoryOperandsMask(at("%plain"), ALIGNED, 0, -4)),
        ("it has one already", SetMemoryOperandsMask(at("%aligned"), ALIGNED, 0, 2)),
        ("an alignment without its bit", SetMemoryOperandsMask(at("%plain"), VOLATILE, 0, 4)),
    ],
)
def test_refuses_alignments(reason: str, step: SetMemoryOperandsMask) -> None:
    refuse(BODY, step, reason)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (copy(0, VOLATILE, 1), "OpCopyMemory %a %b None Volatile"),
        (copy(2, BOTH, 1), "OpCopyMemory %b %a Volatile Volatile|Nontemporal"),
        (copy(2, BOTH, 0), "OpCopyMemory %b %a Volatile|Nontemporal"),
    ],
)
def test_appends_the_second_mask_of_a_copy(step: SetMemoryOperandsMask, expected: str) -> None:
    expect(module_of(BODY, version=(1, 4)), step, expected)


@pytest.mark.parametrize(
    ("skip", "value", "number", "expected"),
    [
        (0, VOLATILE, 1, "Aligned 4 Volatile"),
        (0, BOTH | ALIGNED, 0, "Volatile|Aligned|Nontemporal 4 Nontemporal"),
        (1, BOTH | ALIGNED, 1, "Nontemporal Volatile|Aligned|Nontemporal 4"),
        (1, VOLATILE, 0, "Volatile Volatile|Aligned 4"),
    ],
)
def test_finds_the_second_mask_behind_the_operands_of_the_first(
    skip: int, value: int, number: int, expected: str
) -> None:
    module = module_of(TWO_MASKS, version=(1, 4))
    expect(
        module, mask("%sum", "OpCopyMemory", skip, value, number), f"OpCopyMemory %a %b {expected}"
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("volatile stays", load("%masked", ALIGNED)),
        ("volatile stays in a copy", copy(2, 0)),
        ("the alignment stays", load("%aligned", 0)),
        ("no new alignment", load("%plain", ALIGNED)),
        ("nothing is made private or not", load("%plain", MemoryAccess.NON_PRIVATE_POINTER)),
        ("an unknown bit", load("%plain", 1 << 30)),
        ("a negative mask", load("%plain", -1)),
        ("a load has one mask", SetMemoryOperandsMask(at("%plain"), VOLATILE, 1)),
        ("a copy has one mask before 1.4", copy(0, VOLATILE, 1)),
        ("there is no third mask", copy(0, VOLATILE, 2)),
        ("no mask before the first", copy(0, VOLATILE, -1)),
        ("no access", SetMemoryOperandsMask(at("%condition"), VOLATILE)),
        ("not there", SetMemoryOperandsMask(at("%nowhere"), VOLATILE)),
        ("not in a block", SetMemoryOperandsMask(at("%int_0"), VOLATILE)),
    ],
)
def test_refuses(reason: str, step: SetMemoryOperandsMask) -> None:
    refuse(BODY, step, reason)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the source was volatile, too", copy(2, NONTEMPORAL, 1)),
        ("the source was aligned, too", copy(1, ALIGNED, 1)),
        ("the source was aligned, too, and still is not", copy(1, NONTEMPORAL, 1)),
        ("a store has one mask", SetMemoryOperandsMask(at("%aligned", "OpStore"), VOLATILE, 1)),
    ],
)
def test_what_held_for_both_sides_of_a_copy_is_kept(
    reason: str, step: SetMemoryOperandsMask
) -> None:
    refuse(module_of(BODY, version=(1, 4)), step, reason)


def test_the_second_mask_keeps_volatile() -> None:
    module = module_of(TWO_MASKS, version=(1, 4))
    refuse(module, mask("%sum", "OpCopyMemory", 1, ALIGNED, 1), "it is volatile")
    refuse(module, mask("%sum", "OpCopyMemory", 0, ALIGNED, 1), "it has no alignment")


def test_volatile_has_other_rules_in_the_vulkan_memory_model() -> None:
    head = HEAD.replace("OpMemoryModel Logical GLSL450", "OpMemoryModel Logical Vulkan", 1)
    head = head.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability VulkanMemoryModel", 1
    )
    variables, rest = BODY.split("%plain", 1)
    text = head + MAIN + variables + INPUTS + "%plain" + rest + TAIL
    module = Module.parse(assemble(numbered(text), (1, 5)))
    assert flaw_of(module.to_bytes()) is None
    refuse(module, load("%plain", VOLATILE), "an access becomes volatile")
    refuse(module, load("%plain", BOTH), "an access becomes volatile and nontemporal")
    expect(module, load("%plain", NONTEMPORAL), "%plain = OpLoad %int %a Nontemporal")
    expect(
        module,
        load("%masked", BOTH | ALIGNED),
        "%masked = OpLoad %int %a Volatile|Aligned|Nontemporal 4",
    )


def test_only_plain_data() -> None:
    globals_ = """
    %image = OpTypeImage %float 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %sampled_type = OpTypePointer UniformConstant %sampled
    %texture = OpVariable %sampled_type UniformConstant
    """
    decorations = (
        "OpDecorate %texture DescriptorSet 0\nOpDecorate %texture Binding 0\n%void = OpTypeVoid"
    )
    head = HEAD.replace("%void = OpTypeVoid", decorations, 1)
    text = head + globals_ + MAIN + INPUTS + "%handle = OpLoad %sampled %texture\n" + TAIL
    module = Module.parse(assemble(numbered(text), (1, 3)))
    assert flaw_of(module.to_bytes()) is None
    refuse(module, load("%handle", VOLATILE), "a sampled image")


def test_no_alignment_is_added_for_the_source_of_a_copy_alone() -> None:
    step = SetMemoryOperandsMask(at("%aligned", "OpCopyMemory"), ALIGNED, 1, 4)
    refuse(module_of(BODY, version=(1, 4)), step, "the second mask")


def test_the_smallest_scalar_decides() -> None:
    globals_ = """
    %pair = OpTypeStruct %float %bool
    %local_pair = OpTypePointer Function %pair
    """
    text = (
        HEAD
        + globals_
        + MAIN
        + "%p = OpVariable %local_pair Function\n"
        + INPUTS
        + "%x = OpLoad %pair %p\n"
        + TAIL
    )
    module = Module.parse(assemble(numbered(text), (1, 3)))
    refuse(module, SetMemoryOperandsMask(at("%x"), ALIGNED, 0, 2), "booleans have no size")
    expect(module, SetMemoryOperandsMask(at("%x"), ALIGNED, 0, 1), "%x = OpLoad %pair %p Aligned 1")


test_sound = soundness(SetMemoryOperandsMask)
