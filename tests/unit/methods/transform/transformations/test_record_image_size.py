from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import ident, refuse, soundness

from aberration.core.textures import Texture
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.record_image_size import RecordImageSize

BODY = """
    %sides = OpImageQuerySizeLod %v2int %flat_plain %int_0
    %width = OpCompositeExtract %int %sides 0
    %height = OpCompositeExtract %int %sides 1
    %next_sides = OpImageQuerySizeLod %v2int %flat_plain %int_1
    %next_height = OpCompositeExtract %int %next_sides 1
    %levels = OpImageQueryLevels %int %layers_plain
    %line_plain = OpImage %line_image %line_value
    %line_levels = OpImageQueryLevels %int %line_plain
"""


def step(answer: str, constant: str) -> RecordImageSize:
    return RecordImageSize(ident(answer), ident(constant))


@pytest.mark.parametrize(("answer", "constant"), [("%height", "%int_8"), ("%levels", "%int_1")])
def test_the_answer_is_the_constant(answer: str, constant: str) -> None:
    module = known_images(BODY, query=True)
    assert step(answer, constant).is_applicable(module)
    step(answer, constant).apply(module)
    assert module.facts.synonymous(ident(answer), ident(constant))
    refuse(module, step(answer, constant), "it is known now")


@pytest.mark.parametrize(
    ("answer", "constant"), [("%next_height", "%int_8"), ("%levels", "%int_2")]
)
def test_levels_have_sizes_of_their_own(answer: str, constant: str) -> None:
    module = known_images(BODY, "%int_2 = OpConstant %int 2", query=True)
    module.facts.textures[ident("%flat")] = Texture("flat", size=(4, 16, 1), levels=2)
    module.facts.textures[ident("%layers")] = Texture("layers", "2DArray", levels=2)
    assert step(answer, constant).is_applicable(module)
    assert not step("%height", "%int_8").is_applicable(module)


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        ("the width is 4", step("%width", "%int_8")),
        ("the constant is unsigned", step("%height", "%uint_8")),
        ("there is no second level", step("%next_height", "%int_8")),
        ("no texture is known", step("%line_levels", "%int_1")),
        ("the whole size is no number", step("%sides", "%int_8")),
        ("there is no such answer", step("%no_such_read", "%int_8")),
    ],
)
def test_refuses(reason: str, refused: RecordImageSize) -> None:
    refuse(known_images(BODY, query=True), refused, reason)


@pytest.mark.parametrize("name", ["%int_8", "%int_0", "%height"])
def test_numbers_that_may_become_others_are_refused(name: str) -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident(name))

    refuse(
        known_images(BODY, query=True), step("%height", "%int_8"), "it does not matter", irrelevant
    )


test_sound = soundness(RecordImageSize)
