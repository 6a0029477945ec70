"""Dot products of integers against Python's unbounded integers, on both paths."""

from __future__ import annotations

import itertools
from typing import Final

import pytest
from helpers.interpret import compiled, dispatched, results

from aberration.languages.spirv.interpret.undefined import Trap

DOT: Final = """
       OpCapability DotProduct
       OpCapability DotProductInputAll
       OpCapability DotProductInput4x8BitPacked
       OpCapability Int64
       OpExtension "SPV_KHR_integer_dot_product"
"""
GLOBALS: Final = """
       %wide = OpTypeInt 64 0
       %wide_int = OpTypeInt 64 1
       %high = OpConstant %wide 9223372036854775807
"""
SIGNS: Final = {"S": (True, True), "U": (False, False), "SU": (True, False)}
MASK: Final = 0xFFFFFFFF
WORDS: Final = (0, 1, 0x7F80FF01, 0x80808080, 0x7F7F7F7F, MASK, 0x80000000, 0x01FE8023)
EDGES: Final = (0, 1, 3, 0x7FFFFFFF, 0x80000000, MASK)
LOOSE: Final = """
       %x_as_float = OpConvertUToF %float %x
       %halved = OpFDiv %float %x_as_float %f2
       %loose = OpConvertFToU %uint %halved
"""


def value(pattern: int, width: int, with_sign: bool) -> int:
    pattern &= (1 << width) - 1
    return pattern - (1 << width) if with_sign and pattern >> (width - 1) else pattern


def packed(word: int, with_sign: bool) -> list[int]:
    return [value(word >> shift, 8, with_sign) for shift in (0, 8, 16, 24)]


def dot(name: str, left: list[int], right: list[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True))


def cut_off(total: int, name: str) -> int:
    low, high = (0, MASK) if name == "U" else (-0x80000000, 0x7FFFFFFF)
    return min(max(total, low), high) & MASK


def of_words(name: str, x: int, y: int) -> int:
    left, right = SIGNS[name]
    return dot(name, packed(x, left), packed(y, right))


@pytest.mark.parametrize("name", SIGNS)
def test_four_components_in_a_word(name: str) -> None:
    body = f"%r = Op{name}Dot %uint %x %y PackedVectorFormat4x8Bit\nWRITE 0 %r"
    rows = [(x, y, 0) for x, y in itertools.product(WORDS, WORDS)]
    found = results(compiled(body, DOT), rows)
    assert [row[0] for row in found] == [of_words(name, x, y) & MASK for x, y, _ in rows]


@pytest.mark.parametrize("name", SIGNS)
def test_four_components_in_a_word_saturate_with_the_accumulator_alone(name: str) -> None:
    body = f"%r = Op{name}DotAccSat %uint %x %y %z PackedVectorFormat4x8Bit\nWRITE 0 %r"
    rows = list(itertools.product(WORDS, WORDS, EDGES))
    found = results(compiled(body, DOT), rows)
    with_sign = name != "U"
    assert [row[0] for row in found] == [
        cut_off(of_words(name, x, y) + value(z, 32, with_sign), name) for x, y, z in rows
    ]


@pytest.mark.parametrize("name", SIGNS)
def test_vectors_wrap_around(name: str) -> None:
    body = f"""
       %left = OpCompositeConstruct %v2uint %x %z
       %right = OpCompositeConstruct %v2uint %y %x
       %r = Op{name}Dot %uint %left %right
       WRITE 0 %r
       %w = Op{name}Dot %wide %left %right
       %h = OpUConvert %uint %w
       %top_half = OpShiftRightLogical %wide %w %u32
       %t = OpUConvert %uint %top_half
       WRITE 1 %h
       WRITE 2 %t
    """
    left, right = SIGNS[name]
    rows = list(itertools.product(EDGES, EDGES, EDGES))
    found = results(compiled(body, DOT, GLOBALS), rows)
    expected = []
    for x, y, z in rows:
        a, b = ([value(word, 32, left) for word in (x, z)], [value(w, 32, right) for w in (y, x)])
        total = dot(name, a, b)
        expected.append((total & MASK, total & MASK, total >> 32 & MASK))
    assert [row[:3] for row in found] == expected


