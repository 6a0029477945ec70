"""Numbers of GLSL and ESSL."""

from __future__ import annotations

import pytest

from aberration.languages.shading.glsl.literals import literal
from aberration.languages.shading.tree import Literal


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("0", "int", 0),
        ("12", "int", 12),
        ("017", "int", 15),
        ("0xFF", "int", 255),
        ("4294967295", "int", 2**32 - 1),
        ("7u", "uint", 7),
        ("0xffffffffU", "uint", 2**32 - 1),
        ("1.", "float", 1.0),
        (".5f", "float", 0.5),
        ("1e3", "float", 1000.0),
        ("1.5E-3F", "float", 0.0015),
        ("2.5lf", "double", 2.5),
        ("0.0LF", "double", 0.0),
    ],
)
def test_numbers(text: str, kind: str, value: float) -> None:
    found = literal(text, 450)
    assert isinstance(found, Literal)
    assert (found.kind, found.value) == (kind, value)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("09", 450),
        ("0x", 450),
        ("1f", 450),
        ("1.0h", 450),
        ("1i", 450),
        ("1.0f", 100),
        ("1.x", 450),
        ("4294967296", 450),
        ("0x100000000", 450),
        ("1e400", 450),
        ("9" * 5000, 450),
    ],
)
def test_what_is_no_number(text: str, version: int) -> None:
    assert isinstance(literal(text, version), str)
