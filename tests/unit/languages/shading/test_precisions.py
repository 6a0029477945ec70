"""Integers that are `mediump` though nobody says so."""

from __future__ import annotations

import pytest

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.precisions import has_coarse_integers
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
