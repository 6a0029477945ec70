from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness
from helpers.workgroup import workgroup_module

from aberration.languages.spirv.enums import BuiltIn
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.add_built_in_input import AddBuiltInInput


def test_declares_a_scalar_and_lists_it() -> None:
    made = expect(
        workgroup_module(""),
        AddBuiltInInput(20, BuiltIn.LOCAL_INVOCATION_INDEX),
        "OpDecorate %20 BuiltIn LocalInvocationIndex",
        "%20 = OpVariable %uint_input Input",
    )
    assert entry_points(made)[0].ops[-1] == 20


def test_declares_a_vector() -> None:
    expect(
        workgroup_module(""),
        AddBuiltInInput(20, BuiltIn.NUM_WORKGROUPS),
        "OpDecorate %20 BuiltIn NumWorkgroups",
        "%20 = OpVariable %v3_input Input",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it is there already", AddBuiltInInput(20, BuiltIn.WORKGROUP_ID)),
        ("the id is in use", AddBuiltInInput(ident("%main"), BuiltIn.NUM_WORKGROUPS)),
        ("no built-in of this stage", AddBuiltInInput(20, BuiltIn.FRAG_COORD)),
        ("it differs between devices", AddBuiltInInput(20, BuiltIn.SUBGROUP_SIZE)),
    ],
)
def test_refuses(reason: str, step: AddBuiltInInput) -> None:
    refuse(workgroup_module(""), step, reason)


def test_refuses_fragment_shaders_and_missing_types() -> None:
    step = AddBuiltInInput(20, BuiltIn.LOCAL_INVOCATION_INDEX)
    pointer = "%uint_input = OpTypePointer Input %uint"
    refuse(module_of("", globals_=pointer), step, "a fragment shader")
    module = workgroup_module("")
    found = module.definition(ident("%uint_input"))
    assert found is not None
    module.remove(found)
    refuse(module, step, "the pointer type does not exist")


test_sound = soundness(AddBuiltInInput)
