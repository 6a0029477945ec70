from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.synonymy import is_plain_pointer
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_synonym import AddSynonym, Kind

BODY = """
    %local = OpVariable %local_int Function
    %sum = OpIAdd %int %i %int_1
    %product = OpFMul %float %f %f
    %pair = OpCompositeConstruct %v2int %i %i
    OpStore %local %sum
"""


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("%sum", "copy", "%20 = OpCopyObject %int %sum"),
        ("%sum", "add_zero", "%20 = OpIAdd %int %sum %int_0"),
        ("%sum", "sub_zero", "%20 = OpISub %int %sum %int_0"),
        ("%sum", "mul_one", "%20 = OpIMul %int %sum %int_1"),
        ("%sum", "or_zero", "%20 = OpBitwiseOr %int %sum %int_0"),
        ("%sum", "xor_zero", "%20 = OpBitwiseXor %int %sum %int_0"),
        ("%condition", "and_true", "%20 = OpLogicalAnd %bool %condition %true"),
        ("%condition", "or_false", "%20 = OpLogicalOr %bool %condition %false"),
        ("%product", "copy", "%20 = OpCopyObject %float %product"),
        ("%local", "copy", "%20 = OpCopyObject %local_int %local"),
        ("%int_5", "mul_one", "%20 = OpIMul %int %int_5 %int_1"),
    ],
)
def test_inserts_the_computation_and_records_the_synonym(
    source: str, kind: Kind, line: str
) -> None:
    step = AddSynonym(ident(source), kind, 20, at("%pair", "OpStore"))
    module = expect(BODY, step, f"{line}\nOpStore %local %sum")
    assert module.facts.synonymous(ident(source), 20)


def test_a_vector_takes_a_vector_of_neutral_numbers() -> None:
    zeros = "%zeros = OpConstantComposite %v2int %int_0 %int_0\n"
    module = module_of(BODY, globals_=zeros)
    expect(
        module,
        AddSynonym(ident("%pair"), "add_zero", 20, at("%pair", "OpStore")),
        "%20 = OpIAdd %v2int %pair %zeros",
    )


def test_the_copy_of_a_pointer_to_irrelevant_memory_is_one() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_pointee_irrelevant(ident("%local"))

    step = AddSynonym(ident("%local"), "copy", 20, at("%pair", "OpStore"))
    assert expect(BODY, step, prepare=prepare).facts.is_pointee_irrelevant(20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the source comes later", AddSynonym(ident("%pair"), "copy", 20, at("%sum"))),
        (
            "no float is added to",
            AddSynonym(ident("%product"), "add_zero", 20, at("%pair", "OpStore")),
        ),
        ("an int is no boolean", AddSynonym(ident("%sum"), "and_true", 20, at("%pair", "OpStore"))),
        (
            "no vector of zeros is there",
            AddSynonym(ident("%pair"), "add_zero", 20, at("%pair", "OpStore")),
        ),
        ("before a variable", AddSynonym(ident("%int_1"), "copy", 20, at("%local"))),
        (
            "the id is in use",
            AddSynonym(ident("%sum"), "copy", ident("%pair"), at("%pair", "OpStore")),
        ),
        (
            "the source is a function",
            AddSynonym(ident("%main"), "copy", 20, at("%pair", "OpStore")),
        ),
        ("the source is a type", AddSynonym(ident("%int"), "copy", 20, at("%pair", "OpStore"))),
        ("no source", AddSynonym(9999, "copy", 20, at("%pair", "OpStore"))),
        ("before a label", AddSynonym(ident("%int_1"), "copy", 20, at("%entry"))),
        ("a decorated source", AddSynonym(ident("%in_float"), "copy", 20, at("%pair", "OpStore"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


def test_refuses_an_irrelevant_source_and_a_dead_block() -> None:
    step = AddSynonym(ident("%sum"), "copy", 20, at("%pair", "OpStore"))

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%sum"))

    def dead(module: Module) -> None:
        block(module, "%entry").dead = True

    refuse(BODY, step, "irrelevant", irrelevant)
    refuse(BODY, step, "a dead block", dead)


def test_refuses_an_irrelevant_neutral_constant() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))

    refuse(
        BODY,
        AddSynonym(ident("%sum"), "add_zero", 20, at("%pair")),
        "the zero may become another",
        prepare,
    )


def test_refuses_undefined_values() -> None:
    module = module_of("", globals_="%undef = OpUndef %int\n%null = OpConstantNull %int\n")
    for name in ("%undef", "%null"):
        refuse(module, AddSynonym(ident(name), "copy", 20, at("%condition")), name)


def test_refuses_pointers_to_what_is_no_data() -> None:
    globals_ = """
    %image = OpTypeImage %float 2D 0 0 0 1 Unknown
    %image_pointer = OpTypePointer Private %image
    %texel = OpTypePointer Image %uint
    """
    module = module_of("%sum = OpIAdd %int %i %i", globals_=globals_)
    assert not is_plain_pointer(module, ident("%image_pointer"))
    assert not is_plain_pointer(module, ident("%texel"))
    assert is_plain_pointer(module, ident("%local_int"))


test_sound = soundness(AddSynonym)
