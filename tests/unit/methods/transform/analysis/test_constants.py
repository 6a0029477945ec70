from __future__ import annotations

from helpers.transform import ident, module_of

from aberration.languages.spirv.opcodes import OpConstant
from aberration.methods.transform.analysis.constants import find_boolean, find_constant, find_zero
from aberration.methods.transform.transformations.add_constant_boolean import AddConstantBoolean


def test_finds_by_value_and_relevance() -> None:
    module = module_of("")
    assert find_boolean(module, True) == ident("%true")
    assert find_boolean(module, True, irrelevant=True) == 0
    AddConstantBoolean(20, True, True).apply(module)
    assert find_boolean(module, True, irrelevant=True) == 20
    assert find_boolean(module, True) == ident("%true")


def test_looks_past_the_first() -> None:
    module = module_of("")
    module.facts.add_irrelevant(ident("%false"))
    assert find_boolean(module, False) == 0
    AddConstantBoolean(21, False).apply(module)
    AddConstantBoolean(20, False).apply(module)
    assert find_boolean(module, False) == 20
    assert find_constant(module, False, OpConstant, ident("%int"), 5) == ident("%int_5")
    assert find_constant(module, False, OpConstant, ident("%int"), 77) == 0


ZEROS = """
    %int_pair = OpConstantComposite %v2int %int_0 %int_0
    %other_pair = OpConstantComposite %v2int %int_0 %int_1
    %pair_type = OpTypeStruct %v2int %bool
    %record = OpConstantComposite %pair_type %int_pair %false
    %no_floats = OpTypeArray %v2float %uint_3
"""


def test_finds_zeros_by_type_and_relevance() -> None:
    module = module_of("", globals_=ZEROS)
    expected = {
        "%bool": "%false",
        "%int": "%int_0",
        "%float": "%float_0",
        "%v2int": "%int_pair",
        "%pair_type": "%record",
    }
    for type_name, zero in expected.items():
        assert find_zero(module, False, ident(type_name)) == ident(zero)
        assert find_zero(module, True, ident(type_name)) == 0
    for type_name in ("%v2float", "%no_floats", "%void", "%int_0", "%local_int", "%nowhere"):
        assert find_zero(module, False, ident(type_name)) == 0


def test_an_irrelevant_zero_is_made_of_parts_that_matter() -> None:
    module = module_of("", globals_=ZEROS)
    module.facts.add_irrelevant(ident("%int_pair"))
    assert find_zero(module, True, ident("%v2int")) == ident("%int_pair")
    assert find_zero(module, False, ident("%pair_type")) == 0
    module.facts.add_irrelevant(ident("%int_0"))
    assert find_zero(module, True, ident("%int")) == ident("%int_0")
    assert find_zero(module, True, ident("%v2int")) == 0
