from __future__ import annotations

import pytest
from helpers.corpus import compute_modules
from helpers.transform import assert_sound, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeInt, OpTypePointer
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable

GLOBALS = "%private_int = OpTypePointer Private %int\n%shared_int = OpTypePointer Workgroup %int\n"


def variable(
    type_name: str = "%private_int", initializer: str = "%int_5", fresh: int = 20
) -> AddGlobalVariable:
    return AddGlobalVariable(fresh, ident(type_name), ident(initializer))


def test_declares_a_private_variable() -> None:
    module = expect(
        module_of("", globals_=GLOBALS), variable(), "%20 = OpVariable %private_int Private %int_5"
    )
    assert module.facts.is_pointee_irrelevant(20)


def test_lists_it_in_the_interface_where_the_version_asks_for_that() -> None:
    module = module_of("", globals_=GLOBALS, version=(1, 4))
    expect(
        module, variable(), 'OpEntryPoint Fragment %main "main" %in_float %in_int %out_color %20'
    )


def test_declares_a_workgroup_variable_in_a_compute_shader() -> None:
    module = Module.parse(compute_modules()[0][1])
    uint = module.find(OpTypeInt, 0, 32, 0)
    pointer, fresh = module.bound, module.bound + 1
    module.append_global(Instruction(OpTypePointer, 0, pointer, [StorageClass.WORKGROUP, uint]))
    step = AddGlobalVariable(fresh, pointer, 0)
    assert step.is_applicable(module)
    step.apply(module)
    assert_sound(module)
    assert not AddGlobalVariable(fresh + 1, pointer, module.bound).is_applicable(module)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a fragment shader has no workgroup", AddGlobalVariable(20, ident("%shared_int"), 0)),
        ("of another storage class", variable("%local_int")),
        ("no pointer", variable("%int")),
        ("the initializer has another type", variable(initializer="%uint_3")),
        ("no initializer", AddGlobalVariable(20, ident("%private_int"), 0)),
        ("the id is in use", variable(fresh=ident("%int"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of("", globals_=GLOBALS), step, reason)


test_sound = soundness(AddGlobalVariable)
