from __future__ import annotations

from helpers.transform import ident, module_of
from helpers.workgroup import workgroup_module

from aberration.languages.spirv.enums import BuiltIn
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable, shape_of

SIZE = "%uint_6 = {op} %uint 6\n%size = {composite} %v3uint %uint_6 %uint_2 %uint_1"
MARK = "OpDecorate %size BuiltIn WorkgroupSize"


def test_the_execution_mode_tells_the_shape() -> None:
    assert shape_of(workgroup_module("", mode="LocalSize 4 2 3")) == (4, 2, 3)


def test_a_constant_overrides_it() -> None:
    size = SIZE.format(op="OpConstant", composite="OpConstantComposite")
    assert shape_of(workgroup_module("", globals_=size, annotations=MARK)) == (6, 2, 1)
    assert shape_of(workgroup_module("", globals_=size)) == (4, 2, 1)


def test_a_specialisation_constant_may_be_anything() -> None:
    size = SIZE.format(op="OpSpecConstant", composite="OpSpecConstantComposite")
    assert shape_of(workgroup_module("", globals_=size, annotations=MARK)) is None


def test_a_fragment_shader_has_none() -> None:
    assert shape_of(module_of("")) is None


def test_built_in_variables() -> None:
    module = workgroup_module("")
    found = built_in_variable(module, BuiltIn.LOCAL_INVOCATION_ID)
    assert found is not None
    assert found.result_id == ident("%local_id")
    assert built_in_variable(module, BuiltIn.LOCAL_INVOCATION_INDEX) is None
