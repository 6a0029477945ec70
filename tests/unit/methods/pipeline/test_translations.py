"""Translations by a word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.methods.pipeline.translations import Translations

SHADER = Program(
    "wgsl",
    "fragment",
    b"@fragment fn main() -> @location(0) vec4<f32> {\n    return vec4<f32>(1.0);\n}\n",
    name="white",
)


def test_a_translation_is_known_by_its_word() -> None:
    translations = Translations()
    made = translations.of(SHADER, "essl-300")
    assert made.source.startswith(b"#version 300 es")
    assert made.name == "white from wgsl"
    assert translations.form_of(made, SHADER) == "essl-300"
    assert translations.of(made, "wgsl-0").language == "wgsl"


def test_what_is_no_translation_has_no_word() -> None:
    translations = Translations()
    made = translations.of(SHADER, "glsl-450")
    assert translations.form_of(replace(made, source=made.source + b"\n"), SHADER) == ""
    assert translations.form_of(replace(made, language="spirv"), SHADER) == ""


def test_a_program_that_cannot_be_translated_is_refused() -> None:
    broken = replace(SHADER, source=b"fn main() {")
    translations = Translations()
    with pytest.raises(BadInput):
        translations.of(broken, "glsl-450")
    assert translations.form_of(replace(broken, language="glsl"), broken) == ""
