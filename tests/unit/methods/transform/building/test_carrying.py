from __future__ import annotations

from helpers.transform import ident, module_of

from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.building.carrying import carry_decorations, is_decorated_only_with

BODY = "%sum = OpFAdd %float %f %float_1\n%other = OpFMul %float %f %f"
RELAXED, EXACT = Decoration.RELAXED_PRECISION, Decoration.NO_CONTRACTION


def decorated(*words: int) -> Module:
    module = module_of(BODY)
    if words:
        module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%sum"), *words]))
    return module


def test_only_known_decorations_without_operands() -> None:
    for words, known in (((), True), ((RELAXED,), True), ((EXACT,), False), ((RELAXED, 3), False)):
        assert is_decorated_only_with(decorated(*words), ident("%sum"), {RELAXED}) is known
    assert is_decorated_only_with(decorated(EXACT), ident("%other"), set())
    assert is_decorated_only_with(decorated(EXACT), 0, set())


def test_carries_what_is_known() -> None:
    module = decorated(EXACT)
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%sum"), RELAXED]))
    carry_decorations(module, ident("%sum"), ident("%other"), {RELAXED, Decoration.NON_UNIFORM})
    assert [found.ops[1] for found in decorations(module, ident("%other"))] == [RELAXED]
    carry_decorations(module, ident("%f"), ident("%other"), {EXACT})
    assert len(decorations(module, ident("%other"))) == 1
    assert contradictions(module) == []
