from __future__ import annotations

import pytest
from helpers.known_images import TEXTURES, known_images, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.core.textures import texel
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.add_texel_synonym import AddTexelSynonym

HELD = (3, 5, 0)
"""A place, ..."""
VALUE = texel(TEXTURES["%flat"], HELD, 2) / 256
"""... and what the third component is there."""
OTHER = (1, 0, 4)
GLOBALS = f"""
    %held = OpConstant %float {VALUE}
    %other = OpConstant %float {texel(TEXTURES["%layers"], OTHER, 0) / 256}
    %int_3 = OpConstant %int 3
    %int_4 = OpConstant %int 4
    %there = OpConstantComposite %v2int %int_3 %int_5
    %there3 = OpConstantComposite %v3int %int_1 %int_0 %int_4
"""
BODY = "%sum = OpFAdd %float %f %held"


def step(
    constant: str = "%held",
    variable: str = "%flat",
    place: tuple[int, int, int] = HELD,
    channel: int = 2,
    load: int = 50,
    before: Place | None = None,
) -> AddTexelSynonym:
    anchor = at("%sum") if before is None else before
    return AddTexelSynonym(
        ident(constant), ident(variable), place, channel, load, 51, 52, 53, anchor
    )


def test_the_texel_is_fetched() -> None:
    lines = """
        %50 = OpLoad %flat_sampled %flat
        %51 = OpImage %flat_image %50
        %52 = OpImageFetch %v4float %51 %there Lod %int_0
        %53 = OpCompositeExtract %float %52 2
        %sum = OpFAdd %float %f %held
    """
    module = expect(known_images(BODY, GLOBALS), step(), lines)
    assert module.facts.synonymous(ident("%held"), 53)


def test_a_layer_is_a_part_of_the_place() -> None:
    lines = "%52 = OpImageFetch %v4float %51 %there3 Lod %int_0"
    expect(known_images(BODY, GLOBALS), step("%other", "%layers", OTHER, 0), lines)


def irrelevant(module: Module) -> None:
    module.facts.add_irrelevant(ident("%held"))


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("another component is another number", step(channel=1), None),
        ("another place has another number", step(place=(2, 5, 0)), None),
        ("there is no fifth component", step(channel=4), None),
        ("it is outside", step(place=(4, 5, 0)), None),
        ("it is outside, before the first", step(place=(-1, 5, 0)), None),
        ("the constant is an integer", step("%int_0"), None),
        ("that is no constant", step("%f"), None),
        ("another texture holds it", step(variable="%layers"), None),
        ("that is no texture", step(variable="%in_float"), None),
        ("the constant does not matter", step(), irrelevant),
        ("the texture is not known", step(), unknown),
        ("the id is taken", step(load=ident("%f")), None),
        ("there is no such instruction", step(before=at("%no_such_place")), None),
    ],
)
def test_refuses(reason: str, refused: AddTexelSynonym, prepare: Prepare | None) -> None:
    refuse(known_images(BODY, GLOBALS), refused, reason, prepare)


def test_the_place_has_to_be_a_constant() -> None:
    refuse(
        known_images(BODY, GLOBALS.replace("%int_3 %int_5", "%int_3 %int_1")), step(), "no place"
    )


test_sound = soundness(AddTexelSynonym)
test_proved = proved(AddTexelSynonym)
