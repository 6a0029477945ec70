"""Leaves in bytes: offsets, strides, row-major matrices, runtime arrays, what lies at a binding."""

from __future__ import annotations

import struct
from typing import Final

import pytest
from helpers.transform import HEAD, MAIN, TAIL, ident, numbered

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.layout import (
    block_bytes,
    cells_of_bytes,
    layout_of,
    place_of,
    push_bytes,
    write_cells,
)
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module

DECORATIONS: Final = """
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 16
    OpMemberDecorate %block 1 RowMajor
    OpMemberDecorate %block 1 MatrixStride 8
    OpMemberDecorate %block 2 Offset 64
    OpMemberDecorate %block 3 Offset 96
    OpMemberDecorate %inner 0 Offset 0
    OpMemberDecorate %inner 1 Offset 8
    OpDecorate %inners ArrayStride 16
    OpDecorate %tail ArrayStride 4
    OpDecorate %block Block
    OpDecorate %variable DescriptorSet 2
    OpDecorate %variable Binding 5
"""
TYPES: Final = """
    %v3 = OpTypeVector %float 3
    %m = OpTypeMatrix %v3 2
    %inner = OpTypeStruct %float %int
    %uint_2 = OpConstant %uint 2
    %inners = OpTypeArray %inner %uint_2
    %tail = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %v3 %m %inners %tail
    %block_pointer = OpTypePointer Uniform %block
    %variable = OpVariable %block_pointer Uniform
"""


@pytest.fixture(scope="module")
def leaves() -> Leaves:
    text = HEAD.replace("%void = OpTypeVoid", f"{DECORATIONS} %void = OpTypeVoid", 1)
    return Leaves(Module.parse(assemble(numbered(f"{text}{TYPES}{MAIN}{TAIL}"), (1, 3))))


def offsets(leaves: Leaves, size: int) -> list[int]:
    return [offset for offset, _ in layout_of(leaves, ident("block")).slots(size)]


def test_offsets_of_all_leaves(leaves: Leaves) -> None:
    vector = [0, 4, 8]
    matrix = [16, 24, 32, 20, 28, 36]
    assert offsets(leaves, 96) == [*vector, *matrix, 64, 72, 80, 88]
    assert offsets(leaves, 108) == [*vector, *matrix, 64, 72, 80, 88, 96, 100, 104]
    assert offsets(leaves, 78) == [*vector, *matrix, 64, 72]


def test_cells_and_bytes(leaves: Leaves) -> None:
    slots = layout_of(leaves, ident("block")).slots(100)
    data = bytearray(struct.pack("<25f", *range(25)))
    struct.pack_into("<i", data, 72, -1)
    cells = cells_of_bytes(slots, bytes(data))
    assert cells[:4] == [0.0, 1.0, 2.0, 4.0]
    assert cells[10] == 0xFFFFFFFF
    copy = bytearray(100)
    write_cells(slots, cells, copy)
    assert cells_of_bytes(slots, bytes(copy)) == cells


def test_what_was_never_written_keeps_its_bytes(leaves: Leaves) -> None:
    slots = layout_of(leaves, ident("block")).slots(96)
    data = bytearray(b"\x01" * 96)
    write_cells(slots, [None] * len(slots), data)
    assert data == b"\x01" * 96


def test_places(leaves: Leaves) -> None:
    assert place_of(leaves, ident("variable")) == (2, 5)


def test_bytes_at_a_binding() -> None:
    inputs = Inputs(
        uniforms=(
            Uniform("a", b"aaaa", 1),
            Uniform("b", b"bb", 1, offset=8),
            Uniform("p", b"pppp", push_constant=True),
        ),
        buffers=(Buffer(3, b"12345"),),
    )
    assert block_bytes(inputs, (0, 1), False) == b"aaaa\0\0\0\0bb".ljust(16384, b"\0")
    assert block_bytes(inputs, (0, 3), True) == b"12345\0\0\0"
    assert block_bytes(inputs, (0, 9), True) == bytes(65536)
    assert push_bytes(inputs) == b"pppp".ljust(128, b"\0")
