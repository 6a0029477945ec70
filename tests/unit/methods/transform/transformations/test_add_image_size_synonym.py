from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness
from msgspec.structs import replace

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.add_image_size_synonym import (
    AddImageSizeSynonym,
)

GLOBALS = """
    %v3uint = OpTypeVector %uint 3
    %plain_pointer = OpTypePointer UniformConstant %flat_image
"""
BODY = "%sum = OpIAdd %int %i %int_8"
STEP = AddImageSizeSynonym(ident("%int_8"), ident("%flat"), 1, 50, 51, 52, 53, at("%sum"))


def made(body: str = BODY) -> Module:
    return known_images(body, GLOBALS, query=True)


def test_a_side_is_asked_for() -> None:
    lines = """
        %50 = OpLoad %flat_sampled %flat
        %51 = OpImage %flat_image %50
        %52 = OpImageQuerySizeLod %v2int %51 %int_0
        %53 = OpCompositeExtract %int %52 1
        %sum = OpIAdd %int %i %int_8
    """
    module = expect(made(), STEP, lines)
    assert module.facts.synonymous(ident("%int_8"), 53)


def test_layers_count_as_a_side_and_numbers_may_be_unsigned() -> None:
    step = replace(STEP, constant=ident("%uint_8"), variable=ident("%layers"), component=0)
    lines = """
        %52 = OpImageQuerySizeLod %v3uint %51 %int_0
        %53 = OpCompositeExtract %uint %52 0
    """
    expect(made(), step, lines)
    expect(made(), replace(step, constant=ident("%int_5"), component=2), "%int %52 2")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the height is 8", replace(STEP, component=0)),
        ("there are two sides", replace(STEP, component=2)),
        ("there is no side before the first", replace(STEP, component=-1)),
        ("no texture is known", replace(STEP, variable=ident("%line"))),
        ("it is no constant", replace(STEP, constant=ident("%i"))),
        ("the vector is not declared", replace(STEP, constant=ident("%float_1"))),
        ("an id is taken", replace(STEP, image=ident("%i"))),
        ("two ids are one", replace(STEP, image=53)),
        ("there is no such place", replace(STEP, before=at("%no_such_read"))),
    ],
)
def test_refuses(reason: str, step: AddImageSizeSynonym) -> None:
    refuse(made(), step, reason)


def _constant(module: Module) -> None:
    module.facts.add_irrelevant(ident("%int_8"))


def _level(module: Module) -> None:
    module.facts.add_irrelevant(ident("%int_0"))


@pytest.mark.parametrize("prepare", [_constant, _level])
def test_numbers_that_may_become_others_are_refused(prepare: Callable[[Module], None]) -> None:
    refuse(made(), STEP, "a constant does not matter", prepare)


def test_without_the_capability_nobody_asks() -> None:
    refuse(known_images(BODY, GLOBALS), STEP, "it is not declared")


test_sound = soundness(AddImageSizeSynonym)
