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
    ident,
    module_of,
    numbered,
    refuse,
    soundness,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.replace_load_store_with_copy_memory import (
    ReplaceLoadStoreWithCopyMemory,
)

GLOBALS = """
    %three = OpTypeArray %int %uint_3
    %inner_type = OpTypeStruct %three
    %record = OpTypeStruct %int %inner_type
    %private_record = OpTypePointer Private %record
    %private_int = OpTypePointer Private %int
    %data = OpVariable %private_record Private
    %uint_9 = OpConstant %uint 9
    %uint_72 = OpConstant %uint 72
"""
FUNCTIONS = """
    %callee = OpFunction %void None %main_type
    %callee_entry = OpLabel
    OpReturn
    OpFunctionEnd
"""
BODY = """
    %a = OpVariable %local_int Function %int_0
    %b = OpVariable %local_int Function %int_0
    %part = OpAccessChain %private_int %data %int_0
    %value = OpLoad %int %a
    {between}
    %sum = OpIAdd %int %value %value
    OpStore %b %value
    %last = OpIAdd %int %i %i
"""


def module(between: str = "", body: str = BODY, version: tuple[int, int] = (1, 3)) -> Module:
    return module_of(
        body.format(between=between), globals_=GLOBALS, functions=FUNCTIONS, version=version
    )


def step(load: str = "%value", store: Place | None = None) -> ReplaceLoadStoreWithCopyMemory:
    return ReplaceLoadStoreWithCopyMemory(ident(load), store or at("%sum", "OpStore"))


def test_copies_instead() -> None:
    expected = (
        "%value = OpLoad %int %a\n%sum = OpIAdd %int %value %value\nOpCopyMemory %b %a\n%last"
    )
    made = expect(module(), step(), expected, absent=["OpStore %b %value"])
    assert ident("%b") not in made.facts.pointee_irrelevant_ids()


@pytest.mark.parametrize(
    "between",
    [
        "%other = OpLoad %int %b",
        "%other = OpLoad %int %b Volatile",
        "%other = OpAccessChain %private_int %data %int_0",
        "%other = OpBitcast %uint %value",
        "%other = OpExtInst %float %glsl Sqrt %f",
        "%other = OpUDiv %uint %uint_9 %uint_3",
        "%other = OpDPdx %float %f",
    ],
)
def test_what_writes_nothing_may_stand_between(between: str) -> None:
    expect(extended(between), step(), "OpCopyMemory %b %a\n%last")


@pytest.mark.parametrize(
    "between",
    [
        "OpStore %a %int_1",
        "OpStore %part %int_1",
        "OpCopyMemory %part %b",
        "%other = OpFunctionCall %void %callee",
        "OpMemoryBarrier %uint_1 %uint_72",
        "%other = OpExtInst %float %glsl Modf %f %float_variable",
        "%other = OpExtInst %float %glsl InterpolateAtCentroid %in_float",
    ],
)
def test_refuses_what_may_write_between(between: str) -> None:
    refuse(extended(between), step(), between)


def extended(between: str) -> Module:
    head = HEAD.replace("OpMemoryModel", '%glsl = OpExtInstImport "GLSL.std.450"\nOpMemoryModel', 1)
    head = head.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability InterpolationFunction", 1
    )
    globals_ = GLOBALS + "%uint_1 = OpConstant %uint 1\n"
    lines = BODY.format(between=between).splitlines()
    variables = [line for line in lines if "OpVariable" in line]
    rest = "\n".join(line for line in lines if "OpVariable" not in line)
    local = "\n".join([*variables, "%float_variable = OpVariable %local_float Function"])
    text = head + globals_ + MAIN + local + INPUTS + rest + TAIL + FUNCTIONS
    made = Module.parse(assemble(numbered(text), (1, 3)))
    assert flaw_of(made.to_bytes()) is None, flaw_of(made.to_bytes())
    return made


