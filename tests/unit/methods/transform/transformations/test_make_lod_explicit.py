from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.core.textures import Texture
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.make_lod_explicit import MakeLodExplicit

BODY = """
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %biased = OpImageSampleImplicitLod %v4float %layers_value %at3 Bias|ConstOffset %float_1 %none1
    %divided = OpImageSampleProjImplicitLod %v4float %flat_value %at3
    %copy = OpCopyObject %v2float %at2
    %strange = OpImageSampleImplicitLod %v4float %line_value %f
    %exact = OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_1
    %compared = OpImageSampleDrefImplicitLod %float %shadow_value %at2 %float_1
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("%near", "OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_0"),
        (
            "%biased",
            "OpImageSampleExplicitLod %v4float %layers_value %at3 Lod|ConstOffset %float_0 %none1",
        ),
        ("%divided", "OpImageSampleProjExplicitLod %v4float %flat_value %at3 Lod %float_0"),
    ],
)
def test_the_level_is_named(name: str, line: str) -> None:
    expect(known_images(BODY), MakeLodExplicit(at(name)), f"{name} = {line}")


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("the inputs do not give its texture", "%strange"),
        ("its level has a name", "%exact"),
        ("comparisons are not known", "%compared"),
        ("it samples nothing", "%copy"),
        ("there is no such instruction", "%no_such_read"),
    ],
)
def test_refuses(reason: str, name: str) -> None:
    refuse(known_images(BODY), MakeLodExplicit(at(name)), reason)


def test_how_many_levels_a_texture_has_is_told_by_the_inputs() -> None:
    def forget(module: Module) -> None:
        module.facts.textures.clear()

    refuse(known_images(BODY), MakeLodExplicit(at("%near")), "no texture is known", forget)


def test_a_texture_with_several_levels_gives_others_at_others() -> None:
    def add_level(module: Module) -> None:
        module.facts.textures[ident("%flat")] = Texture("flat", size=(4, 8, 1), levels=2)

    refuse(known_images(BODY), MakeLodExplicit(at("%near")), "it has two levels", add_level)


test_sound = soundness(MakeLodExplicit)