@pytest.mark.parametrize("name", SIGNS)
def test_sums_of_64_bits_saturate(name: str) -> None:
    kind = "wide" if name == "U" else "wide_int"
    body = f"""
       %vector = OpCompositeConstruct %v2uint %x %x
       %other = OpCompositeConstruct %v2uint %y %u0
       %before = OpBitcast %{kind} %high
       %w = Op{name}DotAccSat %{kind} %vector %other %before
       %low_half = OpUConvert %uint %bits
       %top_half = OpShiftRightLogical %wide %bits %u32
       %t = OpUConvert %uint %top_half
       WRITE 0 %low_half
       WRITE 1 %t
    """.replace("%low_half", "%bits = OpBitcast %wide %w\n%low_half", 1)
    left, right = SIGNS[name]
    low, high = (0, 2**64 - 1) if name == "U" else (-(2**63), 2**63 - 1)
    rows = [(x, y, 0) for x, y in itertools.product(EDGES, EDGES)]
    for (x, y, _), row in zip(rows, results(compiled(body, DOT, GLOBALS), rows), strict=True):
        total = value(x, 32, left) * value(y, 32, right) + 2**63 - 1
        assert row[0] | row[1] << 32 == min(max(total, low), high) & (2**64 - 1), (x, y)


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [
        ("S", 0x7FFFFFFF, 2),
        ("S", 0x80000000, 2),
        ("U", 0xFFFFFFFF, 2),
        ("U", 0xFFFFFFFF, 1),
        ("SU", 0x80000000, 0xFFFFFFFF),
    ],
)
def test_products_that_leave_the_type_before_saturation_are_undefined(
    name: str, x: int, y: int
) -> None:
    body = f"""
       %left = OpCompositeConstruct %v2uint %x %x
       %right = OpCompositeConstruct %v2uint %y %u1
       %r = Op{name}DotAccSat %uint %left %right %z
       WRITE 0 %r
    """
    trap = dispatched(compiled(body, DOT), [(x, y, 0)])
    assert isinstance(trap, Trap)
    assert trap.kind == "overflow"


@pytest.mark.parametrize("name", SIGNS)
def test_a_component_that_was_never_written_traps(name: str) -> None:
    body = f"""
       %var = OpVariable %local_uint Function
       %never = OpLoad %uint %var
       %r = Op{name}DotAccSat %uint %x %never %z PackedVectorFormat4x8Bit
       WRITE 0 %r
    """
    trap = dispatched(compiled(body, DOT), [(1, 2, 3)])
    assert isinstance(trap, Trap)
    assert trap.kind == "uninitialised"


@pytest.mark.parametrize("name", SIGNS)
def test_of_floats_that_may_be_rounded(name: str) -> None:
    """With bounds, the operand is known only where the float is."""
    body = f"""{LOOSE}
       %r = Op{name}Dot %uint %loose %y PackedVectorFormat4x8Bit
       %s = Op{name}DotAccSat %uint %loose %y %z PackedVectorFormat4x8Bit
       WRITE 0 %r
       WRITE 1 %s
    """
    rows = [(x, y, 5) for x, y in itertools.product((2, 6, 510, 131070, 0x1FFFFFF), WORDS)]
    found = results(compiled(body, DOT), rows)
    # The largest is rounded up before it is halved.
    halves = [{0x1FFFFFF: 0x1000000}.get(x, x // 2) for x, _, _ in rows]
    totals = [of_words(name, half, y) for half, (_, y, _) in zip(halves, rows, strict=True)]
    assert [row[0] for row in found] == [total & MASK for total in totals]
    assert [row[1] for row in found] == [cut_off(total + 5, name) for total in totals]
