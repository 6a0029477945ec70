from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import expect, ident, module_of, refuse, soundness, the
from helpers.workgroup import workgroup_module

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.analysis.workgroup_shape import Shape, shape_of
from aberration.methods.transform.transformations.change_workgroup_shape import (
    COUNT,
    ChangeWorkgroupShape,
)

FRESH = tuple(range(10, 10 + COUNT))
GLOBALS = """
    %uint_3 = OpConstant %uint 3
    %uint_4 = OpConstant %uint 4
    %private_v3 = OpTypePointer Private %v3uint
    %private_uint = OpTypePointer Private %uint
    %index = OpVariable %uint_input Input
    %global_id = OpVariable %v3_input Input
"""
INDEX = "OpDecorate %index BuiltIn LocalInvocationIndex"
GLOBAL = "OpDecorate %global_id BuiltIn GlobalInvocationId"
BODY = """
    %where = OpLoad %v3uint %global_id
    %lane_at = OpAccessChain %uint_input %local_id %uint_1
    %lane = OpLoad %uint %lane_at
"""
BEFORE = """
    %10 = OpLoad %uint %index
    %11 = OpUMod %uint %10 %uint_4
    %12 = OpUDiv %uint %10 %uint_4
    %13 = OpUMod %uint %12 %uint_2
    %14 = OpUDiv %uint %12 %uint_2
    %15 = OpCompositeConstruct %v3uint %11 %13 %14
    OpStore %20 %15
"""
ALL = """
    %16 = OpLoad %v3uint %group_id
    %17 = OpCompositeConstruct %v3uint %uint_4 %uint_2 %uint_1
    %18 = OpIMul %v3uint %16 %17
    %19 = OpIAdd %v3uint %18 %15
    OpStore %21 %19
"""
ROUTED = """
    %lane_at = OpAccessChain %private_uint %20 %uint_1
    %lane = OpLoad %uint %lane_at
"""
FUNCTION = """
    %helper = OpFunction %void None %main_type
    %helper_entry = OpLabel
    %inside = OpLoad %v3uint %local_id
    OpReturn
    OpFunctionEnd
"""


def compute(
    body: str = BODY,
    *,
    globals_: str = GLOBALS,
    annotations: str = f"{INDEX}\n{GLOBAL}",
    inputs: str = "%index %global_id",
    mode: str = "LocalSize 4 2 1",
    capabilities: str = "",
) -> Module:
    return workgroup_module(
        body,
        globals_=globals_,
        annotations=annotations,
        inputs=inputs,
        mode=mode,
        functions=FUNCTION,
        capabilities=capabilities,
    )


def to(x: int, y: int, z: int) -> ChangeWorkgroupShape:
    return ChangeWorkgroupShape((x, y, z), FRESH)


def test_computes_the_old_numbers_from_the_index() -> None:
    made = expect(
        compute(),
        to(1, 2, 4),
        "OpExecutionMode %main LocalSize 1 2 4",
        BEFORE.strip() + ALL,
        "%local = OpLoad %v3uint %20",
        "%where = OpLoad %v3uint %21",
        "%inside = OpLoad %v3uint %20",
        ROUTED,
    )
    assert shape_of(made) == (1, 2, 4)


def test_without_global_numbers_no_group_is_needed() -> None:
    globals_ = GLOBALS.replace("%global_id = OpVariable %v3_input Input", "")
    module = compute(
        BODY.replace("%where = OpLoad %v3uint %global_id", ""),
        globals_=globals_,
        annotations=INDEX,
        inputs="%index",
    )
    expect(
        module, to(8, 1, 1), BEFORE + "    %local = OpLoad %v3uint %20", absent=["OpStore %21 %19"]
    )


def test_variables_stay_first() -> None:
    module = compute(globals_=GLOBALS + "%local_uint = OpTypePointer Function %uint")
    variable = Instruction(OpVariable, ident("%local_uint"), 50, [StorageClass.FUNCTION])
    module.insert(module.functions[0].blocks[0], 0, variable)
    expect(module, to(2, 2, 2), "%50 = OpVariable %local_uint Function\n%10 = OpLoad %uint %index")


def test_a_constant_that_was_the_size_is_an_ordinary_one() -> None:
    size = "%size = OpConstantComposite %v3uint %uint_4 %uint_2 %uint_1"
    marked = f"{INDEX}\n{GLOBAL}\nOpDecorate %size BuiltIn WorkgroupSize"
    module = compute(globals_=GLOBALS + size, annotations=marked, mode="LocalSize 4 2 1")
    made = expect(
        module,
        to(2, 4, 1),
        "OpExecutionMode %main LocalSize 2 4 1",
        size,
        absent=[marked.splitlines()[2]],
    )
    assert shape_of(made) == (2, 4, 1)


