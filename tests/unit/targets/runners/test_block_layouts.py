"""Blocks that a driver lays out as it likes."""

from __future__ import annotations

import struct
from typing import Final

import pytest

from aberration.core.program import Language, Program
from aberration.targets.runners.block_layouts import own_layouts, relaid, storage_is_stated
from aberration.targets.runners.block_places import Block, Member

TEXT: Final = """#version 450
uniform Params { vec4 base; float list[3]; layout(row_major) mat2x3 m; vec2 last; };
void main() {}
"""


def program(text: str, language: Language = "glsl") -> Program:
    return Program(language, "fragment", text.encode())


def test_words_move_to_where_the_driver_has_them() -> None:
    layouts = own_layouts(program(TEXT))
    assert layouts is not None
    own = layouts["Params"]
    data = struct.pack("<4f", 1, 2, 3, 4)
    data += b"".join(struct.pack("<f12x", value) for value in (5, 6, 7))
    data += b"".join(
        struct.pack("<2f8x", *row) for row in ((8, 11), (9, 12), (10, 13))
    ) + struct.pack("<2f", 14, 15)
    members = (
        Member("base", 0),
        Member("list", 16, 4),
        Member("m", 32, 0, 16),
        Member("last", 64),
    )
    packed = relaid(data, own, Block("Params", (0, 0), members, 80))
    assert packed == struct.pack(
        "<4f3f4x3f4x3f4x2f8x", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    )


def test_members_that_the_driver_does_not_have_are_left_out() -> None:
    layouts = own_layouts(program(TEXT))
    assert layouts is not None
    only_last = Block("Params", (0, 0), (Member("last", 0),), 16)
    assert relaid(bytes(112) + struct.pack("<2f", 1, 2), layouts["Params"], only_last)[
        :8
    ] == struct.pack("<2f", 1, 2)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (TEXT, {"Params"}),
        (TEXT.replace("uniform", "layout(std140) uniform"), set()),
        (TEXT.replace("uniform", "layout(std140) uniform Q { int q; }; uniform"), {"Params", "Q"}),
        (TEXT.replace("void main() {}", "void main() { lost(); }"), None),
    ],
)
def test_only_blocks_without_std140_are_asked_about(text: str, known: set[str] | None) -> None:
    found = own_layouts(program(text))
    assert (found if found is None else set(found)) == known


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("layout(std430, binding = 0) buffer B { int b; };", True),
        ("layout(std430) buffer; buffer B { int b; };", True),
        ("buffer B { int b; }; // std430", False),
        ("void main() {}", True),
    ],
)
def test_storage_blocks_have_to_say_how_they_lie(text: str, stated: bool) -> None:
    assert storage_is_stated(program(text)) == stated
