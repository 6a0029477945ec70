from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.push_id_through_variable import (
    PushIdThroughVariable,
)

FUNCTION, PRIVATE = StorageClass.FUNCTION, StorageClass.PRIVATE
GLOBALS = """
    %private_int = OpTypePointer Private %int
    %private_bool = OpTypePointer Private %bool
    %undef = OpUndef %int
    %number_type = OpTypeFunction %int
    %three = OpTypeArray %int %uint_3
    %local_three = OpTypePointer Function %three
    %numbers = OpConstantNull %three
"""
FUNCTIONS = """
    %number = OpFunction %int None %number_type
    %only = OpLabel
    OpReturnValue %int_5
    OpFunctionEnd
"""
BODY = """
    %own = OpVariable %local_int Function
    %sum = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %product = OpIMul %int %i %i
    OpBranch %merge
    %nowhere = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %product %then %int_0 %nowhere
    %last = OpIAdd %int %phi %i
"""


def push(
    value: str, before: str = "%last", storage_class: int = FUNCTION, initializer: str = "%int_0"
) -> PushIdThroughVariable:
    return PushIdThroughVariable(
        ident(value), 20, 21, storage_class, ident(initializer), at(before)
    )


def module(version: tuple[int, int] = (1, 3)) -> Module:
    return module_of(BODY, globals_=GLOBALS, functions=FUNCTIONS, version=version)


def dead(module: Module) -> None:
    block(module, "%then").dead = True


def test_passes_a_value_through_a_local_variable() -> None:
    made = expect(
        module(),
        push("%sum"),
        (
            "%entry = OpLabel\n%21 = OpVariable %local_int Function %int_0\n"
            "%own = OpVariable %local_int Function"
        ),
        "OpStore %21 %sum\n%20 = OpLoad %int %21\n%last = OpIAdd %int %phi %i",
    )
    assert made.facts.synonymous(20, ident("%sum"))
    assert not made.facts.is_pointee_irrelevant(21)


def test_passes_a_value_through_a_private_variable() -> None:
    declared = "%21 = OpVariable %private_bool Private %false"
    stored = "OpStore %21 %condition\n%20 = OpLoad %bool %21\n%last"
    step = push("%condition", "%last", PRIVATE, "%false")
    made = expect(module(), step, declared, stored)
    assert 21 not in entry_points(made)[0].ops
    made = expect(module((1, 4)), step, declared, stored)
    assert 21 in entry_points(made)[0].ops


def test_constants_pass_too() -> None:
    expect(
        module(),
        push("%numbers", "%last", FUNCTION, "%numbers"),
        "OpStore %21 %numbers\n%20 = OpLoad %three %21",
    )


def test_no_synonym_of_what_is_irrelevant_or_decorated() -> None:
    made = module()
    made.facts.add_irrelevant(ident("%sum"))
    expect(made, push("%sum"), "OpStore %21 %sum")
    assert not made.facts.has_synonyms(20)
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
    )
    expect(made, push("%sum"), "OpStore %21 %sum")
    assert not made.facts.has_synonyms(20)


def test_anything_passes_in_a_dead_block_and_is_no_synonym() -> None:
    made = expect(
        module(),
        push("%undef", "%product"),
        "OpStore %21 %undef\n%20 = OpLoad %int %21",
        prepare=dead,
    )
    assert not made.facts.has_synonyms(20)
    made = expect(
        module(), push("%sum", "%product"), "OpStore %21 %sum\n%20 = OpLoad %int %21", prepare=dead
    )
    assert not made.facts.has_synonyms(20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("not available", push("%product")),
        ("not yet defined", push("%last")),
        ("before an OpPhi", push("%i", "%phi")),
        ("undefined", push("%undef")),
        ("no value", push("%nothing")),
        ("a pointer", push("%own")),
        ("a label", push("%entry")),
        ("a type", push("%int")),
        ("a function, which has the type of what it returns", push("%number")),
        (
            "between merge and branch",
            PushIdThroughVariable(
                ident("%i"), 20, 21, FUNCTION, ident("%int_0"), at("%sum", "OpBranchConditional")
            ),
        ),
        (
            "the block is unreachable",
            PushIdThroughVariable(
                ident("%int_5"), 20, 21, FUNCTION, ident("%int_0"), at("%nowhere", "OpBranch")
            ),
        ),
        ("no place", push("%i", "%nothing")),
        ("no such pointer type", push("%condition", "%last", FUNCTION, "%false")),
        ("the initializer has another type", push("%i", "%last", FUNCTION, "%uint_3")),
        ("the initializer is no constant", push("%i", "%last", FUNCTION, "%sum")),
        ("another class", push("%i", "%last", StorageClass.OUTPUT)),
        (
            "an id in use",
            PushIdThroughVariable(
                ident("%i"), ident("%sum"), 21, FUNCTION, ident("%int_0"), at("%last")
            ),
        ),
        (
            "an id for both",
            PushIdThroughVariable(ident("%i"), 20, 20, FUNCTION, ident("%int_0"), at("%last")),
        ),
    ],
)
def test_refuses(reason: str, step: PushIdThroughVariable) -> None:
    refuse(module(), step, reason)


def test_data_with_a_layout_stays() -> None:
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%three"), Decoration.ARRAY_STRIDE, 16])
    )
    refuse(made, push("%numbers", "%last", FUNCTION, "%numbers"), "the type has a layout")


def test_refuses_a_private_variable_where_the_function_may_be_called_in_the_midst() -> None:
    """Inlined, the store and the load may get a call of the same function between them."""

    def livesafe(each: Module) -> None:
        each.facts.add_livesafe(ident("%main"))

    private = push("%i", "%last", PRIVATE)
    expect(module(), private)
    refuse(module(), private, "livesafe", prepare=livesafe)
    expect(module(), push("%i", "%last", FUNCTION), prepare=livesafe)


test_sound = soundness(PushIdThroughVariable)
