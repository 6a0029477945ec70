"""Integers that are `mediump`, and samplers that are `lowp`, though nobody says so."""

from __future__ import annotations

import pytest

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.precisions import has_coarse_integers, has_coarse_samplers
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

FLOATS = "#version 310 es\nprecision highp float;\n"


@pytest.mark.parametrize(
    ("language", "stage", "heading", "wanted"),
    [
        ("essl", "fragment", FLOATS, True),
        ("essl", "fragment", FLOATS + "precision highp int;\n", False),
        ("essl", "fragment", FLOATS + "precision mediump int;\nprecision highp int;\n", True),
        ("essl", "compute", FLOATS, False),
        ("glsl", "fragment", "#version 460\n", False),
    ],
)
def test_they_are_in_fragment_shaders_of_essl(
    language: LanguageName, stage: Stage, heading: str, wanted: bool
) -> None:
    module = read(f"{heading}void main() {{ int k = 1 << 20; }}\n".encode(), language).module
    assert has_coarse_integers(module, stage) is wanted


SAMPLER = "uniform sampler2D image;\n"


@pytest.mark.parametrize(
    ("language", "heading", "wanted"),
    [
        ("essl", FLOATS + SAMPLER, True),
        ("essl", FLOATS + "vec4 f(sampler2D s) { return texture(s, vec2(0)); }\n", True),
        ("essl", FLOATS + "uniform sampler2D image[2];\n", True),
        ("essl", FLOATS + SAMPLER.replace("sampler", "highp sampler"), False),
        ("essl", FLOATS + "precision highp sampler2D;\n" + SAMPLER, False),
        ("essl", FLOATS + "uniform highp isampler2D image;\n", False),
        ("glsl", "#version 460\n" + SAMPLER, False),
    ],
)
def test_samplers_are_low_in_essl(language: LanguageName, heading: str, wanted: bool) -> None:
    module = read(f"{heading}void main() {{}}\n".encode(), language).module
    assert has_coarse_samplers(module) is wanted
