from __future__ import annotations

import struct

import pytest
from helpers.proved import proved
from helpers.transform import expect, ident, refuse, soundness
from helpers.uniform_modules import at, uniform_module

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.change_uniform_array_stride import (
    ChangeUniformArrayStride,
)

DECORATIONS = """
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 96
    OpDecorate %row ArrayStride 16
    OpMemberDecorate %inner 0 Offset 0
"""
TYPES = """
    %row = OpTypeArray %v2float %uint_3
    %inner = OpTypeStruct %float
    %block = OpTypeStruct %row %int
"""
PAIRS = [struct.pack("<ff", k, k + 0.5) for k in range(3)]
SEVEN = struct.pack("<i", 7)
DATA = b"".join(pair + bytes(8) for pair in PAIRS) + bytes(48) + SEVEN
GAP = b"\x5a"


def given(types: str = TYPES, data: bytes = DATA) -> Module:
    return uniform_module(DECORATIONS, types, at(data))


def step(stride: int = 32, name: str = "%row") -> ChangeUniformArrayStride:
    return ChangeUniformArrayStride(ident(name), stride)


def test_the_elements_lie_farther_apart() -> None:
    module = expect(given(), step(), "OpDecorate %row ArrayStride 32")
    (uniform,) = module.facts.given_uniforms or ()
    assert uniform.data == b"".join(pair + GAP * 24 for pair in PAIRS) + SEVEN


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        ("it has that stride", step(16)),
        ("the next member begins before the last element ends", step(48)),
        ("a stride is a multiple of 16", step(24)),
        ("elements overlap", step(0)),
        ("a stride is no negative number", step(-16)),
        ("that is no array", step(name="%inner")),
        ("there is no such type", step(name="%no_such_type")),
    ],
)
def test_refuses(reason: str, refused: ChangeUniformArrayStride) -> None:
    refuse(given(), refused, reason)


@pytest.mark.parametrize(
    ("reason", "types"),
    [
        ("another structure has it", TYPES + "%other = OpTypeStruct %row\n"),
        ("it is local, too", TYPES + "%local_row = OpTypePointer Function %row\n"),
    ],
)
def test_refuses_a_type_with_another_use(reason: str, types: str) -> None:
    module = uniform_module(DECORATIONS, types, at(DATA), valid=False)
    before = module.to_bytes()
    assert not step().is_applicable(module), reason
    assert module.to_bytes() == before


def test_refuses_bytes_that_are_not_given() -> None:
    refuse(given(data=DATA[:-1]), step(), "the last byte is missing")


test_sound = soundness(ChangeUniformArrayStride)
test_proved = proved(ChangeUniformArrayStride)