def test_atomics_and_image_accesses_between() -> None:
    globals_ = """
    %block_type = OpTypeStruct %uint
    %buffer_type = OpTypePointer StorageBuffer %block_type
    %word_type = OpTypePointer StorageBuffer %uint
    %buffer = OpVariable %buffer_type StorageBuffer
    %uint_1 = OpConstant %uint 1
    %image = OpTypeImage %float 2D 0 0 0 2 R32f
    %image_type = OpTypePointer UniformConstant %image
    %target = OpVariable %image_type UniformConstant
    %corner = OpConstantNull %v2int
    """
    decorations = """
    OpDecorate %block_type Block
    OpMemberDecorate %block_type 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    OpDecorate %target DescriptorSet 0
    OpDecorate %target Binding 1
    %void = OpTypeVoid
    """
    body = """
    %word = OpAccessChain %word_type %buffer %int_0
    %a = OpLoad %uint %word
    OpStore %word %a
    %b = OpLoad %uint %word
    %c = OpAtomicLoad %uint %word %uint_1 %uint_0
    OpStore %word %b
    %d = OpLoad %uint %word
    %texels = OpLoad %image %target
    %read = OpImageRead %v4float %texels %corner
    OpStore %word %d
    %e = OpLoad %uint %word
    OpImageWrite %texels %corner %read
    OpStore %word %e
    """
    text = (
        HEAD.replace("%void = OpTypeVoid", decorations, 1) + globals_ + MAIN + INPUTS + body + TAIL
    )
    data = assemble(numbered(text), (1, 3))
    assert flaw_of(data) is None
    for load in ("%b", "%d", "%e"):
        refuse(Module.parse(data), step(load, at(load, "OpStore")), "something stands between")
    made = expect(
        Module.parse(data), step("%a", at("%a", "OpStore")), "OpCopyMemory %word %word\n%b"
    )
    assert contradictions(made) == []


def test_volatile_memory_is_read_once() -> None:
    body = BODY.replace("%value = OpLoad %int %a", "%value = OpLoad %int %part")
    expect(module(body=body), step(), "OpCopyMemory %b %part")
    for decoration in (
        Instruction(OpDecorate, 0, 0, [ident("%data"), Decoration.VOLATILE]),
        Instruction(OpMemberDecorate, 0, 0, [ident("%record"), 1, Decoration.VOLATILE]),
        Instruction(OpMemberDecorate, 0, 0, [ident("%inner_type"), 0, Decoration.VOLATILE]),
    ):
        made = module(body=body)
        made.add_decoration(decoration)
        refuse(made, step(), "the memory is volatile")


def test_a_value_of_lower_precision_is_no_copy() -> None:
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%value"), Decoration.RELAXED_PRECISION])
    )
    refuse(made, step(), "the load may round")


@pytest.mark.parametrize(
    ("storage_class", "refused"), [("Function", False), ("Private", False), ("StorageBuffer", True)]
)
def test_nobody_knows_who_writes_shared_memory_behind_a_parameter(
    storage_class: str, refused: bool
) -> None:
    function = f"""
    %behind = OpTypePointer {storage_class} %int
    %of_pointer = OpTypeFunction %void %behind
    %copier = OpFunction %void None %of_pointer
    %parameter = OpFunctionParameter %behind
    %start = OpLabel
    %own = OpVariable %local_int Function
    %word = OpLoad %int %parameter
    OpStore %own %word
    OpReturn
    OpFunctionEnd
    """
    lines = function.strip().splitlines()
    variables = "OpCapability Shader\nOpCapability VariablePointers"
    head = HEAD.replace("OpCapability Shader", variables, 1) + "\n".join(lines[:2]) + "\n"
    made = Module.parse(
        assemble(numbered(head + MAIN + INPUTS + TAIL + "\n".join(lines[2:])), (1, 3))
    )
    assert flaw_of(made.to_bytes()) is None, flaw_of(made.to_bytes())
    copying = step("%word", at("%word", "OpStore"))
    if refused:
        refuse(made, copying, "others may write it")
    else:
        expect(made, copying, "OpCopyMemory %own %parameter")


@pytest.mark.parametrize("mask", ["Volatile", "Aligned 4", "Nontemporal|Aligned 4"])
def test_refuses_accesses_with_rules_of_their_own(mask: str) -> None:
    refuse(module(body=BODY.replace("OpLoad %int %a", f"OpLoad %int %a {mask}")), step(), mask)
    refuse(
        module(body=BODY.replace("OpStore %b %value", f"OpStore %b %value {mask}")), step(), mask
    )


@pytest.mark.parametrize("mask", ["None", "Nontemporal"])
def test_hints_are_dropped(mask: str) -> None:
    body = BODY.replace("OpStore %b %value", f"OpStore %b %value {mask}").replace(
        "OpLoad %int %a", f"OpLoad %int %a {mask}"
    )
    expect(module(body=body), step(), "OpCopyMemory %b %a\n%last")


@pytest.mark.parametrize(
    ("reason", "transformation"),
    [
        ("another value is stored", step("%i")),
        ("no load", step("%sum")),
        ("not there", step("%nowhere")),
        ("no store", step("%value", at("%sum"))),
        ("no such store", step("%value", at("%sum", "OpStore", 1))),
        ("no place", step("%value", at("%nowhere"))),
    ],
)
def test_refuses(reason: str, transformation: ReplaceLoadStoreWithCopyMemory) -> None:
    refuse(module(), transformation, reason)


def test_the_block_is_the_same() -> None:
    body = BODY.replace("{between}", "OpBranch %next\n%next = OpLabel")
    refuse(module(body=body), step(), "the load is in another block")


test_sound = soundness(ReplaceLoadStoreWithCopyMemory)
