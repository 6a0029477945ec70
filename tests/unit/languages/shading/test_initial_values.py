"""The values that declarations of uniforms give them."""

from __future__ import annotations

import struct

import pytest

from aberration.languages.shading.checker import check
from aberration.languages.shading.initial_values import initial_value
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Declare


@pytest.mark.parametrize(
    ("declared", "data"),
    [
        ("int a = 2 + 3", struct.pack("<i", 5)),
        ("vec2 a = vec2(1.0, -2.0)", struct.pack("<2f", 1.0, -2.0)),
        ("uint a[2] = uint[2](1u, 2u)", struct.pack("<8I", 1, 0, 0, 0, 2, 0, 0, 0)),
    ],
)
def test_a_constant_is_laid_out_as_std140_has_it(declared: str, data: bytes) -> None:
    shader = read(f"#version 450\nuniform {declared};\nvoid main() {{}}", "glsl")
    typing = check(shader.module, "fragment", shader.source)
    node = next(one for one in shader.module.decls if isinstance(one, Declare)).variables[0]
    assert initial_value(node, typing.declared[id(node)].type, typing) == data