def test_the_constant_overrides_the_execution_mode() -> None:
    size = "%size = OpConstantComposite %v3uint %uint_4 %uint_3 %uint_1"
    marked = f"{INDEX}\n{GLOBAL}\nOpDecorate %size BuiltIn WorkgroupSize"
    module = compute(globals_=GLOBALS + size, annotations=marked)
    assert shape_of(module) == (4, 3, 1)
    expect(
        module,
        to(1, 3, 4),
        "OpExecutionMode %main LocalSize 1 3 4",
        "%11 = OpUMod %uint %10 %uint_4",
    )


def test_twice() -> None:
    module = compute()
    to(1, 2, 4).apply(module)
    again = ChangeWorkgroupShape((2, 2, 2), tuple(range(30, 30 + COUNT)))
    expect(
        module, again, "OpExecutionMode %main LocalSize 2 2 2", "OpStore %20 %15", "OpStore %40 %35"
    )


@pytest.mark.parametrize(
    ("reason", "shape"),
    [
        ("the same shape", (4, 2, 1)),
        ("another number of invocations", (4, 4, 1)),
        ("nothing", (0, 2, 4)),
        ("less than nothing", (-1, -2, 4)),
    ],
)
def test_refuses_shapes(reason: str, shape: Shape) -> None:
    refuse(compute(), ChangeWorkgroupShape(shape, FRESH), reason)


def test_refuses_more_than_every_device_can_do() -> None:
    module = compute(mode="LocalSize 32 4 1", globals_=GLOBALS + "%uint_32 = OpConstant %uint 32")
    expect(module, to(1, 2, 64), "OpExecutionMode %main LocalSize 1 2 64")
    module = compute(mode="LocalSize 32 4 1", globals_=GLOBALS + "%uint_32 = OpConstant %uint 32")
    refuse(module, to(1, 1, 128), "so deep")
    module = compute(mode="LocalSize 64 4 1", globals_=GLOBALS + "%uint_64 = OpConstant %uint 64")
    refuse(module, to(64, 2, 2), "so many")


@pytest.mark.parametrize(
    ("reason", "fresh"),
    [
        ("too few ids", FRESH[1:]),
        ("an id is named twice", (11, *FRESH[1:])),
        ("in use", (ident("%main"), *FRESH[1:])),
    ],
)
def test_refuses_ids(reason: str, fresh: tuple[int, ...]) -> None:
    refuse(compute(), ChangeWorkgroupShape((8, 1, 1), fresh), reason)


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        ("a copy of the pointer", "%copy = OpCopyObject %v3_input %local_id"),
        (
            "a copy of a chain",
            (
                "%part = OpAccessChain %uint_input %local_id %uint_0\n"
                "%copy = OpCopyObject %uint_input %part"
            ),
        ),
    ],
)
def test_refuses_pointers_that_lead_elsewhere(reason: str, body: str) -> None:
    refuse(compute(BODY + body), to(8, 1, 1), reason)


def test_refuses_what_is_missing() -> None:
    unnumbered = compute(
        globals_=GLOBALS.replace("%index = OpVariable %uint_input Input", ""),
        annotations=GLOBAL,
        inputs="%global_id",
    )
    refuse(unnumbered, to(8, 1, 1), "no index")
    for name in ("%private_v3", "%private_uint"):
        module = compute()
        module.remove(the(module, name))
        refuse(module, to(8, 1, 1), f"{name} does not exist")
    module = compute()
    module.facts.add_irrelevant(ident("%uint_4"))
    refuse(module, to(8, 1, 1), "the constant may become anything")
    ungrouped = workgroup_module(
        "", mode="LocalSize 3 2 1", globals_=GLOBALS, annotations=INDEX, inputs="%index"
    )
    expect(ungrouped, to(1, 6, 1), "OpExecutionMode %main LocalSize 1 6 1")


def test_refuses_where_it_matters_who_is_next_to_whom() -> None:
    module = compute(capabilities="OpCapability GroupNonUniform")
    refuse(module, to(8, 1, 1), "subgroups")


def test_refuses_fragment_shaders() -> None:
    refuse(module_of(""), to(8, 1, 1), "no workgroup")


test_proved = proved(ChangeWorkgroupShape)


test_sound = soundness(ChangeWorkgroupShape)
