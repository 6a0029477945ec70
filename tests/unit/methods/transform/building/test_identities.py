from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from helpers.identities import Numbers, left_side, name_of, right_side

from aberration.core.errors import InternalError
from aberration.core.rng import Rng
from aberration.methods.transform.building.identities import (
    BY_INSTRUCTION,
    BY_NAME,
    CONSTANTS,
    IDENTITIES,
    OTHER,
    PAIRS,
    Identity,
    read_identity,
)

SHIFTS = {"ShiftLeftLogical", "ShiftRightLogical", "ShiftRightArithmetic"}
EDGES = (
    0,
    1,
    2,
    3,
    31,
    32,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    0x55555555,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFE,
    0xFFFFFFFF,
)
FLOATS = (
    0,
    0x80000000,
    1,
    0x80000001,
    0x007FFFFF,
    0x3F800000,
    0xBF800000,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0xFFC00001,
)
SMALL = 8
SOME = (0, 1, 2, 3, 7, 8, 100, 127, 128, 200, 254, 255)


def variables(identity: Identity) -> list[str]:
    found = [argument for argument in identity.arguments if argument not in CONSTANTS]
    return [*found, OTHER] if any(OTHER in step.operands for step in identity.steps) else found


def uses_k(identity: Identity) -> bool:
    words = {word for step in identity.steps for word in step.operands} | set(identity.arguments)
    return any(
        len({CONSTANTS[str(word)](k, SMALL) for k in (0, 6)}) > 1
        for word in words
        if word in CONSTANTS
    )


def is_boolean(identity: Identity, name: str) -> bool:
    return (identity.scope == "bool" and name != OTHER) or name == "c"


def combined(identity: Identity, numbers: tuple[int, ...]) -> dict[str, Numbers]:
    """Return all combinations of the numbers that the left side is defined for."""
    names = variables(identity)
    choices = [(0, 1) if is_boolean(identity, name) else numbers for name in names]
    columns = np.array(list(product(*choices)), dtype=np.int64).T
    return dict(zip(names, columns, strict=True))


def defined(identity: Identity, values: dict[str, Numbers], width: int) -> dict[str, Numbers]:
    """Return the values for which the instruction is defined at all."""
    about = name_of(identity.op, identity.extended) if identity.op else ""
    kept = np.full(len(next(iter(values.values()))), True)
    if "b" in values and about in SHIFTS:
        kept = values["b"] < width
    elif "b" in values and about in ("UDiv", "UMod"):
        kept = values["b"] != 0
    elif about in ("SClamp", "UClamp"):
        flip = 1 << (width - 1) if about == "SClamp" else 0
        kept = values["b"] ^ flip <= values["d"] ^ flip
    return {name: column[kept] for name, column in values.items()}


def holds(identity: Identity, values: dict[str, Numbers], k: int, width: int) -> bool:
    values = defined(identity, values, width)
    return bool(
        (left_side(identity, values, k, width) == right_side(identity, values, k, width)).all()
    )


def is_float_comparison(identity: Identity) -> bool:
    return identity.scope == "float" and identity.op != 0


@pytest.mark.parametrize("identity", [*IDENTITIES, *PAIRS], ids=lambda identity: identity.name)
def test_it_holds_for_all_small_numbers(identity: Identity) -> None:
    if is_float_comparison(identity):
        return
    many = sum(not is_boolean(identity, name) for name in variables(identity))
    width = 6 if many > 2 else SMALL
    values = combined(identity, tuple(range(1 << width)))
    for k in (range(1 << width) if many < 2 else SOME) if uses_k(identity) else (0,):
        assert holds(identity, values, k, width), k


@pytest.mark.parametrize("identity", [*IDENTITIES, *PAIRS], ids=lambda identity: identity.name)
def test_it_holds_for_edges_at_the_full_width(identity: Identity) -> None:
    rng = Rng.of(0, identity.name)
    chance = tuple(rng.bits() & 0xFFFFFFFF for _ in range(12))
    numbers = (*FLOATS, *chance) if identity.scope == "float" else (*EDGES, *chance)
    values = combined(identity, numbers)
    for k in (*range(32), *numbers) if uses_k(identity) else (0,):
        assert holds(identity, values, k, 32), k


@pytest.mark.parametrize(
    "line",
    [
        "wrong: int: x = Not(x)",
        "wrong: int: x = BitwiseAnd(x, x_or_so)",
        "wrong: int: ISub(a, b) = ISub(b, a)",
        "wrong: int: IMul(a, power) = ShiftLeftLogical(a, k)",
        "wrong: int: ShiftLeftLogical(a, b) = IMul(a, b)",
        "wrong: int: SLessThan(a, b) = ULessThan(a, b)",
        "wrong: uint: x = UDiv(IMul(x, k), k)",
        "wrong: int: x = BitwiseXor(BitwiseAnd(x, n), n)",
        "wrong: int: x = BitwiseOr(ShiftRightLogical(x, n), n)",
        "wrong: bool: x = LogicalOr(x, SLessThan(n, k))",
        "wrong: float: FOrdLessThan(a, b) = FUnordGreaterThan(b, a)",
    ],
)
def test_the_proof_can_fail(line: str) -> None:
    with pytest.raises((AssertionError, InternalError)):
        prove(line)


def prove(line: str) -> None:
    identity = read_identity(line)
    test_it_holds_for_all_small_numbers(identity)
    test_it_holds_for_edges_at_the_full_width(identity)


def test_names_and_sides_are_distinct() -> None:
    assert len(BY_NAME) == len(IDENTITIES)
    sides = {
        (each.scope, each.op, each.extended, each.arguments, each.steps) for each in IDENTITIES
    }
    assert len(sides) == len(IDENTITIES)
    assert sum(map(len, BY_INSTRUCTION.values())) == len(IDENTITIES)


def test_every_identity_of_pairs_needs_the_other_value() -> None:
    assert all(OTHER in variables(identity) for identity in PAIRS)
    assert not any(OTHER in variables(identity) for identity in IDENTITIES)


def test_equal_parts_are_one_step() -> None:
    absolute = BY_NAME["absolute_by_mask"]
    assert [name_of(step.op, step.extended) for step in absolute.steps] == [
        "ShiftRightArithmetic",
        "BitwiseXor",
        "ISub",
    ]
    assert absolute.steps[2].operands == (1, 0)
