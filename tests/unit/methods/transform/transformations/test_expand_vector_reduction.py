from __future__ import annotations

import pytest
from helpers.composites import composites, dead_entry
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.expand_vector_reduction import (
    ExpandVectorReduction,
)

BODY = """
    %b2 = OpCompositeConstruct %v2bool %condition %true
    %b4 = OpCompositeConstruct %v4bool %b2 %false %condition
    %any = OpAny %bool %b4
    %all = OpAll %bool %b2
    %not = OpLogicalNot %bool %all
    %of_undef = OpAll %bool %undef_v2bool
"""
GLOBALS = "%undef_v2bool = OpUndef %v2bool\n"
EXPANDED = """
    %20 = OpCompositeExtract %bool %b4 0
    %21 = OpCompositeExtract %bool %b4 1
    %22 = OpCompositeExtract %bool %b4 2
    %23 = OpCompositeExtract %bool %b4 3
    %24 = OpLogicalOr %bool %20 %21
    %25 = OpLogicalOr %bool %24 %22
    %26 = OpLogicalOr %bool %25 %23
    %any = OpAny %bool %b4
"""


def reductions() -> Module:
    return composites(BODY, globals_=GLOBALS)


def expand(result: str, *fresh: int) -> ExpandVectorReduction:
    return ExpandVectorReduction(ident(result), fresh)


ANY = expand("%any", *range(20, 27))
ALL = expand("%all", 20, 21, 22)


def test_any_is_a_chain_of_or() -> None:
    facts = expect(reductions(), ANY, EXPANDED).facts
    assert facts.synonyms(26) == sorted([26, ident("%any")])
    assert not facts.has_synonyms(25)


def test_all_is_a_chain_of_and() -> None:
    facts = expect(
        reductions(),
        ALL,
        """
        %20 = OpCompositeExtract %bool %b2 0
        %21 = OpCompositeExtract %bool %b2 1
        %22 = OpLogicalAnd %bool %20 %21
        %all = OpAll %bool %b2
        """,
    ).facts
    assert facts.synonymous(22, ident("%all"))


def test_what_can_be_no_synonym_gives_no_fact() -> None:
    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%all"), Decoration.RELAXED_PRECISION])
        )

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%all"))

    def irrelevant_vector(module: Module) -> None:
        module.facts.add_irrelevant(ident("%b2"))

    for prepare in (decorated, irrelevant, irrelevant_vector, dead_entry):
        assert not expect(reductions(), ALL, prepare=prepare).facts.has_synonyms(22)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("an id too few", expand("%any", *range(20, 26))),
        ("an id too many", expand("%any", *range(20, 28))),
        ("no ids", expand("%any")),
        ("the same id twice", expand("%all", 20, 20, 21)),
        ("an id in use", expand("%all", 20, 21, ident("%b2"))),
        ("no reduction", expand("%not", 20, 21, 22)),
        ("no such instruction", expand("%nowhere", 20, 21, 22)),
        ("OpUndef is another value at each use", expand("%of_undef", 20, 21, 22)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(reductions(), step, reason)


test_sound = soundness(ExpandVectorReduction)
