from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.record_synonymous_constants import (
    RecordSynonymousConstants,
)

GLOBALS = """
    %v2uint = OpTypeVector %uint 2
    %undef = OpUndef %int
    %int_null = OpConstantNull %int
    %uint_null = OpConstantNull %uint
    %bool_null = OpConstantNull %bool
    %float_null = OpConstantNull %float
    %pair_null = OpConstantNull %v2int
    %floats_null = OpConstantNull %v2float
    %int_3 = OpConstant %int 3
    %uint_minus = OpConstant %uint 4294967295
    %int_minus = OpConstant %int -1
    %float_minus_0 = OpConstant %float -0.0
    %zeros = OpConstantComposite %v2int %int_0 %int_0
    %unsigned_zeros = OpConstantComposite %v2uint %uint_0 %uint_0
    %nulls = OpConstantComposite %v2int %int_null %int_0
    %partly = OpConstantComposite %v2int %int_0 %undef
    %mixed = OpConstantComposite %v2int %int_0 %int_1
    %same_mixed = OpConstantComposite %v2int %int_0 %int_1
    %negative = OpConstantComposite %v2float %float_0 %float_minus_0
    %spec = OpSpecConstant %int 3
"""


def record(first: str, second: str) -> RecordSynonymousConstants:
    return RecordSynonymousConstants(ident(first), ident(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("%int_0", "%int_null"),
        ("%uint_null", "%int_0"),
        ("%int_null", "%uint_null"),
        ("%false", "%bool_null"),
        ("%float_0", "%float_null"),
        ("%int_3", "%uint_3"),
        ("%int_minus", "%uint_minus"),
        ("%zeros", "%pair_null"),
        ("%zeros", "%unsigned_zeros"),
        ("%zeros", "%nulls"),
        ("%mixed", "%same_mixed"),
    ],
)
def test_equal_bits_are_synonyms(first: str, second: str) -> None:
    module = module_of("", globals_=GLOBALS)
    before = module.to_bytes()
    expect(module, record(first, second))
    assert module.to_bytes() == before
    assert module.facts.synonymous(ident(first), ident(second))


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("other values", record("%int_0", "%int_1")),
        ("a one is no null", record("%int_1", "%int_null")),
        ("true is no null", record("%true", "%bool_null")),
        ("other values", record("%true", "%false")),
        ("minus zero has a bit", record("%float_minus_0", "%float_null")),
        ("one of them has", record("%negative", "%floats_null")),
        ("the type is another one", record("%float_0", "%int_0")),
        ("null or not", record("%float_null", "%int_null")),
        ("it may be anything", record("%partly", "%pair_null")),
        ("it may be anything", record("%undef", "%int_null")),
        ("one part differs", record("%zeros", "%mixed")),
        ("it may be specialised", record("%spec", "%int_3")),
        ("itself", record("%int_0", "%int_0")),
        ("no constant", record("%i", "%int_0")),
        ("nothing", record("%nowhere", "%int_0")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of("", globals_=GLOBALS), step, reason)


def test_refuses_what_does_not_matter_or_is_known() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))

    def known(module: Module) -> None:
        module.facts.add_synonym(ident("%int_0"), ident("%int_null"))

    refuse(
        module_of("", globals_=GLOBALS),
        record("%int_0", "%int_null"),
        "it may become another",
        irrelevant,
    )
    refuse(module_of("", globals_=GLOBALS), record("%int_0", "%int_null"), "known", known)


def test_the_words_of_narrow_numbers_may_be_extended_otherwise() -> None:
    globals_ = """
    %short = OpTypeInt 16 1
    %ushort = OpTypeInt 16 0
    %short_minus = OpConstant %short -1
    %ushort_most = OpConstant %ushort 65535
    %ushort_half = OpConstant %ushort 32767
    """
    module = module_of("", globals_=globals_, valid=False)
    assert record("%short_minus", "%ushort_most").is_applicable(module)
    assert not record("%short_minus", "%ushort_half").is_applicable(module)


test_sound = soundness(RecordSynonymousConstants)
