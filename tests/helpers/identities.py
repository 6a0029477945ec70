"""Evaluates both sides of an identity on many numbers at once, at any width up to 32: written from
the specification, and failing where a step would be undefined.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from aberration.languages.spirv.grammar import NAME
from aberration.methods.transform.building.identities import (
    BOOLEANS,
    CONSTANTS,
    EXTENDED,
    Identity,
    Step,
    constant_value,
)

Numbers = npt.NDArray[np.int64]
NAMES: Final = {number: name for name, number in EXTENDED.items()}


def signed(a: Numbers, width: int) -> Numbers:
    return np.where(a >> (width - 1) == 1, a - (1 << width), a)


def shifted(a: Numbers, amount: Numbers, width: int) -> Numbers:
    assert (amount < width).all(), "a shift too wide is undefined"
    return amount


def divisor(b: Numbers) -> Numbers:
    assert (b != 0).all(), "a division by zero is undefined"
    return b


def field(offset: Numbers, count: Numbers, width: int) -> Numbers:
    assert (offset + count <= width).all(), "a field beyond the number is undefined"
    return (np.int64(1) << count) - 1


def insert_field(
    base: Numbers, inserted: Numbers, offset: Numbers, count: Numbers, width: int
) -> Numbers:
    ones = field(offset, count, width) << offset
    return base & ~ones | (inserted << offset) & ones


def extract_signed(base: Numbers, offset: Numbers, count: Numbers, width: int) -> Numbers:
    part = (base >> offset) & field(offset, count, width)
    top = np.where(count > 0, (part >> np.maximum(count - 1, 0)) & 1, 0)
    return np.where(top == 1, part - (np.int64(1) << count), part)


def counted(a: Numbers, width: int) -> Numbers:
    found = np.zeros_like(a)
    for bit in range(width):
        found += (a >> bit) & 1
    return found


def reversed_bits(a: Numbers, width: int) -> Numbers:
    found = np.zeros_like(a)
    for bit in range(width):
        found |= ((a >> bit) & 1) << (width - 1 - bit)
    return found


def lowest(a: Numbers, width: int) -> Numbers:
    found = np.full_like(a, -1)
    for bit in reversed(range(width)):
        found = np.where((a >> bit) & 1 == 1, bit, found)
    return found


def highest(a: Numbers, width: int) -> Numbers:
    found = np.full_like(a, -1)
    for bit in range(width):
        found = np.where((a >> bit) & 1 == 1, bit, found)
    return found


Rule = Callable[[list[Numbers], int], Numbers]
INTEGERS: Final[dict[str, Rule]] = {
    "Not": lambda v, w: ~v[0],
    "SNegate": lambda v, w: -v[0],
    "IAdd": lambda v, w: v[0] + v[1],
    "ISub": lambda v, w: v[0] - v[1],
    "IMul": lambda v, w: v[0] * v[1],
    "UDiv": lambda v, w: v[0] // divisor(v[1]),
    "UMod": lambda v, w: v[0] % divisor(v[1]),
    "BitwiseAnd": lambda v, w: v[0] & v[1],
    "BitwiseOr": lambda v, w: v[0] | v[1],
    "BitwiseXor": lambda v, w: v[0] ^ v[1],
    "ShiftLeftLogical": lambda v, w: v[0] << shifted(v[0], v[1], w),
    "ShiftRightLogical": lambda v, w: v[0] >> shifted(v[0], v[1], w),
    "ShiftRightArithmetic": lambda v, w: signed(v[0], w) >> shifted(v[0], v[1], w),
    "BitFieldInsert": lambda v, w: insert_field(v[0], v[1], v[2], v[3], w),
    "BitFieldUExtract": lambda v, w: (v[0] >> v[1]) & field(v[1], v[2], w),
    "BitFieldSExtract": lambda v, w: extract_signed(v[0], v[1], v[2], w),
    "BitCount": lambda v, w: counted(v[0], w),
    "BitReverse": lambda v, w: reversed_bits(v[0], w),
    "Bitcast": lambda v, w: v[0],
    "CopyObject": lambda v, w: v[0],
    "Select": lambda v, w: np.where(v[0] == 1, v[1], v[2]),
    "SAbs": lambda v, w: np.abs(signed(v[0], w)),
    "SSign": lambda v, w: np.sign(signed(v[0], w)),
    "SMin": lambda v, w: np.minimum(signed(v[0], w), signed(v[1], w)),
    "SMax": lambda v, w: np.maximum(signed(v[0], w), signed(v[1], w)),
    "UMin": lambda v, w: np.minimum(v[0], v[1]),
    "UMax": lambda v, w: np.maximum(v[0], v[1]),
    "SClamp": lambda v, w: np.clip(signed(v[0], w), signed(v[1], w), signed(v[2], w)),
    "UClamp": lambda v, w: np.clip(v[0], v[1], v[2]),
    "FindILsb": lambda v, w: lowest(v[0], w),
    "FindUMsb": lambda v, w: highest(v[0], w),
}
CHOICES: Final[dict[str, Callable[[list[Numbers], int], npt.NDArray[np.bool_]]]] = {
    "LogicalNot": lambda v, w: v[0] == 0,
    "LogicalAnd": lambda v, w: (v[0] & v[1]) == 1,
    "LogicalOr": lambda v, w: (v[0] | v[1]) == 1,
    "LogicalEqual": lambda v, w: v[0] == v[1],
    "LogicalNotEqual": lambda v, w: v[0] != v[1],
    "IEqual": lambda v, w: v[0] == v[1],
    "INotEqual": lambda v, w: v[0] != v[1],
    "ULessThan": lambda v, w: v[0] < v[1],
    "ULessThanEqual": lambda v, w: v[0] <= v[1],
    "UGreaterThan": lambda v, w: v[0] > v[1],
    "UGreaterThanEqual": lambda v, w: v[0] >= v[1],
    "SLessThan": lambda v, w: signed(v[0], w) < signed(v[1], w),
    "SLessThanEqual": lambda v, w: signed(v[0], w) <= signed(v[1], w),
    "SGreaterThan": lambda v, w: signed(v[0], w) > signed(v[1], w),
    "SGreaterThanEqual": lambda v, w: signed(v[0], w) >= signed(v[1], w),
}
RELATIONS: Final[
    dict[str, Callable[[npt.NDArray[np.float32], npt.NDArray[np.float32]], npt.NDArray[np.bool_]]]
] = {
    "LessThan": lambda a, b: a < b,
    "LessThanEqual": lambda a, b: a <= b,
    "GreaterThan": lambda a, b: a > b,
    "GreaterThanEqual": lambda a, b: a >= b,
}


def evaluated(name: str, operands: list[Numbers], width: int) -> Numbers:
    """Return what an instruction gives; booleans are 0 and 1, floats their bits."""
    if name in INTEGERS:
        return INTEGERS[name](operands, width) & ((1 << width) - 1)
    if name in CHOICES:
        return CHOICES[name](operands, width).astype(np.int64)
    left, right = (each.astype(np.uint32).view(np.float32) for each in operands)
    ordered = name.startswith("FOrd")
    result = RELATIONS[name.removeprefix("FOrd").removeprefix("FUnord")](left, right)
    unordered = np.isnan(left) | np.isnan(right)
    return np.where(unordered, not ordered, result).astype(np.int64)


def name_of(op: int, extended: int) -> str:
    return NAMES[extended] if extended else str(NAME[op]).removeprefix("Op")


def left_side(identity: Identity, values: dict[str, Numbers], k: int, width: int) -> Numbers:
    """Return what the instruction that the identity is about gives."""
    operands = [_operand(argument, values, k, width) for argument in identity.arguments]
    return (
        evaluated(name_of(identity.op, identity.extended), operands, width)
        if identity.op
        else operands[0]
    )


def right_side(identity: Identity, values: dict[str, Numbers], k: int, width: int) -> Numbers:
    """Return what the steps give."""
    results: list[Numbers] = []
    for step in identity.steps:
        results.append(_step(step, results, values, k, width))
    return results[-1]


def _step(
    step: Step, results: list[Numbers], values: dict[str, Numbers], k: int, width: int
) -> Numbers:
    operands = [
        results[operand] if isinstance(operand, int) else _operand(operand, values, k, width)
        for operand in step.operands
    ]
    return evaluated(name_of(step.op, step.extended), operands, width)


def _operand(name: str, values: dict[str, Numbers], k: int, width: int) -> Numbers:
    if name in values:
        return values[name]
    number = int(BOOLEANS[name]) if name in BOOLEANS else constant_value(name, k, width)
    assert name in BOOLEANS or name in CONSTANTS
    return np.full_like(next(iter(values.values())), number)
