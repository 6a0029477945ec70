from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest
from helpers.proved import proved
from helpers.transform import expect, ident, refuse, soundness
from helpers.uniform_modules import at, uniform_module

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.change_uniform_matrix_layout import (
    ChangeUniformMatrixLayout,
)

DECORATIONS = """
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 0 ColMajor
    OpMemberDecorate %block 0 MatrixStride 16
    OpMemberDecorate %block 1 Offset 64
"""
TYPES = """
    %v3float = OpTypeVector %float 3
    %matrix = OpTypeMatrix %v3float 2
    %block = OpTypeStruct %matrix %int
"""
COLUMNS = ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
SEVEN = struct.pack("<i", 7)
GAP = b"\x5a"


def lines_of(lines: Sequence[Sequence[float]], stride: int) -> bytes:
    packed = [struct.pack(f"<{len(line)}f", *line) for line in lines]
    return b"".join(line + GAP * (stride - len(line)) for line in packed)


DATA = lines_of(COLUMNS, 16) + bytes(32) + SEVEN


def given(decorations: str = DECORATIONS, data: bytes = DATA) -> Module:
    return uniform_module(decorations, TYPES, at(data))


def step(
    stride: int = 16, row_major: bool = True, member: int = 0, name: str = "%block"
) -> ChangeUniformMatrixLayout:
    return ChangeUniformMatrixLayout(ident(name), member, stride, row_major)


@pytest.mark.parametrize(
    ("stride", "row_major", "lines", "word"),
    [
        (16, True, tuple(zip(*COLUMNS, strict=True)), "RowMajor"),
        (32, False, COLUMNS, "ColMajor"),
    ],
)
def test_the_lines_lie_otherwise(
    stride: int, row_major: bool, lines: Sequence[Sequence[float]], word: str
) -> None:
    module = expect(
        given(),
        step(stride, row_major),
        f"OpMemberDecorate %block 0 {word}\nOpMemberDecorate %block 0 MatrixStride {stride}",
    )
    (uniform,) = module.facts.given_uniforms or ()
    assert uniform.data == lines_of(lines, stride).ljust(64, GAP) + SEVEN


def test_back_again() -> None:
    module = given()
    step().apply(module)
    expect(module, step(row_major=False), "OpMemberDecorate %block 0 ColMajor")
    (uniform,) = module.facts.given_uniforms or ()
    assert uniform.data == lines_of(COLUMNS, 16).ljust(64, GAP) + SEVEN


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        ("it is stored like that", step(row_major=False)),
        ("three rows need 96 bytes", step(32)),
        ("a stride is a multiple of 16", step(24, row_major=False)),
        ("lines overlap", step(0)),
        ("that is no matrix", step(member=1)),
        ("there is no such member", step(member=2)),
        ("there is no member before the first", step(member=-1)),
        ("that is no block", step(name="%matrix")),
        ("there is no such type", step(name="%no_such_type")),
    ],
)
def test_refuses(reason: str, refused: ChangeUniformMatrixLayout) -> None:
    refuse(given(), refused, reason)


def test_refuses_bytes_that_are_not_given() -> None:
    refuse(given(data=DATA[:-1]), step(), "the last byte is missing")


test_sound = soundness(ChangeUniformMatrixLayout)
test_proved = proved(ChangeUniformMatrixLayout)
