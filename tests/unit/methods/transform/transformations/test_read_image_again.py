from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.read_image_again import ReadImageAgain

BODY = """
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2 Bias %float_1
    %gathered = OpImageGather %v4float %flat_value %at2 %int_0
    %fetched = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
    %sides = OpImageQuerySizeLod %v2int %flat_plain %int_0
    %copy = OpCopyObject %v2int %p2
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("%near", "OpImageSampleImplicitLod %v4float %flat_value %at2 Bias %float_1"),
        ("%gathered", "OpImageGather %v4float %flat_value %at2 %int_0"),
        ("%fetched", "OpImageFetch %v4float %flat_plain %p2 Lod %int_0"),
        ("%sides", "OpImageQuerySizeLod %v2int %flat_plain %int_0"),
    ],
)
def test_the_same_question_gives_the_same_answer(name: str, line: str) -> None:
    module = known_images(BODY, query=True)
    expect(module, ReadImageAgain(at(name), 50), f"{name} = {line}\n%50 = {line}")
    assert module.facts.synonymous(ident(name), 50)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a copy is no question", ReadImageAgain(at("%copy"), 50)),
        ("the id is taken", ReadImageAgain(at("%near"), ident("%copy"))),
        ("there is no such instruction", ReadImageAgain(at("%no_such_read"), 50)),
    ],
)
def test_refuses(reason: str, step: ReadImageAgain) -> None:
    refuse(known_images(BODY, query=True), step, reason)


def test_what_does_not_matter_has_no_synonyms() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%near"))

    step = ReadImageAgain(at("%near"), 50)
    refuse(known_images(BODY, query=True), step, "the result does not matter", irrelevant)


test_sound = soundness(ReadImageAgain)
