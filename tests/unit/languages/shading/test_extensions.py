"""What the extensions of a text change of the rules of its language."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.extensions import CONVERSIONS, used_extensions
from aberration.languages.shading.read import Shader, read

BODY = "void main() { float a = 2; uint b = 3u; a *= b; }"


def shader(version: str, *lines: str) -> Shader:
    head = [f"#version {version} es", *(f"#extension {line}" for line in lines)]
    return read("\n".join((*head, "precision highp float;", BODY)), "essl")


def test_what_was_said_last_counts() -> None:
    found = shader("320", f"{CONVERSIONS} : enable", "GL_EXT_a : enable", "GL_EXT_a : disable")
    assert used_extensions(found.module) == {CONVERSIONS}


def test_integers_convert_with_the_extension() -> None:
    found = shader("310", f"{CONVERSIONS} : require")
    assert found.rules.conversions["int"] == ("uint", "float")
    check(found.module, "fragment")


@pytest.mark.parametrize(
    ("version", "lines"),
    [("320", ()), ("320", (f"{CONVERSIONS} : disable",)), ("300", (f"{CONVERSIONS} : enable",))],
)
def test_integers_do_not_convert_without_it(version: str, lines: tuple[str, ...]) -> None:
    found = shader(version, *lines)
    assert not found.rules.conversions
    with pytest.raises(BadInput, match="float"):
        check(found.module, "fragment")
