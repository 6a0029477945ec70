"""What programs do with what textures give."""

from __future__ import annotations

import re

import pytest
from helpers.smith_textures import SAMPLING, sampling_program
from msgspec.structs import replace

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.shader_tests import LANGUAGES
from aberration.methods.smith.generate import generate


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_checker_accepts_all_of_them(language: LanguageName) -> None:
    for number in range(24):
        read(write(sampling_program(language, number).module), language)


def test_texels_are_parts_of_expressions_too() -> None:
    settings = replace(SAMPLING, statements=(("declaration", 1),), expressions=(("texture", 1),))
    found = 0
    for number in range(10):
        text = write(generate("glsl", 450, number, settings).module)
        found += len(re.findall(r"\(texture\w*\([^;]*\btexture\w*\(", text))
    assert found > 3


def test_without_floats_there_are_no_textures() -> None:
    settings = replace(SAMPLING, types=("int", "uint", "vectors"), statements=(("declaration", 1),))
    assert not any(generate("wgsl", 0, number, settings).inputs.textures for number in range(8))
