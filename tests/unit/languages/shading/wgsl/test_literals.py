"""Numbers of WGSL."""

from __future__ import annotations

import pytest

from aberration.languages.shading.tree import Literal
from aberration.languages.shading.wgsl.literals import literal


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("0", "abstract_int", 0),
        ("12i", "int", 12),
        ("0xFFu", "uint", 255),
        ("9223372036854775807", "abstract_int", 2**63 - 1),
        ("1.", "abstract_float", 1.0),
        (".5", "abstract_float", 0.5),
        ("1e3", "abstract_float", 1000.0),
        ("1f", "float", 1.0),
        ("0h", "half", 0.0),
        ("1.5e-3f", "float", 0.0015),
        ("0x1.8p3", "abstract_float", 12.0),
        ("0x.8", "abstract_float", 0.5),
        ("0x1p-2h", "half", 0.25),
        ("0x1.fffffep127f", "float", 3.4028234663852886e38),
        ("0X1P+2f", "float", 4.0),
        ("0x1f", "abstract_int", 31),
        ("1e-400", "abstract_float", 0.0),
    ],
)
def test_numbers(text: str, kind: str, value: float) -> None:
    found = literal(text)
    assert isinstance(found, Literal)
    assert (found.kind, found.value) == (kind, value)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("012", "expected a number, came '012'"),
        ("1u8", "came '1u8'"),
        ("0x", "came '0x'"),
        ("0x1.8h", "came '0x1.8h'"),
        ("1lf", "came '1lf'"),
        ("1i.5", "came"),
        ("2147483648i", "at most 2147483647"),
        ("4294967296u", "at most 4294967295"),
        ("9223372036854775808", "at most 9223372036854775807"),
        ("1e999", "that a double can hold"),
        ("1e39f", "its type can hold"),
        ("65520h", "its type can hold"),
        ("0x1p1024", "that a double can hold"),
        ("0x1.0000001p0f", "holds exactly"),
        ("0x1.00000000000001p0", "holds exactly"),
        ("9" * 5000, "at most"),
    ],
)
def test_what_is_no_number(text: str, what: str) -> None:
    assert what in str(literal(text))
    assert isinstance(literal(text), str)
