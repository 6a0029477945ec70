from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.transformations.replace_params_with_struct import (
    ReplaceParamsWithStruct,
)

GLOBALS = """
    %pair = OpTypeStruct %bool %int
    %single = OpTypeStruct %float
    %four = OpTypeFunction %int %int %float %bool %local_int
    %after_pair = OpTypeFunction %int %float %local_int %pair
    %after_single = OpTypeFunction %int %int %bool %local_int %single
"""
MADE = """
    %made = OpFunction %int None %four
    %x = OpFunctionParameter %int
    %y = OpFunctionParameter %float
    %z = OpFunctionParameter %bool
    %p = OpFunctionParameter %local_int
    %start = OpLabel
    %own = OpVariable %local_int Function %int_0
    %chosen = OpSelect %int %z %x %int_5
    OpReturnValue %chosen
    OpFunctionEnd
"""
BODY = """
    %local = OpVariable %local_int Function %int_0
    %called = OpFunctionCall %int %made %i %f %condition %local
    %again = OpFunctionCall %int %made %called %float_1 %true %local
"""
COMPOSITES = ((ident("%called"), 21), (ident("%again"), 22))


def module(globals_: str = GLOBALS) -> Module:
    return module_of(BODY, globals_=globals_, functions=MADE)


def step(
    *parameters: str,
    fresh: int = 20,
    function: str = "%made",
    composites: tuple[tuple[int, int], ...] = COMPOSITES,
) -> ReplaceParamsWithStruct:
    return ReplaceParamsWithStruct(
        fresh, ident(function), tuple(ident(name) for name in parameters), composites
    )


def test_calls_construct_and_the_function_extracts() -> None:
    changed = expect(
        module(),
        step("%z", "%x"),
        """
        %21 = OpCompositeConstruct %pair %condition %i
        %called = OpFunctionCall %int %made %f %local %21
        %22 = OpCompositeConstruct %pair %true %called
        %again = OpFunctionCall %int %made %float_1 %local %22
        """,
        """
        %made = OpFunction %int None %after_pair
        %y = OpFunctionParameter %float
        %p = OpFunctionParameter %local_int
        %20 = OpFunctionParameter %pair
        %start = OpLabel
        %own = OpVariable %local_int Function %int_0
        %z = OpCompositeExtract %bool %20 0
        %x = OpCompositeExtract %int %20 1
        %chosen = OpSelect %int %z %x %int_5
        """,
    )
    assert not changed.facts.is_irrelevant(changed, 20)


@pytest.mark.parametrize("irrelevant", [("%z",), ("%z", "%x")])
def test_the_structure_is_irrelevant_if_all_its_members_are(irrelevant: tuple[str, ...]) -> None:
    made = module()
    for name in irrelevant:
        made.facts.add_irrelevant(ident(name))
    expect(made, step("%z", "%x"))
    assert made.facts.is_irrelevant(made, 20) == (len(irrelevant) == 2)
    assert made.facts.is_irrelevant(made, ident("%z"))


def test_one_parameter_is_enough() -> None:
    expect(module(), step("%y"), "%y = OpCompositeExtract %float %20 0")


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("no parameter", step()),
        ("a parameter twice", step("%z", "%z")),
        ("no parameter of it", step("%z", "%i")),
        ("no such structure type", step("%x", "%z")),
        ("no such function type", step("%x")),
        ("a pointer", step("%p")),
        ("an entry point", step("%z", "%x", function="%main")),
        ("no function", step("%z", "%x", function="%i")),
        ("a call is left out", step("%z", "%x", composites=COMPOSITES[:1])),
        ("an id is in use", step("%z", "%x", fresh=ident("%i"))),
        (
            "an id of a composite is in use",
            step("%z", "%x", composites=(COMPOSITES[0], (ident("%again"), ident("%i")))),
        ),
        ("ids repeat", step("%z", "%x", fresh=21)),
    ],
)
def test_refuses(reason: str, wrong: ReplaceParamsWithStruct) -> None:
    refuse(module(), wrong, reason)


def test_refuses_decorations_of_parameters_and_structures() -> None:
    made = module()
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%x"), Decoration.RESTRICT]))
    refuse(made, step("%z", "%x"), "an extraction cannot be Restrict")
    made = module()
    made.add_decoration(
        Instruction(OpMemberDecorate, 0, 0, [ident("%pair"), 1, Decoration.OFFSET, 4])
    )
    refuse(made, step("%z", "%x"), "the structure has a layout")


test_sound = soundness(ReplaceParamsWithStruct)
