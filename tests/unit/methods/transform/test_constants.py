from __future__ import annotations

from helpers.transform import ident, module_of

from aberration.languages.spirv.opcodes import OpConstant
from aberration.methods.transform.constants import find_boolean, find_constant
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
